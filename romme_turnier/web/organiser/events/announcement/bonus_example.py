"""An example list, scored under both readings of § 3.2.1, which helps officials to choose between them."""

from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from romme_turnier.core.lists import length
from romme_turnier.core.lists.evaluation import evaluate
from romme_turnier.core.lists.sheet import BonusMode, BonusRule, Game, ListSheet, Terms
from romme_turnier.core.rules.system.ruleset import RuleSet
from romme_turnier.documents.tables.columns import Medium
from romme_turnier.documents.tables.rules import BonusExampleTable

# The points of twelve games at a table of four, by seat. The seat with 0 points ended the game. Seat 2 has fewer minus
# points than seat 1 but ended fewer games, so the two readings give different winners.
_POINTS = (
    (0, 31, 44, 62),
    (58, 0, 27, 40),
    (0, 42, 63, 35),
    (61, 18, 0, 54),
    (0, 45, 38, 97),
    (46, 32, 0, 33),
    (64, 0, 52, 28),
    (0, 37, 41, 66),
    (39, 41, 74, 0),
    (0, 26, 49, 45),
    (62, 29, 0, 51),
    (23, 34, 57, 0),
)


@dataclass(frozen=True, slots=True)
class ExampleRow:
    """A player's sums in the example list, and the player's result under each reading."""

    seat: int
    minus: int
    finished: int
    per_list: int
    per_finished_game: int


@dataclass(frozen=True, slots=True)
class Example:
    """The example list, seat 1 first, and the leading seat (fewest points) under each reading."""

    rows: tuple[ExampleRow, ...]

    @property
    def best_per_list(self) -> int:
        return min(self.rows, key=lambda row: row.per_list).seat

    @property
    def best_per_finished_game(self) -> int:
        return min(self.rows, key=lambda row: row.per_finished_game).seat


def bonus_example(ruleset: RuleSet, four: int, three: int, handromme: int) -> Example:
    """Returns the example list, scored with these bonus points."""
    games = tuple(
        Game(number=number, finisher=points.index(0) + 1, handromme=False, points=points)
        for number, points in enumerate(_POINTS, start=1)
    )
    sheet = ListSheet(seats=len(_POINTS[0]), games=games)
    readings = [
        evaluate(sheet, Terms(ruleset, length.games(len(games)), BonusRule(mode, four, three, handromme))).totals
        for mode in (BonusMode.PER_LIST, BonusMode.PER_FINISHED_GAME)
    ]
    rows = (
        ExampleRow(seat, once.minus, once.finished, once.total, each.total)
        for seat, (once, each) in enumerate(zip(*readings, strict=True), start=1)
    )
    return Example(tuple(rows))


def example_shown(ruleset: RuleSet, four: int, three: int, handromme: int) -> dict[str, Any]:
    """Returns the context of the template `bonus_example.html`."""
    example = bonus_example(ruleset, four, three, handromme)
    caption = _("Dieselbe Liste nach beiden Lesarten: 12 Spiele am Vierertisch, Bonus %(bonus)s") % {"bonus": four}
    return {
        "example": example,
        "example_table": BonusExampleTable.table_for(Medium.PAGE, example.rows, caption=caption),
    }
