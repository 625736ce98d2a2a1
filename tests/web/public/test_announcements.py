"""Announcements to the hall on phones: below the answer, immediately, and only at the table they are for."""

from datetime import timedelta

import pytest
import time_machine
from django.test import Client
from django.utils import timezone

from romme_turnier.tournament import models
from romme_turnier.tournament.hall import clock, messages as hall_messages
from romme_turnier.tournament.seating.series import release_seats
from tests.factories import make_event, make_official, seat_series

pytestmark = pytest.mark.django_db

EVENT = "/t/testpokal/"
SEATS, NOW, ALL = (EVENT + path for path in ("sitz/", "saal/jetzt/", "durchsagen/"))
LIVE_REGION = '<div class="visually-hidden" aria-live="polite" data-announced-aloud></div>'


@pytest.fixture
def series() -> models.Series:
    make_official()
    found = seat_series(make_event(published_at=timezone.now(), series_minutes=90))
    release_seats(found, by=None)
    return found


def page(path: str) -> str:
    return Client().get(path).content.decode()


def announce(series: models.Series, text: str, table: int | None = None) -> models.HallMessage:
    of = series.tables.get(number=table) if table else None
    return hall_messages.announce(series.event, text, table=of, minutes=None, by=None)


@pytest.mark.parametrize("path", [EVENT, SEATS, SEATS + "?q=5"])
def test_the_live_region_is_there_and_empty_when_nothing_and_when_something_is_announced(
    series: models.Series, path: str
) -> None:
    assert LIVE_REGION in page(path)
    announce(series, "Das Buffet ist eröffnet")
    shown = page(path)
    assert LIVE_REGION in shown
    assert "Das Buffet ist eröffnet" in shown


def test_announcements_stand_below_the_answer(series: models.Series) -> None:
    announce(series, "Das Buffet ist eröffnet")
    shown = page(SEATS + "?q=5")
    assert shown.index("Tisch&nbsp;2, Platz&nbsp;1") < shown.index("Das Buffet ist eröffnet")


def test_each_announcement_is_a_line_of_its_own_with_the_newest_first(series: models.Series) -> None:
    for text in ("Serie 1 beginnt", "Das Buffet ist eröffnet"):
        announce(series, text)
    shown = page(EVENT)
    assert shown.count('class="announced__one"') == 2
    assert shown.index("Das Buffet ist eröffnet") < shown.index("Serie 1 beginnt")


def test_what_is_announced_to_a_table_is_shown_to_those_who_sit_there(series: models.Series) -> None:
    announce(series, "Bitte warten Sie", table=2)
    own, other = page(SEATS + "?q=5"), page(SEATS + "?q=1")
    assert "An Tisch 2:" in own
    assert "Bitte warten Sie" in own
    assert "Bitte warten Sie" not in other
    assert "Bitte warten Sie" not in page(EVENT)


def test_phones_ask_for_one_small_page_that_is_the_same_for_all(series: models.Series) -> None:
    announce(series, "Bitte warten Sie", table=2)
    answer = Client().get(NOW)
    assert 'data-for="1-2"' in answer.content.decode()
    assert len(answer.content) < 2_000
    again = Client().get(NOW, headers={"If-None-Match": answer.headers["ETag"]})
    assert (again.status_code, again.content) == (304, b"")


def test_the_page_of_announcements_keeps_those_that_are_over(series: models.Series) -> None:
    assert "Zurzeit wird nichts durchgesagt." in page(ALL)
    hall_messages.end(announce(series, "Das Buffet ist eröffnet"), by=None)
    hall_messages.withdraw(announce(series, "Serie 2 um drei"), by=None)
    shown = page(ALL)
    assert "Das Buffet ist eröffnet" in shown
    assert "zurückgenommen" in shown[shown.index("Serie 2 um drei") :]


def test_the_phones_have_the_clock_of_the_hall(series: models.Series) -> None:
    assert "data-until" not in page(NOW)
    clock.start_clock(series, by=None)
    assert "Serie 1 läuft bis" in page(NOW)
    clock.stop_clock(series, by=None)
    assert "Die Uhr ist angehalten" in page(NOW)
    clock.start_clock(series, by=None)
    page(NOW)
    with time_machine.travel(timezone.now() + timedelta(minutes=91)):
        assert "Die Spielzeit der Serie 1 ist um." in page(NOW)


def test_the_phones_do_not_have_the_clock_of_a_series_that_is_not_released(series: models.Series) -> None:
    clock.start_clock(series, by=None)
    models.Series.objects.update(seats_released_at=None)
    assert "Serie 1" not in page(NOW)
