"""The days of a season's evenings, and the players that sit out."""

from __future__ import annotations

from collections import Counter
from datetime import date, timedelta
from random import Random

from hypothesis import given, strategies as st

from romme_turnier.core.seasons.evenings import sit_outs, weekly_days

TUESDAY = 1


def day(text: str) -> int:
    return date.fromisoformat(text).toordinal()


def written(days: tuple[int, ...]) -> list[str]:
    return [date.fromordinal(ordinal).isoformat() for ordinal in days]


def test_every_tuesday_across_the_turn_of_the_year():
    days = weekly_days(day("2026-12-15"), day("2027-01-12"), TUESDAY)
    assert written(days) == ["2026-12-15", "2026-12-22", "2026-12-29", "2027-01-05", "2027-01-12"]


def test_season_that_ends_before_it_begins_has_no_evenings():
    assert weekly_days(day("2026-09-29"), day("2026-09-01"), TUESDAY) == ()


@given(st.dates(), st.integers(0, 60), st.integers(0, 6))
def test_days_are_those_of_the_calendar(first, length, weekday):
    length = min(length, (date.max - first).days)
    season = [first + timedelta(days) for days in range(length + 1)]
    days = weekly_days(first.toordinal(), season[-1].toordinal(), weekday)
    assert [date.fromordinal(ordinal) for ordinal in days] == [own for own in season if own.weekday() == weekday]


def test_fewest_sit_outs_come_first():
    assert sit_outs({"a": 2, "b": 0, "c": 1, "d": 2}, 2, Random(1)) == {"b", "c"}
    assert sit_outs({"a": 2}, 0, Random(1)) == frozenset()


def test_equal_players_sit_out_by_lot_whatever_their_order():
    players = dict.fromkeys("abcde", 0)
    drawn = [sit_outs(players, 1, Random(seed)) for seed in range(200)]
    assert drawn == [sit_outs(dict(reversed(players.items())), 1, Random(seed)) for seed in range(200)]
    assert len(set(drawn)) == 5


def test_five_players_sit_out_equally_often_after_each_round():
    times = dict.fromkeys("abcde", 0)
    chance = Random(4)
    for _ in range(4):
        round_of_five = [player for _ in range(5) for player in _sit_out_once(times, chance)]
        assert sorted(round_of_five) == [*"abcde"]
    assert Counter(times.values()) == {4: 5}


def _sit_out_once(times: dict[str, int], chance: Random) -> frozenset[str]:
    chosen = sit_outs(times, 1, chance)
    for player in chosen:
        times[player] += 1
    return chosen
