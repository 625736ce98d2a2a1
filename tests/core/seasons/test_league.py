"""League tables and relegation."""

from __future__ import annotations

from fractions import Fraction
from random import Random
from typing import Any

import pytest
from hypothesis import given, strategies as st

from romme_turnier.core.seasons.league import (
    LeagueLine,
    Relegation,
    TeamSeries,
    league_table,
    relegated,
    series_points,
)


def series(**sums: tuple[int, int]) -> dict[str, TeamSeries]:
    """Returns a series by scoring points and card points of each team."""
    return {team: TeamSeries(card_points, scoring_points) for team, (scoring_points, card_points) in sums.items()}


def lines(table: tuple[LeagueLine, ...]) -> list[tuple[Any, ...]]:
    return [(line.rank, line.team, line.points) for line in table]


@pytest.mark.parametrize(("teams", "points"), [("abcd", [3, 2, 1, 0]), ("abcde", [4, 3, 2, 1, 0]), ("abc", [2, 1, 0])])
def test_places_of_a_series_give_points_by_the_size_of_the_group(teams, points):
    sums = {team: TeamSeries(0, -at) for at, team in enumerate(teams)}
    assert [*series_points(teams, sums).values()] == points


def test_fewer_card_points_decide_between_equal_scoring_points():
    sums = series(a=(90, 400), b=(90, 300), c=(95, 900), d=(80, 1))
    assert series_points("abcd", sums) == {"a": 1, "b": 2, "c": 3, "d": 0}


def test_teams_equal_in_both_share_the_points_of_their_places():
    half = Fraction(1, 2)
    assert series_points("abcd", series(a=(9, 4), b=(9, 4), c=(9, 5), d=(1, 1))) == {
        **dict.fromkeys("ab", 2 + half),
        "c": 1,
        "d": 0,
    }
    assert series_points("abcd", series(a=(9, 4), b=(9, 4), c=(9, 4), d=(9, 4))) == dict.fromkeys("abcd", 1 + half)


def test_team_with_a_list_less_comes_behind_complete_ones_in_spite_of_its_card_points():
    sums = {"a": TeamSeries(900, lists=3), "b": TeamSeries(1300, lists=4), "c": TeamSeries(1200, lists=4)}
    assert series_points(["a", "b", "c"], sums) == {"a": 0, "b": 1, "c": 2}


def test_team_with_a_list_less_loses_a_tie_of_the_table_in_spite_of_its_card_points():
    played = [
        {"a": TeamSeries(900, lists=4), "b": TeamSeries(1000, lists=4)},
        {"a": TeamSeries(700, lists=3), "b": TeamSeries(1300, lists=4)},
    ]
    assert lines(league_table(["a", "b"], played)) == [(1, "b", 1), (2, "a", 1)]


def test_worst_team_across_groups_is_the_one_with_a_list_less():
    groups = [[LeagueLine(1, "a", Fraction(5), 1000, 0, 2, 8)], [LeagueLine(1, "b", Fraction(5), 700, 0, 2, 7)]]
    assert relegated(groups, 2, 1).teams == ("b",)


def test_card_points_alone_make_a_league_as_well():
    sums = {"a": TeamSeries(-20), "b": TeamSeries(5), "c": TeamSeries(0)}
    assert series_points("abc", sums) == {"a": 2, "b": 0, "c": 1}


@pytest.mark.parametrize(
    ("teams", "series_by_day", "most"),
    [("abcd", [3] * 5, 45), ("abcde", [3] * 5, 60), ("abcde", [*[3] * 5, 4], 76)],
)
def test_most_points_that_a_team_can_win(teams, series_by_day, most):
    one_series = {team: TeamSeries(at) for at, team in enumerate(teams)}
    table = league_table(teams, [one_series] * sum(series_by_day))
    assert (table[0].team, table[0].points, table[0].series) == ("a", most, sum(series_by_day))


def test_table_is_by_points_then_fewer_card_points_and_equal_teams_share_a_rank():
    played = [
        series(a=(50, 400), b=(40, 300), c=(30, 300), d=(20, 999)),
        series(a=(40, 400), b=(50, 300), c=(20, 999), d=(30, 300)),
    ]
    table = league_table("abcd", played)
    assert lines(table) == [(1, "b", 5), (2, "a", 5), (3, "c", 1), (3, "d", 1)]
    assert [(line.card_points, line.scoring_points) for line in table[:2]] == [(600, 90), (800, 90)]


DAYS = [
    series(a=(50, 1), b=(40, 1), c=(30, 1), d=(20, 1)),
    series(a=(50, 1), b=(10, 1), c=(30, 1)),
]


def test_days_of_a_withdrawn_team_stay():
    table = league_table("abcd", DAYS, withdrawn="d")
    assert lines(table) == [(1, "a", 6), (2, "b", 3), (2, "c", 3), (None, "d", 0)]
    first = league_table("abcd", [series(a=(50, 1), b=(40, 1), c=(30, 1), d=(60, 1))], withdrawn="d")
    assert lines(first) == [(1, "a", 2), (2, "b", 1), (3, "c", 0), (None, "d", 3)]


def test_days_of_a_withdrawn_team_go():
    table = league_table("abcd", DAYS, withdrawn="d", withdrawn_count=False)
    assert lines(table) == [(1, "a", 4), (2, "b", 1), (2, "c", 1), (None, "d", 0)]
    first = league_table("abcd", [series(a=(50, 1), b=(40, 1), c=(30, 1), d=(60, 1))], "d", withdrawn_count=False)
    assert lines(first) == [(1, "a", 2), (2, "b", 1), (3, "c", 0), (None, "d", 0)]


def test_group_without_a_series_yet_shares_the_first_rank():
    assert lines(league_table("ab", [])) == [(1, "a", 0), (1, "b", 0)]


def group(number: int, ninth: tuple[int, int] = (20, 500)) -> list[LeagueLine]:
    """Returns a group of 16 teams; the ninth has these points and card points."""
    points = [(60 - place, 100) if place < 9 else ninth if place == 9 else (10 - place, 100) for place in range(1, 17)]
    return [
        LeagueLine(place, f"{number}-{place}", Fraction(own), card_points, 0, 15)
        for place, (own, card_points) in enumerate(points, start=1)
    ]


def test_ranks_from_10_and_the_four_worst_ninths_of_ten_groups_are_74():
    groups = [group(number, (20 + number // 2, 500 + number)) for number in range(10)]
    relegation = relegated(groups, first=10, worst=4)
    assert (len(relegation.teams), relegation.equal) == (74, ())
    # 20, 20, 21, 21 points: within equal points more card points are worse
    assert {team for team in relegation.teams if team.endswith("-9")} == {"0-9", "1-9", "2-9", "3-9"}
    worst_three = relegated(groups, first=10, worst=3)
    assert {team for team in worst_three.teams if team.endswith("-9")} == {"0-9", "1-9", "3-9"}


def test_lot_decides_between_equal_teams_of_different_groups():
    groups = [group(number, (20, 500) if number else (19, 500)) for number in range(10)]
    relegation = relegated(groups, first=10, worst=4)
    assert len(relegation.teams) == 71
    assert relegation.equal == tuple(f"{number}-9" for number in range(1, 10))
    assert relegation.by_lot == 3


def test_all_and_none_of_the_places_before_may_go_down():
    groups = [group(1), group(2)]
    assert relegated(groups, first=16) == Relegation(("1-16", "2-16"))
    assert relegated(groups, first=16, worst=2) == Relegation(("1-16", "2-16", "1-15", "2-15"))
    assert len(relegated(groups, first=1).teams) == 32


@given(st.integers(0))
def test_points_of_a_series_are_those_of_its_places(seed):
    chance = Random(seed)
    teams = "abcde"[: chance.randint(1, 5)]
    sums = {team: TeamSeries(chance.randint(0, 2), chance.randint(0, 2)) for team in teams if chance.random() < 0.9}
    points = series_points(teams, sums)
    n = len(teams)
    for team in teams:
        if team not in sums:
            assert points[team] == 0
            continue
        own = sums[team]
        better = sum(
            other.scoring_points > own.scoring_points
            or (other.scoring_points == own.scoring_points and other.card_points < own.card_points)
            for other in sums.values()
        )
        shared = [n - place for place in range(better + 1, better + 1 + [*sums.values()].count(own))]
        assert points[team] == Fraction(sum(shared), len(shared))
