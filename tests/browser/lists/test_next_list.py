"""From list to list: no key falls between two, and none into a list that is in."""

import re
import time

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.entry import ROWS, Scene, cell, open_list, points_of, until
from tests.factories import make_complete

pytestmark = pytest.mark.django_db(transaction=True)


def test_wrong_table_number_shows_whose_list_it_is(page: Page, scene: Scene) -> None:
    make_complete(scene.sheet(2))
    hands = open_list(page)
    hands.press("F9")
    hands.type("2")
    hands.press("Enter")
    expect(page.get_by_text("Diese Liste ist schon eingegeben: vollständig.")).to_be_visible()
    expect(page.locator(".whose")).to_contain_text("Vera6 Spieler6")
    page.locator("#tisch").fill("17")
    page.locator("#tisch").press("Enter")
    expect(page.get_by_text("Tisch 17 gibt es in dieser Serie nicht. Vorhanden: 1, 2.")).to_be_visible()


def answered_late(route: Route) -> None:
    time.sleep(0.4)
    route.continue_()


def test_keys_pressed_while_the_next_list_loads_stand_in_its_cells(page: Page, scene: Scene) -> None:
    hands = open_list(page)
    page.route("**/listen/tisch/?**", answered_late)
    page.locator("#tisch").focus()
    hands.type("2")
    hands.press("Enter")
    hands.cells(*ROWS[0])  # immediately, while the other list is still shown
    hands.type("12")
    page.wait_for_url("**/tisch/2/")
    expect(cell(page, 2, 1)).to_have_value("12")
    until(lambda: scene.rows(2).get(1) == points_of(ROWS[0]))
    assert scene.rows(1) == {}


def test_next_list_comes_into_the_same_page_so_that_no_key_falls_between_two(page: Page, scene: Scene) -> None:
    hands = open_list(page)
    page.evaluate("window.same = 'page'")
    hands.cells(*ROWS[0][:2])  # half a row is left behind, and finished later
    for table, texts in ((2, ROWS[1]), (1, ROWS[0][2:]), (2, ROWS[2])):
        hands.press("F9")
        hands.type(str(table))
        hands.press("Enter")
        hands.cells(*texts)
        expect(page).to_have_title(re.compile(f"Tisch {table}"))
    until(lambda: scene.rows(2) == {1: points_of(ROWS[1]), 2: points_of(ROWS[2])})
    assert scene.rows(1) == {1: points_of(ROWS[0])}
    assert page.evaluate("window.same") == "page"
    page.go_back()
    expect(page).to_have_title(re.compile("Tisch 1"))
    expect(cell(page, 1, 3)).to_have_value(ROWS[0][2])


class Gate:
    """Saves of rows, which reach the server when it is lifted."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.held: list[Route] = []
        page.route("**/zeile/", self._hold)

    def _hold(self, route: Route) -> None:
        self.held.append(route)

    def lift(self) -> None:
        for route in self.held:
            route.continue_()
        self.page.unroute("**/zeile/")


@pytest.fixture
def gate(page: Page) -> Gate:
    return Gate(page)


def test_other_half_of_a_row_goes_to_its_cells_when_the_first_is_still_on_its_way(
    page: Page, scene: Scene, gate: Gate
) -> None:
    hands = open_list(page)
    hands.cells(*ROWS[0][:2])
    for table in (2, 1):
        hands.press("F9")
        hands.type(str(table))
        hands.press("Enter")
        page.wait_for_timeout(300)  # for a list that comes without what is on its way
    hands.cells(*ROWS[0][2:])
    gate.lift()
    until(lambda: scene.rows(1) == {1: points_of(ROWS[0])})


def test_cursor_stands_behind_what_was_typed_before_the_page_was_left_and_is_not_stored_yet(
    page: Page, scene: Scene, gate: Gate
) -> None:
    hands = open_list(page)
    hands.cells(*ROWS[0][:2])
    hands.press("F9")
    page.wait_for_timeout(300)  # for the save to go out
    gate.held.clear()  # it goes with the page
    page.reload()
    expect(cell(page, 1, 2)).to_have_value(ROWS[0][1])
    expect(cell(page, 1, 3)).to_be_focused()
    hands.cells(*ROWS[0][2:])
    gate.lift()
    until(lambda: scene.rows(1) == {1: points_of(ROWS[0])})


def test_keys_meant_for_a_list_that_is_in_already_go_nowhere(page: Page, scene: Scene) -> None:
    make_complete(scene.sheet(2))
    hands = open_list(page)
    page.route("**/listen/tisch/?**", answered_late)
    page.locator("#tisch").focus()
    hands.type("2")
    hands.press("Enter")
    hands.type("77")
    expect(page.get_by_text("Diese Liste ist schon eingegeben", exact=False)).to_be_visible()
    hands = open_list(page)
    expect(cell(page, 1, 1)).to_have_value("")
