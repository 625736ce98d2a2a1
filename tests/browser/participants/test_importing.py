"""A club's list with all its faults is registered in one pass, with few clicks."""

from decimal import Decimal
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.entry import sign_in
from tests.factories import make_event, make_official

pytestmark = pytest.mark.django_db(transaction=True)

DESK = (Path(__file__).parents[2] / "data/lists/desk.txt").read_text(encoding="utf-8")
CLICKS = 12


def test_list_of_five_clubs_in_eight_spellings_takes_one_pass(page: Page, base_url: str) -> None:
    event = make_event(players=0, entry_fee=Decimal("12.00"))
    sign_in(page, make_official(event), base_url)
    page.set_viewport_size({"width": 1366, "height": 641})
    page.goto(f"/leitung/{event.slug}/teilnehmer/import/")
    clicks = 0

    def click(what: Locator) -> None:
        nonlocal clicks
        clicks += 1
        what.click()

    page.locator("textarea").fill(DESK)
    button = page.get_by_role("button", name="Liste prüfen")
    expect(button).to_be_in_viewport(ratio=1)
    click(button)
    expect(page.locator("main")).to_contain_text("„Bemerkung“")  # not read
    ends = page.locator(".pasted tbody tr").evaluate_all("rows => rows.map(row => row.getBoundingClientRect().bottom)")
    assert sum(end <= 2 * 641 for end in ends) >= 30
    click(page.get_by_label("Das Geld liegt in der Kasse"))
    click(page.get_by_role("button", name="Teilnehmer melden"))
    expect(page.locator("main")).to_contain_text("35 Teilnehmer sind gemeldet.")
    expect(page.locator("main")).to_contain_text(
        "2 nicht: Zeile 37, Uwe Köhler, doppelt; Zeile 38, Summe, weggelassen."
    )
    assert event.registrations.filter(player__last_name="Schmidt").count() == 2
    clubs = event.registrations.exclude(club=None).values_list("club__name", flat=True)
    assert len(set(clubs)) == 5
    assert sum(entry.amount for entry in event.ledger.all()) == 34 * 12
    assert clicks <= CLICKS


def test_rows_with_every_column_fit_a_tablet_and_a_small_laptop(page: Page, base_url: str) -> None:
    event = make_event(players=0, entry_fee=Decimal("12.00"))
    sign_in(page, make_official(event), base_url)
    page.goto(f"/leitung/{event.slug}/teilnehmer/import/")
    page.locator("textarea").fill(
        "Nr;Name;Verein;Startgeld;Mannschaft;Sonderwertung\n"
        "zwölf;Müller-Lüdenscheidt, Hans-Joachim Karl;Romméfreunde Oberschleißheim;12,00 €;Lindenhof I;Damen\n"
    )
    page.get_by_role("button", name="Liste prüfen").click()
    expect(page.locator(".pasted")).to_be_visible()
    for width in (768, 1024, 1152, 1280, 1366):
        page.set_viewport_size({"width": width, "height": 900})
        assert page.evaluate("document.documentElement.scrollWidth") <= width, width
