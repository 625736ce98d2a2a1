"""The draw of a series (§ 2.1)."""

import random
from dataclasses import replace
from itertools import combinations, permutations

import pytest
from hypothesis import given, settings, strategies as st

from romme_turnier.core.rules.system.registry import RULE_SYSTEMS
from romme_turnier.core.seating.draw import (
    ALGORITHM,
    Candidate,
    DrawQuality,
    WholeEvent,
    draw,
    table_sizes,
)
from tests.core.seating.fields import (
    ROMMEORDNUNG,
    SEATABLE,
    Met,
    alone,
    days,
    fields,
    mates_facing,
    of_clubs,
    seat,
    seeds,
)

# The draw of seed 2026 for three clubs of 4, 4 and 3, with many earlier meetings.
RECORDED = ((4, 5, 1, 11), (7, 2, 8, 10), (6, 3, 9))


@given(days(SEATABLE), seeds)
@settings(max_examples=25, deadline=None)
def test_every_player_sits_exactly_once_when_drawn(day: tuple[list[Candidate], Met], seed: int) -> None:
    candidates, met = day
    plan = seat(candidates, met, seed)
    seated = [player for table in plan.tables for player in table]
    assert sorted(seated) == [one.id for one in candidates]
    assert tuple(len(table) for table in plan.tables) == table_sizes(len(candidates), ROMMEORDNUNG)


@given(days([7, 10, 12]), seeds, st.randoms(use_true_random=False))
@settings(max_examples=15, deadline=None)
def test_plan_is_the_same_when_seed_is_the_same_and_candidates_come_in_another_order(
    day: tuple[list[Candidate], Met], seed: int, rng: random.Random
) -> None:
    candidates, met = day
    mixed = list(candidates)
    rng.shuffle(mixed)
    assert seat(mixed, met, seed) == seat(candidates, met, seed)


def test_plan_is_another_when_seed_is_another() -> None:
    assert seat(alone(16), seed=1).tables != seat(alone(16), seed=2).tables


def test_recorded_draw_comes_out_again_when_the_algorithm_has_the_recorded_name() -> None:
    assert ALGORITHM == "search-6"
    met = {frozenset({a, b}): 1 for a, b in combinations(range(1, 12), 2) if a * b % 3 < 2}
    assert seat(of_clubs(4, 4, 3), met, seed=2026).tables == RECORDED


def test_record_of_large_tables_comes_out_again_when_it_names_no_wanted_size() -> None:
    candidates = [Candidate(id=number, club=int(number > 9)) for number in range(1, 13)]
    plan = draw(candidates, (6, 6), rng=random.Random(2026), wanted=None)
    assert plan.tables == ((8, 3, 10, 4, 7, 1), (6, 9, 11, 2, 5, 12))  # the result of search-4


def test_draw_is_refused_when_an_id_occurs_twice() -> None:
    with pytest.raises(ValueError, match="twice"):
        seat([*alone(3), Candidate(id=1)])


def test_meetings_of_absent_players_do_not_matter_when_drawing() -> None:
    met = {frozenset({1, 99}): 2, frozenset({98, 99}): 1}
    assert seat(alone(8), met).tables == seat(alone(8)).tables


def test_tables_smaller_than_wanted_go_round_when_six_are_wanted() -> None:
    rules = replace(RULE_SYSTEMS["classic"], seats_wanted=6)
    had = {Candidate(id=number, threes=int(number <= 12)) for number in range(1, 18)}
    plan = draw(had, table_sizes(17, rules), rng=random.Random(1), wanted=6)
    assert [len(table) for table in plan.tables] == [6, 6, 5]
    assert min(plan.tables[-1]) > 12
    assert plan.quality.threes_again == 0


@pytest.mark.parametrize(("players", "size", "series"), [(9, 3, 4), (15, 3, 7), (21, 3, 10), (25, 5, 6), (49, 7, 8)])
def test_nobody_meets_twice_when_a_schedule_is_known_for_the_size(players: int, size: int, series: int) -> None:
    met: Met = {}
    order: tuple[int, ...] = ()
    for number in range(series):
        event = WholeEvent(series, order)
        plan = draw(
            [Candidate(id=n, played=number) for n in range(1, players + 1)],
            (size,) * (players // size),
            rng=random.Random(number),
            wanted=size,
            met=met,
            event=event,
        )
        order = plan.order
        assert plan.quality.repeats == 0
        met |= {frozenset(pair): 1 for table in plan.tables for pair in combinations(table, 2)}


@pytest.mark.parametrize("wanted", [3, 4, 5, 6])
@pytest.mark.parametrize("series", [2, 3, 5])
def test_first_series_of_an_event_has_the_tables_that_are_wanted(wanted: int, series: int) -> None:
    """A schedule of fewer, larger tables would seat them, too: 43 players at eleven tables, not at fourteen."""
    rules = replace(RULE_SYSTEMS["rommee"], seats_wanted=wanted)
    for players in range(wanted, 70):
        sizes = table_sizes(players, rules)
        plan = draw(alone(players), sizes, rng=random.Random(1), wanted=wanted, event=WholeEvent(series))
        assert tuple(map(len, plan.tables)) == sizes


# Mates


@given(fields(SEATABLE, clubs=8), seeds)
@settings(max_examples=100, deadline=None)
def test_club_mates_are_apart_when_the_bound_allows_it(candidates: list[Candidate], seed: int) -> None:
    found = seat(candidates, seed=seed).quality
    assert found.club_pairs == found.club_pairs_unavoidable


@given(days(SEATABLE), seeds)
@settings(max_examples=25, deadline=None)
def test_club_mates_face_each_other_when_they_share_a_table(day: tuple[list[Candidate], Met], seed: int) -> None:
    candidates, met = day
    club = {one.id: one.club for one in candidates}
    for table in seat(candidates, met, seed).tables:
        assert mates_facing(table, club) == max(mates_facing(seats, club) for seats in permutations(table))


def test_mates_are_opposite_when_a_club_has_more_members_than_tables() -> None:
    plan = seat(of_clubs(5, 4, 3))
    assert [plan.quality.club_pairs, plan.quality.club_pairs_unavoidable, plan.quality.not_opposite] == [
        3,
        3,
        0,
    ]


@pytest.mark.parametrize(("players", "pairs", "not_opposite"), [(8, 12, 8), (6, 6, 4), (7, 9, 6), (4, 6, 4)])
def test_all_pairs_are_unavoidable_when_all_are_of_one_club(players: int, pairs: int, not_opposite: int) -> None:
    found = seat(of_clubs(players)).quality
    assert (found.club_pairs, found.club_pairs_unavoidable) == (pairs, pairs)
    assert found.not_opposite == not_opposite


def test_one_pair_is_opposite_when_three_of_a_club_share_a_table() -> None:
    found = seat(of_clubs(3, 1)).quality
    assert (found.club_pairs, found.not_opposite) == (3, 2)


def test_mates_take_seats_one_and_three_when_they_share_a_table_of_three() -> None:
    (table,) = seat(of_clubs(2, 1)).tables
    assert {table[0], table[2]} == {1, 2}


def test_players_without_club_are_no_mates_when_they_share_a_table() -> None:
    found = seat(alone(8)).quality
    assert found == DrawQuality(0, 0, 0, 0, 0, 0)


def test_team_mates_are_apart_when_they_are_of_different_clubs() -> None:
    candidates = [Candidate(n, club="AABBCCDD"[n], team="XYXYZVZV"[n]) for n in range(8)]
    assert seat(candidates).quality == DrawQuality(0, 0, 0, 0, 0, 0)


# Fairness over a day


def test_newcomers_to_tables_of_three_go_there_first_when_some_have_been() -> None:
    candidates = [Candidate(id=number, threes=1 if number <= 8 else 0) for number in range(1, 15)]
    plan = seat(candidates)
    at_threes = {player for table in plan.tables if len(table) == 3 for player in table}
    assert at_threes == {9, 10, 11, 12, 13, 14}
    assert plan.quality.threes_again == 0


def test_fair_tables_of_three_come_before_clubs_when_both_cannot_be_had() -> None:
    candidates = [Candidate(id=n, club="A" if n <= 3 else None, threes=0 if n <= 3 else 1) for n in range(1, 8)]
    found = seat(candidates).quality
    assert (found.threes_again, found.club_pairs) == (0, 3)


@pytest.mark.parametrize("clubs", [(7, 6, 6, 5, 5, 5, 4), (9, 9, 9, 3, 3, 3, 2)])
def test_nobody_meets_twice_when_thirty_eight_play_three_series(clubs: tuple[int, ...]) -> None:
    candidates = of_clubs(*clubs)
    met: Met = {}
    for series in range(3):
        plan = seat(candidates, met, seed=series)
        assert plan.quality == DrawQuality(0, 0, 0, 0, 0, 0)
        sat_at_three = {player for table in plan.tables if len(table) == 3 for player in table}
        candidates = [Candidate(c.id, c.club, None, c.threes + (c.id in sat_at_three)) for c in candidates]
        met |= {frozenset(pair): 1 for table in plan.tables for pair in combinations(table, 2)}


def test_draw_ends_when_repeats_cannot_be_avoided() -> None:
    everybody_met = {frozenset(pair): 1 for pair in combinations(range(1, 13), 2)}
    assert seat(alone(12), everybody_met).quality.repeats == 18


def test_clubs_are_apart_when_a_thousand_play() -> None:
    found = seat(of_clubs(*[50] * 18, 100)).quality
    assert found == DrawQuality(0, 0, 0, 0, 0, 0)
