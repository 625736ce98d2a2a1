"""Shared by the tests of the entry page: an official at the desk, and hands that type like people."""

import time
from collections.abc import Callable
from dataclasses import dataclass, field

from django.test import Client
from playwright.sync_api import Locator, Page, expect

from romme_turnier.accounts.models import User
from romme_turnier.tournament import models
from tests.factories import Role, list_of, make_event, make_official, seat_series

PATH = "/leitung/testpokal/serie/1/tisch/1/"
# Seconds for anything to happen. Three rows took 4.3 s to be saved on one processor that five busy processes shared.
PATIENCE = 30

# Twelve games that one pack can give; seat 2 ends the fifth by Handrommé.
ROWS = (
    ("0", "20", "31", "45"),
    ("12", "0", "55", "63"),
    ("28", "74", "0", "9"),
    ("51", "37", "16", "0"),
    ("88", "*", "97", "104"),
    ("0", "41", "25", "13"),
    ("66", "0", "38", "19"),
    ("23", "52", "0", "47"),
    ("8", "33", "71", "0"),
    ("0", "64", "17", "29"),
    ("35", "0", "82", "11"),
    ("46", "27", "0", "58"),
)
SUMS = tuple(str(sum(int(row[seat].replace("*", "0")) for row in ROWS)) for seat in range(4))


@dataclass
class Scene:
    """An event with two tables, its first list, and the official who types it."""

    event: models.Event
    series: models.Series
    official: User

    def sheet(self, table: int = 1) -> models.Spielliste:
        return list_of(self.series, table)

    def rows(self, table: int = 1) -> dict[int, list[int | None]]:
        """Points by game, as stored."""
        stored: dict[int, list[int | None]] = {}
        entries = models.GameEntry.objects.filter(row__spielliste=self.sheet(table)).order_by("row__number", "seat")
        for game, points in entries.values_list("row__number", "points"):
            stored.setdefault(game, []).append(points)
        return stored

    def saves(self, table: int = 1) -> int:
        """How many changes of rows were stored."""
        return models.LogEntry.objects.filter(spielliste=self.sheet(table), what="row").count()


def make_scene() -> Scene:
    event = make_event(players=8)
    return Scene(event, seat_series(event), make_official(event, Role.DIRECTOR))


def sign_in(page: Page, user: User, address: str) -> None:
    client = Client()
    client.force_login(user)
    page.context.add_cookies([{"name": "sessionid", "value": client.cookies["sessionid"].value, "url": address}])


@dataclass
class Hands:
    """Types on the keypad and counts the keys."""

    page: Page
    keys: int = 0
    digits: int = 0
    pressed: list[str] = field(default_factory=list)

    def type(self, text: str) -> None:
        """Figures, a star or a stroke."""
        for key in text:
            self.page.keyboard.press(key)
        self.keys += len(text)
        self.digits += len(text)

    def press(self, key: str, times: int = 1) -> None:
        for _time in range(times):
            self.page.keyboard.press(key)
            self.pressed.append(key)
        self.keys += times

    def cells(self, *texts: str) -> None:
        """Types each cell, then Enter, in one call to the browser, which still presses key by key."""
        self.page.keyboard.type("".join(f"{text}\n" for text in texts))
        self.pressed += ["Enter"] * len(texts)
        self.digits += sum(map(len, texts))
        self.keys += sum(map(len, texts)) + len(texts)


def cell(page: Page, game: int, seat: int) -> Locator:
    return page.locator(f"[name=g{game}s{seat}]")


def open_list(page: Page, path: str = PATH) -> Hands:
    """Opens the page with the cursor in the first empty cell."""
    page.goto(path)
    page.wait_for_selector("#spaltenweise:visible")
    return Hands(page)


def all_saved(page: Page) -> None:
    expect(page.locator("#eingabe-stand")).to_contain_text("Alles ist gespeichert")


def until(true: Callable[[], bool], seconds: float = PATIENCE) -> None:
    """Wait for the server to have done something."""
    end = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < end, "it did not happen"
        time.sleep(0.05)


def points_of(row: tuple[str, ...]) -> list[int]:
    return [0 if text == "*" else int(text) for text in row]
