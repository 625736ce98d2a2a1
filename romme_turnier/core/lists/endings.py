"""A game of which nobody can say for certain who ended it, or whether it was a Handrommé (§ 2.2.6).

A doubtful finisher and a doubtful mark are readings like the others: every possible one is kept, and for each player
the one counts that is worst for this player. Nobody's gain is taken from a reading that is not certain. What that
means for the sums of one seat, in one game:

``finished``, ``handrommes``
    Count only what all readings say. They decide ties (§ 1.5), and with ``per_finished_game`` the bonus (§ 3.2.1).
``bonus``, ``handromme_bonus``
    Follow from these counts.
``minus``
    The worst of the readings in which the seat did not end the game, with the points read there. In the reading in
    which it did, it has nothing left (§ 8.2), which is always best. Where a Handrommé counts the losses double
    (``rommee``), the worst is the one by somebody else's Handrommé.

So where a row can be true, a single reading gives the worst of each sum, and of the result; but not the same one for
every player: what counts at a table need not be true together. The row counts if any of its readings can be true. If
none can, everything that contradicts them keeps the list from counting. One that cannot be true beside others that can
is a warning.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple


class Ending(NamedTuple):
    """Who ended a game (None: nobody), and whether by Handrommé."""

    finisher: int | None
    handromme: bool = False


@dataclass(frozen=True, slots=True)
class EndingReading:
    """Every possible reading of how a game ended: at least two, each once.

    The row itself holds what all of them say (``certain``), and the worst of the points as for any reading.
    """

    game: int
    endings: tuple[Ending, ...]

    @property
    def certain(self) -> Ending:
        """What every reading says: the finisher or None, and the mark if it is beyond doubt."""
        finishers = {ending.finisher for ending in self.endings}
        return Ending(
            finisher=finishers.pop() if len(finishers) == 1 else None,
            handromme=all(ending.handromme for ending in self.endings),
        )


def may_be_handromme(game: int, handromme: bool, endings: Iterable[EndingReading]) -> bool:
    """Returns whether a game was a Handrommé by any of its readings; ``handromme`` is the mark of its row."""
    return handromme or any(one.handromme for doubt in endings if doubt.game == game for one in doubt.endings)


def worst_for(seat: int, endings: tuple[Ending, ...]) -> tuple[Ending, ...]:
    """Returns the endings that the sums of a seat rest on: those of somebody else, unless it ended the game anyway."""
    return tuple(ending for ending in endings if ending.finisher != seat) or endings
