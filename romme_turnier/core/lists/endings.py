"""Games with a doubtful finisher or Handrommé (§ 2.2.6).

Every possible reading of the finisher or the mark is kept, as with points, and for each player the reading that is
worst for that player counts. No player gains from an uncertain reading. The sums of one seat in one game:

``finished``, ``handrommes``
    Count only if all readings agree. They decide ties (§ 1.5), and with ``per_finished_game`` the bonus (§ 3.2.1).
``bonus``, ``handromme_bonus``
    Follow from these counts.
``minus``
    The points in the worst reading in which the seat did not end the game. A seat that ended it has nothing left
    (§ 8.2), which is always best. If a Handrommé doubles the losses (``rommee``), the worst reading is one with another
    player's Handrommé.

If a row is possible, a single reading therefore gives a seat's worst value for every sum and for the result. This
reading may differ between players, so the figures that count at one table need not be possible together. The row counts
if any of its readings is possible. If none is, every contradiction keeps the list from counting. An impossible reading
among possible ones causes a warning.
"""

from dataclasses import dataclass
from typing import NamedTuple


class Ending(NamedTuple):
    """The finisher of a game (None: the stock ended it), and whether it was a Handrommé."""

    finisher: int | None
    handromme: bool = False


@dataclass(frozen=True, slots=True)
class EndingReading:
    """Two or more readings of a game's ending; the row holds the ``certain`` part and the worst points."""

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
    """Returns the endings that count for a seat: those in which it is not the finisher or, if there are none, all."""
    return tuple(ending for ending in endings if ending.finisher != seat) or endings
