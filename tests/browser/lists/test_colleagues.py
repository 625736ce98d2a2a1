"""Two officials at one list: a colleague's rows appear, and no row is overwritten without a message."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.axe import violations
from tests.browser.entry import ROWS, Scene, all_saved, cell, open_list, points_of
from tests.factories import enter

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.mark.parametrize(
    ("button", "kept", "saves"),
    [("Meine Eingabe gilt", [0, 20, 31, 45], 2), ("Die gespeicherte gilt", [0, 22, 31, 45], 1)],
)
def test_conflict_is_at_the_row_with_both_values(
    page: Page, scene: Scene, button: str, kept: list[int], saves: int
) -> None:
    hands = open_list(page)
    enter(scene.sheet(), 1, "0 22 31 45")
    hands.cells(*ROWS[0])
    hands.cells(*ROWS[1])  # without waiting
    expect(page.locator("#spiel-1 + .is-stored td").nth(1)).to_have_text("22")
    expect(cell(page, 1, 2)).to_have_value("20")
    expect(page.locator("#eingabe-stand")).to_contain_text("Konflikt in Spiel 1")
    hands.press("F8")
    expect(page.get_by_role("button", name="Meine Eingabe gilt, Spiel 1")).to_be_focused()
    page.get_by_role("button", name=button).click()
    all_saved(page)
    expect(page.locator(".is-stored")).to_have_count(0)
    assert scene.rows() == {1: kept, 2: points_of(ROWS[1])}
    assert scene.saves() == saves + 1


def test_page_is_accessible_with_a_conflict_and_a_fault_on_it(page: Page, scene: Scene) -> None:
    hands = open_list(page)
    enter(scene.sheet(), 1, "0 22 31 45")
    hands.cells(*ROWS[0])
    hands.cells("0", "20", "1", "45")
    expect(page.get_by_role("button", name="Meine Eingabe gilt, Spiel 1")).to_be_visible()
    expect(page.locator("#spiel-2")).to_contain_text("1 Punkt ist nicht möglich")
    assert violations(page) == []


def test_row_of_a_colleague_appears_with_the_next_answer(page: Page, scene: Scene) -> None:
    hands = open_list(page)
    enter(scene.sheet(), 5, "0 22 31 45")
    hands.cells(*ROWS[0])
    expect(cell(page, 5, 2)).to_have_value("22")
