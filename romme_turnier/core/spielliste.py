"""The entries of one list: what they add up to for each seat, and what is wrong with them."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from romme_turnier.core.rules.ruleset import RuleSet
from romme_turnier.core.violations import Violation


class BonusMode(StrEnum):
    """The two readings of § 3.2.1; the announcement of the event chooses."""

    PER_LIST = "per_list"
    PER_FINISHED_GAME = "per_finished_game"


@dataclass(frozen=True, slots=True)
class BonusRule:
    """What is deducted: at a table of four, at a table of three (§ 3.2.1), for a Handrommé (§ 3.2.2)."""

    mode: BonusMode
    four: int
    three: int
    handromme: int


@dataclass(frozen=True, slots=True)
class Game:
    """One row: number from 1, seat that ended it, whether by Handrommé, points by seat (None: nothing readable)."""

    number: int
    finisher: int | None
    handromme: bool
    points: tuple[int | None, ...]


@dataclass(frozen=True, slots=True)
class Penalty:
    """Penalty points given by the officials (§ 8.3); a positive amount."""

    seat: int
    game: int
    points: int


@dataclass(frozen=True, slots=True)
class Reading:
    """Every possible reading of one entry; the worst for the player counts (§ 2.2.6)."""

    seat: int
    game: int
    values: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Vacancy:
    """A seat that was left from a game on; ``counts``: the officials ruled that its list counts all the same."""

    seat: int
    from_game: int
    counts: bool = False


@dataclass(frozen=True, slots=True)
class Claims:
    """Sums as the scorer wrote them under the list, by seat; they may be wrong, or missing."""

    totals: tuple[int | None, ...] | None = None
    results: tuple[int | None, ...] | None = None
    finished: tuple[int | None, ...] | None = None


@dataclass(frozen=True, slots=True)
class Terms:
    """Under what a list is played: rule system, number of games, bonus."""

    ruleset: RuleSet
    games: int
    bonus: BonusRule


@dataclass(frozen=True, slots=True)
class Spielliste:
    """The content of one list. ``ruled`` holds the numbers of the rows that the officials let stand."""

    seats: int
    games: tuple[Game, ...]
    penalties: tuple[Penalty, ...] = ()
    readings: tuple[Reading, ...] = ()
    vacancies: tuple[Vacancy, ...] = ()
    ruled: frozenset[int] = frozenset()
    claims: Claims = Claims()


@dataclass(frozen=True, slots=True)
class SeatTotals:
    """Sums of one seat, or of several lists of one player. All are positive amounts."""

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

    def __add__(self, other: SeatTotals) -> SeatTotals:
        return SeatTotals(
            minus=self.minus + other.minus,
            bonus=self.bonus + other.bonus,
            handromme_bonus=self.handromme_bonus + other.handromme_bonus,
            penalties=self.penalties + other.penalties,
            finished=self.finished + other.finished,
            handrommes=self.handrommes + other.handrommes,
        )


@dataclass(frozen=True, slots=True)
class Evaluation:
    """What a list says.

    ``violations`` keep the whole list from counting; ``ruled`` are those of rows that the officials let stand;
    ``warnings`` hold nothing back. ``missing`` are the numbers of the games that are not fully entered.
    """

    totals: tuple[SeatTotals, ...]
    violations: tuple[Violation, ...]
    ruled: tuple[Violation, ...]
    warnings: tuple[Violation, ...]
    missing: tuple[int, ...]
    complete: bool
    counting: tuple[bool, ...]


def evaluate(sheet: Spielliste, terms: Terms) -> Evaluation:
    """Add up a list and find all that is wrong with it."""
    raise NotImplementedError
