"""Charts of the results: shapes derived only from the rows of the standings."""

from decimal import Decimal

import pytest

from romme_turnier.core.lists.totals import SeatTotals
from romme_turnier.core.rules.system.registry import get_ruleset
from romme_turnier.core.standings.ranks import Entrant, rank
from romme_turnier.tournament.standings.charts import money_chart, own_course, rank_chart, result_chart
from romme_turnier.tournament.standings.rankings import Source, row_of

RULES = get_ruleset("rommeordnung")


def source(*results, after=2):
    """Players 1, 2, … with these results, one for each series."""
    entrants = [
        Entrant(number=n, results=tuple(None if one is None else SeatTotals(minus=one) for one in row))
        for n, row in enumerate(results, start=1)
    ]
    rows = [row_of(one, None) for one in rank(entrants, rules=RULES, after_series=after, series_count=3)]
    return Source(rows, [], [], after, 3, RULES)


NAMES: dict[int | None, str] = {n: f"Vera {n}" for n in range(1, 60)}


def ranks_of(*rows, chosen=None):
    chart = rank_chart(source(*rows), NAMES, chosen)
    assert chart is not None
    return chart


def test_own_course_of_equal_ranks_is_in_the_middle():
    level, falling = (own_course(source((10, 10), (20, 20), (15, 30)), number) for number in (1, 3))
    assert level is not None
    assert falling is not None
    assert [dot.rank for dot in falling.dots] == ["2", "3"]
    assert len({dot.y for dot in level.dots}) == 1
    assert float(level.dots[0].y) > float(falling.dots[0].y)


def test_course_shows_the_rank_after_each_series():
    chart = ranks_of((10, 90), (20, 20), (30, 30))
    assert {one.number: one.ranks for one in chart.courses} == {1: ("1", "3"), 2: ("2", "1"), 3: ("3", "2")}


def test_first_ten_are_shown_and_the_chosen_one():
    rows = [(n, n) for n in range(1, 41)]
    assert [one.number for one in ranks_of(*rows).courses] == list(range(1, 11))
    courses = ranks_of(*rows, chosen=33).courses
    assert [one.number for one in courses if one.chosen] == [33]
    assert courses[-1].ranks == ("33", "33")


def test_leaders_are_marked_while_no_player_is_chosen():
    courses = ranks_of((10, 90), (20, 20), (30, 30)).courses
    assert [one.number for one in courses if one.chosen] == [2]


def test_no_two_dots_of_a_series_lie_on_each_other():
    rows = [(50, 1), (50, 1), (50, 1), *((n, 99) for n in range(1, 40))]
    chart = ranks_of(*rows)
    for column in range(2):
        heights = [one.dots[column].y for one in chart.courses]
        assert len(set(heights)) == len(heights)


def test_all_dots_lie_within_the_picture():
    rows = [(50 - n, 1) for n in range(45)]
    chart = ranks_of(*rows, chosen=45)
    assert all(0 < int(dot.y) < int(chart.height) for one in chart.courses for dot in one.dots)


def test_player_who_missed_a_series_has_no_dot_there():
    chart = ranks_of((None, 5), (10, 10))
    late = next(one for one in chart.courses if one.number == 1)
    assert (late.ranks, len(late.dots)) == (("–", "2"), 1)


@pytest.mark.parametrize(
    ("chosen", "shown"), [(None, [1, 2, 3]), (1, [1, 2, 3]), (33, [32, 33, 34]), (40, [38, 39, 40])]
)
def test_small_chart_has_the_chosen_player_between_the_neighbours(chosen, shown):
    chart = rank_chart(source(*[(n, n) for n in range(1, 41)]), NAMES, chosen, small=True)
    assert chart is not None
    assert [course.number for course in chart.courses] == shown
    assert [course.number for course in chart.courses if course.chosen] == [chosen or 1]
    assert int(chart.height) < 140
    assert int(chart.width) <= 360


def test_course_needs_two_series():
    assert rank_chart(source((10,), after=1), NAMES) is None


def test_distribution_counts_every_list_once():
    chart = result_chart(source((-30, 12), (305, None), (290, 301)))
    assert chart is not None
    assert sum(int(bar.value) for bar in chart.bars) == 5
    assert len(chart.bars) <= 14
    assert all(0 <= int(bar.y) < int(chart.height) for bar in chart.bars)


def test_distribution_of_nothing_is_no_chart():
    assert result_chart(source((None, None))) is None


def test_sums_of_money_are_bars_as_long_as_they_are_positive():
    chart = money_chart([("Startgeld", Decimal(80), "80,00 €"), ("Bußgeld", Decimal(0), "0,00 €")])
    assert chart is not None
    assert [(bar.label, bar.value) for bar in chart.bars] == [("Startgeld", "80,00 €")]
    assert money_chart([("Bußgeld", Decimal(0), "0,00 €")]) is None
