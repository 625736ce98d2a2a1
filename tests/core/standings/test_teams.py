"""Standings of teams (§ 1.5)."""

from __future__ import annotations

from romme_turnier.core.standings.ranks import Entrant, TeamEntry, rank_teams
from tests.core.standings.entrants import (
    MOST_WINS,
    RULES,
    gone,
    player,
    result,
)


def test_a_team_has_the_lists_of_all_its_members_together() -> None:
    one = TeamEntry("A", (player(4, 300, 200), player(1, 100, None)))
    two = TeamEntry("B", (player(2, 50, 50), player(3, 30, 30)))
    standings = rank_teams([one, two], rules=RULES, after_series=2)
    assert [(s.rank, s.team.key, s.lists, s.sums.total) for s in standings] == [(1, "B", 4, 160), (2, "A", 3, 600)]
    assert [s.decided_by for s in standings] == [None, "lists"]
    assert standings[1].members == (4, 1)


def test_lists_of_withdrawn_and_excluded_members_count_for_the_team() -> None:
    members = (gone(1, 100, left_before_series=2), Entrant(2, (result(50), result(60)), excluded=True))
    (standing,) = rank_teams([TeamEntry("A", members)], rules=RULES, after_series=2)
    assert (standing.rank, standing.lists, standing.sums.total) == (1, 3, 210)


def test_equal_teams_are_parted_by_games_ended_then_by_handrommes_else_stand_as_given() -> None:
    teams = [
        TeamEntry(key, (player(number, result(300, finished, handrommes)),))
        for number, (key, finished, handrommes) in enumerate(
            [("D", 3, 0), ("B", 3, 0), ("C", 3, 1), ("A", 4, 0)], start=1
        )
    ]
    standings = rank_teams(teams, rules=RULES, after_series=1)
    assert [(s.rank, s.team.key, s.play_off_needed) for s in standings] == [
        (1, "A", False),
        (2, "C", False),
        (3, "D", True),
        (3, "B", True),
    ]
    assert [s.decided_by for s in standings] == [None, "finished", "handrommes", None]


def test_a_team_without_a_counting_list_has_no_rank() -> None:
    teams = [TeamEntry("A", ()), TeamEntry("B", (player(1, None),)), TeamEntry("C", (player(2, 900),))]
    standings = rank_teams(teams, rules=RULES, after_series=1)
    assert [(s.rank, s.team.key) for s in standings] == [(1, "C"), (None, "A"), (None, "B")]


def test_where_the_most_points_win_teams_follow() -> None:
    teams = [TeamEntry("A", (player(1, 100),)), TeamEntry("B", (player(2, 200),))]
    assert [s.team.key for s in rank_teams(teams, rules=MOST_WINS, after_series=1)] == ["B", "A"]
