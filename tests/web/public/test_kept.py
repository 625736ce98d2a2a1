"""Public pages are rendered once for all phones, and again as soon as their contents change."""

import gzip
import pickle
import warnings
from collections.abc import Callable
from datetime import timedelta

import pytest
import time_machine
from django.contrib.messages import constants
from django.contrib.messages.storage.cookie import CookieStorage
from django.core.cache import CacheKeyWarning
from django.db import connection
from django.http import HttpResponse
from django.test import Client, RequestFactory
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from romme_turnier.fast import page_cache
from romme_turnier.fast.page_cache import remembered
from romme_turnier.tournament import models
from romme_turnier.tournament.events import announcements
from romme_turnier.tournament.hall import messages as hall_messages
from romme_turnier.tournament.participants import registrations
from romme_turnier.tournament.seating import draws, seats, series as series_services
from romme_turnier.tournament.standings import releases
from tests.cast import make_cast, signed_in
from tests.factories import list_of, make_checked, make_event, make_official, seat_series

pytestmark = pytest.mark.django_db

EVENT, STANDINGS, SEATS, PLAYER = (f"/t/testpokal/{path}" for path in ("", "rangliste/", "sitz/", "spieler/1/"))
PAGES = [EVENT, STANDINGS, SEATS, PLAYER]


@pytest.fixture(scope="module")
def made_series(module_rows: None) -> models.Series:
    """Serie 1 is played, checked and released."""
    make_official()
    found = seat_series(make_event(published_at=timezone.now(), series_count=2))
    make_checked(list_of(found, 1))
    make_checked(list_of(found, 2), {1: "11 0 31 41"})
    series_services.release_seats(found, by=None)
    series_services.close_series(found, by=None)
    releases.release_standings(found.event, 1, by=None)
    return found


@pytest.fixture
def series(made_series: models.Series, db: None) -> models.Series:
    return models.Series.objects.get(pk=made_series.pk)


def page(path: str) -> str:
    return Client().get(path).content.decode()


@pytest.mark.parametrize("path", PAGES)
@pytest.mark.speed
def test_a_kept_page_costs_two_small_queries(series: models.Series, path: str) -> None:
    """Whether the program is set up at all, and the number of the newest version."""
    first = page(path)
    with CaptureQueriesContext(
        connection,
    ) as queries:
        assert page(path) == first
    assert len(queries) == 2


@pytest.mark.parametrize("path", PAGES)
def test_a_phone_that_asks_again_gets_no_body(series: models.Series, path: str) -> None:
    tag = Client().get(path).headers["ETag"]
    answer = Client().get(path, headers={"If-None-Match": tag})
    assert (answer.status_code, answer.content) == (304, b"")


@pytest.mark.speed
def test_a_phone_that_asks_again_costs_one_query_and_an_official_is_looked_up(series: models.Series) -> None:
    tag = Client().get(STANDINGS).headers["ETag"]
    with CaptureQueriesContext(connection) as queries:
        again = Client().get(STANDINGS, headers={"If-None-Match": tag})
    assert again.status_code == 304
    assert again.headers["Vary"] == "Accept-Encoding, Cookie, Accept-Language"
    assert len(queries) == 1
    assert signed_in(make_cast(series.event).petra).get(STANDINGS, headers={"If-None-Match": tag}).status_code == 200


def test_a_phone_with_another_language_gets_its_page(series: models.Series) -> None:
    tag = Client().get(STANDINGS).headers["ETag"]
    answer = Client().get(STANDINGS, headers={"If-None-Match": tag, "Accept-Language": "en"})
    assert (answer.status_code, answer.headers["Content-Language"]) == (200, "en")


def test_kept_page_is_packed_for_browsers_that_can_unpack_it(series: models.Series) -> None:
    answer = Client().get(STANDINGS, headers={"Accept-Encoding": "gzip"})
    assert answer.headers["Content-Encoding"] == "gzip"
    assert gzip.decompress(answer.content).decode() == page(STANDINGS)
    assert answer.headers["ETag"] != Client().get(STANDINGS).headers["ETag"]


@pytest.mark.parametrize(("query", "is_kept"), [("sortiert=name", True), ("sortiert=total", False), ("nr=1", False)])
def test_standings_are_kept_by_rank_and_by_name_only(series: models.Series, query: str, is_kept: bool) -> None:
    answer = Client().get(f"{STANDINGS}?{query}")
    again = Client().get(f"{STANDINGS}?{query}", headers={"If-None-Match": answer.get("ETag", "*")})
    assert again.status_code == (304 if is_kept else 200)
    assert ("noindex" in answer.get("X-Robots-Tag", "")) == (query == "sortiert=total")
    assert answer.content != Client().get(STANDINGS).content


def test_a_page_is_kept_packed_only() -> None:
    content = b"Vera Vogt, Tisch 7 " * 10_000
    page = page_cache.KeptPage.of(HttpResponse(content))
    assert len(pickle.dumps(page)) < len(content) / 20
    assert page.content == content


def test_a_kept_page_holds_nothing_of_a_visitor(series: models.Series) -> None:
    assert all("csrfmiddlewaretoken" not in page(path) for path in PAGES)


def cookie_with_message(text: str) -> str:
    """Cookies of a browser with a message that it has not shown yet."""
    storage, response = CookieStorage(RequestFactory().get("/")), HttpResponse()
    storage.add(constants.ERROR, text)
    storage.update(response)
    return response.cookies["messages"].value


@pytest.mark.parametrize("path", PAGES)
def test_message_for_one_visitor_is_not_kept_for_others(series: models.Series, path: str) -> None:
    visitor = Client()
    visitor.cookies["messages"] = cookie_with_message("Spiel 3 ist gespeichert.")
    assert "Spiel 3 ist gespeichert." in visitor.get(path).content.decode()
    assert "Spiel 3 ist gespeichert." not in page(path)


@pytest.mark.parametrize("method", ["head", "post", "options"])
def test_page_that_another_method_asked_for_is_not_kept(series: models.Series, method: str) -> None:
    getattr(Client(), method)(SEATS)
    assert f'name="next" value="{SEATS}"' in page(SEATS)


def test_long_address_leaves_no_warning(series: models.Series) -> None:
    """Each would be written to the log, and remembered as written."""
    with warnings.catch_warnings():
        warnings.simplefilter("error", CacheKeyWarning)
        assert Client().get(f"{STANDINGS}1/1/{'a' * 300}/").status_code == 404


def test_officials_get_their_own_page(series: models.Series) -> None:
    page(STANDINGS)
    answer = signed_in(make_cast(series.event).petra).get(STANDINGS)
    assert "Status" in answer.content.decode()
    assert "Status" not in page(STANDINGS)


def test_each_language_has_its_own_page(series: models.Series) -> None:
    assert "Rangliste nach Serie 1" in page(STANDINGS)
    assert 'lang="en"' in Client().get(STANDINGS, headers={"Accept-Language": "en"}).content.decode()


def test_a_page_of_an_event_that_is_taken_off_is_gone(series: models.Series) -> None:
    page(STANDINGS)
    announcements.unpublish_event(series.event, by=make_official())
    assert Client().get(STANDINGS).status_code == 404


def test_a_kept_page_is_rendered_again_when_the_appeal_period_ends(series: models.Series) -> None:
    models.Event.objects.update(series_count=1)
    releases.release_standings(
        models.Event.objects.get(), 1, by=None, appeal_until=timezone.now() + timedelta(minutes=10)
    )
    assert "Die Einspruchsfrist läuft noch" in page(STANDINGS)
    with time_machine.travel(timezone.now() + timedelta(minutes=11)):
        assert "Die Einspruchsfrist läuft noch" not in page(STANDINGS)


def test_a_kept_page_is_rendered_again_when_an_announcement_ends(series: models.Series) -> None:
    hall_messages.announce(series.event, "Das Buffet ist eröffnet", minutes=10, by=None)
    assert "Das Buffet ist eröffnet" in page(EVENT)
    with time_machine.travel(timezone.now() + timedelta(minutes=11)):
        assert "Das Buffet ist eröffnet" not in page(EVENT)


def _rename(series: models.Series) -> None:
    one = series.event.registrations.get(number=1)
    entry = registrations.Entry(first_name="Hedwig", last_name="Neu", number=1, paid=True, publish_name=True)
    registrations.update_registration(one, entry, by=None)


def _swap(series: models.Series) -> None:
    one, other = (models.Seat.objects.get(series=series, registration__number=number) for number in (1, 5))
    series_services.reopen_series(series, by=None)
    seats.swap(one, other, by=None, reason="Irrtum")


def _announce(series: models.Series) -> None:
    hall_messages.announce(series.event, "Das Buffet ist eröffnet", minutes=None, by=None)


CHANGES: dict[str, tuple[Callable[[models.Series], object], list[str]]] = {
    "a player is renamed": (_rename, [STANDINGS, SEATS, PLAYER]),
    "players change seats": (_swap, [SEATS]),
    "seats are hidden": (lambda series: series_services.withdraw_seats(series, by=None), [SEATS, EVENT]),
    "a new release is released": (
        lambda series: releases.release_standings(series.event, 1, by=None),
        [STANDINGS, PLAYER],
    ),
    "something is announced": (_announce, PAGES),
}


@pytest.mark.parametrize("what", CHANGES)
def test_kept_pages_are_rendered_again_when(series: models.Series, what: str) -> None:
    """The page served after the change equals one rendered without the cache."""
    before = {path: page(path) for path in PAGES}
    change, touched = CHANGES[what]
    change(series)
    after = {path: page(path) for path in PAGES}
    assert all(after[path] != before[path] for path in touched)
    remembered.clear()
    assert {path: page(path) for path in PAGES} == after


def test_kept_pages_follow_a_draw_that_is_applied_and_discarded() -> None:
    make_official()
    event = make_event(
        slug="morgen",
        published_at=timezone.now(),
        self_registration=True,
        starts_at=timezone.now() + timedelta(days=1),
    )
    assert "morgen/anmelden/" in page("/t/morgen/")
    series = draws.apply_draw(draws.propose_draw(event, 1, by=None), by=None)
    assert "morgen/anmelden/" not in page("/t/morgen/")
    series_services.release_seats(series, by=None)
    assert "noch nicht freigegeben" not in page("/t/morgen/sitz/")
    draws.discard_draw(series, reason="Karten vertauscht", by=None)
    assert "noch nicht freigegeben" in page("/t/morgen/sitz/")
