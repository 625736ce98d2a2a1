"""Regel-Check by touch and by keyboard: the answer changes as one types or taps, and the address is the case."""

import re

import pytest
from django.urls import reverse
from playwright.sync_api import Page, Route, expect
from pytest_django.live_server_helper import LiveServer

from romme_turnier.core.rules import get_ruleset
from romme_turnier.web.rule_check.case import Ask, Case, Entry, Number, Tick
from tests.browser.axe import violations
from tests.cast import Cast

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def opened(page: Page, live_server: LiveServer, cast: Cast) -> Page:
    page.set_viewport_size({"width": 360, "height": 740})
    page.goto(live_server.url + reverse("rule_check:check"))
    return page


def test_tapped_cards_are_judged_at_once_and_stay_in_sight(opened: Page) -> None:
    headline = opened.locator(".verdict__headline")
    for name in ("Herz 9", "Joker", "Herz Bube"):
        opened.get_by_role("button", name=name, exact=True).click()
    expect(headline).to_contain_text("Ja: Sequenz, 29 Augen")
    opened.get_by_role("button", name="Feld leeren").scroll_into_view_if_needed()
    expect(headline).to_be_in_viewport()
    opened.get_by_role("button", name="Letzte zurück").click()
    expect(headline).to_contain_text("Nein")
    assert violations(opened) == []


def test_page_of_the_network_is_no_answer(opened: Page) -> None:
    """It wants people to sign in to it first."""
    headline = opened.locator(".verdict__headline")
    for name in ("Herz 9", "Joker", "Herz Bube"):
        opened.get_by_role("button", name=name, exact=True).click()
    expect(headline).to_contain_text("Ja: Sequenz, 29 Augen")
    opened.route("**/regel-check/**", lambda route: route.fulfill(body="<h1>WLAN</h1>", content_type="text/html"))
    with opened.expect_event("requestfinished"):
        opened.get_by_role("button", name="Herz Dame", exact=True).click()
    opened.evaluate("new Promise(requestAnimationFrame)")
    expect(headline).to_contain_text("Ja: Sequenz, 29 Augen")
    opened.unroute("**/regel-check/**")
    opened.get_by_role("button", name="Herz König", exact=True).click()
    expect(headline).to_contain_text("Ja: Sequenz, 49 Augen")


def test_typed_cards_are_judged_without_a_button_and_the_address_is_the_case(opened: Page) -> None:
    opened.get_by_label("Frage").select_option(label="Darf ich anlegen?")
    opened.wait_for_url(re.compile("frage=anlegen"))
    opened.get_by_label("Es liegt", exact=True).fill("Herz 9, Joker, Herz Bube")
    opened.keyboard.press("Tab")
    opened.keyboard.type("Herz 10")
    reasons = opened.locator(".verdict__reasons")
    expect(reasons).to_contain_text("Herz 10 gehört auf den Joker, der dafür liegt")
    opened.wait_for_url(re.compile("karten=Herz"))
    opened.reload()
    expect(reasons).to_contain_text("§ 6.8")


def test_every_kind_of_field_is_without_a_fault_for_readers_of_any_kind_and_fits_a_phone(opened: Page) -> None:
    """Cards, melds on the table and a tick; points and a seat; a contract, options, and possible layings."""
    order, contract, classic = map(get_ruleset, ("rommeordnung", "contract", "classic"))
    hand = {Entry.CARD: "♥5", Entry.HAND: "♥4 ♣9 ♦K", Entry.TABLE: "♥A ♥2 ♥3 / ♣7 ♠7 *"}
    cases = (
        Case(Ask.TAKE, order, hand, frozenset({Tick.OPENED})),
        Case(Ask.OUTCOME, order, {Entry.POINTS: "37 1 55 12"}),
        Case(
            Ask.ANNOUNCE,
            classic,
            {Entry.HAND: "♣2 ♣3 ♣4 ♦8"},
            frozenset({Tick.DRAWN}),
            options=("without_laying_out=7", "one_suit"),
        ),
        Case(Ask.OPENING, contract, {Entry.MELDS: "7H 7S 7C / 9H 10H JH"}, numbers={Number.CONTRACT: 2}),
    )
    faults = []
    for case in cases:
        opened.goto(case.address)
        expect(opened.locator(".verdict__headline")).to_be_visible()
        wrong = [broken["id"] for broken in violations(opened)]
        if wrong or opened.evaluate("document.documentElement.scrollWidth") > 360:
            faults.append((case.ask, wrong))
    assert faults == []


def test_card_is_used_no_more_often_than_the_pack_holds_it(opened: Page) -> None:
    seven = opened.get_by_role("button", name="Pik 7", exact=True)
    seven.click()
    seven.click()
    expect(seven).to_be_disabled()
    opened.get_by_role("button", name="Letzte zurück").click()
    expect(seven).to_be_enabled()


def test_answer_that_has_changed_is_what_its_address_shows(opened: Page) -> None:
    headline = opened.locator(".verdict__headline")
    for name, said in (("Herz 9", "Nein"), ("Joker", "Nein"), ("Herz Bube", "Ja"), ("Kreuz Ass", "Nein")):
        opened.get_by_role("button", name=name, exact=True).click()
        expect(headline).to_contain_text(said)
    opened.get_by_role("button", name="Letzte zurück").click()
    expect(headline).to_contain_text("Ja")
    drawn = opened.locator("[data-answer]").inner_html()
    opened.reload()
    assert opened.locator("[data-answer]").inner_html().split() == drawn.split()


def test_newer_question_is_answered_when_an_older_answer_comes_late(opened: Page) -> None:
    held: list[Route] = []
    opened.route("**/regel-check/?*", lambda route: route.continue_() if held else held.append(route))
    cards = opened.get_by_label("Diese Karten")
    with opened.expect_request("**/regel-check/?*"):
        cards.fill("Herz 9")
    cards.fill("Herz 9 Herz 10 Herz B")
    expect(opened.locator(".verdict__headline")).to_contain_text("Ja")
    with opened.expect_event("requestfinished"):
        held[0].continue_()
    opened.evaluate("new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))")
    expect(opened.locator(".verdict__headline")).to_contain_text("Ja")
