"""A list that is complete: locked until its button opens it, and nothing typed there is lost without a question."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Dialog, Page, expect

from romme_turnier.tournament.models import Spielliste
from tests.browser.entry import PATH, Hands, Scene, cell, open_list, until
from tests.factories import fill, make_checked, make_complete

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.mark.parametrize("locked", [make_complete, make_checked])
def test_list_that_is_complete_is_changed_by_its_button_only(
    page: Page, scene: Scene, locked: Callable[[Spielliste], Spielliste]
) -> None:
    locked(scene.sheet())
    page.goto(PATH)
    expect(page.locator(".sheet input.cell")).to_have_count(0)
    page.get_by_role("link", name="Liste berichtigen").click()
    expect(page.locator("#spaltenweise")).to_be_visible()
    hands = Hands(page)
    cell(page, 3, 2).focus()
    hands.cells("28")
    expect(cell(page, 3, 3)).to_be_focused()
    expect(page.locator("#spiel-3")).to_contain_text("noch nicht gespeichert")
    expect(page.locator("#eingabe-stand")).to_contain_text("Eine Änderung ist noch nicht gespeichert.")
    questions: list[str] = []

    def stay(question: Dialog) -> None:
        questions.append(question.type)
        question.dismiss()

    page.on("dialog", stay)
    page.locator("#tisch").fill("2")
    page.locator("#tisch").press("Enter")
    until(lambda: questions == ["beforeunload"])
    expect(cell(page, 3, 2)).to_have_value("28")
    page.locator("#reason").fill("verlesen")
    page.get_by_role("button", name="Berichtigung speichern").click()
    expect(page.locator("#meldungen")).to_contain_text("Spiel 3 ist gespeichert.")
    expect(page.locator(".sheet input.cell")).to_have_count(0)
    assert scene.rows()[3] == [0, 28, 30, 40]
    assert len(questions) == 1


def test_cell_that_is_put_back_as_it_was_needs_no_saving(page: Page, scene: Scene) -> None:
    make_complete(scene.sheet())
    page.goto(f"{PATH}?berichtigen")
    expect(page.locator("#spaltenweise")).to_be_visible()
    hands = Hands(page)
    cell(page, 3, 2).focus()
    hands.cells("28")
    expect(page.locator("#spiel-3")).to_contain_text("noch nicht gespeichert")
    cell(page, 3, 2).focus()
    hands.cells("20")
    expect(page.locator("#spiel-3")).not_to_contain_text("noch nicht gespeichert")
    expect(page.locator("#eingabe-stand")).to_have_text("")


def test_list_that_has_just_been_completed_looks_as_when_it_is_loaded_again(page: Page, scene: Scene) -> None:
    fill(scene.sheet())
    hands = open_list(page)
    page.locator("#abschliessen").click()
    expect(page.get_by_role("link", name="Liste berichtigen")).to_be_visible()
    expect(page.locator("#tisch")).to_be_focused()
    hands.type("2")
    just_now = page.locator("#teil-liste").inner_html()
    page.reload()
    expect(page.get_by_role("link", name="Liste berichtigen")).to_be_visible()
    assert page.locator("#teil-liste").inner_html().split() == just_now.split()
