"""The table on a small phone: everything for a decision is in sight, and cards travel to their places."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.entry import until
from tests.browser.playing.conftest import Sit

SMALL = (360, 640)
_HANDS = "2H 3H 4H 7D 8D 9D 10C JC QC KS KD 5S 9S AD, ?13, ?13, ?13"
OPENING = f"rommeordnung / hands {_HANDS} / pile 8H / stock 55 / turn 1 5 drawn / opened - - - -"
DRAWING = OPENING.replace(" AD,", ",").replace(" drawn", "")
LAID = (
    f"rommeordnung / hands {_HANDS} / table 2 5H 6H 7H, 2 KH KC *KS, 3 9S 10S JS QS / pile 8H / stock 45 / "
    "turn 1 5 drawn / opened - 3 4 -"
)


@pytest.mark.parametrize(
    "line", [DRAWING, LAID.replace(" AD,", ",").replace("stock 45", "stock 46").replace(" drawn", "")]
)
def test_hand_stacks_and_newest_acts_are_in_sight_without_scrolling(sit: Sit, line: str) -> None:
    page = sit(line, SMALL).page
    page.get_by_role("button", name="Karte ziehen").tap()
    expect(page.locator(".newest > li").first).to_contain_text("Anna zieht: ")
    for part, count in (
        (".held", 14),
        (".stacks .back", 1),
        ("[data-pile] .playing-card", 1),
        (".player", 4),
        (".acts .button", 2),
    ):
        places = page.locator(part)
        expect(places).to_have_count(count)
        for place in places.all():
            expect(place).to_be_in_viewport(ratio=0.99)
    expect(page.locator(".newest > li").first).to_be_in_viewport(ratio=0.99)
    for part, rows in ((".held", 2), (".player", 1)):
        tops = page.locator(part)
        until(lambda: len(set(tops.evaluate_all("all => all.map(one => one.offsetTop)"))) == rows)  # noqa: B023 - at once


@pytest.mark.parametrize("cards", [15, 16])
def test_hand_of_sixteen_takes_two_rows(sit: Sit, cards: int) -> None:
    hand = f"{_HANDS.partition(',')[0]} 2C 3C".rsplit(" ", 16 - cards)[0]
    line = f"rommee knocking / hands {hand}, ?12, ?12 / pile 8H / stock {81 - cards} / turn 1 5 drawn / opened - - -"
    held = sit(line, SMALL).page.locator(".held")
    expect(held).to_have_count(cards)
    assert len({card.evaluate("card => card.offsetTop") for card in held.all()}) == 2
    for card in held.all():
        expect(card).to_be_in_viewport(ratio=0.99)


def test_melds_are_a_swipe_away_and_the_hand_stays(sit: Sit) -> None:
    page = sit(LAID, SMALL).page
    page.mouse.move(180, 300)
    page.mouse.wheel(0, 250)
    for place in (page.locator(".lying").first, page.locator(".held").first, page.locator(".held").last):
        expect(place).to_be_in_viewport(ratio=0.99)


@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
def test_a_drawn_card_travels_and_is_marked(sit: Sit, motion: str) -> None:
    page = sit(DRAWING, SMALL).page
    page.emulate_media(reduced_motion=motion)  # type: ignore[arg-type]
    page.evaluate(
        """() => { window.travelled = []; const animate = Element.prototype.animate;
        Element.prototype.animate = function (frames, how) {
          if (this.matches(".travelling")) window.travelled.push(how.duration);
          return animate.call(this, frames, how); }; }"""
    )
    page.get_by_role("button", name="Karte ziehen").click()
    expect(page.locator(".held--new")).to_have_count(1)
    travelled = page.evaluate("travelled")
    assert travelled == ([] if motion == "reduce" else [200])
    expect(page.locator(".travelling")).to_have_count(0)


def test_several_melds_are_laid_in_one_gesture(sit: Sit) -> None:
    line = OPENING.replace("2H 3H 4H 7D 8D 9D 10C JC QC", "JH QH KH 9D 10D JD 10C JC QC")
    seat = sit(line, SMALL)
    for card in ("JH", "QH", "KH", "9D", "10D", "JD", "10C", "JC", "QC"):
        seat.page.locator(f'[name=k][value="{card}.0"]').check(force=True)
    seat.page.get_by_role("button", name="Auslegen", exact=True).click()
    expect(seat.page.locator(".lying")).to_have_count(3)
