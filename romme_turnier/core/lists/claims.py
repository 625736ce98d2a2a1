"""The scorer's figures under a list, and their differences from the entries (§ 2.2.5)."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum

from romme_turnier.core.lists.totals import SeatTotals


class Figure(StrEnum):
    """A kind of figure that the scorer writes under a column."""

    TOTAL = "total"
    RESULT = "result"
    FINISHED = "finished"

    def of(self, totals: SeatTotals) -> int:
        """Returns this figure for a seat, computed from its entries."""
        return {Figure.TOTAL: totals.minus, Figure.RESULT: totals.total, Figure.FINISHED: totals.finished}[self]


@dataclass(frozen=True, slots=True)
class Claims:
    """The figures that the scorer wrote under the list, by seat; they may be wrong or missing."""

    totals: tuple[int | None, ...] | None = None
    results: tuple[int | None, ...] | None = None
    finished: tuple[int | None, ...] | None = None

    def of(self, figure: Figure) -> tuple[int | None, ...] | None:
        """Returns the scorer's figures of this kind, by seat; None if the scorer wrote none."""
        return {Figure.TOTAL: self.totals, Figure.RESULT: self.results, Figure.FINISHED: self.finished}[figure]


@dataclass(frozen=True, slots=True)
class Difference:
    """A scorer's figure that does not match the entries."""

    seat: int
    figure: Figure
    claimed: int
    computed: int

    @property
    def off(self) -> int:
        """The scorer's figure minus the right one: positive if it is too high."""
        return self.claimed - self.computed


def compare(claims: Claims, totals: Sequence[SeatTotals]) -> Iterator[Difference]:
    """Yields the figures that differ from the entries, ordered by seat and then as in ``Figure``."""
    for seat, sums in enumerate(totals, start=1):
        for figure in Figure:
            line, computed = claims.of(figure), figure.of(sums)
            claimed = line[seat - 1] if line else None
            if claimed is not None and claimed != computed:
                yield Difference(seat, figure, claimed, computed)


def unsettled(differences: Sequence[Difference], closed: Collection[Difference]) -> tuple[Difference, ...]:
    """Returns the differences that are not closed; closing a wrong sum also closes the wrong result that it causes."""
    return tuple(each for each in differences if not {each, carried_on(each, differences)} & {*closed})


def carried_on(result: Difference, differences: Iterable[Difference]) -> Difference | None:
    """Returns the wrong sum that explains a wrong result; None if there is none, or if the figure is not a result."""
    if result.figure is not Figure.RESULT:
        return None
    alike = (other for other in differences if (other.seat, other.off) == (result.seat, result.off))
    return next((other for other in alike if other.figure is Figure.TOTAL), None)
