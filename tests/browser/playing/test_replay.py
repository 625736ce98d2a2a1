"""A replayed game by keyboard and on a phone: the script shows the same as the server, step by step."""

from io import BytesIO

import pytest
from django.urls import reverse
from playwright.sync_api import Page, expect
from pypdf import PdfReader

from tests.browser.axe import violations
from tests.cast import Cast

pytestmark = pytest.mark.django_db(transaction=True)

# The text of a step; rows of cards by the names of the cards.
_SAID = """() => [...document.querySelectorAll(
    "[data-number], [data-said], [data-position] :is(h3, h4, svg), [data-why] li")]
    .map((one) => one.getAttribute("aria-label") ?? one.textContent.trim().replace(/\\s+/g, " "))"""


@pytest.fixture
def game(page: Page, cast: Cast) -> Page:
    page.set_viewport_size({"width": 1366, "height": 641})
    page.goto(reverse("replay:replay"))
    page.get_by_role("button", name="Beispiel ansehen").click()
    expect(page.locator("[data-keys]")).to_be_visible()  # the script has loaded
    return page


def test_keys_go_from_step_to_step_and_the_list_says_where_one_is(game: Page) -> None:
    said, current = game.locator("[data-said]"), game.locator("[data-acts] [aria-current=step]")
    game.keyboard.press("ArrowRight")
    expect(said).to_have_text("Platz 2 legt ab: Herz Ass")
    game.keyboard.press("End")
    expect(said).to_have_text("Platz 3 beendet das Spiel und legt ab: Kreuz 2")
    expect(current).to_be_in_viewport()
    game.keyboard.press("ArrowRight")
    expect(current).to_contain_text("Platz 3 beendet das Spiel")
    game.get_by_role("button", name="Zum ersten Verstoß").click()
    expect(game.locator("[data-why]")).to_contain_text("§ 6.10")
    game.keyboard.press("Home")
    expect(said).to_have_text("Platz 1 gibt, alle haben ihre Karten")
    expect(game.locator("[data-why]")).to_be_hidden()
    game.get_by_label("Sicht").focus()
    game.keyboard.press("ArrowRight")  # chooses in the field, as arrows do there
    expect(said).to_have_text("Platz 1 gibt, alle haben ihre Karten")


def test_script_shows_what_the_server_shows(game: Page) -> None:
    game.keyboard.press("End")
    for _back in range(9):
        game.keyboard.press("ArrowLeft")
    shown = game.evaluate(_SAID)
    game.locator("[data-replay]").evaluate("form => HTMLFormElement.prototype.submit.call(form)")
    game.wait_for_load_state()
    expect(game.locator("[data-number]")).to_have_text("53")
    assert game.evaluate(_SAID) == shown


def test_page_is_without_a_fault_for_readers_of_any_kind_fits_a_phone_and_is_printed_on_one_sheet(game: Page) -> None:
    game.get_by_role("button", name="Zum ersten Verstoß").click()
    for scheme in ("light", "dark"):
        game.emulate_media(color_scheme=scheme)
        assert violations(game) == []
    assert len(PdfReader(BytesIO(game.pdf(format="A4"))).pages) == 1
    for width, text in ((360, "100%"), (360, "200%"), (768, "100%")):
        game.set_viewport_size({"width": width, "height": 740})
        game.evaluate("size => { document.documentElement.style.fontSize = size; }", text)
        assert game.evaluate("document.documentElement.scrollWidth") == width, (width, text)


def test_position_is_taken_to_regel_check_in_a_page_of_its_own(game: Page) -> None:
    game.get_by_role("button", name="Zum ersten Verstoß").click()
    with game.expect_popup() as opened:
        game.get_by_role("button", name="Was wäre wenn? Im Regel-Check").click()
    expect(opened.value.get_by_text("Das ist in dieser Lage erlaubt")).to_be_visible()
    expect(game.locator("[data-number]")).to_have_text("52")
