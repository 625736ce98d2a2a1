"""A game with a doubtful finisher, or a doubtful Handrommé (§ 2.2.6).

A doubtful finisher and a doubtful mark are readings like the others: every possible reading is kept, and for each
player the worst for this player counts. No player gains from an uncertain reading. The sums of one seat, in one game:

``finished``, ``handrommes``
    Count only if all readings agree. They decide ties (§ 1.5), and with ``per_finished_game`` the bonus (§ 3.2.1).
``bonus``, ``handromme_bonus``
    Follow from these counts.
``minus``
    The worst of the readings in which the seat did not end the game, with the points read there. In the reading in
    which it did, it has nothing left (§ 8.2), which is always best. If a Handrommé counts the losses double
    (``rommee``), the worst is a reading with another player's Handrommé.

So if a row can be true, a single reading gives the worst of each sum, and of the result; but not the same one for every
player: the counting figures of a table need not be true together. The row counts if any of its readings can be true. If
none can, everything that contradicts them keeps the list from counting. An impossible reading among possible ones is a
warning.
"""

from dataclasses import dataclass
from typing import NamedTuple


class Ending(NamedTuple):
    """The finisher of a game (None: the stock ended it), and whether it was a Handrommé."""

    finisher: int | None
    handromme: bool = False


@dataclass(frozen=True, slots=True)
class EndingReading:
    """At least two readings of how a game ended; the row holds what is ``certain``, and the worst of the points."""

    game: int
    endings: tuple[Ending, ...]

    @property
    def certain(self) -> Ending:
        """The part on which all readings agree: the finisher or None, and the mark if it is beyond doubt."""
        finishers = {ending.finisher for ending in self.endings}
        return Ending(
            finisher=finishers.pop() if len(finishers) == 1 else None,
            handromme=all(ending.handromme for ending in self.endings),
        )


def worst_for(seat: int, endings: tuple[Ending, ...]) -> tuple[Ending, ...]:
    """Returns the endings for the sums of a seat: those of other seats, unless it ended the game in all readings."""
    return tuple(ending for ending in endings if ending.finisher != seat) or endings
