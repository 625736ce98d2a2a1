"""Points for the place at a table: against every way to break ties, and which seats of a list get any."""

from dataclasses import replace
from fractions import Fraction
from itertools import pairwise, permutations

import pytest
from hypothesis import given, settings, strategies as st

from romme_turnier.core.lists.evaluation import evaluate
from romme_turnier.core.lists.sheet import ListSheet, Terms, Vacancy
from romme_turnier.core.lists.totals import table_points
from romme_turnier.core.rules.system.criteria import Scoring, criteria_under
from tests.core.lists.sheets import plain_rows, terms


def by_hand(results: tuple[int | None, ...], *, highest_wins: bool) -> list[Fraction]:
    """The mean over all possible orders of the counting players."""
    counting = [seat for seat, result in enumerate(results) if result is not None]
    sign = -1 if highest_wins else 1
    orders = [
        order
        for order in permutations(counting)
        if all(sign * (results[a] or 0) <= sign * (results[b] or 0) for a, b in pairwise(order))
    ]
    found = [Fraction(0)] * len(results)
    for order in orders:
        for place, seat in enumerate(order, start=1):
            found[seat] += Fraction(len(results) - place, len(orders))
    return found


@given(
    st.lists(st.none() | st.integers(-2, 2), min_size=2, max_size=5).map(tuple),
    st.booleans(),
)
@settings(max_examples=60)
def test_points_are_the_mean_over_all_orders_of_the_table(results: tuple[int | None, ...], highest_wins: bool) -> None:
    points = table_points(results, highest_wins=highest_wins)
    assert list(points) == by_hand(results, highest_wins=highest_wins)
    assert all((2 * one).denominator == 1 for one in points), "no smaller parts than halves"


@pytest.mark.parametrize("seats", range(2, 11))
def test_a_table_gives_from_one_less_than_its_seats_down_to_nothing(seats: int) -> None:
    assert list(table_points(range(seats), highest_wins=False)) == list(reversed(range(seats)))
    assert set(table_points([7] * seats, highest_wins=True)) == {Fraction(seats - 1, 2)}


PLACES = replace(
    terms(), ruleset=replace(terms().ruleset, criteria=criteria_under(terms().ruleset.criteria, Scoring.TABLE_POINTS))
)


def halves(sheet: ListSheet, of: Terms = PLACES) -> list[int]:
    return [one.half_points for one in evaluate(sheet, of).totals]


def test_places_follow_from_the_results_once_all_games_are_in() -> None:
    assert halves(ListSheet(4, plain_rows())) == [6, 4, 2, 0]
    assert halves(ListSheet(3, plain_rows(3))) == [4, 2, 0]
    assert halves(ListSheet(4, plain_rows()[:-1])) == [0, 0, 0, 0]


def test_an_event_that_adds_up_results_gives_no_points_for_places() -> None:
    assert halves(ListSheet(4, plain_rows()), terms()) == [0, 0, 0, 0]


def test_where_the_most_points_win_the_first_place_is_theirs() -> None:
    turned = replace(PLACES, ruleset=replace(PLACES.ruleset, highest_wins=True))
    assert halves(ListSheet(4, plain_rows()), turned) == [0, 2, 4, 6]


def test_who_left_the_table_stands_behind_all_who_stayed() -> None:
    rows = tuple(replace(game, points=(None, *game.points[1:])) if game.number == 12 else game for game in plain_rows())
    assert rows[-1].finisher != 1
    left = ListSheet(4, rows, vacancies=(Vacancy(seat=1, from_game=12),))
    assert halves(left) == [0, 6, 4, 2]
    let_count = replace(left, vacancies=(Vacancy(seat=1, from_game=12, counts=True),))
    assert halves(let_count) == [6, 4, 2, 0], "the officials let the list count as it was played"
