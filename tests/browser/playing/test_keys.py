"""Players using keys stay at the cards, and see the current card."""

from __future__ import annotations

import pytest
from playwright.sync_api import Route, expect

from tests.browser.playing.conftest import Sit
from tests.browser.playing.test_dragging import BEFORE, DRAWN

pytestmark = pytest.mark.django_db(transaction=True)
CALM = 1_500  # milliseconds between two looks of a page (static/js/playing/table.js)
IN_SIGHT = """one => {
  const { left, top, width, height } = one.getBoundingClientRect();
  return [0.1, 0.9].every((part) => one.contains(document.elementFromPoint(left + width / 2, top + height * part)));
}"""


def test_whole_turn_is_played_by_keys_from_card_to_card(sit: Sit) -> None:
    seat = sit(BEFORE, (1366, 641), touch=False)
    page = seat.page
    page.get_by_role("button", name="Karte ziehen").focus()
    page.keyboard.press("Enter")
    expect(page.locator(".hand [name=k]")).to_have_count(5)
    expect(page.locator("[name=k]").first).to_be_focused()  # the button has gone
    page.keyboard.press("Enter")
    page.keyboard.press("a")
    expect(page.locator(".turn")).to_contain_text("Bernd ist an der Reihe")
    expect(page.locator("[name=k]").first).to_be_focused()  # the card has gone
    assert seat.commands()[-2:] == ["ziehen", "ablegen 8C"]
    log = page.locator(".log")
    log.focus()
    seat.do("spiel abbrechen", 2)
    expect(page.get_by_text("Abbrechen möchte: Bernd")).to_be_attached()
    expect(log).to_be_focused()


def test_answer_stays_until_something_else_is_done_and_a_refusal_while_nothing_has_happened(sit: Sit) -> None:
    seat = sit(BEFORE, (1366, 641), touch=False)
    page, line = seat.page, seat.page.locator("#zeile")

    def typed(command: str) -> None:
        page.keyboard.press("/")
        line.fill(command)
        page.keyboard.press("Enter")
        expect(line).to_have_value("")

    typed("hilfe")
    told = page.locator("[data-told]")
    expect(told).to_be_visible()
    assert told.evaluate("one => one.offsetHeight") <= 0.41 * 641  # all commands, and the cards stay in sight
    told.focus()
    page.keyboard.press("End")
    page.wait_for_timeout(2 * CALM)
    expect(told).to_be_focused()
    page.evaluate("document.activeElement.blur()")
    typed("hilfe anlegen")
    told = page.get_by_text("Zum Beispiel: anlegen")
    expect(told).to_be_visible()
    seat.do("spiel abbrechen", 2)
    expect(page.get_by_text("Abbrechen möchte: Bernd")).to_be_attached()
    expect(told).to_be_visible()
    page.keyboard.press("/")
    line.fill("ablegen 8C")
    page.keyboard.press("Enter")
    refused = page.locator("[data-refused]")
    expect(refused).to_be_visible()
    expect(told).to_be_hidden()
    page.wait_for_timeout(2 * CALM)
    expect(refused).to_be_visible()
    seat.do("spiel abbrechen", 3)
    expect(refused).to_be_hidden()


def test_page_that_has_just_been_loaded_is_not_replaced_by_its_first_look(sit: Sit) -> None:
    page = sit(DRAWN).page
    with page.expect_response("**/tisch/**") as answer:
        page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    assert answer.value.status == 304


@pytest.mark.parametrize("size", [(360, 740), (683, 320)], ids=["phone", "laptop at 200 %"])
def test_card_that_has_the_focus_lies_under_no_button(sit: Sit, size: tuple[int, int]) -> None:
    page = sit(DRAWN, size, touch=False).page
    page.locator(".lying__cards").last.focus()
    for card in page.locator("[name=k]").all():
        page.keyboard.press("Tab")
        expect(card).to_be_focused()
        assert card.evaluate(IN_SIGHT)


def test_move_stays_made_when_an_answer_from_before_comes_late(sit: Sit) -> None:
    page = sit(BEFORE, (1366, 641), touch=False).page
    late: list[Route] = []
    page.route("**/tisch/**", lambda route: route.continue_() if late else late.append(route))
    with page.expect_request("**/tisch/**"):
        page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    expect(page.locator(".hand [name=k]")).to_have_count(4)
    headers = {name: value for name, value in late[0].request.headers.items() if name != "if-none-match"}
    before = late[0].fetch(headers=headers)
    page.get_by_role("button", name="Karte ziehen").click()
    expect(page.locator(".hand [name=k]")).to_have_count(5)
    with page.expect_event("requestfinished", lambda request: request == late[0].request):
        late[0].fulfill(response=before)
    page.evaluate("new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))")
    assert page.locator(".hand [name=k]").count() == 5


def test_buttons_wait_while_a_move_is_on_its_way(sit: Sit) -> None:
    seat = sit(BEFORE, (1366, 641), touch=False)
    page, held = seat.page, []
    page.route("**/tisch/**", lambda route: held.append(route) if route.request.method == "POST" else route.continue_())
    draw = page.get_by_role("button", name="Karte ziehen")
    draw.click()
    expect(draw).to_be_disabled()
    expect(draw).to_have_css("opacity", "0.6")
    assert len(held) == 1
    held[0].continue_()
    expect(page.locator(".hand [name=k]")).to_have_count(5)
    expect(page.locator("[data-table] button").first).to_be_enabled()
