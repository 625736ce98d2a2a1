"""Perfect schedules: every pair counted."""

from collections import Counter
from itertools import combinations

import pytest

from romme_turnier.core.seating.schedules import perfect, rounds_of

KNOWN = {16: 5, 20: 5, 24: 7, 28: 9, 32: 10, 36: 7, 40: 13, 44: 11, 48: 11, 52: 13, 56: 11, 60: 11, 64: 12, 68: 13}


def test_as_many_rounds_are_known_as_the_table_says() -> None:
    assert {players: max(map(len, rounds_of(players))) for players in KNOWN} == KNOWN


@pytest.mark.parametrize("players", [*range(16, 400, 4), 1000])
def test_no_pair_meets_twice_and_everybody_plays_in_every_round(players: int) -> None:
    assert perfect(players, 5)
    for schedule in rounds_of(players):
        meetings: Counter[tuple[int, int]] = Counter()
        for tables in schedule:
            assert sorted(player for table in tables for player in table) == list(range(players))
            assert {len(table) for table in tables} == {4}
            meetings.update(pair for table in tables for pair in combinations(sorted(table), 2))
        assert set(meetings.values()) == {1}


@pytest.mark.parametrize("players", [16, 28, 40])
def test_everybody_meets_everybody_when_the_schedule_is_a_design(players: int) -> None:
    mates = {player: set[int]() for player in range(players)}
    for tables in rounds_of(players)[-1]:
        for table in tables:
            for player in table:
                mates[player] |= set(table) - {player}
    assert all(len(met) == players - 1 for met in mates.values())


@pytest.mark.parametrize(("players", "series", "rounds"), [(16, 6, 5), (20, 6, 5), (32, 11, 10), (100, 4, 4)])
def test_as_much_as_is_known_is_given_when_an_event_is_longer(players: int, series: int, rounds: int) -> None:
    assert len(perfect(players, series) or ()) == rounds


def test_thirty_two_miss_one_each_when_they_have_met_in_ten_rounds() -> None:
    mates = {player: set[int]() for player in range(32)}
    for tables in perfect(32, 10) or ():
        for table in tables:
            for player in table:
                mates[player] |= set(table) - {player}
    assert {len(met) for met in mates.values()} == {30}


def test_schedules_of_an_earlier_edition_stay_what_they_were() -> None:
    assert len(perfect(32, 10, edition=1) or ()) == 8
    assert perfect(32, 8, edition=1) == perfect(32, 8)


@pytest.mark.parametrize(("players", "series"), [(12, 2), (18, 3), (8, 1), (40, 0), (40, 1)])
def test_nothing_is_promised_where_no_schedule_is_known(players: int, series: int) -> None:
    assert perfect(players, series) is None
