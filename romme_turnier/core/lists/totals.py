"""The sums of one seat."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple


class SeatTotals(NamedTuple):
    """Sums of one seat, or of several lists of one player.

    All are positive amounts, except ``penalties`` where the most points win: there they lower the result. Stored
    totals, revisions and released standings hold all of them: a new one stands last, and `ListTotal` has its column.
    """

    minus: int = 0
    bonus: int = 0
    handromme_bonus: int = 0
    penalties: int = 0
    finished: int = 0
    handrommes: int = 0

    @property
    def total(self) -> int:
        """The result (§ 1.5, § 3.2); below zero is possible."""
        return self.minus - self.bonus - self.handromme_bonus + self.penalties

    @classmethod
    def of(cls, parts: Iterable[SeatTotals]) -> SeatTotals:
        """Returns the sum of several totals."""
        return cls(*(sum(column) for column in zip(*parts, strict=True)))
