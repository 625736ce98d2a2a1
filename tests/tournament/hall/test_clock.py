"""The clock of a series."""

from datetime import UTC, datetime, timedelta

import pytest
import time_machine

from romme_turnier.tournament import models
from romme_turnier.tournament.hall import clock
from romme_turnier.tournament.shared.errors import TournamentError
from tests.factories import make_event, seat_series

pytestmark = pytest.mark.django_db

NOON = datetime(2026, 10, 17, 12, tzinfo=UTC)


@pytest.fixture
def series() -> models.Series:
    return seat_series(make_event(series_minutes=90))


def minutes_left(series: models.Series, at: datetime) -> float:
    series = models.Series.objects.get(pk=series.pk)
    shown = clock.clock_of(series, at)
    assert shown is not None
    return shown.remaining / timedelta(minutes=1)


def at(minutes: int) -> datetime:
    return NOON + timedelta(minutes=minutes)


def test_there_is_no_clock_when_no_time_is_set() -> None:
    assert clock.clock_of(seat_series(make_event())) is None


def test_the_clock_shows_the_full_time_before_it_is_started(series: models.Series) -> None:
    assert minutes_left(series, NOON) == 90


def test_the_clock_runs_down_and_stays_at_nothing(series: models.Series) -> None:
    with time_machine.travel(NOON, tick=False):
        clock.start_clock(series, by=None)
    assert minutes_left(series, at(20)) == 70
    assert minutes_left(series, at(200)) == 0


def test_the_clock_goes_on_where_it_was_stopped(series: models.Series) -> None:
    for minute, turn in [(0, clock.start_clock), (20, clock.stop_clock), (30, clock.start_clock)]:
        with time_machine.travel(at(minute), tick=False):
            turn(series, by=None)
    assert minutes_left(series, at(40)) == 60
    series.refresh_from_db()
    shown = clock.clock_of(series, at(40))
    assert shown is not None
    assert shown.ends_at == at(100)


def test_starting_twice_changes_nothing(series: models.Series) -> None:
    for minute in (0, 5):
        with time_machine.travel(at(minute), tick=False):
            clock.start_clock(series, by=None)
    assert minutes_left(series, at(20)) == 70


def test_a_running_clock_takes_a_new_time_over(series: models.Series) -> None:
    with time_machine.travel(NOON, tick=False):
        clock.start_clock(series, by=None)
    clock.set_minutes(series, 120, by=None)
    assert minutes_left(series, at(20)) == 100


def test_reset_clock_shows_the_full_time_again(series: models.Series) -> None:
    with time_machine.travel(NOON, tick=False):
        clock.start_clock(series, by=None)
    clock.reset_clock(series, by=None)
    assert minutes_left(series, at(20)) == 90


@pytest.mark.parametrize("minutes", [0, 601])
def test_a_time_out_of_bounds_is_refused(series: models.Series, minutes: int) -> None:
    with pytest.raises(TournamentError, match="zwischen 1 und 600"):
        clock.set_minutes(series, minutes, by=None)


def test_the_clock_is_not_started_without_a_time() -> None:
    with pytest.raises(TournamentError, match="Spielzeit"):
        clock.start_clock(seat_series(make_event()), by=None)
