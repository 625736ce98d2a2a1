"""Cards are dragged where they can be tapped: a drop does what the button does, and a tap stays a tap."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from tests.browser.playing.conftest import LAPTOP, PHONE, Sit
from tests.browser.playing.hands import REST, Finger, drag_by_finger, drag_by_mouse, in_sight, middle

pytestmark = pytest.mark.django_db(transaction=True)
DRAWN = (
    "rommee / hands 8C 8D 2S KD, 2H 3H 4H, 9S / table 1 8H 9H 10H, 3 5D 6D 7D"
    " / pile 4C / stock 40 / turn 1 10 drawn / opened 4 5 -"
)
BEFORE = DRAWN.replace(" drawn", "")
WAYS = [(drag_by_finger, PHONE), (drag_by_mouse, LAPTOP)]
by_hand = pytest.mark.parametrize(("drag", "size"), WAYS, ids=["finger", "mouse"])


def held(page: Page, mark: str) -> Locator:
    return page.locator(f".hand [data-drag]:has([name=k][value='{mark}'])")


def marks(page: Page) -> list[str]:
    return page.locator(".hand [name=k]").evaluate_all("all => all.map(({ value }) => value)")


@by_hand
def test_card_is_discarded_onto_the_pile(sit: Sit, drag, size) -> None:
    seat = sit(DRAWN, size)
    drag(seat.page, held(seat.page, "KD.0"), seat.page.locator("[data-drop=ablegen]"))
    expect(seat.page.locator(".turn")).to_contain_text("Bernd ist an der Reihe")
    assert seat.commands()[-1:] == ["ablegen KD"]


@by_hand
def test_card_is_laid_off_onto_a_meld(sit: Sit, drag, size) -> None:
    seat = sit(DRAWN, size)
    drag(seat.page, held(seat.page, "8D.0"), seat.page.locator("[data-drop='anlegen 2']"))
    expect(seat.page.locator("[data-drop='anlegen 2'] .playing-card")).to_have_count(4)
    assert seat.commands()[-1:] == ["anlegen 2 8D"]


def test_what_is_refused_says_why_and_the_card_is_in_the_hand_again(sit: Sit) -> None:
    seat = sit(DRAWN, LAPTOP)
    drag_by_mouse(seat.page, held(seat.page, "KD.0"), seat.page.locator("[data-drop='anlegen 2']"))
    expect(seat.page.get_by_role("alert")).to_contain_text("Karo König passt nicht an diese Kombination")
    expect(seat.page.locator("[name=k][value='KD.0']")).to_be_checked()
    expect(seat.page.locator(".dragged")).to_have_count(0)


@by_hand
def test_hand_is_put_into_an_order_of_its_own(sit: Sit, drag, size) -> None:
    seat = sit(DRAWN, size)
    page = seat.page
    assert marks(page) == ["8C.0", "2S.0", "8D.0", "KD.0"]
    drag(page, held(page, "KD.0"), held(page, "2S.0"), across=0.2)
    expect(page.locator(".hand [name=k]").nth(1)).to_have_value("KD.0")
    assert marks(page) == ["8C.0", "KD.0", "2S.0", "8D.0"]
    expect(page.locator("[name=k]:checked")).to_have_count(0)
    drag(page, held(page, "8C.0"), held(page, "8D.0"), across=0.8)
    expect(page.locator(".hand [name=k]").last).to_have_value("8C.0")
    page.reload()
    assert marks(page) == ["KD.0", "2S.0", "8D.0", "8C.0"]


def test_chosen_cards_go_together(sit: Sit) -> None:
    seat = sit(DRAWN.replace("2S KD", "9D KD"), LAPTOP)
    page = seat.page
    for mark in ("8D.0", "9D.0"):
        held(page, mark).click()
    drag_by_mouse(page, held(page, "9D.0"), page.locator("[data-drop='anlegen 2']"))
    expect(page.locator("[data-drop='anlegen 2'] .playing-card")).to_have_count(5)
    assert seat.commands()[-1:] == ["anlegen 2 8D 9D"]


@by_hand
def test_stock_and_pile_are_drawn_to_the_hand(sit: Sit, drag, size) -> None:
    for source, command in ((".back", "ziehen"), (".open-row", "nehmen")):
        seat = sit(BEFORE, size)
        drag(seat.page, seat.page.locator(source), seat.page.locator(".hand"))
        expect(seat.page.locator(".hand [name=k]")).to_have_count(5)
        assert seat.commands()[-1:] == [command]


def test_card_that_is_dropped_nowhere_comes_back(sit: Sit) -> None:
    seat = sit(DRAWN, LAPTOP)
    page = seat.page
    before = seat.commands()
    drag_by_mouse(page, held(page, "KD.0"), page.locator("h1 ~ form .turn"))
    expect(page.locator(".dragged")).to_have_count(0)
    expect(page.locator("[name=k]:checked")).to_have_count(0)
    drag_by_mouse(page, page.locator(".back"), page.locator(".hand"))  # has been drawn in this turn
    assert seat.commands() == before


def test_tap_that_trembles_is_a_tap(sit: Sit) -> None:
    seat = sit(DRAWN)
    page = seat.page
    box = in_sight(held(page, "KD.0")).bounding_box()
    assert box is not None
    finger, x, y = Finger(page), box["x"] + 20, box["y"] + 20
    finger.down(x, y)
    finger.to(x + 4, y - 3)
    finger.up()
    expect(page.locator("[name=k][value='KD.0']")).to_be_checked()


def test_card_under_a_finger_is_not_replaced_by_an_answer_that_comes_meanwhile(sit: Sit) -> None:
    seat = sit(DRAWN)
    page = seat.page
    asked: list[Route] = []
    with page.expect_request("**/tisch/**"):
        page.route("**/tisch/**", lambda route: asked.append(route))  # noqa: PLW0108 - Playwright marks the function
    card = in_sight(held(page, "KD.0"))
    under, pile = card.element_handle(), middle(page.locator("[data-drop=ablegen]"))
    finger = Finger(page)
    finger.down(*middle(card))
    seat.do("spiel abbrechen", 2)
    with page.expect_event("requestfinished"):
        asked[0].continue_()
    page.unroute("**/tisch/**")
    page.evaluate("new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))")
    assert under.evaluate("one => one.isConnected")
    finger.rests(REST)
    finger.to(*pile)
    finger.up()
    expect(page.locator(".turn")).to_contain_text("Bernd ist an der Reihe")
    assert seat.commands()[-1:] == ["ablegen KD"]


def test_finger_that_does_not_rest_on_a_card_scrolls_the_page(sit: Sit) -> None:
    seat = sit(DRAWN)
    page = seat.page
    before = seat.commands()
    card = in_sight(held(page, "8C.0"))
    start = page.evaluate("scrollY")
    drag_by_finger(page, card, page.locator("[data-drop=ablegen]"), rest=0)  # upwards is to a place on the pile
    page.wait_for_function("start => scrollY > start", arg=start)
    expect(page.locator(".dragged, .hand :checked")).to_have_count(0)
    assert seat.commands() == before


def test_page_scrolls_under_a_card_that_is_held_at_its_edge(sit: Sit) -> None:
    seat = sit(DRAWN, (360, 480))
    page = seat.page
    card = held(page, "KD.0")
    card.evaluate("one => scrollTo({ top: scrollY + one.getBoundingClientRect().top - 100, behavior: 'instant' })")
    box, pile = card.bounding_box(), page.locator("[data-drop=ablegen]")
    assert box is not None
    expect(pile).not_to_be_in_viewport()
    finger, x = Finger(page), box["x"] + 20
    finger.down(x, box["y"] + 20)
    finger.rests(REST)
    finger.to(x, 40)
    finger.to(x, 20)
    expect(pile).to_be_in_viewport(ratio=1)
    finger.to(x, 200)  # it stays where it is when the finger is in the middle again
    box = pile.bounding_box()
    assert box is not None
    finger.to(box["x"] + 20, box["y"] + 60)
    finger.up()
    expect(page.locator(".turn")).to_contain_text("Bernd ist an der Reihe")
    assert seat.commands()[-1:] == ["ablegen KD"]
