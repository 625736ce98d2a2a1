"""The day of 37 players takes an official at most 200 clicks and 150 page loads.

The test counts the steps of a day: signing in, the event, a messy list of a club, the door, three series of ten tables
with their papers and hand-in, standings, prizes, the cash box and the copy. Each press of the mouse is a click, and
each address that the test opens counts as a click, too; keys are free. A paper counts as two clicks and two loads.
Two lists are typed by keyboard and handed in; fixtures store the other 28, which count like the second one. Walk-ins
check in by keyboard, the other players by the button of the draw page.
"""

from pathlib import Path

import pytest
from django.utils import timezone
from playwright.sync_api import Locator, Page, expect
from pytest_django import Settings

from romme_turnier.accounts.models import User
from romme_turnier.tournament import models
from romme_turnier.tournament.lists.checking.hand_in import record_hand_in
from romme_turnier.tournament.money.cash import NOTES_AND_COINS
from romme_turnier.tournament.money.reading import cash_report
from tests.browser.entry import open_list, until
from tests.factories import list_of, make_complete

pytestmark = pytest.mark.django_db(transaction=True)

DESK = (Path(__file__).parents[1] / "data/lists/desk.txt").read_text(encoding="utf-8")
CLICKS, LOADS = 200, 150
TABLES, SERIES, GAMES = 10, 3, 12
HOME = "/leitung/adventspokal/"


class Walk:
    """A page whose clicks and loads are counted."""

    def __init__(self, page: Page) -> None:
        self.page, self.clicks, self.loads = page, 0, 0
        page.on("load", lambda _page: self._loaded())

    def _loaded(self) -> None:
        self.loads += 1

    def to(self, address: str) -> None:
        self.clicks += 1
        self.page.goto(address)

    def print(self) -> None:
        """A paper: the place where it is listed, and the paper itself."""
        self.clicks, self.loads = self.clicks + 2, self.loads + 2

    def times(self, more: int, before: tuple[int, int]) -> None:
        """Counts the clicks and loads since `before` again, `more` times."""
        self.clicks += more * (self.clicks - before[0])
        self.loads += more * (self.loads - before[1])

    @property
    def counted(self) -> tuple[int, int]:
        return self.clicks, self.loads

    def click(self, target: Locator | str) -> None:
        """Clicks a control, or the button or link of the page with that name."""
        self.clicks += 1
        if isinstance(target, str):
            content = self.page.locator("main")
            target = content.get_by_role("button", name=target).or_(content.get_by_role("link", name=target)).first
        target.click()


def test_day_of_thirty_seven_takes_two_hundred_clicks(page: Page, settings: Settings, tmp_path: Path) -> None:
    settings.BACKUP_SECOND_DIR = str(tmp_path / "STICK")
    (tmp_path / "STICK").mkdir()
    page.set_viewport_size({"width": 1366, "height": 641})
    walk = Walk(page)
    sign_in_and_make_the_event(walk)
    register(walk)
    for number in range(1, SERIES + 1):
        play(walk, number)
    end_the_day(walk)
    assert walk.clicks <= CLICKS
    assert walk.loads <= LOADS


def event() -> models.Event:
    return models.Event.objects.get(slug="adventspokal")


def series(number: int) -> models.Series:
    return event().series.get(number=number)


def sign_in_and_make_the_event(walk: Walk) -> None:
    User.objects.create_superuser("petra", password="geheim-geheim")  # the person with the laptop
    walk.to("/konto/anmelden/")
    walk.page.locator("[name=login]").fill("petra")
    walk.page.locator("[name=password]").fill("geheim-geheim")
    walk.page.keyboard.press("Enter")
    walk.click("Turnier anlegen")
    walk.page.locator("[name=name]").fill("Adventspokal")
    walk.page.locator("[name=starts_at]").fill(timezone.localtime().strftime("%Y-%m-%dT10:00"))
    walk.click(walk.page.locator("[name=bonus_mode][value=per_list]"))
    walk.click(walk.page.locator("main").get_by_role("button", name="Turnier anlegen"))
    expect(walk.page).to_have_url(HOME)
    walk.to(f"{HOME}ausschreibung/")
    walk.page.locator("[name=entry_fee]").fill("12,00")
    walk.page.keyboard.press("Enter")
    expect(walk.page.locator("#meldungen")).to_contain_text("Die Ausschreibung ist gespeichert.")
    walk.to(f"{HOME}veroeffentlichen/")
    walk.click(walk.page.locator("main form").get_by_role("button").first)
    until(lambda: event().published_at is not None)


def register(walk: Walk) -> None:
    """The club's list with its faults and its money; then two walk-ins and the only unpaid player, at the door."""
    page = walk.page
    walk.to(f"{HOME}teilnehmer/import/")
    page.locator("textarea").fill(DESK)
    walk.click("Liste prüfen")
    walk.click(page.get_by_label("Das Geld liegt in der Kasse"))
    walk.click("Teilnehmer melden")
    expect(page.locator("#meldungen")).to_contain_text("35 Teilnehmer sind gemeldet.")
    page.wait_for_load_state()  # the search begins with its script
    for name in ("Nora Neu", "Olaf Ohne"):
        page.locator("#q").fill(name)
        expect(page.locator(f"[data-for='{name}'] .hits a")).to_have_count(1)
        page.keyboard.press("Enter")
        expect(page.locator("#tresen [name=club]")).to_be_focused()
        page.keyboard.press("Enter")
        expect(page.locator("#tresen[data-done] #karte")).to_contain_text(name)
    unpaid = event().registrations.get(paid=False)
    page.locator("#q").fill(unpaid.player.last_name)
    expect(page.locator("#erledigen")).to_be_visible()
    page.keyboard.press("Enter")
    until(lambda: event().registrations.filter(paid=True).count() == 37)


def play(walk: Walk, number: int) -> None:
    page = walk.page
    walk.to(f"{HOME}serie/{number}/auslosen/")
    if number == 1:
        walk.click("Alle sind da")
    walk.click("Vorschau auslosen")
    walk.click("Diese Auslosung übernehmen")
    walk.click("Plätze freigeben")
    until(lambda: series(number).seats_released_at is not None)
    for _paper in ("tables", "blank lists"):
        walk.print()
    type_the_lists(walk, number)
    hand_in(walk, number)
    walk.to(f"{HOME}serie/{number}/listen/")
    walk.click(f"Alle ohne Fehler als geprüft ({TABLES})")
    walk.click(page.locator("dialog [value=go]"))
    until(lambda: not series(number).tables.exclude(spielliste__status="checked").exists())
    walk.to(f"{HOME}serie/{number}/abschliessen/")
    walk.click(f"Serie {number} abschließen")
    walk.click(f"Rangliste nach Serie {number} freigeben")
    walk.click("Ausgabe 1 freigeben")
    until(lambda: event().releases.count() == number)
    walk.print()


def rows_of(number: int, table: int) -> list[list[str]]:
    """Twelve games of the table: each seat ends some, and the start numbers 1, 2 and 3 are the best in this order."""
    seats = list_of(series(number), table).table.seats.order_by("number")
    numbers = [value or 0 for value in seats.values_list("registration__number", flat=True)]
    lost = [{1: 5, 2: 15, 3: 25}.get(number, 40 + number) for number in numbers]
    return [
        ["0" if game % len(lost) == seat else str(points) for seat, points in enumerate(lost)] for game in range(GAMES)
    ]


def type_the_lists(walk: Walk, number: int) -> None:
    """Types two lists of the first series, each followed by the number of the next table."""
    typed = 0
    if number == 1:
        walk.clicks += 1
        hands = open_list(walk.page, f"{HOME}serie/1/tisch/1/")
        for typed in (1, 2):
            before = walk.counted
            hands.cells(*(cell for row in rows_of(1, typed) for cell in row))
            rows = models.GameRow.objects.filter(spielliste=list_of(series(1), typed))
            until(lambda: rows.count() == GAMES)  # noqa: B023 - at once
            hands.press("F9")
            hands.type(str(typed + 1))
            hands.press("Enter")
            expect(walk.page.locator("h1")).to_have_text(f"Serie 1, Tisch {typed + 1}")
        walk.times(TABLES * SERIES - typed, before)
    for table in range(typed + 1, TABLES + 1):
        make_complete(list_of(series(number), table), dict(enumerate(rows_of(number, table), start=1)))


def hand_in(walk: Walk, number: int) -> None:
    """Hands in two lists of the first series; the others are stored, and count as much as the second."""
    typed = 0
    if number == 1:
        walk.to(f"{HOME}serie/1/abgabe/")
        for typed in (1, 2):
            before = walk.counted
            walk.page.keyboard.type(str(typed))
            walk.page.keyboard.press("Enter")
            expect(walk.page.locator(".hand-in__below")).to_be_visible()
            walk.page.keyboard.press("Enter")
            until(lambda: models.HandIn.objects.count() == typed)  # noqa: B023 - at once
            walk.page.wait_for_url(f"**/abgabe/?zuletzt={typed}")
            expect(walk.page.locator("#code")).to_be_focused()
        walk.times(TABLES * SERIES - typed, before)
        walk.clicks += SERIES - 1  # the page is opened for each series
    for table in range(typed + 1, TABLES + 1):
        record_hand_in(list_of(series(number), table), paper=models.HandIn.Custody.IN, expected=0, by=None)


def end_the_day(walk: Walk) -> None:
    page = walk.page
    walk.to(HOME)
    walk.click("Preisplan anlegen")
    for n in range(3):
        page.locator(f"[name=prize-{n}-ranking]").select_option("event")  # by the arrow keys
        page.locator(f"[name=prize-{n}-first]").fill(str(n + 1))
        page.locator(f"[name=prize-{n}-amount]").fill(f"{60 - 20 * n},00")
    walk.click("Preisplan speichern")
    expect(page.locator("main")).to_contain_text("120,00")
    walk.to(f"{HOME}kasse/preise/")
    walk.click("Preise freigeben")
    walk.print()
    walk.to(HOME)
    walk.click(page.locator(".next-step form button"))  # the certificates are printed
    walk.to(f"{HOME}kasse/preise/")
    for given in range(1, 4):
        walk.click("Ausgeben")
        expect(page.locator("main")).to_contain_text(f"{given} von 3 ausgegeben")
    walk.to(f"{HOME}kasse/abschluss/")
    left = cash_report(event()).cash
    for value in sorted(NOTES_AND_COINS, reverse=True):
        pieces, left = divmod(left, value)
        page.locator(f"[name=count_{str(value).replace('.', '_')}]").fill(str(int(pieces)))
    walk.click("Zählung speichern")
    expect(page.locator("main")).to_contain_text("Die Kasse stimmt.")
    for _paper in ("closing report", "standings", "cash report"):
        walk.print()
    walk.to(f"{HOME}bevor-sie-gehen/")
    walk.click(page.locator("main").get_by_role("link", name="Sicherung", exact=True).first)
    walk.click("Jetzt sichern")
    expect(page.get_by_text("Fertig: liegt auf")).to_contain_text("STICK")
    walk.click(page.locator("main").get_by_role("link", name="Bevor Sie gehen").last)
    expect(page.get_by_text("Alles ist erledigt. Sie können gehen.")).to_be_visible()
