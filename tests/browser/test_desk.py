"""The desk by keyboard alone: who is found is chosen, pays, gets a number, and the next one comes."""

from decimal import Decimal

import pytest
from playwright.sync_api import Page, expect

from romme_turnier.tournament import models
from tests.factories import make_event, make_official

pytestmark = pytest.mark.django_db(transaction=True)

DESK = "/leitung/testpokal/teilnehmer/neu/"


@pytest.fixture
def event(page: Page) -> models.Event:
    event = make_event(players=4, entry_fee=Decimal("10.00"))
    make_official(event)
    for first_name in ("Petra", "Paula"):
        models.Player.objects.create(first_name=first_name, last_name="Sommer")
    page.goto("/konto/anmelden/")
    page.locator("[name=login]").fill("leitung")
    page.locator("[name=password]").fill("geheim-geheim")
    page.locator("main button[type=submit]").click()
    expect(page).to_have_url("/leitung/")
    return event


def test_player_of_the_register_is_found_chosen_paid_and_numbered_by_keyboard(page: Page, event: models.Event) -> None:
    page.goto(DESK)
    expect(page.locator("#q")).to_be_focused()
    page.keyboard.type("sommer")
    expect(page.locator("[data-for=sommer] a")).to_have_count(3)  # both, and somebody new of that name
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    chosen = page.evaluate("document.activeElement.textContent")
    page.keyboard.press("Enter")
    expect(page.locator("[name=paid]")).to_be_focused()
    page.keyboard.press("Space")
    page.keyboard.press("Enter")
    expect(page.locator(".handed")).to_contain_text(f"Startnummer 5 – {chosen}")
    expect(page.locator("#q")).to_be_focused()
    five = event.registrations.get(number=5)
    assert five.name == chosen
    assert five.paid
    assert event.ledger.get().amount == Decimal("10.00")


def test_escape_clears_the_search_and_takes_back_who_was_chosen(page: Page, event: models.Event) -> None:
    page.goto(DESK)
    page.keyboard.type("petra")
    expect(page.locator("[data-for=petra] a")).to_have_count(2)
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Escape")
    expect(page.locator("#q")).to_be_focused()
    expect(page.locator("#q")).to_have_value("")
    expect(page.locator("#gefunden a")).to_have_count(0)
    page.keyboard.type("petra")
    expect(page.locator("[data-for=petra] a")).to_have_count(2)
    page.keyboard.press("Enter")
    expect(page.get_by_text("Aus dem Register:")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("#q")).to_be_focused()


def test_somebody_new_is_typed_once(page: Page, event: models.Event) -> None:
    page.goto(DESK)
    page.keyboard.type("Berta Beispiel")
    expect(page.locator('[data-for="Berta Beispiel"] a')).to_have_count(1)
    page.keyboard.press("Enter")
    expect(page.locator("[name=club]")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator(".handed")).to_contain_text("Startnummer 5 – Berta Beispiel")
