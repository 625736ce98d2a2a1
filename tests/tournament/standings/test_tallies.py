"""The sums that the database adds up are those that the core adds up from single lists."""

import pytest
from pytest_django import DjangoAssertNumQueries

from romme_turnier.tournament import models
from romme_turnier.tournament.lists import entries
from romme_turnier.tournament.participants import registrations
from romme_turnier.tournament.standings import reading as standings_reading
from tests.factories import list_of, make_checked, make_event, seat_series

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> models.Event:
    """Two series played, a list invalid, somebody gone, and a player without any list."""
    event = make_event(players=9, series_count=3)
    for number in (1, 2):
        series = seat_series(event, number, tables=((1, 2, 3, 4), (5, 6, 7, 8)))
        make_checked(list_of(series, 1), {1: "0 23 37 58"})
        make_checked(list_of(series, 2), {1: "11 0 31 41", 2: "61 * 72 83"})
    entries.declare_invalid(list_of(event.series.get(number=2), 1), expected=None, by=None, reason="unleserlich")
    registrations.withdraw(event.registrations.get(number=6), 3, by=None)
    return event


@pytest.mark.parametrize("after", [1, 2, 3, 40])  # SQLite can join the lists of 31 series
def test_standings_are_the_same_however_they_are_added_up(event: models.Event, after: int) -> None:
    quick, full = (standings_reading.standings(event, after, in_full=in_full) for in_full in (False, True))
    assert len(quick) == 9
    for one, other in zip(quick, full, strict=True):
        assert (one.entrant.key, one.rank, one.lists, one.sums) == (
            other.entrant.key,
            other.rank,
            other.lists,
            other.sums,
        )
        assert (one.series, one.decided_by, one.play_off_needed) == (
            other.series,
            other.decided_by,
            other.play_off_needed,
        )


def test_a_series_that_is_not_drawn_yet_has_no_result(event: models.Event) -> None:
    assert all(row.series[2] is None for row in standings_reading.standings(event, 3))


def test_standings_take_one_statement_and_after_the_last_series_one_for_play_offs(
    event: models.Event, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    for after, statements in ((2, 1), (3, 2)):
        with django_assert_num_queries(statements):
            standings_reading.standings(event, after)
