"""Ranks: the deciding criteria, and players without a rank (§ 1.5)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from romme_turnier.core.lists.totals import SeatTotals
from romme_turnier.core.rules.system.criteria import Criterion, Scoring, criteria_under
from romme_turnier.core.rules.system.registry import RULE_SYSTEMS, get_ruleset
from romme_turnier.core.standings.ranks import Entrant, PlayOff, TeamEntry, rank, rank_teams
from tests.core.standings.entrants import (
    MOST_WINS,
    RULES,
    after,
    gone,
    order,
    pending,
    player,
    reasons,
    result,
)

# The order


def test_the_fewest_points_win() -> None:
    standings = after(2, player(1, 300, 310), player(2, 200, 320), player(3, 350, 100))
    assert order(standings) == [(1, 3), (2, 2), (3, 1)]
    assert reasons(standings) == [None, "total", "total"]
    assert standings[0].sums == result(450, finished=6)
    assert standings[0].series == (350, 100)


def test_where_the_most_points_win_the_order_is_the_other_way_round() -> None:
    entrants = [player(1, 300), player(2, 500), player(3, result(300, finished=9))]
    standings = rank(entrants, rules=MOST_WINS, after_series=1, series_count=1)
    assert order(standings) == [(1, 2), (2, 3), (3, 1)]


def test_a_result_below_zero_is_better_than_none_lost() -> None:
    assert order(after(1, player(1, 0), player(2, -50))) == [(1, 2), (2, 1)]


def test_more_counting_lists_come_before_a_better_sum() -> None:
    standings = after(2, player(1, 100, None), player(2, 400, 400), player(3, None, 90))
    assert order(standings) == [(1, 2), (2, 3), (3, 1)]
    assert reasons(standings) == [None, "lists", "total"]
    assert [standing.lists for standing in standings] == [2, 1, 1]
    assert standings[2].series == (100, None)


def test_only_lists_up_to_the_series_are_added() -> None:
    standings = after(1, player(1, 300, 1), player(2, 200, 900))
    assert order(standings) == [(1, 2), (2, 1)]
    assert standings[0].series == (200,)
    assert after(3, player(1, 300))[0].series == (300, None, None)


# Equals


def test_1_5_equal_points_more_games_ended_come_first() -> None:
    standings = after(1, player(1, result(300, 3)), player(2, result(300, 4)))
    assert order(standings) == [(1, 2), (2, 1)]
    assert reasons(standings) == [None, "finished"]


def test_1_5_equal_games_ended_more_handrommes_come_first() -> None:
    standings = after(1, player(1, result(300, 3)), player(2, result(300, 3, 1)))
    assert order(standings) == [(1, 2), (2, 1)]
    assert reasons(standings) == [None, "handrommes"]


def test_who_is_equal_in_all_shares_the_rank_and_stands_by_start_number() -> None:
    standings = after(1, player(9, 300), player(4, 300), player(5, 400), player(1, 200))
    assert order(standings) == [(1, 1), (2, 4), (2, 9), (4, 5)]
    assert reasons(standings) == [None, "total", None, "total"]
    assert pending(standings) == [4, 9]


def test_three_may_be_equal() -> None:
    standings = after(3, player(7, 300), player(2, 300), player(5, 300), player(1, 301))
    assert order(standings) == [(1, 2), (1, 5), (1, 7), (4, 1)]
    assert pending(standings) == [2, 5, 7]


# Which criteria a rule system asks for


@pytest.mark.parametrize("key", sorted(RULE_SYSTEMS.keys() - {"rommeordnung"}))
def test_handrommes_part_nobody_where_only_the_tournament_rules_ask_for_them(key: str) -> None:
    entrants = [player(1, result(300, 3)), player(2, result(300, 3, 1)), player(3, result(300, 4))]
    standings = rank(entrants, rules=get_ruleset(key), after_series=1, series_count=1)
    assert order(standings) == [(1, 3), (2, 1), (2, 2)]
    assert reasons(standings) == [None, "finished", None]


def test_table_points_decide_before_the_sum_where_the_event_gives_them() -> None:
    rules = replace(RULES, criteria=criteria_under(RULES.criteria, Scoring.TABLE_POINTS))
    assert rules.criteria[:3] == (Criterion.LISTS, Criterion.TABLE_POINTS, Criterion.TOTAL)
    points = [(1, 300, 5), (2, 100, 4), (3, 200, 5), (4, 200, 5)]
    entrants = [Entrant(n, (result(total)._replace(half_points=half),)) for n, total, half in points]
    standings = rank(entrants, rules=rules, after_series=1, series_count=2)
    assert order(standings) == [(1, 3), (1, 4), (3, 1), (4, 2)]
    assert reasons(standings) == [None, None, "total", "table_points"]
    teams = rank_teams([TeamEntry("A", (entrants[0],)), TeamEntry("B", (entrants[2],))], rules=rules, after_series=1)
    assert [(one.team.key, one.decided_by) for one in teams] == [("B", None), ("A", "total")]


def test_1_5_is_the_order_of_the_tournament_rules() -> None:
    by_figures = (Criterion.LISTS, Criterion.TOTAL, Criterion.FINISHED, Criterion.HANDROMMES)
    assert RULES.criteria == (*by_figures, Criterion.PLAY_OFF)


def test_criteria_decide_in_the_order_of_the_rule_system() -> None:
    rules = replace(RULES, criteria=(Criterion.LISTS, Criterion.FINISHED, Criterion.TOTAL))
    standings = rank(
        [player(1, result(100, 3)), player(2, result(300, 4)), player(3, result(200, 4))],
        rules=rules,
        after_series=1,
        series_count=1,
    )
    assert order(standings) == [(1, 3), (2, 2), (3, 1)]
    assert reasons(standings) == [None, "total", "finished"]


# Players without a rank


def test_players_without_a_counting_list_stand_last_by_start_number() -> None:
    standings = after(1, player(9, None), player(2), player(7, 900), player(None, None), player(3, None, 100))
    assert order(standings) == [(1, 7), (None, 2), (None, 3), (None, 9), (None, None)]
    assert reasons(standings) == [None] * 5
    assert pending(standings) == []


def test_an_excluded_player_has_no_rank_in_any_standings() -> None:
    excluded = Entrant(1, (result(10), result(10)), excluded=True)
    for series in (1, 2):
        standings = after(series, excluded, player(2, 300, 300))
        assert order(standings) == [(1, 2), (None, 1)]
    assert standings[1].sums.total == 20, "what was played is still shown"


def test_who_withdrew_has_a_rank_until_the_first_series_not_played() -> None:
    withdrawn = gone(1, 10, 10, left_before_series=3)
    other = player(2, 300, 300, 300)
    assert order(after(2, withdrawn, other)) == [(1, 1), (2, 2)]
    assert order(after(3, withdrawn, other)) == [(1, 2), (None, 1)]


def test_the_unranked_take_no_part_in_ties() -> None:
    standings = after(
        3, player(3, 300), player(8, 300), gone(5, 300, left_before_series=2), play_offs=(PlayOff.of((8, 3)),)
    )
    assert order(standings) == [(1, 8), (2, 3), (None, 5)]


def test_before_the_first_series_nobody_has_a_rank() -> None:
    assert order(after(0, player(2, 300), player(1, 200))) == [(None, 1), (None, 2)]


SCORING_POINTS = replace(RULES, criteria=criteria_under(RULES.criteria, Scoring.SCORING_POINTS))


def by_points(total: int, points: int, finished: int = 3, handrommes: int = 0) -> SeatTotals:
    return result(total, finished, handrommes)._replace(scoring_points=points)


# Published by federations: scoring points and card points, in the order of their tables.
YEAR = """637/3009 587/4322 585/4335 571/3288 567/3512 567/3556 558/3323 541/3826 539/3989 514/4481 514/4616 512/4354
    494/4190 441/5055 436/3318 409/3941 370/6017 349/3389 65/638 32/294"""
TEAMS = "477/3082 470/3221 455/2971 451/2802 435/2926 422/2915 415/3630 393/3637 375/3688"


def published(table: str) -> list[tuple[int, int]]:
    return [(int(points), int(total)) for points, total in (row.split("/") for row in table.split())]


def test_published_tables_of_players_and_teams_come_out_in_their_order() -> None:
    for table in (YEAR, TEAMS):
        figures = published(table)
        players = [
            # Of unequally many lists: their number never decides.
            Entrant(number, (by_points(total, points), *[by_points(0, 0, 0)] * (number % 3)))
            for number, (points, total) in enumerate(figures, start=1)
        ]
        teams = [TeamEntry(f"{player.number:02}", (player,)) for player in reversed(players)]
        ranked = rank(players[::-1], rules=SCORING_POINTS, after_series=3, series_count=3)
        assert order(ranked) == [(place, place) for place in range(1, len(figures) + 1)]
        assert [(row.sums.scoring_points, row.sums.total) for row in ranked] == figures
        placed = rank_teams(teams, rules=SCORING_POINTS, after_series=3)
        assert [row.team.key for row in placed] == [f"{place:02}" for place in range(1, len(figures) + 1)]


def test_scoring_points_of_team_members_are_added() -> None:
    members = tuple(Entrant(n, (by_points(800, points),)) for n, points in enumerate((108, 105, 91, 89), start=1))
    (team,) = rank_teams([TeamEntry("A", members)], rules=SCORING_POINTS, after_series=1)
    assert (team.sums.scoring_points, team.sums.total) == (393, 3200)


def test_fewer_card_points_then_games_ended_then_handrommes_decide_between_equal_scoring_points() -> None:
    entrants = [
        Entrant(1, (by_points(900, 90), None)),
        Entrant(2, (by_points(300, 50, 5, 1), by_points(100, 40, 2, 1))),
        Entrant(3, (by_points(400, 90, 8, 0),)),
        Entrant(4, (by_points(400, 90, 7, 3),)),
        Entrant(5, (by_points(400, 90, 7, 2),)),
        Entrant(6, (by_points(200, 89, 9, 9), by_points(0, 0, 9, 9))),
    ]
    standings = rank(entrants, rules=SCORING_POINTS, after_series=2, series_count=2)
    assert order(standings) == [(1, 3), (2, 4), (3, 2), (3, 5), (5, 1), (6, 6)]
    assert reasons(standings) == [None, "finished", "handrommes", None, "total", "scoring_points"]
    assert pending(standings) == [2, 5]
