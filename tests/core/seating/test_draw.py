"""Table sizes and the draw of a series (§ 2.1)."""

import random
from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations, permutations

import pytest
from hypothesis import assume, given, settings, strategies as st

from romme_turnier.core.rules.system.registry import RULE_SYSTEMS, get_ruleset
from romme_turnier.core.rules.system.ruleset import RuleSet
from romme_turnier.core.seating.draw import (
    ALGORITHM,
    Candidate,
    DrawQuality,
    SeatingImpossible,
    SeatingPlan,
    TiesImpossible,
    WholeEvent,
    draw,
    is_best,
    nearest_seatable,
    quality,
    table_sizes,
)

Met = dict[frozenset[int], int]
Tables = tuple[tuple[int, ...], ...]

# What seed 2026 gave for three clubs of 4, 4 and 3, many of whom had met, when the algorithm was search-1.
RECORDED = ((4, 5, 1, 11), (7, 2, 8, 10), (6, 3, 9))

SEATABLE = [3, 4, *range(6, 31)]

ROMMEORDNUNG = get_ruleset("rommeordnung")
seeds = st.integers(0, 2**32)


def sizes_for(candidates: list[Candidate]) -> tuple[int, ...]:
    return table_sizes(len(candidates), ROMMEORDNUNG)


def of_clubs(*sizes: int) -> list[Candidate]:
    """Candidates of clubs of these sizes."""
    clubs = [club for club, size in enumerate(sizes) for _ in range(size)]
    return [Candidate(id=number, club=club) for number, club in enumerate(clubs, start=1)]


def alone(players: int) -> list[Candidate]:
    """Candidates without a club."""
    return [Candidate(id=number) for number in range(1, players + 1)]


def seat(candidates: list[Candidate], met: Met | None = None, seed: int = 1) -> SeatingPlan:
    return draw(candidates, sizes_for(candidates), rng=random.Random(seed), met=met or {})


@st.composite
def fields(draw_from: st.DrawFn, sizes: list[int], clubs: int = 4, teams: int = 0) -> list[Candidate]:
    """Candidates of random clubs and teams (None among them), their number one of the sizes."""
    players = draw_from(st.sampled_from(sizes))
    club = st.one_of(st.none(), st.integers(1, clubs))
    team = st.one_of(st.none(), st.integers(1, teams)) if teams else st.none()
    return [Candidate(id=3 * n + 1, club=draw_from(club), team=draw_from(team)) for n in range(players)]


@st.composite
def days(draw_from: st.DrawFn, sizes: list[int]) -> tuple[list[Candidate], Met]:
    """Candidates as in the middle of a day, with earlier meetings and tables of three."""
    candidates = [
        Candidate(one.id, one.club, one.team, draw_from(st.integers(0, 2)))
        for one in draw_from(fields(sizes, clubs=3, teams=3))
    ]
    pairs = [frozenset(pair) for pair in combinations([one.id for one in candidates], 2)]
    met = draw_from(st.dictionaries(st.sampled_from(pairs), st.integers(1, 3), max_size=12))
    return candidates, met


def mates_facing(table: tuple[int, ...], club: dict[int, object]) -> int:
    """Pairs of club mates on seats 1 and 3, 2 and 4."""
    opposite = [(0, 2), (1, 3)] if len(table) == 4 else [(0, 2)]
    return sum(club[table[a]] is not None and club[table[a]] == club[table[b]] for a, b in opposite)


def counted(tables: Tables, candidates: list[Candidate], met: Met) -> tuple[int, int, int, int, int]:
    """Threes again, pairs of a team, pairs of a club, repeats and pairs not opposite: counted plainly."""
    by_id = {one.id: one for one in candidates}
    threes = teams = clubs = repeats = facing = 0
    for table in tables:
        for a in table:
            threes += by_id[a].threes if len(table) == 3 else 0
            for b in table:
                if a < b:
                    teams += by_id[a].team is not None and by_id[a].team == by_id[b].team
                    clubs += by_id[a].club is not None and by_id[a].club == by_id[b].club
                    repeats += met.get(frozenset({a, b}), 0)
        facing += mates_facing(table, {one.id: one.club for one in candidates})
    return threes, teams, clubs, repeats, clubs - facing


def in_order_of_weight(found: DrawQuality) -> tuple[int, int, int, int, int]:
    return found.threes_again, found.team_pairs, found.club_pairs, found.repeats, found.not_opposite


def every_division(ids: tuple[int, ...], sizes: tuple[int, ...]) -> Iterator[Tables]:
    """All ways to put the players on tables of these sizes, whatever the seats."""
    if not sizes:
        yield ()
        return
    alike = len(set(sizes)) == 1
    for table in combinations(ids, sizes[0]):
        if alike and table[0] != ids[0]:  # the same tables in another order
            return
        rest = tuple(player for player in ids if player not in table)
        for others in every_division(rest, sizes[1:]):
            yield (table, *others)


def best_counts(candidates: list[Candidate], met: Met) -> tuple[int, int, int, int, int]:
    """The best that any seating reaches, every table and every order of seats tried."""
    club = {one.id: one.club for one in candidates}
    ids = tuple(one.id for one in candidates)
    return min(
        counted(
            tuple(max(permutations(table), key=lambda seats: mates_facing(seats, club)) for table in tables),
            candidates,
            met,
        )
        for tables in every_division(ids, table_sizes(len(ids), ROMMEORDNUNG))
    )


# Table sizes


@pytest.mark.parametrize("players", [*SEATABLE, 38, 99, 100, 101, 102, 1000])
def test_tables_of_three_are_as_few_as_possible_when_players_are_divided(players: int) -> None:
    fewest = min(threes for threes in range(players) if 3 * threes <= players and (players - 3 * threes) % 4 == 0)
    sizes = table_sizes(players, ROMMEORDNUNG)
    assert sum(sizes) == players
    assert sizes == (4,) * sizes.count(4) + (3,) * fewest


@pytest.mark.parametrize(
    ("players", "sizes"),
    [
        (3, (3,)),
        (4, (4,)),
        (6, (3, 3)),
        (7, (4, 3)),
        (8, (4, 4)),
        (9, (3, 3, 3)),
        (10, (4, 3, 3)),
        (11, (4, 4, 3)),
    ],
)
def test_tables_of_a_small_field_when_players_are_few(players: int, sizes: tuple[int, ...]) -> None:
    assert table_sizes(players, ROMMEORDNUNG) == sizes
    assert tuple(len(table) for table in seat(alone(players)).tables) == sizes


@pytest.mark.parametrize("players", [0, 1, 2, 5])
def test_seating_is_refused_when_no_tables_fit(players: int) -> None:
    with pytest.raises(SeatingImpossible) as refusal:
        table_sizes(players, ROMMEORDNUNG)
    assert refusal.value.players == players
    with pytest.raises(SeatingImpossible):
        seat(alone(players))


def every_sizes(players: int, least: int, most: int) -> Iterator[tuple[int, ...]]:
    """All ways to divide so many players, large tables first."""
    if not players:
        yield ()
    for size in range(min(most, players), least - 1, -1):
        yield from ((size, *rest) for rest in every_sizes(players - size, least, size))


WANTED = [replace(ruleset, seats_wanted=size) for ruleset in RULE_SYSTEMS.values() for size in (None, *ruleset.sizes)]


@given(st.sampled_from(WANTED), st.integers(1, 20))
def test_sizes_wanted_are_met_as_nearly_as_can_be_with_many_tables_of_even_sizes(
    ruleset: RuleSet, players: int
) -> None:
    possible = list(every_sizes(players, ruleset.seats_min, ruleset.seats_max))
    assume(possible)

    def badness(sizes: tuple[int, ...]) -> tuple[int, int, int]:
        return sum(abs(size - ruleset.table_size) for size in sizes), -len(sizes), max(sizes) - min(sizes)

    sizes = table_sizes(players, ruleset)
    assert sizes in possible
    assert badness(sizes) == min(map(badness, possible))


@given(st.sampled_from(list(RULE_SYSTEMS.values())), st.integers(1, 20))
def test_sizes_differ_least_from_those_wanted_then_are_small(ruleset: RuleSet, players: int) -> None:
    def badness(sizes: tuple[int, ...]) -> tuple[int, int]:
        differ = [size - ruleset.table_size for size in sizes]
        return sum(map(abs, differ)), sum(one > 0 for one in differ) - sum(one < 0 for one in differ)

    possible = list(every_sizes(players, ruleset.seats_min, ruleset.seats_max))
    if not possible:
        with pytest.raises(SeatingImpossible):
            table_sizes(players, ruleset)
        return
    sizes = table_sizes(players, ruleset)
    assert sizes in possible
    assert badness(sizes) == min(map(badness, possible))


@pytest.mark.parametrize(
    ("ruleset", "players", "sizes"),
    [
        ("rommee", 5, (5,)),
        ("rommee", 6, (3, 3)),
        ("rommee", 9, (5, 4)),
        ("treppenromme", 5, (3, 2)),
        ("treppenromme", 2, (2,)),
        ("contract", 13, (5, 4, 4)),
    ],
)
def test_other_systems_seat_within_their_own_bounds(ruleset: str, players: int, sizes: tuple[int, ...]) -> None:
    assert table_sizes(players, get_ruleset(ruleset)) == sizes
    plan = draw(of_clubs(players), sizes, rng=random.Random(1))
    assert tuple(map(len, plan.tables)) == sizes


def test_tables_are_as_large_as_wanted_and_the_rommeordnung_says_it_itself() -> None:
    assert table_sizes(20, replace(get_ruleset("contract"), seats_wanted=8)) == (7, 7, 6)
    assert table_sizes(20, replace(get_ruleset("classic"), seats_wanted=10)) == (10, 10)
    assert table_sizes(20, replace(get_ruleset("treppenromme"), seats_wanted=2)) == (2,) * 10
    assert list(ROMMEORDNUNG.sizes) == [4]


def test_next_numbers_that_can_be_seated_are_named() -> None:
    assert nearest_seatable(5, ROMMEORDNUNG) == (4, 6)
    assert nearest_seatable(1, ROMMEORDNUNG) == (3,)
    assert nearest_seatable(1, get_ruleset("classic")) == (2,)


# The draw


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
    assert ALGORITHM == "search-5"
    met = {frozenset({a, b}): 1 for a, b in combinations(range(1, 12), 2) if a * b % 3 < 2}
    assert seat(of_clubs(4, 4, 3), met, seed=2026).tables == RECORDED


def test_record_of_large_tables_comes_out_again_when_it_names_no_wanted_size() -> None:
    candidates = [Candidate(id=number, club=int(number > 9)) for number in range(1, 13)]
    plan = draw(candidates, (6, 6), rng=random.Random(2026), wanted=None)
    assert plan.tables == ((8, 3, 10, 4, 7, 1), (6, 9, 11, 2, 5, 12))  # what search-4 gave


def test_draw_is_refused_when_an_id_occurs_twice() -> None:
    with pytest.raises(ValueError, match="twice"):
        seat([*alone(3), Candidate(id=1)])


def test_meetings_of_absent_players_do_not_matter_when_drawing() -> None:
    met = {frozenset({1, 99}): 2, frozenset({98, 99}): 1}
    assert seat(alone(8), met).tables == seat(alone(8)).tables


@given(days([3, 4, 6, 7, 8]), seeds)
@settings(max_examples=60, deadline=None)
def test_draw_is_as_good_as_any_seating_when_field_is_small(day: tuple[list[Candidate], Met], seed: int) -> None:
    candidates, met = day
    assert in_order_of_weight(seat(candidates, met, seed).quality) == best_counts(candidates, met)


@given(days([3, 4, 6, 7, 8]), seeds)
@settings(max_examples=30, deadline=None)
def test_no_seating_is_better_when_a_draw_is_said_to_be_the_best(day: tuple[list[Candidate], Met], seed: int) -> None:
    candidates, met = day
    plan = seat(candidates, met, seed)
    assume(is_best(plan.tables, candidates, met))
    assert in_order_of_weight(plan.quality) == best_counts(candidates, met)


def test_nothing_is_said_to_be_the_best_when_two_meet_again() -> None:
    plan = seat(alone(16))
    assert is_best(plan.tables, alone(16))
    assert not is_best(plan.tables, alone(16), {frozenset(plan.tables[0][:2]): 1})


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


# Quality


@given(days(SEATABLE), st.randoms(use_true_random=False))
@settings(max_examples=60, deadline=None)
def test_quality_equals_a_plain_count_when_seats_are_any(day: tuple[list[Candidate], Met], rng: random.Random) -> None:
    candidates, met = day
    ids = [one.id for one in candidates]
    rng.shuffle(ids)
    left = iter(ids)
    tables = tuple(tuple(next(left) for _ in range(size)) for size in table_sizes(len(ids), ROMMEORDNUNG))
    found = quality(tables, candidates, met)
    assert in_order_of_weight(found) == counted(tables, candidates, met)
    assert found.club_pairs_unavoidable <= found.club_pairs


@given(fields([3, 4, 6, 7, 8, 9], clubs=3))
@settings(max_examples=25, deadline=None)
def test_bound_for_clubs_is_reached_by_some_seating_when_field_is_small(candidates: list[Candidate]) -> None:
    ids = tuple(one.id for one in candidates)
    divisions = list(every_division(ids, table_sizes(len(ids), ROMMEORDNUNG)))
    bound = quality(divisions[0], candidates).club_pairs_unavoidable
    assert bound == min(counted(tables, candidates, {})[2] for tables in divisions)


def tied(players: int, **tables: int) -> list[Candidate]:
    """Candidates of two clubs, those named (as p3=7) tied to a table."""
    return [Candidate(id=n, club=n % 2, table=tables.get(f"p{n}")) for n in range(1, players + 1)]


@given(seeds, st.sampled_from([12, 14, 15, 21]), st.dictionaries(st.integers(1, 12), st.integers(1, 3), max_size=5))
def test_tied_players_sit_at_their_table(seed: int, players: int, ties: dict[int, int]) -> None:
    candidates = tied(players, **{f"p{player}": table for player, table in ties.items()})
    assume(all(list(ties.values()).count(table) <= 4 for table in ties.values()))
    tables = draw(candidates, sizes_for(candidates), rng=random.Random(seed)).tables
    assert sorted(player for table in tables for player in table) == list(range(1, players + 1))
    assert sorted(map(len, tables)) == sorted(table_sizes(players, ROMMEORDNUNG))
    for player, table in ties.items():
        assert player in tables[table - 1]


def test_tables_of_the_hall_are_taken_by_their_numbers() -> None:
    plan = draw(tied(12, p1=14, p2=14), (4, 4, 4), rng=random.Random(1), numbers=(3, 11, 14))
    assert {1, 2} <= set(plan.tables[2])


def test_tied_players_are_spared_a_second_table_of_three() -> None:
    candidates = [Candidate(id=n, threes=int(n == 7), table=2 if n == 7 else None) for n in range(1, 8)]
    plan = draw(candidates, sizes_for(candidates), rng=random.Random(1))
    assert [len(table) for table in plan.tables] == [3, 4]


@pytest.mark.parametrize(
    ("candidates", "code", "table"),
    [
        (tied(8, p1=3), "no_such_table", 3),
        (tied(12, p1=2, p2=2, p3=2, p4=2, p5=2), "too_many", 2),
        (tied(6, p1=2, p2=2, p3=2, p4=2), "too_many", 2),
        (tied(9, p1=2, p2=2, p3=2, p4=2), "too_many", 2),
        (tied(10, p1=1, p2=1, p3=1, p4=1, p5=3, p6=3, p7=3, p8=3), "all_threes", 3),
    ],
)
def test_ties_that_cannot_be_kept_are_named(candidates: list[Candidate], code: str, table: int) -> None:
    with pytest.raises(TiesImpossible) as fault:
        draw(candidates, sizes_for(candidates), rng=random.Random(1))
    assert (fault.value.code, fault.value.table) == (code, table)
