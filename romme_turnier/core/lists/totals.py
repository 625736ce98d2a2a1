"""The sums of one seat."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import NamedTuple


class SeatTotals(NamedTuple):
    """Sums of one seat, or of several lists of one player.

    All are positive amounts, except ``penalties`` if the most points win: there they lower the result. Stored totals,
    revisions and released standings hold all of them: a new one comes last, and `ListTotal` has its column.
    """

    minus: int = 0
    bonus: int = 0
    handromme_bonus: int = 0
    penalties: int = 0
    finished: int = 0
    handrommes: int = 0
    half_points: int = 0  # for places at tables, in halves, so that every sum of them is a whole number

    @property
    def total(self) -> int:
        """The result (§ 1.5, § 3.2); below zero is possible."""
        return self.minus - self.bonus - self.handromme_bonus + self.penalties

    @property
    def table_points(self) -> Fraction:
        """The points for places at tables; 0 if the event gives none (`core/lists/table_points.py`)."""
        return Fraction(self.half_points, 2)

    @classmethod
    def of(cls, parts: Iterable[SeatTotals]) -> SeatTotals:
        """Returns the sum of several totals."""
        return cls(*(sum(column) for column in zip(*parts, strict=True)))
