"""Closing a series and releasing its seats."""

import pytest

from romme_turnier.tournament.events.progress import progress_of
from romme_turnier.tournament.lists import entries
from romme_turnier.tournament.seating.series import close_series, release_seats, reopen_series, withdraw_seats
from romme_turnier.tournament.shared.errors import TournamentError
from tests.factories import enter, list_of, make_checked, make_event, make_official, seat_series

pytestmark = pytest.mark.django_db


def check_all(series):
    for table in series.tables.all():
        make_checked(list_of(series, table.number))


def test_series_closes_when_every_list_is_checked(series):
    check_all(series)
    official = make_official(series.event)
    close_series(series, by=official)
    series.refresh_from_db()
    assert series.is_closed
    assert series.closed_by == official


def test_series_closes_with_an_invalid_list(series):
    make_checked(list_of(series, 1))
    entries.declare_invalid(list_of(series, 2), expected=None, by=None, reason="unleserlich")
    close_series(series, by=None)
    series.refresh_from_db()
    assert series.is_closed


def test_series_does_not_close_while_lists_wait_and_names_their_tables(series):
    make_checked(list_of(series, 1))
    with pytest.raises(TournamentError, match="Tisch 2"):
        close_series(series, by=None)


@pytest.mark.parametrize("cells", ["0 1 30 40", "? ? ? ?"])
def test_series_does_not_close_with_a_checked_list_that_was_made_faulty_again(series, cells):
    check_all(series)
    enter(list_of(series, 2), 1, cells, reason="Tippfehler")
    assert progress_of(series.event).series[0].state == "running"
    with pytest.raises(TournamentError, match="Tisch 2"):
        close_series(series, by=None)


def test_closed_series_locks_its_lists(series):
    check_all(series)
    close_series(series, by=None)
    with pytest.raises(TournamentError, match="gesperrt"):
        enter(list_of(series), 1, "0 21 30 40", reason="Tippfehler")


def test_reopened_series_takes_corrections_again(series):
    check_all(series)
    close_series(series, by=None)
    reopen_series(series, by=None)
    enter(list_of(series), 1, "0 21 30 40", reason="Tippfehler")
    assert list_of(series).rows.get(number=1).entries.get(seat=2).points == 21


def test_closing_twice_is_refused(series):
    check_all(series)
    close_series(series, by=None)
    with pytest.raises(TournamentError):
        close_series(series, by=None)


def test_seats_are_released_and_withdrawn(series):
    release_seats(series, by=None)
    series.refresh_from_db()
    assert series.seats_released_at is not None
    withdraw_seats(series, by=None)
    series.refresh_from_db()
    assert series.seats_released_at is None


def test_seats_released_by_a_second_click_are_not_announced_again(series):
    for _click in range(2):
        release_seats(series, by=make_official(series.event, username="petra"))
    assert [row.verb for row in series.event.record.all()] == ["series.release_seats"]


def test_seats_of_an_undrawn_series_cannot_be_released():
    series = seat_series(make_event(), tables=())
    with pytest.raises(TournamentError):
        release_seats(series, by=None)
