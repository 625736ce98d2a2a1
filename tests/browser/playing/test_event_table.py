"""A table of an event on two phones: sitting down with PIN and start card, playing, halted, confirmed."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.utils import timezone
from playwright.sync_api import BrowserContext, Page, expect
from pytest_django.live_server_helper import LiveServer

from romme_turnier.core.playing.table import claimants
from romme_turnier.tournament import models
from romme_turnier.tournament.at_table import phones
from romme_turnier.tournament.at_table.access import pin_of
from romme_turnier.tournament.at_table.on_screen.orders import leave_seat_on_screen
from romme_turnier.tournament.participants.card_code import END, card_code
from romme_turnier.tournament.playing.state import state_of
from tests.browser.axe import violations
from tests.factories import make_official
from tests.tournament.at_table.on_screen import on_screen, play, table_of
from tests.tournament.at_table.scene import AtTable
from tests.tournament.playing.tables import restarted
from tests.web.public.at_table.phone import seat_of, url

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def scene(live_server: LiveServer) -> Iterator[AtTable]:
    restarted()
    scene = on_screen(games=1, confirmations=2, published_at=timezone.now())
    make_official(scene.event)
    yield scene
    restarted()


@pytest.fixture
def pages(open_context: Callable[..., BrowserContext], scene: AtTable) -> Iterator[list[Page]]:
    """Two phones, on which every script that fails fails the test."""
    problems: list[str] = []
    opened = []
    for _phone in range(2):
        page = open_context(viewport={"width": 360, "height": 640}, has_touch=True).new_page()
        page.on("pageerror", lambda error: problems.append(str(error)))
        page.on("console", lambda said: problems.extend([said.text] if "Content Security" in said.text else []))
        opened.append(page)
    yield opened
    for page in opened:
        page.close()
    assert problems == []


def sits_down(page: Page, scene: AtTable, seat: int) -> None:
    who = seat_of(scene, seat)
    page.goto(f"{url(scene, 'at_table_join')}?p={pin_of(scene.spielliste)}")
    page.get_by_label(f"{who.number} {who.hall_name}").check()
    page.get_by_label("Die letzten drei Zeichen Ihres Codes").fill(card_code(who)[-END:])
    page.get_by_label("Die letzten drei Zeichen Ihres Codes").press("Enter")
    page.wait_for_url("**/zettel/spielen/")


def test_table_of_an_event_is_played_halted_and_confirmed_on_phones(scene: AtTable, pages: list[Page]) -> None:
    first, second = pages
    sits_down(first, scene, 1)
    sits_down(second, scene, 2)
    first.get_by_role("button", name="Mischen, geben und beginnen").tap()
    for page in pages:
        expect(page.locator(".hand")).to_be_visible()  # also without reloading the page
        assert page.evaluate("document.documentElement.scrollWidth") <= 360
    assert violations(second) == []
    phones.take_pen_to_desk(scene.spielliste, by=None)
    expect(second.get_by_text("Die Spielleitung hat diesen Tisch angehalten.")).to_be_visible()
    phones.give_pen_back(scene.spielliste, by=None)
    expect(second.get_by_text("Die Spielleitung hat diesen Tisch angehalten.")).to_be_hidden()
    play(table_of(scene.spielliste))
    for page in pages:
        expect(page.locator(".result")).to_be_visible()
        page.get_by_role("link", name="Liste ansehen und bestätigen").tap()
        page.get_by_role("button", name="Ja, alles stimmt").tap()
        expect(page.get_by_text("Danke, die Bestätigung ist gespeichert.")).to_be_visible()
    assert scene.fresh().status == models.Spielliste.Status.COMPLETE


def test_who_stays_sees_that_a_seat_was_left_and_the_page_fits_at_twice_the_size(
    scene: AtTable, pages: list[Page]
) -> None:
    first, second = pages
    sits_down(first, scene, 1)
    sits_down(second, scene, 2)
    play(table_of(scene.spielliste), moves=6)
    leave: dict[str, Any] = {"from_game": 1, "reason": "krank", "expected": None, "by": None}
    leave_seat_on_screen(scene.spielliste, seat=2, **leave)
    for page in pages:
        expect(page.get_by_text("hat den Platz verlassen")).to_be_visible()  # without reloading the page
    leave_seat_on_screen(scene.spielliste, seat=3, **leave)
    expect(first.locator(".turn")).to_contain_text("Es sind zu wenige da")
    assert violations(first) == []
    first.evaluate("document.documentElement.style.fontSize = '200%'")
    assert first.evaluate("document.documentElement.scrollWidth") <= 360


def test_clock_of_the_open_card_stands_still_on_the_phone_while_the_table_is_halted(
    live_server: LiveServer, pages: list[Page]
) -> None:
    restarted()
    scene = on_screen(slug="kontrakt", ruleset="contract", games=7, published_at=timezone.now())
    row, phone = table_of(scene.spielliste), pages[0]
    while 1 not in claimants(play(row, moves=1).table):
        row.refresh_from_db()
    sits_down(phone, scene, 1)
    clock = phone.locator(".claim [data-clock]")
    expect(clock).to_have_text(re.compile(r"\d+\ss"))
    phones.take_pen_to_desk(scene.spielliste, by=None)
    expect(phone.get_by_text("Die Spielleitung hat diesen Tisch angehalten.")).to_be_visible()
    expect(clock).to_have_count(0)
    expect(phone.get_by_text("Gefragt wird noch")).to_have_count(0)
    phones.give_pen_back(scene.spielliste, by=None)
    expect(clock).to_have_text(re.compile(r"\d+\ss"))
    assert claimants(state_of(row).table)
