"""The page for the wall of the hall."""

from datetime import UTC, datetime

import pytest
import time_machine
from django.test import Client

from romme_turnier.tournament import models
from romme_turnier.tournament.hall import clock, messages as hall_messages
from romme_turnier.tournament.seating.series import release_seats
from tests.factories import list_of, make_checked, make_complete, make_event, make_official, seat_series

pytestmark = pytest.mark.django_db

PAGE = "/t/testpokal/saal/"


@pytest.fixture
def event() -> models.Event:
    make_official()  # the first visit is over
    return make_event(published_at=datetime(2026, 1, 1, tzinfo=UTC), series_minutes=90)


@pytest.fixture
def series(event: models.Event) -> models.Series:
    found = seat_series(event)
    release_seats(found, by=None)
    return found


def page() -> str:
    return Client().get(PAGE).content.decode()


def test_the_wall_says_what_comes_when_nothing_is_released(event: models.Event) -> None:
    assert "sobald die Plätze freigegeben sind" in page()


def test_the_wall_is_not_to_be_seen_before_the_event_is_published(event: models.Event) -> None:
    models.Event.objects.update(published_at=None)
    assert Client().get(PAGE).status_code == 404


def test_the_wall_says_of_each_table_in_words_whether_it_still_plays(series: models.Series) -> None:
    assert "Noch 2 von 2 Tischen spielen" in page()
    make_complete(list_of(series, 1))
    shown = page()
    assert "Noch 1 von 2 Tischen spielt" in shown
    assert "Liste da" in shown
    make_checked(list_of(series, 2))
    assert "Alle Listen sind da" in page()


def test_the_wall_counts_a_list_that_was_handed_in_before_it_is_typed(series: models.Series) -> None:
    models.HandIn.objects.create(spielliste=list_of(series, 1), paper=models.HandIn.Custody.IN)
    assert "Noch 1 von 2 Tischen spielt" in page()


def test_the_wall_counts_a_list_that_is_being_typed_as_come_in(series: models.Series) -> None:
    models.Spielliste.objects.filter(pk=list_of(series, 1).pk).update(games_in=7)
    assert "Noch 1 von 2 Tischen spielt" in page()


def test_the_wall_keeps_tables_of_a_series_to_itself_until_its_seats_are_released(event: models.Event) -> None:
    seat_series(event)
    assert "Tisch</span> 1" not in page()


def test_the_wall_shows_the_clock_once_it_is_started(series: models.Series) -> None:
    assert "Min." not in page()
    clock.start_clock(series, by=None)
    shown = page()
    assert "90 Min." in shown
    assert "data-until" in shown
    clock.stop_clock(series, by=None)
    assert "angehalten" in page()


def test_the_wall_shows_announcements_as_text(event: models.Event) -> None:
    message = hall_messages.announce(event, "Serie 1 beginnt um 14 Uhr", minutes=None, by=None)
    assert "Serie 1 beginnt um 14 Uhr" in page()
    hall_messages.withdraw(message, by=None)
    assert "Serie 1 beginnt um 14 Uhr" not in page()


def test_the_wall_names_nobody(series: models.Series) -> None:
    assert "Vera" not in page()


def test_the_wall_answers_304_when_nothing_has_changed(series: models.Series) -> None:
    tag = Client().get(PAGE).headers["ETag"]
    assert Client().get(PAGE, headers={"If-None-Match": tag}).status_code == 304


@time_machine.travel(datetime(2026, 10, 17, 11, tzinfo=UTC))
def test_the_wall_and_the_phone_say_what_comes_next(event: models.Event) -> None:
    event.timetable.create(starts_at=datetime(2026, 10, 17, 12, tzinfo=UTC), what="Serie 2", series_number=2)
    for shown in (page(), Client().get("/t/testpokal/").content.decode()):
        assert "Als Nächstes:</strong> 14:00 Uhr, Serie 2" in shown


def test_the_phone_stops_announcing_what_has_begun_though_nobody_changed_anything(event: models.Event) -> None:
    event.timetable.create(starts_at=datetime(2026, 10, 17, 12, tzinfo=UTC), what="Serie 2", series_number=2)
    with time_machine.travel(datetime(2026, 10, 17, 11, 59, 59, tzinfo=UTC), tick=False):
        assert "Als Nächstes" in Client().get("/t/testpokal/").content.decode()
    with time_machine.travel(datetime(2026, 10, 17, 12, 0, 1, tzinfo=UTC), tick=False):
        shown = Client().get("/t/testpokal/").content.decode()
    assert "Als Nächstes" not in shown
    assert "Zeitplan" in shown
