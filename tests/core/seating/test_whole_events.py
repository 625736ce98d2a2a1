"""All series of an event drawn one after another: small tables shared after each, pairs that meet, old records."""

import hashlib
import random
from collections import Counter
from collections.abc import Iterator
from itertools import combinations, permutations

import pytest

from romme_turnier.core.seating.bounds import longest
from romme_turnier.core.seating.draw import Candidate, SeatingPlan, WholeEvent, draw
from romme_turnier.core.seating.places import schedule_for
from romme_turnier.core.seating.schedules import EDITION, FAIR_AT_THE_END, longest_known, rounds_of
from tests.core.seating.fields import sizes_for

# The results of "search-5" for the events below, all series without a club, by SHA-256.
RECORDED = {
    (18, 2): "4d5afcc6d24d9186",
    (21, 6): "85d1d80b41f8c3d6",
    (23, 7): "04742bf62f02c4b9",
    (30, 9): "f5e83b10edb3c412",
    (36, 8): "2cc1933245625f02",
    (37, 3): "57540dbde46c0531",
    (38, 9): "5df542e7bd2991a5",
    (45, 3): "84874a57fcf3bbf6",
}


def whole_event(
    players: int, series: int, *, clubs: int = 0, edition: int = EDITION, seed: str = "Herbst"
) -> Iterator[tuple[SeatingPlan, list[int]]]:
    """Yields the plan of each series and the number of small tables of each player so far."""
    met: Counter[frozenset[int]] = Counter()
    threes: Counter[int] = Counter()
    spared: set[int] = set()
    order: tuple[int, ...] = ()
    numbers = range(1, players + 1)
    for before in range(series):
        candidates = [
            Candidate(n, n % clubs if clubs else None, threes=threes[n], played=before, spared=n in spared)
            for n in numbers
        ]
        event = WholeEvent(series, order, edition) if order or not before else None
        rng = random.Random(f"{seed}/{before + 1}")
        plan = draw(candidates, sizes_for(candidates), rng=rng, met=met, event=event)
        order = order or (plan.order if not before else ())
        met.update(frozenset(pair) for table in plan.tables for pair in combinations(table, 2))
        spared = {player for table in plan.tables if len(table) < 4 for player in table}
        threes.update(spared)
        yield plan, [threes[n] for n in numbers]


@pytest.mark.parametrize(
    ("players", "series", "clubs"),
    [(7, 6, 0), (10, 9, 3), (13, 9, 0), (21, 6, 0), (22, 9, 4), (30, 9, 0), (38, 9, 0), (38, 9, 7), (45, 8, 0)],
)
def test_nobody_is_two_small_tables_ahead_of_anybody_after_any_series(players: int, series: int, clubs: int) -> None:
    for _plan, had in whole_event(players, series, clubs=clubs):
        assert max(had) - min(had) <= 1


@pytest.mark.parametrize("players", [33, 34, 35, 36])
def test_no_pair_meets_twice_when_up_to_thirty_six_play_three_series(players: int) -> None:
    assert all(plan.quality.repeats == 0 for plan, _had in whole_event(players, 3))


def test_no_pair_meets_twice_when_thirty_six_play_as_many_series_as_counting_allows() -> None:
    assert longest_known(36, 4) == longest(36, 4) == 11
    assert sum(plan.quality.repeats for plan, _had in whole_event(36, 11)) == 0


@pytest.mark.parametrize(("players", "series"), [(30, 8), (45, 8), (86, 9)])
def test_no_pair_meets_twice_where_a_long_schedule_shares_small_tables_fairly(players: int, series: int) -> None:
    plans = [plan for plan, _had in whole_event(players, series)]
    assert all(plan.order for plan in plans)
    assert sum(plan.quality.repeats for plan in plans) == 0


@pytest.mark.parametrize("players", [*range(13, 63), 113, 201])
def test_schedule_is_fair_after_each_round_and_no_two_empty_places_meet(players: int) -> None:
    for series in (2, 3, 5, 9):
        schedule = schedule_for(players, 4, series)
        if schedule is None:
            continue
        had: Counter[int] = Counter()
        seated = set(range(players + -players % 4)) - set(schedule.empty)
        for tables in schedule.rounds:
            assert all(len(set(table) & set(schedule.empty)) <= 1 for table in tables)
            had.update(p for table in tables if set(table) & set(schedule.empty) for p in table if p in seated)
            assert max(had[p] for p in seated) - min(had[p] for p in seated) <= 1


@pytest.mark.parametrize("players", [13, 14, 15])
@pytest.mark.parametrize("series", [2, 3, 4])
def test_small_event_has_a_schedule_exactly_where_brute_force_finds_one(players: int, series: int) -> None:
    """All ways to leave places of the sixteen empty, and all orders of rounds of their one schedule."""
    [rounds] = rounds_of(16, 4)

    def fair(empty: tuple[int, ...], order: tuple[int, ...]) -> bool:
        had: Counter[int] = Counter()
        for at in order:
            small = [set(table) for table in rounds[at] if set(table) & set(empty)]
            had.update(place for table in small for place in table.difference(empty))
            times = [had[place] for place in range(16) if place not in empty]
            if len(small) < len(empty) or max(times) - min(times) > 1:
                return False
        return True

    ways = combinations(range(16), 16 - players)
    exists = any(fair(empty, order) for empty in ways for order in permutations(range(5), series))
    assert (schedule_for(players, 4, series) is not None) is exists


@pytest.mark.parametrize(("players", "series"), RECORDED)
def test_event_begun_with_the_former_algorithm_comes_out_again(players: int, series: int) -> None:
    tables = [plan.tables for plan, _had in whole_event(players, series, edition=FAIR_AT_THE_END)]
    assert hashlib.sha256(repr(tables).encode()).hexdigest()[:16] == RECORDED[players, series]
    if (players, series) in {(21, 6), (36, 8), (38, 9)}:
        assert tables != [plan.tables for plan, _had in whole_event(players, series)]
