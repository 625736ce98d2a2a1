"""Rearranging by moving cards until everything is a meld again: by taps, by drags, by the keyboard."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.axe import violations
from tests.browser.playing.conftest import LAPTOP, Seat, Sit
from tests.browser.playing.hands import drag_by_finger, drag_by_mouse

pytestmark = pytest.mark.django_db(transaction=True)
LINE = (
    "rommee rearranging / hands 8C 8D 2S KD, 2H 3H 4H, 9S / table 1 8H 9H 10H JH, 2 8S 9S 10S JS, 3 5D *6D 7D"
    " / pile 4C / stock 40 / turn 1 10 drawn / opened 4 5 -"
)
DONE = "umbauen 1,2 mit 8C zu 9H 10H JH | 9S 10S JS | 8C 8S 8H"


def card(page: Page, mark: str) -> Locator:
    return page.locator(f"[data-drag]:has([name=k][value='{mark}'])")


def group(page: Page, number: int) -> Locator:
    return page.locator(f"[data-drop='umbauen nach {number}']")


def to(page: Page, where: int | str) -> Locator:
    return page.locator(f"button[value='umbauen nach {where}']")


def begin(seat: Seat) -> Page:
    seat.page.get_by_role("button", name="Umbauen").click()
    expect(seat.page.locator(".group")).to_have_count(4)  # three melds and the place for a new one
    return seat.page


def test_set_is_made_of_two_runs_and_the_hand_by_taps_on_a_phone(sit: Sit) -> None:
    seat = sit(LINE)
    page = begin(seat)
    before = seat.position
    card(page, "1.8H.0").tap()
    card(page, "2.8S.0").tap()
    to(page, "neu").tap()
    expect(page.locator("[data-live]")).to_have_text(
        "Herz 8, Pik 8: jetzt in Kombination 4. Umbauen: Kombination 4 liegt noch nicht richtig."
    )
    expect(group(page, 4)).to_contain_text("Ein Satz hat mindestens 3 Karten")
    assert seat.position == before
    card(page, "0.8C.0").tap()
    to(page, 4).tap()
    expect(page.locator("[data-live]")).to_contain_text("Alles liegt richtig")
    assert violations(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    page.get_by_role("button", name="Fertig").tap()
    expect(page.locator(".lying")).to_have_count(4)
    assert seat.commands()[-1:] == [DONE]


@pytest.mark.parametrize("touch", [True, False])
def test_the_same_by_drags(sit: Sit, touch: bool) -> None:
    seat = sit(LINE, LAPTOP, touch=touch)
    page = begin(seat)
    drag = drag_by_finger if touch else drag_by_mouse
    for number, mark in enumerate(("1.8H.0", "2.8S.0", "0.8C.0")):
        drag(page, card(page, mark), group(page, 4) if number else page.locator(".group--new"))
        expect(group(page, 4).locator(".held")).to_have_count(number + 1)
    page.get_by_role("button", name="Fertig").click()
    expect(page.locator(".lying")).to_have_count(4)
    assert seat.commands()[-1:] == [DONE]


def test_the_same_by_keyboard(sit: Sit) -> None:
    seat = sit(LINE, LAPTOP, touch=False)
    page = seat.page
    press = page.keyboard.press
    press("b")
    expect(page.locator(".group")).to_have_count(4)
    page.locator("[name=k][value='1.8H.0']").focus()
    press("Enter")
    press("ArrowDown")
    expect(page.locator("[name=k][value='2.8S.0']")).to_be_focused()
    press("Space")
    press("n")
    expect(group(page, 4).locator(".held")).to_have_count(2)
    expect(to(page, 2)).to_be_focused()  # the card has left; the focus stays at its place
    for _ in range(4):
        press("ArrowDown")
    expect(page.locator("[name=k][value='0.8C.0']")).to_be_focused()
    press("Enter")
    press("4")
    expect(group(page, 4).locator(".held")).to_have_count(3)
    press("f")
    expect(page.locator(".lying")).to_have_count(4)
    expect(page.locator("[name=k]").first).to_be_focused()
    assert seat.commands()[-1:] == [DONE]


def test_everything_is_taken_back(sit: Sit) -> None:
    seat = sit(LINE)
    page = begin(seat)
    before = seat.position
    card(page, "0.8D.0").tap()
    to(page, 3).tap()
    expect(group(page, 3).locator(".held")).to_have_count(4)
    page.get_by_role("button", name="Alles zurück").tap()
    expect(group(page, 3).locator(".held")).to_have_count(3)
    page.get_by_role("button", name="Nicht umbauen").tap()
    expect(page.get_by_role("button", name="Umbauen", exact=True)).to_be_visible()
    assert seat.position == before
    assert not any(command.startswith("umbauen") for command in seat.commands())


def test_what_is_refused_is_told_with_its_reason_and_stays_on_the_page(sit: Sit) -> None:
    seat = sit(LINE)
    page = begin(seat)
    card(page, "1.9H.0").tap()
    to(page, 2).tap()
    expect(page.locator(".group--wrong")).to_have_count(2)
    page.get_by_role("button", name="Fertig").tap()
    expect(page.get_by_role("alert")).to_contain_text("Kombination 1: Zwischen Herz 8 und Herz 10 fehlt etwas")
    expect(page.get_by_role("alert")).to_be_in_viewport()
    expect(page.locator(".group--wrong")).to_have_count(2)
    assert not any(command.startswith("umbauen") for command in seat.commands())


def test_work_stays_while_the_page_asks_what_has_happened(sit: Sit) -> None:
    """Other players may act in between: here Bernd wants to break off the game."""
    seat = sit(LINE)
    page = begin(seat)
    card(page, "0.8D.0").tap()
    to(page, 3).tap()
    expect(group(page, 3).locator(".held")).to_have_count(4)
    card(page, "1.8H.0").tap()
    number = int(page.locator("[data-number]").get_attribute("data-number") or 0)
    seat.do("spiel abbrechen", 2)
    expect(page.locator(f"[data-number='{number + 1}']")).to_be_attached()
    expect(group(page, 3).locator(".held")).to_have_count(4)
    expect(page.locator("[name=k][value='1.8H.0']")).to_be_checked()
