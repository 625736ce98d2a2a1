"""The front desk by keyboard only: one Enter for payment, number and attendance of a found player; then the next."""

from decimal import Decimal

import pytest
from playwright.sync_api import Page, Route, expect

from romme_turnier.tournament import models
from tests.factories import make_event, make_official, one

pytestmark = pytest.mark.django_db(transaction=True)

DESK = "/leitung/testpokal/einlass/"


@pytest.fixture
def event(page: Page) -> models.Event:
    event = make_event(players=30, clubs=4, entry_fee=Decimal("10.00"))
    event.registrations.filter(number=5).update(number=None)
    make_official(event)
    for first_name in ("Petra", "Paula"):
        models.Player.objects.create(first_name=first_name, last_name="Sommer")
    page.goto("/konto/anmelden/")
    page.locator("[name=login]").fill("leitung")
    page.locator("[name=password]").fill("geheim-geheim")
    page.locator("main button[type=submit]").click()
    expect(page).to_have_url("/leitung/")
    page.set_viewport_size({"width": 1366, "height": 641})
    page.goto(DESK)
    return event


def test_everybody_is_served_by_number_scan_or_name_and_one_enter_without_another_page(
    page: Page, event: models.Event
) -> None:
    loads = []
    page.on("load", lambda _page: loads.append(page.url))
    expect(page.locator("#q")).to_be_focused()
    for typed, number in (("7", 7), ("vera5", 5)):
        page.keyboard.type(typed)
        expect(page.locator(f"[data-for={typed!r}] #erledigen")).to_be_visible()
        page.keyboard.press("Enter")
        expect(page.locator("#tresen[data-done]")).to_contain_text(f"Startnummer {number}")
        expect(page.locator("#q")).to_be_focused()
        expect(page.locator("#q")).to_have_value("")
        who = one(event, number)
        assert who.paid
        assert who.checked_in_at
        expect(page.locator(f"#teilnehmer-{who.pk}")).to_contain_text("✓ bezahlt")
    page.keyboard.type("http://192.168.178.20:8000/leitung/testpokal/einlass/?nr=9\n")  # a scanner types the Enter, too
    expect(page.locator("#karte")).to_have_text("9 Vera9 Spieler9")
    page.keyboard.press("Enter")
    expect(page.locator("#tresen[data-done]")).to_contain_text("Da seit")
    assert one(event, 9).paid
    assert loads == []
    assert event.ledger.count() == 3


def test_row_has_the_cells_of_its_table_after_another_device_filled_a_column(page: Page, event: models.Event) -> None:
    expect(page.get_by_role("columnheader", name="Mannschaft")).to_have_count(0)
    event.teams.create(name="Asse", key="asse")
    page.keyboard.type("7")
    expect(page.locator("[data-for='7'] #erledigen")).to_be_visible()
    page.keyboard.press("Enter")
    expect(page.get_by_role("columnheader", name="Mannschaft")).to_be_visible()
    who = one(event, 7)
    assert who.checked_in_at
    row = page.locator(f"#teilnehmer-{who.pk}")
    expect(row).to_contain_text("✓ bezahlt")
    assert row.locator("th, td").count() == page.locator("thead th, thead td").count()


def test_next_number_can_be_typed_while_a_player_is_being_served(page: Page, event: models.Event) -> None:
    waiting: list[Route] = []

    def hold(route: Route) -> None:
        if route.request.method == "POST":
            waiting.append(route)
        else:
            route.continue_()

    page.route("**/*", hold)
    page.keyboard.type("7")
    expect(page.locator("[data-for='7'] #erledigen")).to_be_visible()
    with page.expect_request(lambda request: request.method == "POST"):
        page.keyboard.press("Enter")
    page.keyboard.type("9\n")
    expect(page.locator("#q")).to_have_value("9")
    waiting.pop().continue_()
    expect(page.locator("#karte")).to_have_text("9 Vera9 Spieler9")
    expect(page.locator(f"#teilnehmer-{one(event, 7).pk}")).to_contain_text("✓ bezahlt")
    expect(page.locator("#q")).to_have_value("9")
    assert not one(event, 9).paid


def test_last_number_at_the_desk_changes_the_next_step_in_the_bar(page: Page, event: models.Event) -> None:
    expect(page.locator(".bar__next")).to_contain_text("Startnummern vergeben")
    page.keyboard.type("vera5")
    expect(page.locator("[data-for='vera5'] #erledigen")).to_be_visible()
    page.keyboard.press("Enter")
    expect(page.locator(".bar__next")).to_contain_text("Serie 1 auslosen")
    expect(page.get_by_role("link", name="1 Startnummer vergeben")).to_be_hidden()


def test_one_tick_less_is_possible_by_key(page: Page, event: models.Event) -> None:
    page.keyboard.type("7")
    expect(page.locator("[data-for='7'] #erledigen")).to_be_visible()
    page.locator("#erledigen [name=arrived]").focus()
    page.keyboard.press("Space")
    page.keyboard.press("Enter")
    expect(page.locator("#tresen[data-done]")).to_contain_text("Bezahlt")
    assert one(event, 7).paid
    assert one(event, 7).checked_in_at is None


def test_walk_in_is_taken_from_the_register_or_typed_once(page: Page, event: models.Event) -> None:
    page.keyboard.type("sommer")
    expect(page.locator("[data-for=sommer] .hits a")).to_have_count(3)  # both, and a new person of that name
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    chosen = str(page.evaluate("document.activeElement.querySelector('strong').textContent"))
    page.keyboard.press("Enter")
    expect(page.locator("#karte")).to_have_text(chosen)
    expect(page.locator("#tresen [name=club]")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("#karte")).to_have_text(f"5 {chosen}")
    page.keyboard.type("Berta Beispiel")
    expect(page.locator("[data-for='Berta Beispiel'] .hits a")).to_have_count(1)
    page.keyboard.press("Enter")
    expect(page.locator("#tresen [name=club]")).to_be_focused()
    page.keyboard.type("RC Neu")
    page.keyboard.press("Enter")
    expect(page.locator("#karte")).to_have_text("31 Berta Beispiel")
    expect(page.locator("#leute tr").nth(30)).to_contain_text("Beispiel, Berta")  # by start number, as after a reload
    assert event.registrations.filter(number__in=(5, 31), paid=True, checked_in_at__isnull=False).count() == 2


def test_message_of_an_import_goes_with_the_next_player_and_the_new_row_stands_by_its_number(
    page: Page, event: models.Event
) -> None:
    page.goto("/leitung/testpokal/teilnehmer/import/")
    page.locator("textarea").fill("Name;Nr\nOtto Kühn;40")
    page.get_by_role("button", name="Liste prüfen").click()
    page.get_by_role("button", name="Teilnehmer melden").click()
    expect(page.locator("#meldungen")).to_contain_text("1 Teilnehmer ist gemeldet.")
    for name, place in (("Berta Beispiel", 4), ("Cora Cremer", 30)):
        page.locator("#q").fill(name)
        expect(page.locator(f"[data-for='{name}'] .hits a")).to_have_count(1)
        page.keyboard.press("Enter")
        expect(page.locator("#tresen [name=club]")).to_be_focused()
        page.keyboard.press("Enter")
        expect(page.locator("#karte")).to_contain_text(name)
        expect(page.locator("#leute tr").nth(place)).to_contain_text(name.split()[1])
        expect(page.locator("#meldungen")).to_be_empty()


def test_first_participant_brings_the_table(page: Page, event: models.Event) -> None:
    event.registrations.all().delete()
    page.goto(DESK)
    page.locator("#q").fill("Berta Beispiel")
    expect(page.locator("[data-for='Berta Beispiel'] .hits a")).to_have_count(1)
    page.keyboard.press("Enter")
    expect(page.locator("#tresen [name=club]")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("#leute tr")).to_have_count(1)
    expect(page.locator("#karte")).to_have_text("1 Berta Beispiel")


def test_escape_clears_and_an_empty_field_does_nothing(page: Page, event: models.Event) -> None:
    page.keyboard.type("vera7")
    expect(page.locator("[data-for=vera7] #erledigen")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("#karte")).to_have_count(0)
    expect(page.locator("#q")).to_have_value("")
    page.keyboard.press("Enter")
    assert not event.ledger.exists()


def test_button_of_a_row_does_one_step_and_the_card_takes_it_back(page: Page, event: models.Event) -> None:
    row = page.locator(f"#teilnehmer-{one(event, 3).pk}")
    row.get_by_role("button", name="Bezahlt").click()
    expect(row).to_contain_text("✓ bezahlt")
    row.get_by_role("button", name="Da").click()
    expect(page.locator("#karte")).to_have_text("3 Vera3 Spieler3")
    expect(page.locator("#tresen")).to_contain_text("Da seit")
    page.get_by_role("button", name="Zurücknehmen Da").click()
    expect(row.get_by_role("button", name="Da")).to_be_visible()
    assert one(event, 3).checked_in_at is None
    assert one(event, 3).paid
