"""An evening of each rule system in a browser, from its announcement to the result and the paper.

`EVENINGS` has the announcement, the input at each table, and the expected results, added up by hand. The evening of
the Romméordnung is `test_whole_way.py`.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from tests.browser.day_steps import close_and_release, draw_series, let_in, paste_participants, pdf_at, words
from tests.browser.entry import all_saved, sign_in
from tests.factories import make_official

pytestmark = pytest.mark.django_db(transaction=True)

HOME, PUBLIC = "/leitung/abend/", "/t/abend/"
CLUBS = ("RC Pik-Sieben", "Kartenclub Mitte", "Rommérunde Süd")
LETTERS = "abcdefghi"
TICKED = "✓"
TIED = "gleichauf, kein Entscheidungsspiel nötig"
# The rows of a list with a figure over their heading.
COVERED = """() => [...document.querySelectorAll(".sheet tbody tr")].filter((row) => {
  const head = row.querySelector("th").getBoundingClientRect();
  return [...row.querySelectorAll("td")].map((one) => one.getBoundingClientRect()).some((one) => one.width &&
    one.left < head.right - 1 && one.right > head.left + 1 && one.top < head.bottom - 1 && one.bottom > head.top + 1);
}).length"""


@dataclass(frozen=True)
class Table:
    """`games` are typed cells by seat; `sums` are their results."""

    games: Sequence[str]
    sums: Sequence[str]


@dataclass(frozen=True)
class Evening:
    """`asked` are fields of the announcement with their input, `agreed` the resulting words.

    `heads` are those of the rows of table 1, and `foot` the last line below them. `standings` are rank, player and
    figures, `wins` is the deciding criterion, `pays` are the payments of each table. "T1P2": table 1, seat 2.
    """

    rules: str
    players: int
    asked: Mapping[str, str]
    agreed: Sequence[str]
    tables: Sequence[Table]
    heads: Sequence[str]
    foot: str
    standings: Sequence[str]
    wins: str = "Die wenigsten Punkte gewinnen."
    pays: Sequence[Sequence[str]] = ()
    at_the_door: bool = False


EVENINGS = (
    Evening(
        rules="Rommé klassisch",
        players=8,
        asked={"games_per_list": "3", "option_without_laying_out": "7", "stake": "0,001"},
        agreed=("1 Serie zu 3 Spielen", "Ansagen mit höchstens 7 Punkten", "0,001 € je Punkt"),
        tables=(
            Table(("0 64 50 20", "58 0 76 12", "50 68 2 0"), ("108", "132", "128", "32")),  # the source's example
            Table(("0 10 20 30", "10 0 20 30", "10 20 R5 30"), ("20", "30", "45", "90")),
        ),
        heads=("1", "2", "3"),
        foot="beendete Spiele 1 1 0 1",
        standings=(
            *("1 T2P1 20 1 20", "2 T2P2 30 1 30", "3 T1P4 32 1 32", "4 T2P3 45 1 45"),
            *("5 T2P4 90 0 90", "6 T1P1 108 1 108", "7 T1P3 128 0 128", "8 T1P2 132 1 132"),
        ),
        pays=(
            ("T1P1 zahlt 0,02 € an T1P4", "T1P2 zahlt 0,14 € an T1P4", "T1P3 zahlt 0,10 € an T1P4"),
            ("T2P4 zahlt 0,10 € an T2P1", "T2P4 zahlt 0,06 € an T2P2", "T2P4 zahlt 0,02 € an T2P3"),
        ),
    ),
    Evening(
        rules="Rommee online",
        players=9,
        asked={"table_size": "5", "length_number": "1", "option_minimum": "40", "option_knocking": TICKED},
        agreed=("möglichst 5 Plätze", "1 Serie zu 1 Runde", "Erstes Auslegen ab 40 Punkten", "Klopfen"),
        tables=(
            Table(
                ("0 20 30 40 50", "10 0 30 40 50", "10 20 * 40 50", "10 20 30 0 50", "10 20 30 40 0"),
                ("50", "100", "120", "200", "250"),
            ),
            Table(("0 11 22 33", "11 0 22 33", "11 22 0 33", "11 * 22 33"), ("44", "33", "88", "165")),
        ),
        heads=("1", "2", "3 × 2", "4", "5"),
        foot="beendete Spiele 1 1 1 1 1",
        standings=(
            *("1 T2P2 33 2 33", "2 T2P1 44 1 44", "3 T1P1 50 1 50", "4 T2P3 88 1 88", "5 T1P2 100 1 100"),
            *("6 T1P3 120 1 120", "7 T2P4 165 0 165", "8 T1P4 200 1 200", "9 T1P5 250 1 250"),
        ),
    ),
    Evening(
        rules="Treppenrommé",
        players=7,
        asked={"length_number": "100", "scoring": "table_points"},
        agreed=("1 Serie bis 100 Punkte", "Tischpunkte: Am Tisch mit 4 Plätzen geben die Plätze 3, 2, 1, 0"),
        tables=(
            Table(("R18+30+27 40 30 20", "R25 60 10 20", "R30 20 10 10"), ("130", "120", "50", "50")),
            Table(("R70 30 20", "R35 40 20"), ("105", "70", "40")),
        ),
        heads=("1", "2", "3"),  # after two of them both have 100
        foot="Tischpunkte 3 2 ½ ½",
        standings=(
            *("1 T1P1 3 130 3 3", "2 T1P2 2 120 0 2", "3 T2P1 2 105 2 2", "4 T2P2 1 70 0 1"),
            *("5 T1P3 ½ 50 0 ½", "5 T1P4 ½ 50 0 ½", "7 T2P3 0 40 0 0"),
        ),
        wins="Die meisten Tischpunkte gewinnen, bei gleich vielen die meisten Punkte.",
    ),
    Evening(
        rules="Contract Rummy",
        players=6,
        asked={"table_size": "3", "option_joker_25": TICKED},
        agreed=("möglichst 3 Plätze", "1 Serie zu 7 Spielen", "Ein Joker auf der Hand zählt 25 Punkte"),
        tables=(
            Table(("0 20 30", "10 0 30", "10 20 0") * 2 + ("0 20 30",), ("40", "100", "150")),
            Table(("0 22 33", "11 0 33", "11 22 0") * 2 + ("0 22 33",), ("44", "110", "165")),
        ),
        heads=(
            *("1 2 Sätze, 10 Handkarten", "2 1 Satz und 1 Sequenz, 10 Handkarten", "3 2 Sequenzen, 10 Handkarten"),
            *("4 3 Sätze, 10 Handkarten", "5 2 Sätze und 1 Sequenz, 12 Handkarten"),
            *("6 1 Satz und 2 Sequenzen, 12 Handkarten", "7 3 Sequenzen, 12 Handkarten"),
        ),
        foot="beendete Spiele 3 2 2",
        standings=(
            *("1 T1P1 40 3 40", "2 T2P1 44 3 44", "3 T1P2 100 2 100"),
            *("4 T2P2 110 2 110", "5 T1P3 150 2 150", "6 T2P3 165 2 165"),
        ),
        at_the_door=True,
    ),
)


@dataclass(frozen=True)
class Seated:
    number: str
    name: str
    club: str


Hall = dict[str, Seated]  # by "T1P2"


@pytest.mark.parametrize("evening", EVENINGS, ids=lambda evening: evening.rules)
def test_evening_is_held_from_announcement_to_result_and_paper(
    page: Page, live_server: LiveServer, evening: Evening
) -> None:
    sign_in(page, make_official(makes_events=True), live_server.url)
    announce(page, evening)
    let_everybody_in(page, evening)
    achieved = draw_series(page, HOME, 1, tables=len(evening.tables))
    assert len(re.findall("Bewiesen bestmöglich|Beste gefundene Auslosung", achieved)) == 1
    hall = enter_and_check(page, evening)
    close_and_release(page, HOME, 1)
    settle(page, evening, hall)
    print_result(page, evening, hall)
    look_as_a_player(page, evening, hall)


def announce(page: Page, evening: Evening) -> None:
    page.goto("/leitung/neu/ausfuehrlich/")
    page.locator("[name=name]").fill("Abend")
    page.locator("[name=starts_at]").fill(f"{timezone.localdate():%Y}-12-31T19:00")
    page.locator("[name=ruleset]").select_option(evening.rules)
    expect(page.locator("#regelwerk-heisst")).to_contain_text(evening.rules)
    for name, said in {**evening.asked, "series_count": "1"}.items():
        answer(page, name, said)
    page.keyboard.press("Enter")  # in the last field
    expect(page).to_have_url(HOME)


def answer(page: Page, name: str, said: str) -> None:
    """Fills any kind of field."""
    asked = page.locator(f"[name={name}]")
    kind = asked.first.get_attribute("type")
    if kind == "radio":
        page.locator(f"[name={name}][value={said}]").check()
    elif said == TICKED:
        asked.check()
    elif kind is None:
        asked.select_option(said)
    else:
        asked.press("ControlOrMeta+a")
        page.keyboard.type(said)


def let_everybody_in(page: Page, evening: Evening) -> None:
    """At the door, one after the other; or all numbers are given in one step."""
    names = [f"Muster{letter}" for letter in LETTERS[: evening.players]]
    paste_participants(page, HOME, [f"{name}, Vera; {CLUBS[at % 3]}" for at, name in enumerate(names)])
    if evening.at_the_door:
        page.goto(f"{HOME}einlass/")
        for number, name in enumerate(names, start=1):
            let_in(page, number, f"Vera {name}")
    else:
        page.goto(f"{HOME}teilnehmer/startnummern/")
        page.get_by_role("button", name=f"{evening.players} Startnummern vergeben").click()
        expect(page.locator("#leute tr")).to_have_count(evening.players)


def enter_and_check(page: Page, evening: Evening) -> Hall:
    hall: Hall = {}
    page.goto(f"{HOME}serie/1/listen/")
    for number, table in enumerate(evening.tables, start=1):
        expect(page.locator("#tisch")).to_be_focused()  # the page waits for the next table
        page.keyboard.type(str(number))
        page.keyboard.press("Enter")
        page.wait_for_selector("#spaltenweise:visible")
        expect(page.get_by_role("heading", name=f"Serie 1, Tisch {number}", exact=True)).to_be_visible()
        seats = page.locator(".sheet__seat")
        expect(seats).to_have_count(len(table.sums))
        for seat in range(len(table.sums)):
            told = [seats.nth(seat).locator(f".sheet__{what}").inner_text() for what in ("number", "name", "club")]
            hall[f"T{number}P{seat + 1}"] = Seated(*(one.replace("\u00ad", "") for one in told))
        page.keyboard.type("".join(f"{cell}\n" for game in table.games for cell in game.split()))
        all_saved(page)
        expect(page.locator("[data-sum=result] .sheet__sum")).to_have_text(table.sums)
        foot = plain(page.locator(".sheet tfoot tr").last.inner_text())
        assert number > 1 or foot == evening.foot
        page.get_by_role("button", name="Liste abschließen").click()
        check = page.get_by_role("button", name="Geprüft", exact=True)
        expect(check).to_be_visible()
        if number == 1:
            heads = [plain(head) for head in page.locator(".sheet tbody .sheet__no").all_inner_texts()]
            assert heads == list(evening.heads)
        check.click()
        expect(page.get_by_text(f"Die Liste von Tisch {number} ist geprüft.")).to_be_visible()
    return hall


def settle(page: Page, evening: Evening, hall: Hall) -> None:
    if not evening.pays:
        return
    page.goto(f"{HOME}kasse/abrechnung/")
    parts = page.locator("section", has=page.get_by_role("heading", name=re.compile("^Serie 1, Tisch")))
    found = [sorted(map(plain, part.locator("li").all_inner_texts())) for part in parts.all()]
    assert found == [sorted(said(line, hall) for line in lines) for lines in evening.pays]
    whole = page.locator("section", has=page.get_by_role("heading", name="Ganzes Turnier"))
    assert whole.locator("li").count() == 5  # eight people, three groups that are even among themselves
    slip = words(pdf_at(page, f"{HOME}kasse/abrechnung.pdf").pages[0])
    assert [line for lines in evening.pays for line in lines if said(line, hall) not in slip] == []


def print_result(page: Page, evening: Evening, hall: Hall) -> None:
    lists = pdf_at(page, f"{HOME}serie/1/listen.pdf")
    assert len(lists.pages) == len(evening.tables)
    first = words(lists.pages[0])
    for text in (*(head.partition(" ")[2] for head in evening.heads), evening.foot):
        assert text in first
    assert f"Ergebnis {' '.join(evening.tables[1].sums)}" in words(lists.pages[1])
    posted = words(pdf_at(page, f"{HOME}rangliste/1/ausgabe-1.pdf").pages[0])
    for row in evening.standings:
        rank, place, figures = row.split(" ", 2)
        who = hall[place]
        start = re.escape(f"{rank} {who.number} {who.name} {who.club}")
        assert re.search(f"{start} ({TIED} )?{figures}", posted), row


def look_as_a_player(page: Page, evening: Evening, hall: Hall) -> None:
    page.context.clear_cookies()
    page.set_viewport_size({"width": 360, "height": 740})
    on_phone(page, PUBLIC)
    page.locator("#regeln > summary").click()
    looked_at = plain(page.locator("main").inner_text())
    assert [words for words in evening.agreed if words not in looked_at] == []
    assert evening.wins in on_phone(page, f"{PUBLIC}rangliste/")
    rows = page.locator(".standings tbody tr").evaluate_all(
        """(rows) => rows.map((row) => [row.querySelector(".rank"), row.querySelector(".name a"),
             ...row.querySelectorAll(".number:not(.side)")].map((one) => one.textContent.trim()).join(" "))"""
    )
    assert sorted(rows) == sorted(said(row, hall) for row in evening.standings)
    looked_at = on_phone(page, f"{PUBLIC}serie/1/tisch/1/")
    assert page.evaluate(COVERED) == 0
    foot = evening.foot.replace("beendete Spiele", "beendet").replace("Tischpunkte", "Tischpkt.")
    assert foot in looked_at or evening.foot in looked_at  # lists of five have room for the words
    for head in evening.heads:
        assert head.partition(" ")[2] in looked_at


def on_phone(page: Page, path: str) -> str:
    """Reads the page; none of it is outside the screen."""
    page.goto(path)
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    return plain(page.locator("main").inner_text())


def said(words: str, hall: Hall) -> str:
    return re.sub(r"T\dP\d", lambda found: hall[found[0]].name, words)


def plain(text: str) -> str:
    return " ".join(text.split())
