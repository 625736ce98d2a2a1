"""Public pages keep themselves up to date, and everybody keeps their place."""

import re

import pytest
from django.db import transaction
from django.utils import timezone
from playwright.sync_api import Page, Route, expect

from romme_turnier.tournament import models
from romme_turnier.tournament.organisers.addresses import readdress
from romme_turnier.tournament.seating import series as series_services
from romme_turnier.tournament.standings import releases
from tests.factories import list_of, make_checked, make_event, make_official, make_organiser, seat_series

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.own_context]

STANDINGS = "/t/testpokal/rangliste/"
HALF_A_MINUTE = 31_000
DRAWN = "new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))"


@pytest.fixture
def series() -> models.Series:
    make_official()
    found = seat_series(make_event(published_at=timezone.now(), series_count=2))
    make_checked(list_of(found, 1), {1: "0 23 37 58"})
    make_checked(list_of(found, 2), {1: "11 0 31 41"})
    series_services.close_series(found, by=None)
    releases.release_standings(found.event, 1, by=None)
    return found


def test_a_new_release_appears_by_itself_and_the_page_stays_where_it_was(page: Page, series: models.Series) -> None:
    page.set_viewport_size({"width": 360, "height": 400})
    page.clock.install()
    page.goto(STANDINGS)
    expect(page.locator(".below-table").get_by_text("Ausgabe 1")).to_be_visible()
    page.get_by_role("link", name="Vera5").first.focus()
    page.evaluate("window.scrollTo(0, 300)")
    releases.release_standings(series.event, 1, by=None, note="Berichtigt an Tisch 2")
    page.clock.run_for(HALF_A_MINUTE)
    expect(page.get_by_text("Berichtigt an Tisch 2")).to_be_attached()
    assert page.evaluate("window.scrollY") == 300
    assert "spieler/5" in page.evaluate("document.activeElement.href")


def test_what_is_pressed_is_not_replaced_before_it_is_released(page: Page, series: models.Series) -> None:
    page.clock.install()
    page.goto(STANDINGS)
    releases.release_standings(series.event, 1, by=None, note="Berichtigt an Tisch 2")
    held: list[Route] = []
    page.route("**/rangliste/", lambda route: held.append(route))  # noqa: PLW0108 - Playwright marks the function
    with page.expect_request("**/rangliste/"):
        page.clock.run_for(HALF_A_MINUTE)
    page.get_by_role("link", name="Vera5").first.hover()
    page.mouse.down()
    with page.expect_event("requestfinished"):
        held[0].continue_()
    page.evaluate(DRAWN)
    page.mouse.up()
    expect(page).to_have_url(re.compile("/spieler/5/"))


def test_an_answer_that_comes_late_does_not_replace_a_newer_one(page: Page, series: models.Series) -> None:
    page.clock.install()
    answer = page.goto(STANDINGS)
    assert answer is not None
    before = answer.text()
    late: list[Route] = []
    page.route("**/rangliste/", lambda route: route.continue_() if late else late.append(route))
    with page.expect_request("**/rangliste/"):
        page.clock.run_for(HALF_A_MINUTE)
    releases.release_standings(series.event, 1, by=None, note="Berichtigt an Tisch 2")
    page.clock.run_for(HALF_A_MINUTE)
    expect(page.get_by_text("Berichtigt an Tisch 2")).to_be_attached()
    with page.expect_event("requestfinished"):
        late[0].fulfill(body=before, content_type="text/html")
    page.evaluate(DRAWN)
    expect(page.get_by_text("Berichtigt an Tisch 2")).to_be_attached()


def test_a_page_says_when_it_may_be_out_of_date(page: Page, series: models.Series) -> None:
    page.clock.install()
    page.goto(STANDINGS)
    warning = page.get_by_text("Seit einer Minute keine Verbindung", exact=False)
    expect(warning).to_be_hidden()
    page.route("**/rangliste/", lambda route: route.abort())
    for _ in range(3):
        page.clock.run_for(HALF_A_MINUTE)
    expect(warning).to_be_visible()
    page.unroute("**/rangliste/")
    page.clock.run_for(HALF_A_MINUTE)
    expect(warning).to_be_hidden()


def test_page_that_is_open_while_its_event_moves_stays_up_to_date(page: Page, series: models.Series) -> None:
    page.clock.install()
    page.goto(STANDINGS)
    page.evaluate("document.addEventListener('romme:elsewhere', () => { document.title = 'elsewhere'; })")
    make_organiser(number="2", slug="sued")
    with transaction.atomic():
        readdress()
    with page.expect_response(lambda answer: answer.status == 200):
        page.clock.run_for(HALF_A_MINUTE)
    with page.expect_response(lambda answer: answer.status == 304):
        page.clock.run_for(HALF_A_MINUTE)
    releases.release_standings(series.event, 1, by=None, note="Berichtigt an Tisch 2")
    page.clock.run_for(HALF_A_MINUTE)
    expect(page.get_by_text("Berichtigt an Tisch 2")).to_be_attached()
    assert page.title() != "elsewhere"
    assert "/t/verein/testpokal/spieler/5/" in page.content()
