"""Ranks, ties, play-offs and teams (§ 1.5)."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from random import Random

import pytest
from hypothesis import given, strategies as st

from romme_turnier.core.lists.totals import SeatTotals
from romme_turnier.core.rules.system.criteria import SUM_THEN_GAMES_ENDED, Criterion, with_table_points
from romme_turnier.core.rules.system.registry import RULE_SYSTEMS, get_ruleset
from romme_turnier.core.standings.ranks import Entrant, PlayOff, Standing, TeamEntry, rank, rank_teams

RULES = get_ruleset("rommeordnung")
MOST_WINS = replace(RULES, highest_wins=True)


def result(total: int, finished: int = 3, handrommes: int = 0) -> SeatTotals:
    return SeatTotals(minus=total, finished=finished, handrommes=handrommes)


def player(number: int | None, *results: SeatTotals | int | None) -> Entrant:
    return Entrant(number, tuple(result(r) if isinstance(r, int) else r for r in results))


def gone(number: int, *results: int, left_before_series: int) -> Entrant:
    return Entrant(number, tuple(result(r) for r in results), withdrawn_from=left_before_series)


def after(series: int, *entrants: Entrant, play_offs: tuple[PlayOff, ...] = (), last: int = 3) -> tuple[Standing, ...]:
    return rank(entrants, rules=RULES, after_series=series, series_count=last, play_offs=play_offs)


def order(standings: tuple[Standing, ...]) -> list[tuple[int | None, int | None]]:
    return [(standing.rank, standing.entrant.number) for standing in standings]


def reasons(standings: tuple[Standing, ...]) -> list[str | None]:
    return [standing.decided_by for standing in standings]


def pending(standings: tuple[Standing, ...]) -> list[int | None]:
    return [standing.entrant.number for standing in standings if standing.play_off_needed]


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


# Ties


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
    rules = replace(RULES, criteria=with_table_points(RULES.criteria))
    assert rules.criteria[:3] == (Criterion.LISTS, Criterion.TABLE_POINTS, Criterion.TOTAL)
    points = [(1, 300, 5), (2, 100, 4), (3, 200, 5), (4, 200, 5)]
    entrants = [Entrant(n, (result(total)._replace(half_points=half),)) for n, total, half in points]
    standings = rank(entrants, rules=rules, after_series=1, series_count=2)
    assert order(standings) == [(1, 3), (1, 4), (3, 1), (4, 2)]
    assert reasons(standings) == [None, None, "total", "table_points"]
    teams = rank_teams([TeamEntry("A", (entrants[0],)), TeamEntry("B", (entrants[2],))], rules=rules, after_series=1)
    assert [(one.team.key, one.decided_by) for one in teams] == [("B", None), ("A", "total")]


def test_1_5_is_the_order_of_the_tournament_rules() -> None:
    assert RULES.criteria == tuple(one for one in Criterion if one is not Criterion.TABLE_POINTS)


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


def test_a_play_off_that_prizes_asked_for_counts_under_any_rule_system() -> None:
    rules = replace(RULES, criteria=SUM_THEN_GAMES_ENDED)
    standings = rank(EQUAL, rules=rules, after_series=3, series_count=3, play_offs=[PlayOff.of((8, 3))])
    assert order(standings)[:2] == [(1, 8), (2, 3)]
    assert reasons(standings)[:2] == [None, "play_off"]


# Play-offs


EQUAL = (player(3, 300, 1, 1), player(8, 300, 1, 1), player(5, 900, 1, 1), player(6, 900, 1, 2))


def test_1_5_a_play_off_decides_between_equals_after_the_last_series() -> None:
    standings = after(3, *EQUAL, play_offs=(PlayOff.of((8, 3)),))
    assert order(standings) == [(1, 8), (2, 3), (3, 5), (4, 6)]
    assert reasons(standings) == [None, "play_off", "total", "total"]
    assert pending(standings) == []


def test_a_play_off_decides_nothing_before_the_last_series() -> None:
    standings = after(2, *EQUAL[:2], play_offs=(PlayOff.of((8, 3)),))
    assert order(standings) == [(1, 3), (1, 8)]
    assert pending(standings) == [3, 8]


@pytest.mark.parametrize("ranking", [(8, 3), (8, 3, 5, 6), (8, 3, 99), (8, 8, 3)])
def test_a_play_off_of_others_than_exactly_the_equals_decides_nothing(ranking: tuple[int, ...]) -> None:
    standings = after(3, player(3, 300), player(8, 300), player(5, 300), play_offs=(PlayOff.of(ranking),))
    assert order(standings) == [(1, 3), (1, 5), (1, 8)]
    assert pending(standings) == [3, 5, 8]


def test_a_play_off_that_names_somebody_twice_or_leaves_out_an_equal_decides_nothing() -> None:
    twice = after(3, *EQUAL[:2], play_offs=(PlayOff.of((8, 8, 3)),))
    without_number = after(3, *EQUAL[:2], player(None, 300, 1, 1), play_offs=(PlayOff.of((8, 3)),))
    assert pending(twice) == [3, 8]
    assert pending(without_number) == [3, 8, None]


def test_of_several_play_offs_for_the_same_players_the_last_counts() -> None:
    play_offs = (PlayOff.of((8, 3)), PlayOff.of((5, 6)), PlayOff.of((3, 8)))
    assert order(after(3, *EQUAL, play_offs=play_offs))[:2] == [(1, 3), (2, 8)]


def test_each_tie_is_decided_by_its_own_play_off() -> None:
    entrants = [player(number, total) for number, total in [(1, 5), (2, 5), (3, 7), (4, 7), (5, 7)]]
    standings = after(3, *entrants, play_offs=(PlayOff.of((4, 5, 3)), PlayOff.of((2, 1))))
    assert order(standings) == [(1, 2), (2, 1), (3, 4), (4, 5), (5, 3)]


def test_a_play_off_for_those_who_are_not_equal_changes_nothing() -> None:
    standings = after(3, *EQUAL, play_offs=(PlayOff.of((6, 5)),))
    assert order(standings) == [(1, 3), (1, 8), (3, 5), (4, 6)]


def test_1_5_who_is_left_equal_by_a_play_off_shares_the_next_rank_and_plays_on() -> None:
    four = [player(number, 300) for number in (1, 2, 3, 4)]
    first = PlayOff(((3,), (1, 2, 4)))
    standings = after(3, *four, play_offs=(first,))
    assert order(standings) == [(1, 3), (2, 1), (2, 2), (2, 4)]
    assert reasons(standings) == [None, "play_off", None, None]
    assert pending(standings) == [1, 2, 4]
    standings = after(3, *four, play_offs=(first, PlayOff.of((4, 1, 2))))
    assert order(standings) == [(1, 3), (2, 4), (3, 1), (4, 2)]
    assert pending(standings) == []


def test_1_5_a_play_off_that_parts_nobody_leaves_the_tie() -> None:
    standings = after(3, *EQUAL[:2], play_offs=(PlayOff(((3, 8),)),))
    assert order(standings) == [(1, 3), (1, 8)]
    assert pending(standings) == [3, 8]


# Who has no rank


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


# Teams


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


# Against an independent reading: each pair compared, each rank counted


@st.composite
def fields(draw: st.DrawFn) -> tuple[Entrant, ...]:
    """Small numbers, so that ties of two, three and more are common."""
    numbers = draw(st.lists(st.integers(1, 40), unique=True, max_size=9))
    totals = st.none() | st.builds(result, st.integers(0, 2), st.integers(0, 1), st.integers(0, 1))
    entrants = [
        Entrant(
            number,
            tuple(draw(st.lists(totals, max_size=3))),
            withdrawn_from=draw(st.sampled_from([None, None, None, 1, 2, 3])),
            excluded=draw(st.sampled_from([False, False, False, True])),
        )
        for number in numbers
    ]
    return tuple(entrants)


def counted(entrant: Entrant, after_series: int) -> list[int]:
    """Lists, total, games ended, Handrommés, added one by one."""
    merit = [0, 0, 0, 0]
    for series, one in enumerate(entrant.results, start=1):
        if one is not None and series <= after_series:
            merit[0] += 1
            merit[1] += one.minus - one.bonus - one.handromme_bonus + one.penalties
            merit[2] += one.finished
            merit[3] += one.handrommes
    return merit


def beats(a: list[int], b: list[int], *, highest_wins: bool) -> bool:
    if a[0] != b[0]:
        return a[0] > b[0]
    if a[1] != b[1]:
        return (a[1] > b[1]) if highest_wins else (a[1] < b[1])
    return a[2] > b[2] if a[2] != b[2] else a[3] > b[3]


def takes_part(entrant: Entrant, after_series: int) -> bool:
    if entrant.excluded or counted(entrant, after_series)[0] == 0:
        return False
    return entrant.withdrawn_from is None or entrant.withdrawn_from > after_series


def pairwise_ranks(
    entrants: tuple[Entrant, ...], after_series: int, play_offs: tuple[PlayOff, ...], *, highest_wins: bool
) -> dict[int | None, tuple[int | None, bool]]:
    """Rank and whether a play-off is needed, by start number."""
    ranks: dict[int | None, tuple[int | None, bool]] = {entrant.number: (None, False) for entrant in entrants}
    field = {e.number: counted(e, after_series) for e in entrants if takes_part(e, after_series)}
    for number, merit in field.items():
        ahead = sum(beats(other, merit, highest_wins=highest_wins) for other in field.values())
        equal = sorted(n or 0 for n, other in field.items() if other == merit)
        fitting = list(play_offs) if after_series == 3 else []
        while played := [one for one in fitting if sorted(n for group in one.groups for n in group) == equal]:
            mine = next(at for at, group in enumerate(played[-1].groups) if number in group)
            ahead += sum(map(len, played[-1].groups[:mine]))
            equal = sorted(played[-1].groups[mine])
            if len(played[-1].groups) == 1:
                break  # all of them tied again
        ranks[number] = (ahead + 1, len(equal) > 1)
    return ranks


@st.composite
def competitions(draw: st.DrawFn) -> tuple[tuple[Entrant, ...], int, tuple[PlayOff, ...], bool]:
    entrants, after_series, highest_wins = (
        draw(fields()),
        draw(st.sampled_from([0, 1, 2, 3, 3, 3])),
        draw(st.booleans()),
    )
    random = Random(draw(st.integers(0, 1000)))
    play_offs = []
    for entrant in entrants:
        alike = [e.number for e in entrants if counted(e, 3) == counted(entrant, 3) and takes_part(e, 3)]
        group = [number for number in alike if number is not None]
        random.shuffle(group)
        there = group[: random.choice([2, 9, 9])]
        cuts = sorted(
            {0, len(there), *(random.choices(range(1, len(there)), k=random.choice([0, 1, 9])) if there[1:] else ())}
        )
        play_offs.append(PlayOff(tuple(tuple(sorted(there[a:b])) for a, b in pairwise(cuts))))
        play_offs += [PlayOff.of(again[::-1]) for again in play_offs[-1].groups if random.random() < 0.3]
    return entrants, after_series, tuple(random.sample(play_offs, len(play_offs) // 2)), highest_wins


@given(competitions())
def test_ranks_are_those_that_comparing_each_pair_gives(
    competition: tuple[tuple[Entrant, ...], int, tuple[PlayOff, ...], bool],
) -> None:
    entrants, after_series, play_offs, highest_wins = competition
    rules = MOST_WINS if highest_wins else RULES
    standings = rank(entrants, rules=rules, after_series=after_series, series_count=3, play_offs=play_offs)
    expected = pairwise_ranks(entrants, after_series, play_offs, highest_wins=highest_wins)
    assert {s.entrant.number: (s.rank, s.play_off_needed) for s in standings} == expected
    places = [(s.rank is None, s.rank or 0, s.entrant.number or 0) for s in standings]
    assert places == sorted(places), "by rank, equals and the unranked by start number"


@given(competitions())
def test_each_row_tells_what_put_it_behind_the_row_before(
    competition: tuple[tuple[Entrant, ...], int, tuple[PlayOff, ...], bool],
) -> None:
    entrants, after_series, play_offs, highest_wins = competition
    rules = MOST_WINS if highest_wins else RULES
    standings = rank(entrants, rules=rules, after_series=after_series, series_count=3, play_offs=play_offs)
    ranked = [standing for standing in standings if standing.rank is not None]
    assert all(s.decided_by is None for s in [*ranked[:1], *standings[len(ranked) :]])
    for before, behind in pairwise(ranked):
        merits = counted(before.entrant, after_series), counted(behind.entrant, after_series)
        differing = [name for name, a, b in zip(RULES.criteria, *merits, strict=False) if a != b]
        undecided = None if before.rank == behind.rank else "play_off"
        assert behind.decided_by == (differing[0] if differing else undecided)


@given(fields(), st.integers(0, 3), st.randoms(use_true_random=False))
def test_the_order_in_which_players_are_given_does_not_matter(
    entrants: tuple[Entrant, ...], after_series: int, random: Random
) -> None:
    shuffled = list(entrants)
    random.shuffle(shuffled)
    assert after(after_series, *shuffled) == after(after_series, *entrants)
