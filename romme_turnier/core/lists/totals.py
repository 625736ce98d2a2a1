"""The sums of one seat, and the points for its place at the table."""

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import NamedTuple


class SeatTotals(NamedTuple):
    """Sums of one seat, or of one player over several lists.

    All amounts are positive, except ``penalties`` if the most points win, because they lower the result. Stored totals,
    revisions and released standings hold all fields: new ones go last and need a column in `ListTotal`.
    """

    minus: int = 0
    bonus: int = 0
    handromme_bonus: int = 0
    penalties: int = 0
    finished: int = 0
    handrommes: int = 0
    half_points: int = 0  # points for places at tables, counted in halves so that all sums are whole numbers
    scoring_points: int = 0  # for each game; 0 if the event does not count them

    @property
    def total(self) -> int:
        """The result (§ 1.5, § 3.2), which may be negative."""
        return self.minus - self.bonus - self.handromme_bonus + self.penalties

    @property
    def table_points(self) -> Fraction:
        """The points for places at tables; 0 if the event does not award them."""
        return Fraction(self.half_points, 2)

    @classmethod
    def of(cls, parts: Iterable["SeatTotals"]) -> "SeatTotals":
        """Returns the sum of several totals."""
        return cls(*(sum(column) for column in zip(*parts, strict=True)))


def table_points(results: Sequence[int | None], *, highest_wins: bool) -> tuple[Fraction, ...]:
    """Returns the points of each seat for its place at the table.

    At a table of n seats, place p gives n − p points. Tied seats each get the mean of their places' points, a whole
    number or a half. `results` are by seat, None for a list that does not count: such a seat comes after all others and
    gets no points, but it still counts towards n.
    """
    sign = 1 if highest_wins else -1
    merits = [None if result is None else sign * result for result in results]
    counting = [merit for merit in merits if merit is not None]
    points = []
    for mine in merits:
        if mine is None:
            points.append(Fraction(0))
            continue
        better = sum(other > mine for other in counting)
        equals = counting.count(mine)  # on the places better + 1 … better + equals
        points.append(len(results) - better - Fraction(equals + 1, 2))
    return tuple(points)
