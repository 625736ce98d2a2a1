"""The top discard of another player's turn: knocking, waiving it beforehand, and for the whole game."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.browser.axe import violations
from tests.browser.playing.conftest import Sit

pytestmark = pytest.mark.django_db(transaction=True)
ANOTHER_IN_TURN = (
    "rommee knocking / hands 8S 9S JD 10H, 2C 3C 4C, 5H 5C 5S / pile 2H 9C / stock 40 / turn 2 20 / opened - - -"
)


def test_player_who_knocks_not_keeps_nobody_waiting_and_is_not_asked_again(sit: Sit) -> None:
    seat = sit(ANOTHER_IN_TURN)
    page, asked = seat.page, seat.page.locator(".claim")
    page.get_by_role("button", name="Nicht klopfen").tap()
    expect(page.get_by_role("button", name="Nicht klopfen")).to_be_hidden()
    expect(page.get_by_role("button", name="Klopfen")).to_be_visible()  # minds change until the card is drawn
    seat.do("ziehen", 2)
    waiting = page.get_by_text("Gefragt wird noch: Cora")
    expect(waiting).to_be_visible()
    expect(waiting.locator("[data-clock]")).to_have_text(re.compile(r"\d\ss"))
    seat.do("weiter", 3)
    expect(waiting).to_be_hidden()
    for line, place in (("ablegen 2C", 2), ("ziehen", 3)):
        seat.do(line, place)
    expect(asked).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    assert violations(page) == []
    asked.get_by_role("button", name="In diesem Spiel nicht mehr fragen").tap()
    expect(asked).to_be_hidden()
    page.get_by_role("button", name="Offene Karte: wieder fragen").tap()
    expect(page.get_by_role("button", name="Offene Karte: wieder fragen")).to_be_hidden()
    assert seat.commands()[-3:] == ["weiter", "weiter immer", "weiter fragen"]
