"""Perfect schedules: every pair counted."""

from collections import Counter
from itertools import combinations

import pytest

from romme_turnier.core.seating.bounds import longest
from romme_turnier.core.seating.places import empty_places
from romme_turnier.core.seating.schedules import longest_known, perfect, rounds_of

KNOWN = {16: 5, 20: 5, 24: 7, 28: 9, 32: 10, 36: 11, 40: 13, 44: 11, 48: 11, 52: 13, 56: 11, 60: 11, 64: 12, 68: 13}


def test_as_many_rounds_are_known_as_the_table_says() -> None:
    assert {players: max(map(len, rounds_of(players, 4))) for players in KNOWN} == KNOWN


@pytest.mark.parametrize("players", [*range(16, 400, 4), 1000])
def test_no_pair_meets_twice_and_everybody_plays_in_every_round(players: int) -> None:
    assert perfect(players, 4, 5)
    for schedule in rounds_of(players, 4):
        meetings: Counter[tuple[int, int]] = Counter()
        for tables in schedule:
            assert sorted(player for table in tables for player in table) == list(range(players))
            assert {len(table) for table in tables} == {4}
            meetings.update(pair for table in tables for pair in combinations(sorted(table), 2))
        assert set(meetings.values()) == {1}


@pytest.mark.parametrize("seats", [2, 3, 5, 6, 7, 8])
def test_no_pair_meets_twice_when_tables_have_another_size(seats: int) -> None:
    for tables in range(1, 24):
        for schedule in rounds_of(seats * tables, seats):
            pairs = [frozenset(pair) for one in schedule for table in one for pair in combinations(table, 2)]
            assert len(pairs) == len(set(pairs))
            assert all(sorted(at for table in one for at in table) == list(range(seats * tables)) for one in schedule)


@pytest.mark.parametrize(
    ("players", "seats", "rounds"),
    [(9, 3, 4), (15, 3, 7), (21, 3, 10), (25, 5, 6), (30, 5, 5), (49, 7, 8)],
)
def test_number_of_known_rounds_depends_on_the_size_of_tables(players: int, seats: int, rounds: int) -> None:
    assert longest_known(players, seats) == rounds <= longest(players, seats)


@pytest.mark.parametrize(("players", "empty"), [(15, 1), (38, 2), (45, 3), (61, 3), (97, 3)])
def test_places_left_empty_share_small_tables_fairly(players: int, empty: int) -> None:
    rounds = perfect(players + empty, 4, 3)
    assert rounds
    places = empty_places(rounds, players)
    assert places is not None
    assert len(places) == empty
    small = Counter(at for one in rounds for table in one if set(table) & set(places) for at in table)
    times = [small[at] for at in range(players + empty) if at not in places]
    assert max(times) - min(times) <= 1
    assert all(len(set(table) & set(places)) <= 1 for one in rounds for table in one)


def test_no_places_are_left_empty_when_that_cannot_be_fair() -> None:
    rounds = perfect(44, 4, 5)
    assert rounds
    fair = False
    for places in combinations(range(44), 3):
        small = [at for one in rounds for table in one if set(table) & set(places) for at in table if at not in places]
        fair = fair or (len(small) == 45 and sorted(Counter(small).values()) == [1] * 37 + [2] * 4)
    assert not fair
    assert empty_places(rounds, 41) is None


@pytest.mark.parametrize("players", [16, 28, 40])
def test_everybody_meets_everybody_when_the_schedule_is_a_design(players: int) -> None:
    mates = {player: set[int]() for player in range(players)}
    for tables in rounds_of(players, 4)[-1]:
        for table in tables:
            for player in table:
                mates[player] |= set(table) - {player}
    assert all(len(met) == players - 1 for met in mates.values())


@pytest.mark.parametrize(("players", "series", "rounds"), [(16, 6, 5), (20, 6, 5), (32, 11, 10), (100, 4, 4)])
def test_as_much_as_is_known_is_given_when_an_event_is_longer(players: int, series: int, rounds: int) -> None:
    assert len(perfect(players, 4, series) or ()) == rounds


def test_thirty_two_miss_one_each_when_they_have_met_in_ten_rounds() -> None:
    mates = {player: set[int]() for player in range(32)}
    for tables in perfect(32, 4, 10) or ():
        for table in tables:
            for player in table:
                mates[player] |= set(table) - {player}
    assert {len(met) for met in mates.values()} == {30}


@pytest.mark.parametrize(("players", "series"), [(12, 2), (18, 3), (8, 1), (40, 0), (40, 1)])
def test_nothing_is_promised_where_no_schedule_is_known(players: int, series: int) -> None:
    assert perfect(players, 4, series) is None
