"""Sums of each player after every game, as the source of classic Rommé writes them."""

from dataclasses import replace

from hypothesis import given

from romme_turnier.core.lists.evaluation import evaluate
from romme_turnier.core.lists.length import games as games_long
from romme_turnier.core.lists.picture import picture_of
from romme_turnier.core.lists.sheet import Game, ListSheet, Terms, Vacancy
from romme_turnier.core.rules.system.registry import RULE_SYSTEMS, get_ruleset
from romme_turnier.core.rules.system.ruleset import RuleSet
from tests.core.lists.sheets import PER_LIST
from tests.core.lists.test_sums import lists

CLASSIC = get_ruleset("classic")


def games(*rows: tuple[int | None, ...]) -> tuple[Game, ...]:
    return tuple(
        Game(number, row.index(0) + 1 if 0 in row else None, False, row) for number, row in enumerate(rows, start=1)
    )


def running_sums(sheet: ListSheet, rules: RuleSet) -> dict[int, tuple[int | None, ...]]:
    terms = Terms(rules, games_long(4), PER_LIST)
    shown = picture_of(sheet, terms, evaluate(sheet, terms))
    return {row.number: tuple(cell.so_far for cell in row.cells) for row in shown.rows if row.entered}


def test_losses_run_along_as_in_the_example_of_the_source() -> None:
    losses = games((54, 36, 4, 0), (12, 40, 68, 0), (28, 20, 0, 32), (14, 36, 56, 0))
    assert running_sums(ListSheet(4, losses), CLASSIC) == {
        1: (54, 36, 4, 0),
        2: (66, 76, 72, 0),
        3: (94, 96, 72, 32),
        4: (108, 132, 128, 32),
    }


def test_seat_without_points_in_a_game_has_no_sum_there() -> None:
    sheet = ListSheet(3, games((0, 20, 30), (10, None, 0), (5, 7, 0)), vacancies=(Vacancy(1, 3),))
    assert running_sums(sheet, CLASSIC) == {1: (0, 20, 30), 2: (10, None, 30), 3: (None, 27, 30)}


def test_only_classic_has_sums_after_every_game() -> None:
    sheet = ListSheet(3, games((0, 20, 30)))
    assert [key for key, rules in RULE_SYSTEMS.items() if None not in running_sums(sheet, rules)[1]] == ["classic"]


@given(lists())
def test_last_sum_of_a_seat_is_that_below_the_list(entered: tuple[ListSheet, Terms]) -> None:
    """In any rule system, also if a Handrommé counts more than once."""
    sheet, terms = entered
    rules = replace(terms.ruleset, running_sums=True)
    columns = zip(*running_sums(sheet, rules).values(), strict=True) if sheet.games else [()] * sheet.seats
    last = [next((figure for figure in reversed(column) if figure is not None), 0) for column in columns]
    assert last == [sums.minus for sums in evaluate(sheet, terms).totals]
