"""The content of one list: its rows, the officials' decisions about it, and its terms."""

from dataclasses import dataclass, field
from enum import StrEnum

from romme_turnier.core.lists.claims import Claims
from romme_turnier.core.lists.endings import EndingReading
from romme_turnier.core.lists.length import Length
from romme_turnier.core.lists.scoring_points import PointsPerGame
from romme_turnier.core.rules.system.ruleset import RuleSet


class BonusMode(StrEnum):
    """The two readings of § 3.2.1; the event's announcement chooses one."""

    PER_LIST = "per_list"
    PER_FINISHED_GAME = "per_finished_game"


@dataclass(frozen=True, slots=True)
class BonusRule:
    """The deductions at a table of four, at a table of three (§ 3.2.1) and for a Handrommé (§ 3.2.2)."""

    mode: BonusMode
    four: int
    three: int
    handromme: int

    def under(self, ruleset: RuleSet) -> "BonusRule":
        """Returns the rule without the deductions that the rule system does not have."""
        table, handromme = ruleset.has_bonus, ruleset.has_handromme_bonus
        return BonusRule(self.mode, self.four * table, self.three * table, self.handromme * handromme)


@dataclass(frozen=True, slots=True)
class Game:
    """One row: its number, finisher, Handrommé mark, and points by seat (None: missing or unreadable)."""

    number: int
    finisher: int | None
    handromme: bool
    points: tuple[int | None, ...]


@dataclass(frozen=True, slots=True)
class Penalty:
    """Penalty points given by the officials (§ 8.3), as a positive amount."""

    seat: int
    game: int
    points: int


@dataclass(frozen=True, slots=True)
class Reading:
    """All possible readings of one entry; the row holds the worst for the player, which counts (§ 2.2.6)."""

    seat: int
    game: int
    values: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Vacancy:
    """A seat that was given up."""

    seat: int
    from_game: int  # the first game that it missed
    counts: bool = False  # officials ruled that its list still counts


@dataclass(frozen=True, slots=True)
class Terms:
    """The terms of a list: rule system, length, the bonus that the rule system allows (§ 3.2), and scoring points.

    `points_per_game` is None unless the event counts scoring points.
    """

    ruleset: RuleSet
    length: Length
    bonus: BonusRule
    options_known: bool = False  # the rule system includes the agreed options; otherwise any may have been agreed
    points_per_game: PointsPerGame | None = None

    def __post_init__(self) -> None:
        object.__setattr__(self, "bonus", self.bonus.under(self.ruleset))


@dataclass(frozen=True, slots=True)
class ListSheet:
    seats: int
    games: tuple[Game, ...]
    penalties: tuple[Penalty, ...] = ()
    readings: tuple[Reading, ...] = ()
    vacancies: tuple[Vacancy, ...] = ()
    ruled: frozenset[int] = frozenset()  # the numbers of rows that officials accept unchanged
    claims: Claims = field(default_factory=Claims)
    endings: tuple[EndingReading, ...] = ()  # the doubtful ones

    @property
    def left(self) -> dict[int, int]:
        """The first game that each vacated seat missed, by seat."""
        return {vacancy.seat: vacancy.from_game for vacancy in self.vacancies}

    def left_by(self, game: int) -> frozenset[int]:
        """Returns the seats that are vacant in the given game."""
        return frozenset(vacancy.seat for vacancy in self.vacancies if vacancy.from_game <= game)
