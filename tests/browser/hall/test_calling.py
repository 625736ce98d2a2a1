"""A table calls an official: on a phone of 360 pixels, at the desk, on the wall, within seconds and without a word."""

from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
from django.db import transaction
from django.utils import timezone
from playwright.sync_api import Browser, Locator, Page, expect

from romme_turnier.tournament import models
from romme_turnier.tournament.at_table.phones import open_list
from romme_turnier.tournament.hall.calls import answer_call, call_official
from romme_turnier.tournament.models.fields import new_token
from romme_turnier.tournament.organisers.addresses import readdress
from romme_turnier.tournament.participants.card_code import card_code
from romme_turnier.tournament.seating.series import release_seats
from tests.browser.entry import sign_in
from tests.factories import make_event, make_official, make_organiser, one, seat_series
from tests.tournament.at_table.scene import at_table

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.own_context]

DESK = "/leitung/testpokal/saal/"
FIVE_SECONDS, TEN_SECONDS, THIRTY_SECONDS = 5_000, 10_000, 31_000
FLASHES = "one => getComputedStyle(one).animationName"
CALM = "one => getComputedStyle(one).animationName === 'none'"


@pytest.fixture
def series() -> models.Series:
    event = make_event(published_at=timezone.now(), series_minutes=90)
    make_official(event, username="petra")
    found = seat_series(event)
    release_seats(found, by=None)
    return found


@pytest.fixture
def phone(browser: Browser, browser_context_args: dict[str, Any], series: models.Series) -> Iterator[Page]:
    """The phone of number 7, at seat 3 of table 2, with vibration switched on."""
    context = browser.new_context(**{**browser_context_args, "viewport": {"width": 360, "height": 740}})
    context.add_init_script(
        "navigator.vibrate = how => { (window.felt ??= []).push(how); return true; };"
        "localStorage.setItem('durchsagen-vibrieren', '1')"
    )
    page = context.new_page()
    page.clock.install()
    page.goto(f"/t/testpokal/ich/?k={card_code(one(series.event, 7))}&nr=7")
    yield page
    context.close()


@pytest.fixture
def desk(page: Page, base_url: str, series: models.Series) -> Page:
    petra = make_official(username="petra")
    page.set_viewport_size({"width": 1366, "height": 641})
    page.clock.install()
    sign_in(page, petra, base_url)
    return page


def left_of(places: Locator) -> list[float]:
    found: list[float] = places.evaluate_all("all => all.map(one => one.getBoundingClientRect().left)")
    return found


def test_a_phone_calls_the_desk_answers_the_phone_says_who_comes_and_the_wall_names_the_table(
    phone: Page, desk: Page, series: models.Series
) -> None:
    desk.goto(DESK)
    typed = desk.get_by_label("Text der Durchsage")
    typed.fill("Das Buffet ist er")
    places, before = desk.locator(".places a"), typed.bounding_box()
    stood = left_of(places)
    phone.get_by_role("link", name="Spielleitung rufen").click()
    choices = phone.locator("[name=about]")
    assert choices.evaluate_all("all => Math.min(...all.map(one => one.offsetHeight))") >= 56
    assert phone.evaluate("document.documentElement.scrollWidth") == 360
    phone.get_by_role("button", name="Fehler in der Liste").click()
    expect(phone.locator(".call__state")).to_contain_text("Sie haben um")

    desk.clock.run_for(TEN_SECONDS)
    mark = desk.locator(".calls-mark")
    expect(mark).to_contain_text("1 Ruf")
    assert desk.locator(".bar__calls").evaluate(FLASHES) == "bar-call"
    expect(desk.locator("[aria-live]").last).to_have_text("1 Tisch ruft die Spielleitung.")
    assert (left_of(places), typed.bounding_box(), typed.input_value()) == (stood, before, "Das Buffet ist er")
    expect(desk.get_by_role("button", name="Ich komme")).to_have_count(0)  # the list waits while a player types
    typed.blur()
    desk.clock.run_for(TEN_SECONDS)
    desk.get_by_role("button", name="Ich komme").click()
    expect(desk.get_by_text("An Tisch 2 steht jetzt, dass Sie kommen.")).to_be_visible()

    phone.clock.run_for(FIVE_SECONDS)
    state = phone.locator(".call")
    expect(state.locator(".call__state")).to_have_text("Petra kommt.")
    assert state.evaluate(FLASHES) == "announced"
    expect(phone.locator("[data-announced-aloud]")).to_contain_text("Petra kommt.")
    assert len(phone.evaluate("window.felt")) == 1
    phone.evaluate("document.querySelector('.call').kept = true")
    with phone.expect_event("requestfinished", lambda request: request.url == phone.url):
        phone.evaluate("document.dispatchEvent(new Event('look-again'))")
    phone.evaluate("new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))")
    assert phone.evaluate("document.querySelector('.call').kept")  # only the token of its form has changed
    phone.emulate_media(reduced_motion="reduce")
    assert state.evaluate(CALM)

    wall = phone.context.new_page()
    wall.goto("/t/testpokal/saal/")
    expect(wall.locator(".wall__calling")).to_have_text("zu Tisch 2 kommt jemand")
    wall.close()

    desk.get_by_role("button", name="Erledigt").click()
    expect(desk.get_by_text("Der Ruf von Tisch 2 ist erledigt.")).to_be_visible()
    phone.clock.run_for(FIVE_SECONDS)
    expect(phone.locator(".call__state")).to_have_text("Erledigt")
    expect(phone.locator(".call__done")).to_have_attribute("open", "")
    phone.clock.run_for(60_000)
    expect(phone.locator(".call__done")).not_to_have_attribute("open", "")
    expect(choices).to_have_count(4)
    note = phone.get_by_label("Was ist es?")
    note.fill("Bitte ein neues Bl")
    note.blur()
    phone.clock.run_for(THIRTY_SECONDS)
    expect(note).to_have_value("Bitte ein neues Bl")  # begun text is not replaced


def test_mark_moves_nothing_on_the_phone_of_an_official(desk: Page, series: models.Series) -> None:
    desk.set_viewport_size({"width": 360, "height": 740})
    for table in series.tables.all():
        call_official(table, about="rule")
    models.TableCall.objects.update(called_at=timezone.now() - timedelta(minutes=119))
    desk.goto(DESK)
    expect(desk.locator(".calls-mark")).to_contain_text("119 min")
    assert desk.locator(".bar").evaluate("one => one.offsetHeight") == 44
    assert desk.evaluate("document.documentElement.scrollWidth") == 360


def test_desk_that_is_open_while_its_event_moves_sees_calls(desk: Page, series: models.Series) -> None:
    desk.goto(DESK)
    make_organiser(number="2", slug="sued")
    with transaction.atomic():
        readdress()
    call_official(series.tables.get(number=1), about="rule")
    desk.clock.run_for(TEN_SECONDS)
    expect(desk.locator(".calls-mark")).to_contain_text("1 Ruf")


def test_page_of_a_list_at_the_table_says_who_comes(page: Page, base_url: str) -> None:
    made, token = at_table(slug="testpokal", published_at=timezone.now()), new_token()
    petra = make_official(made.event, username="petra")
    held = open_list(made.spielliste, one(made.event, 2), token=token, card_end=None)
    page.set_viewport_size({"width": 360, "height": 740})
    page.clock.install()
    page.context.add_cookies([{"name": "tisch", "value": token, "url": base_url}])
    page.goto("/t/testpokal/serie/1/tisch/1/zettel/")
    expect(page.get_by_role("link", name="Spielleitung rufen")).to_be_visible()
    call = call_official(made.spielliste.table, about="rule", seat=2, registration=held.registration)
    page.clock.run_for(FIVE_SECONDS)
    expect(page.locator(".call__state")).to_contain_text("Sie haben um")
    answer_call(call, by=petra)
    page.clock.run_for(FIVE_SECONDS)
    expect(page.locator(".call__state")).to_have_text("Petra kommt.")
    assert page.locator(".call").evaluate(FLASHES) == "announced"
