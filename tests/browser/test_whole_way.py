"""The whole way of a tournament in a browser: from an empty database to released standings and printed lists.

Pages and clicks are counted. A director walked such an event before the desk was made over: 429 pages, 394 clicks.
"""

import random

import pytest
from django.db.models import Sum
from django.utils import timezone
from playwright.sync_api import Page, expect

from romme_turnier.accounts.setup_word import setup_word
from romme_turnier.tournament.models import Event, ListTotal, Seat, Spielliste
from tests.browser.day_steps import close_and_release, draw_series, let_in, paste_participants, pdf_at, words
from tests.browser.entry import open_list, until

pytestmark = pytest.mark.django_db(transaction=True)

PLAYERS, TABLES, SERIES = 30, 8, 2
GAMES = 6  # a list; twelve are typed in lists/test_keypad.py
WALK_INS = 2
AT_ONCE = 25  # rows of the standings on a phone
LOADS_BEFORE, CLICKS_BEFORE = 429, 394
# Keys that press a button do not count as clicks; the count outlives the page.
COUNT_CLICKS = """addEventListener("click", (one) => {
  if (one.isTrusted && one.detail) localStorage.clicks = 1 + Number(localStorage.clicks ?? 0);
}, true)"""
CLUBS = ("RC Pik-Sieben", "Kartenclub Mitte", "Gehörlosen-Rommérunde", "Die Ablegenden", "RC Treffdame")
HOME = "/leitung/winterpokal-2026/"
PASSWORD = "Zwölf-Spiele-je-Liste"


def test_tournament_from_first_visit_to_released_standings(page: Page) -> None:
    loads: list[str] = []
    page.on("load", lambda shown: loads.append(shown.url))
    page.add_init_script(COUNT_CLICKS)
    set_up_the_program(page)
    announce_an_event(page)
    register_everybody(page)
    let_everybody_in(page)
    for number in range(1, SERIES + 1):
        draw_series(page, HOME, number, tables=TABLES)
        enter_and_check_the_lists(page, number)
        close_and_release(page, HOME, number)
        assert Event.objects.get().published_at is not None
    clicks = int(page.evaluate("localStorage.clicks"))
    assert (len(loads) < LOADS_BEFORE / 2, clicks < CLICKS_BEFORE / 2) == (True, True), (len(loads), clicks)
    print_lists_and_standings(page)
    look_as_a_player(page)


def set_up_the_program(page: Page) -> None:
    page.goto("/")
    expect(page).to_have_url("/konto/startwort/")
    page.locator("[name=wort]").fill(setup_word())
    page.get_by_role("button", name="Weiter").click()
    expect(page).to_have_url("/konto/einrichten/")
    button = page.get_by_role("button", name="Konto anlegen und anmelden")
    usual = page.viewport_size
    assert usual is not None
    page.set_viewport_size({"width": 1366, "height": 641})
    expect(button).to_be_in_viewport(ratio=1)
    page.locator("[name=display_name]").fill("Petra Sommer")
    page.locator("[name=username]").fill("petra")
    page.locator("[name=password1]").fill(PASSWORD)
    page.locator("[name=password2]").fill(PASSWORD)
    button.click()
    page.set_viewport_size(usual)
    expect(page).to_have_url("/leitung/")


def announce_an_event(page: Page) -> None:
    page.goto("/leitung/neu/ausfuehrlich/")
    page.locator("[name=name]").fill("Winterpokal 2026")
    page.locator("[name=venue]").fill("Bürgerhaus")
    page.locator("[name=starts_at]").fill("2096-12-05T10:00")
    page.locator("[name=series_count]").fill(str(SERIES))
    page.locator("[name=games_per_list]").fill(str(GAMES))
    page.locator("[name=entry_fee]").fill("10,00")
    page.locator("[name=names][value=short]").check()
    page.get_by_role("button", name="Turnier anlegen").click()
    expect(page.locator(".error-summary")).to_contain_text("Lesart")  # the bonus is asked explicitly
    expect(page.locator("[name=name]")).to_have_value("Winterpokal 2026")
    page.locator("[name=bonus_mode][value=per_list]").check()
    page.get_by_role("button", name="Turnier anlegen").click()
    expect(page).to_have_url(HOME)


def register_everybody(page: Page) -> None:
    expected = PLAYERS - WALK_INS
    lines = ["Meldungen zum Winterpokal"]
    lines += [f"{family_name(number)}, Vera; {CLUBS[number % len(CLUBS)]}; ja" for number in range(1, expected + 1)]
    paste_participants(page, HOME, lines)
    expect(page.locator("#leute tr")).to_have_count(expected)


def family_name(number: int) -> str:
    return f"Muster{'abcdefgh'[number // 5]}{'lmnrt'[number % 5]}"


def let_everybody_in(page: Page) -> None:
    """At the door by keyboard only: players on the list, and two others."""
    Event.objects.update(starts_at=timezone.now())  # the day has come
    page.goto(f"{HOME}einlass/")
    for number in range(1, PLAYERS + 1):
        let_in(page, number, f"Vera {family_name(number)}", club=CLUBS[0] if number > PLAYERS - WALK_INS else "")
    assert Event.objects.get().registrations.filter(checked_in_at__isnull=False, paid=True).count() == PLAYERS


def enter_and_check_the_lists(page: Page, number: int) -> None:
    """Types and completes every list, continuing with Tab; then checks all lists without faults together."""
    for table in range(1, TABLES + 1):
        hands = open_list(page, f"{HOME}serie/{number}/tisch/{table}/")
        page.locator("[name=g1s1]").focus()
        for row in plausible_rows(100 * number + table, page.locator(".sheet__seat").count()):
            if table == 1:
                for cell in row:
                    hands.type(cell)
                    hands.press("Tab")
            else:
                hands.cells(*row)
        page.get_by_role("button", name="Liste abschließen").click()
        expect(page.get_by_role("button", name="Geprüft", exact=True)).to_be_visible()
    page.goto(f"{HOME}serie/{number}/listen/")
    page.get_by_role("button", name=f"Alle ohne Fehler als geprüft ({TABLES})").click()
    page.locator("dialog [value=go]").click()
    checked = Spielliste.objects.filter(table__series__number=number, status=Spielliste.Status.CHECKED)
    until(lambda: checked.count() == TABLES)


def plausible_rows(table: int, seats: int) -> list[list[str]]:
    """The same at every run; the scores of any two tables differ."""
    chance = random.Random(table)
    rows = []
    for game in range(GAMES):
        by_hand = game == 5
        row = [str(chance.randint(70 if by_hand else 5, 120)) for _seat in range(seats)]
        row[chance.randrange(seats)] = "*" if by_hand else "0"
        rows.append(row)
    return rows


def print_lists_and_standings(page: Page) -> None:
    blank = pdf_at(page, f"{HOME}serie/1/leere-listen.pdf")
    assert len(blank.pages) == TABLES
    assert "Serie 1 Tisch 7" in words(blank.pages[6])
    assert len(pdf_at(page, f"{HOME}serie/1/listen.pdf").pages) == TABLES
    standings = pdf_at(page, f"{HOME}rangliste/1/ausgabe-1.pdf")
    assert "Ausgabe 1" in words(standings.pages[0])


def look_as_a_player(page: Page) -> None:
    page.context.clear_cookies()
    page.set_viewport_size({"width": 360, "height": 740})
    page.goto("/t/winterpokal-2026/rangliste/")
    totals = ListTotal.objects.values("seat__registration__number").annotate(total=Sum("result"))
    best = totals.order_by("total").first()
    assert best is not None
    expect(page.locator(".standings tbody tr")).to_have_count(AT_ONCE)
    expect(page.locator(".standings tbody tr").first).to_contain_text(str(best["seat__registration__number"]))
    expect(page.get_by_text(family_name(1))).to_have_count(0)  # no player agreed to be named in full
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    page.goto("/t/winterpokal-2026/sitz/?q=7")
    seat = Seat.objects.get(series__number=SERIES, registration__number=7)
    expect(page.locator(".answer__where").first).to_contain_text(f"Tisch {seat.table.number}")
