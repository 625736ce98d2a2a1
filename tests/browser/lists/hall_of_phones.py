"""A series in the words of its people: players with phones at their tables, and an official at the desk."""

import re
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager

from django.urls import reverse
from django.utils import timezone
from playwright.sync_api import Browser, BrowserContext, Locator, Page, expect

from romme_turnier.tournament import models
from romme_turnier.tournament.at_table.access import pin_of
from romme_turnier.tournament.participants.card_code import card_code
from romme_turnier.tournament.seating.series import release_seats
from tests.browser.day_steps import close_and_release
from tests.browser.entry import all_saved, cell, open_list, until
from tests.factories import enter, list_of, make_event, one, seat_series
from tests.tournament.at_table.scene import AtTable

SLUG = "handypokal"
HOME = f"/leitung/{SLUG}/"
TABLES = ((1, 2, 3, 4), (5, 6, 7, 8), (9, 10, 11, 12))
GAMES = 3


def series_of_three_tables() -> models.Series:
    """Three games a list, which three players confirm; the second table and the third have played two of them."""
    event = make_event(
        players=12,
        slug=SLUG,
        published_at=timezone.now(),
        series_count=1,
        games_per_list=GAMES,
        phone_lists="allowed",
        confirmations=3,
    )
    series = seat_series(event, tables=TABLES)
    release_seats(series, by=None)
    second = AtTable(event, series, list_of(series, 2))
    pen = second.pen(2)
    for game, row in ((1, "0 20 30 40"), (2, "25 0 35 45")):
        second.write(pen, game, row)
        enter(list_of(series, 3), game, row)
    return series


class Phone:
    """Of one player, who sits at a table of the series."""

    def __init__(self, context: BrowserContext, player: models.Registration) -> None:
        self.context, self.player = context, player
        self.seat = player.seats.get()
        self.page = context.new_page()

    def scans_the_list(self) -> None:
        """Scans the code on the paper list, taps the player's name, types the end of the start card."""
        self.page.goto(
            f"{self._address('at_table_join')}?p={pin_of(list_of(self.seat.series, self.seat.table.number))}"
        )
        self.page.get_by_text(f"{self.player.number} {self.player.hall_name}").tap()
        self.page.get_by_label("Die letzten drei Zeichen").fill(card_code(self.player)[-3:])
        self._taps("Liste öffnen")

    def takes_the_pen(self) -> None:
        self._taps("Ich schreibe")
        self.reads("Dieses Handy schreibt.")

    def takes_the_pen_from(self, other: "Phone") -> None:
        self.reads(f"{other.player.hall_name} schreibt auf einem anderen Handy.")
        self._taps("Ich schreibe ab jetzt")
        self.reads("Dieses Handy schreibt.")

    def types(self, game: int, points: str) -> None:
        """Taps who ended the game, who has a 0, and types what the others have; a stroke is not typed yet."""
        expect(self.page.get_by_role("heading", name=f"Spiel {game}", exact=True)).to_be_visible()
        for number, text in zip(TABLES[self.seat.table.number - 1], points.split(), strict=True):
            name = one(self.player.event, number).hall_name
            if text == "0":
                self.page.locator(".tile", has_text=f"{number} {name}").tap()
                # The page handles the tap, then leads to the points: text typed before that would land there.
                expect(self.page.get_by_label(f"Punkte von {number} {name}")).to_have_value("0")
                expect(self.page.locator(".game__cell:focus")).to_have_count(1)
            elif text != "-":
                self.page.get_by_label(f"Punkte von {number} {name}").fill(text)

    def writes(self, game: int, points: str) -> None:
        self.types(game, points)
        self._taps(f"Spiel {game} speichern")
        self.reads("Gespeichert")

    def is_lost(self) -> None:
        """Its cookies are gone, as on another phone: it opens nothing any more."""
        self.context.clear_cookies()
        self.page.reload()
        expect(self.page.get_by_label("PIN der Liste")).to_be_visible()

    def confirms(self) -> None:
        self._taps(re.compile("Ja, alles stimmt"))

    def is_passed_to(self, number: int) -> None:
        """A player without a phone confirms with the code of a start card."""
        player = one(self.player.event, number)
        self._opens("Handy herumgeben")
        self.page.get_by_role("link", name=f"{number} {player.hall_name}").tap()
        self.page.get_by_label("Der ganze Code Ihrer Startkarte").fill(card_code(player))
        self._taps("Ja, alles stimmt")

    def contradicts(self, game: int, words: str) -> None:
        self._opens("Nein, etwas stimmt nicht")
        self.page.get_by_label("In welchem Spiel?").fill(str(game))
        self.page.get_by_label("Was stimmt nicht?").fill(words)
        self._taps("Der Spielleitung sagen")

    def calls_for(self, what: str) -> None:
        self.page.get_by_role("link", name="Spielleitung rufen").tap()
        self._taps(what)

    def goes_back_to_the_list(self) -> None:
        self.page.get_by_role("link", name="Zurück zur Liste").tap()

    def opens_the_start_card(self) -> None:
        address = reverse("public:my_event", args=[SLUG])
        self.page.goto(f"{address}?k={card_code(self.player)}&nr={self.player.number}")

    def reads(self, words: str) -> None:
        expect(self.page.locator("#inhalt")).to_contain_text(words)

    def word(self) -> str:
        """The check word, which the table writes onto the paper."""
        self.reads("Die Liste ist bestätigt.")
        return self.page.locator(".check-word").text_content() or ""

    def _taps(self, button: str | re.Pattern[str]) -> None:
        self.page.get_by_role("button", name=button, exact=isinstance(button, str)).tap()

    def _opens(self, fold: str) -> None:
        found = self.page.locator("details", has_text=fold)
        if found.get_attribute("open") is None:
            found.locator("summary").tap()

    def _address(self, name: str) -> str:
        return reverse(f"public:{name}", args=[SLUG, 1, self.seat.table.number])


class Desk:
    """An official's laptop."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def answers_the_call_of(self, table: int) -> None:
        self.page.goto(f"{HOME}saal/rufe/")
        self._call_of(table).get_by_role("button", name="Ich komme").click()
        expect(self.page.get_by_text(f"An Tisch {table} steht jetzt, dass Sie kommen.")).to_be_visible()

    def ends_the_call_of(self, table: int) -> None:
        self._call_of(table).get_by_role("button", name="Erledigt").click()

    def looks_at_the_tables(self) -> None:
        self.page.goto(f"{HOME}serie/1/am-tisch/")

    def reads_of(self, table: int, *words: str) -> None:
        """On the page of all tables."""
        line = self.page.get_by_role("listitem").filter(has=self.page.get_by_role("link", name=f"Tisch {table}"))
        for one_of_them in words:
            expect(line).to_contain_text(one_of_them)

    def corrects(self, table: int, game: int, seat: int, points: str) -> None:
        open_list(self.page, self._list(table))
        cell(self.page, game, seat).fill(points)
        self.page.keyboard.press("Enter")
        all_saved(self.page)

    def types_the_rest_of_the_paper(self, table: int, points: str) -> None:
        hands = open_list(self.page, self._list(table))
        hands.cells(*points.split())
        self.page.get_by_role("button", name="Liste abschließen").click()
        expect(self.page.get_by_role("button", name="Geprüft", exact=True)).to_be_visible()

    def compares_with_paper(self, table: int, word: str) -> None:
        """Compares the word on the signed paper with the one on the page."""
        self.reads_of(table, "bestätigt, mit dem Papier vergleichen", word)

    def checks_and_releases(self) -> None:
        self.page.goto(f"{HOME}serie/1/listen/")
        self.page.get_by_role("button", name=f"Alle ohne Fehler als geprüft ({len(TABLES)})").click()
        self.page.locator("dialog [value=go]").click()
        checked = models.Spielliste.objects.filter(status=models.Spielliste.Status.CHECKED)
        until(lambda: checked.count() == len(TABLES))
        close_and_release(self.page, HOME, 1)

    def _call_of(self, table: int) -> Locator:
        return self.page.locator("li", has_text=f"Tisch {table}, Platz")

    def _list(self, table: int) -> str:
        return f"{HOME}serie/1/tisch/{table}/"


@contextmanager
def phones(browser: Browser, base_url: str, players: list[models.Registration]) -> Iterator[list[Phone]]:
    """A phone of 360 × 640 for each of them; a script that fails on one fails the test."""
    problems: list[str] = []
    with ExitStack() as all_of_them:
        found = []
        for player in players:
            size = {"width": 360, "height": 640}
            made = browser.new_context(base_url=base_url, viewport=size, has_touch=True, locale="de-DE")  # type: ignore[arg-type]
            context = all_of_them.enter_context(made)
            found.append(Phone(context, player))
            found[-1].page.on("pageerror", lambda error: problems.append(str(error)))
        yield found
        for phone in found:
            phone.page.wait_for_load_state("networkidle")  # no question meets a database that is being emptied
    assert problems == []
