"""A player registers on the phone, changes the registration, and withdraws."""

from decimal import Decimal
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from romme_turnier.tournament import models
from tests.browser.test_account_and_help import faults
from tests.factories import make_official, make_open_event

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(scope="session")
def browser_context_args(browser_context_args: dict[str, Any]) -> dict[str, Any]:
    """A phone."""
    return {**browser_context_args, "viewport": {"width": 360, "height": 780}}


@pytest.fixture
def event() -> models.Event:
    make_official()
    return make_open_event(
        capacity=1, prizes="both", entry_fee=Decimal(12), bank_details="Rommé-Club Nord, DE02 1203 0000 0000 2020 51"
    )


def test_large_text_leaves_the_way_to_register_on_the_first_screen(page: Page, event: models.Event) -> None:
    page.set_viewport_size({"width": 360, "height": 640})
    models.Event.objects.update(venue="Bürgerhaus, Lindenallee 4, 41061 Mönchengladbach")
    page.goto("/t/testpokal/")
    page.evaluate("document.documentElement.style.fontSize = '150%'")
    expect(page.get_by_role("link", name="Zur Anmeldung")).to_be_in_viewport(ratio=1)


def test_registering_changing_and_withdrawing(page: Page, event: models.Event) -> None:
    page.goto("/t/testpokal/")
    expect(page.get_by_text("Noch 1 Platz frei.")).to_be_visible()
    page.get_by_role("link", name="Zur Anmeldung").click()
    page.get_by_label("Vorname").fill("Berta")
    page.get_by_label("E-Mail oder Telefon").fill("berta@")
    page.get_by_role("button", name="Jetzt anmelden").click()
    expect(page.get_by_role("alert")).to_contain_text("Bitte geben Sie den Nachnamen an.")
    expect(page.get_by_label("Vorname")).to_have_value("Berta")
    page.get_by_label("Nachname").fill("Beispiel")
    page.get_by_label("E-Mail oder Telefon").fill("berta@beispiel.de")
    page.get_by_role("button", name="Jetzt anmelden").click()
    expect(page.get_by_text("Angemeldet", exact=True)).to_be_visible()
    expect(page.get_by_role("img", name="QR-Code für die Überweisung")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
    assert faults(page) == []
    own = page.url
    copied = page.locator("dd:has([data-copy])").first
    copied.get_by_role("button", name="Kopieren").click()
    expect(copied.get_by_role("button")).to_have_text("Kopiert")
    assert page.evaluate("getSelection().toString()") == "DE02120300000000202051"

    page.get_by_role("link", name="Angaben ändern").click()
    page.get_by_label("Club").fill("Rommé-Club Nord")
    page.get_by_role("button", name="Angaben speichern").click()
    expect(page.get_by_text("Rommé-Club Nord", exact=True)).to_be_visible()

    page.goto("/t/testpokal/anmelden/mannschaft/")
    expect(page.get_by_text("Es ist kein Platz mehr frei.")).to_be_visible()
    assert faults(page) == []

    page.goto(own)
    page.get_by_role("link", name="Abmelden").click()
    page.get_by_role("button", name="Abmelden").click()
    expect(page.get_by_text("Abgemeldet")).to_be_visible()
    assert event.registrations.get().status == models.Registration.Status.WITHDRAWN
