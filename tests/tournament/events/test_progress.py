"""Where the day of an event stands, and what comes next."""

import pytest

from romme_turnier.tournament.events.progress import NextStep, SeriesState, progress_of
from romme_turnier.tournament.models import Registration
from romme_turnier.tournament.seating.series import close_series, release_seats
from romme_turnier.tournament.standings.play_offs import enter_play_off
from romme_turnier.tournament.standings.releases import release_standings
from tests.factories import enter, fill, list_of, make_checked, make_complete, make_event, register, seat_series

pytestmark = pytest.mark.django_db


@pytest.fixture
def event():
    return make_event(players=4, series_count=1)


@pytest.fixture
def series(event):
    return seat_series(event, tables=[(1, 2, 3, 4)])


def step(event):
    state = progress_of(event)
    return state.next_step, state.next_series


def test_new_event_asks_for_participants():
    assert step(make_event(players=0)) == (NextStep.REGISTER, None)


def test_participants_without_number_get_one_before_the_draw():
    event = make_event(players=3)
    register(event, None)
    assert step(event) == (NextStep.GIVE_NUMBERS, None)


def test_participants_with_numbers_are_drawn(event):
    assert step(event) == (NextStep.DRAW, 1)


def test_drawn_seats_are_released(event, series):
    assert step(event) == (NextStep.RELEASE_SEATS, 1)
    assert progress_of(event).series[0].state == SeriesState.DRAWN


def test_released_seats_lead_to_the_lists(event, series):
    release_seats(series, by=None)
    enter(list_of(series), 1, "0 20 30 40")
    assert step(event) == (NextStep.ENTER_LISTS, 1)
    assert (progress_of(event).series[0].state, progress_of(event).series[0].open) == (SeriesState.RUNNING, 1)


def test_complete_lists_are_checked(event, series):
    release_seats(series, by=None)
    make_complete(list_of(series))
    assert step(event) == (NextStep.CHECK_LISTS, 1)


def test_list_with_a_violation_is_counted_as_problem(event, series):
    fill(list_of(series), {3: "0 1 30 40"})
    assert progress_of(event).series[0].problems == 1


def test_checked_series_is_closed_then_released_then_done(event, series):
    make_checked(list_of(series))
    assert step(event) == (NextStep.CLOSE_SERIES, 1)
    close_series(series, by=None)
    assert step(event) == (NextStep.RELEASE_STANDINGS, 1)
    release_standings(event, 1, by=None)
    assert step(event) == (NextStep.DONE, None)


def test_tie_after_the_last_series_asks_for_a_play_off():
    event = make_event(players=8, series_count=1)
    series = seat_series(event)
    for number in (1, 2):
        make_checked(list_of(series, number))
    close_series(series, by=None)
    release_standings(event, 1, by=None)
    assert step(event) == (NextStep.PLAY_OFF, 1)
    by_number = {r.number: r for r in event.registrations.all()}
    for one, other in ((1, 5), (2, 6), (3, 7), (4, 8)):
        enter_play_off(event, [by_number[one], by_number[other]], by=None)
    assert step(event) == (NextStep.DONE, None)


def test_second_series_waits_for_the_first():
    event = make_event(players=4, series_count=2)
    seat_series(event, tables=[(1, 2, 3, 4)])
    assert [series.state for series in progress_of(event).series] == [SeriesState.DRAWN, SeriesState.WAITING]


def test_withdrawn_participants_are_not_counted_as_playing(event):
    event.registrations.filter(number=4).update(status=Registration.Status.WITHDRAWN, left_before_series=1)
    assert (progress_of(event).participants, progress_of(event).playing) == (4, 3)


def test_day_is_read_with_few_queries(event, series, django_assert_max_num_queries):
    with django_assert_max_num_queries(6):
        progress_of(event)
