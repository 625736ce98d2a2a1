"""The whole way of a tournament in a browser: from an empty database to released standings and printed lists."""

import random
from io import BytesIO

import pytest
from playwright.sync_api import Page, expect
from pypdf import PageObject, PdfReader

from romme_turnier.tournament.models import Event, ListTotal, Spielliste

pytestmark = pytest.mark.django_db(transaction=True)

PLAYERS = 38
CLUBS = ("RC Pik-Sieben", "Kartenclub Mitte", "Gehörlosen-Rommérunde", "Die Ablegenden", "RC Treffdame")
PASSWORD = "Zwölf-Spiele-je-Liste"


def test_tournament_from_first_visit_to_released_standings(page: Page) -> None:
    set_up_the_program(page)
    announce_an_event(page)
    register_everybody(page)
    draw_the_series(page)
    print_empty_lists(page)
    for table in range(1, 11):
        enter_and_check_a_list(page, table)
    close_and_release(page)
    look_as_a_player(page)


def set_up_the_program(page: Page) -> None:
    page.goto("/")
    expect(page).to_have_url("/konto/einrichten/")
    page.locator("[name=display_name]").fill("Petra Sommer")
    page.locator("[name=username]").fill("petra")
    page.locator("[name=password1]").fill(PASSWORD)
    page.locator("[name=password2]").fill(PASSWORD)
    page.get_by_role("button", name="Konto anlegen und anmelden").click()
    expect(page).to_have_url("/leitung/")


def announce_an_event(page: Page) -> None:
    page.goto("/leitung/neu/ausfuehrlich/")
    page.locator("[name=name]").fill("Winterpokal 2026")
    page.locator("[name=venue]").fill("Bürgerhaus")
    page.locator("[name=starts_at]").fill("2096-12-05T10:00")
    page.locator("[name=series_count]").fill("1")
    page.locator("[name=entry_fee]").fill("10,00")
    page.get_by_role("button", name="Turnier anlegen").click()
    expect(page.locator(".error-summary")).to_contain_text("Lesart")  # the bonus is asked explicitly
    expect(page.locator("[name=name]")).to_have_value("Winterpokal 2026")
    page.locator("[name=bonus_mode][value=per_list]").check()
    page.get_by_role("button", name="Turnier anlegen").click()
    expect(page).to_have_url("/leitung/winterpokal-2026/")


def register_everybody(page: Page) -> None:
    page.goto("/leitung/winterpokal-2026/teilnehmer/import/")
    lines = ["Vorname;Nachname;Club;bezahlt"]
    lines += [f"Vera;Muster{number:02d};{CLUBS[number % len(CLUBS)]};ja" for number in range(1, PLAYERS + 1)]
    page.locator("textarea").fill("\n".join(lines))
    page.get_by_role("button", name="Liste prüfen").click()
    expect(page.get_by_text("Gespeichert ist noch nichts.")).to_be_visible()
    assert Event.objects.get().registrations.count() == 0
    page.get_by_role("button", name="Teilnehmer melden").click()
    page.goto("/leitung/winterpokal-2026/teilnehmer/startnummern/")
    page.get_by_role("button", name="38 Startnummern vergeben").click()
    assert Event.objects.get().registrations.filter(number__isnull=False).count() == PLAYERS


def draw_the_series(page: Page) -> None:
    page.goto("/leitung/winterpokal-2026/")
    expect(page.locator(".next-step")).to_contain_text("Serie 1")
    page.goto("/leitung/winterpokal-2026/serie/1/auslosen/")
    page.get_by_role("button", name="Vorschau auslosen").click()
    expect(page.get_by_role("heading", name="Serie 1: Vorschau der Auslosung")).to_be_visible()
    page.get_by_role("button", name="Diese Auslosung übernehmen").click()
    expect(page.locator(".hall__table")).to_have_count(10)
    page.get_by_role("button", name="Plätze freigeben").click()
    expect(page.get_by_text("Plätze freigegeben")).to_be_visible()


def print_empty_lists(page: Page) -> None:
    pdf = pdf_at(page, "/leitung/winterpokal-2026/serie/1/leere-listen.pdf")
    assert len(pdf.pages) == 10
    assert "Serie 1 Tisch 7" in words(pdf.pages[6])


def enter_and_check_a_list(page: Page, table: int) -> None:
    page.goto(f"/leitung/winterpokal-2026/serie/1/tisch/{table}/")
    seats = page.locator(".sheet__seat").count()
    page.locator("[name=g1s1]").focus()
    for row in plausible_rows(table, seats):
        for cell in row:
            page.keyboard.type(cell)
            page.keyboard.press("Tab")
    page.get_by_role("button", name="Speichern und Liste abschließen").click()
    page.get_by_role("button", name="Geprüft, nächste Liste").click()
    assert Spielliste.objects.get(table__number=table).status == Spielliste.Status.CHECKED


def plausible_rows(table: int, seats: int) -> list[list[str]]:
    """Twelve games, the same at every run; the scores of any two tables differ."""
    chance = random.Random(table)
    rows = []
    for game in range(12):
        by_hand = game == 5
        row = [str(chance.randint(70 if by_hand else 5, 120)) for _seat in range(seats)]
        row[chance.randrange(seats)] = "*" if by_hand else "0"
        rows.append(row)
    return rows


def close_and_release(page: Page) -> None:
    page.goto("/leitung/winterpokal-2026/serie/1/")
    page.locator("main").get_by_role("link", name="Serie 1 abschließen").click()
    page.get_by_role("button", name="Serie 1 abschließen").click()
    page.goto("/leitung/winterpokal-2026/rangliste/")
    page.get_by_role("link", name="Rangliste freigeben").click()
    page.get_by_role("button", name="Ausgabe 1 freigeben").click()
    expect(page.get_by_text("Ausgabe 1 der Rangliste nach Serie 1 ist freigegeben.")).to_be_visible()
    filled = pdf_at(page, "/leitung/winterpokal-2026/serie/1/listen.pdf")
    assert len(filled.pages) == 10
    standings = pdf_at(page, "/leitung/winterpokal-2026/rangliste/1/ausgabe-1.pdf")
    assert "Ausgabe 1" in words(standings.pages[0])
    assert Event.objects.get().published_at is not None


def look_as_a_player(page: Page) -> None:
    page.context.clear_cookies()
    page.set_viewport_size({"width": 360, "height": 740})
    page.goto("/t/winterpokal-2026/rangliste/")
    best = ListTotal.objects.order_by("result", "-finished", "-handrommes", "seat__registration__number").first()
    assert best is not None
    expect(page.locator(".standings tbody tr")).to_have_count(PLAYERS)
    expect(page.locator(".standings tbody tr").first).to_contain_text(str(best.seat.registration.number))
    expect(page.get_by_text("Muster01")).to_have_count(0)  # nobody agreed to be named in full
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    page.goto("/t/winterpokal-2026/sitz/?q=7")
    seat = best.seat.series.seats.get(registration__number=7)
    expect(page.locator(".answer__where").first).to_contain_text(f"Tisch {seat.table.number}")


def pdf_at(page: Page, path: str) -> PdfReader:
    response = page.request.get(path)
    assert response.ok
    assert response.headers["content-type"] == "application/pdf"
    return PdfReader(BytesIO(response.body()))


def words(pdf_page: PageObject) -> str:
    return " ".join(pdf_page.extract_text().split())
