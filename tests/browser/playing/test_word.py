"""A word for the shuffle, typed with the keyboard: the whole table sees it, and the input of others stays."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from tests.browser.axe import violations
from tests.factories import make_official
from tests.tournament.playing.tables import restarted

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def _fresh_process() -> Iterator[None]:
    restarted()
    make_official()
    yield
    restarted()


def test_word_is_said_by_enter_and_seen_by_others_whose_typing_stays(page: Page) -> None:
    page.set_viewport_size({"width": 360, "height": 740})
    page.goto("/spielen/?regeln=classic")
    page.get_by_label("Ihr Name am Tisch").fill("Anna")
    page.get_by_role("button", name="Tisch eröffnen").click()
    page.wait_for_url("**/tisch/**")
    other = page.context.browser.new_context(locale="de-DE").new_page()  # type: ignore[union-attr]
    other.goto(page.url)
    other.get_by_label("Ihr Name am Tisch").fill("Bernd")
    other.get_by_role("button", name="Mitspielen").click()
    other.get_by_text("Ein Wort fürs Mischen").click()
    other.get_by_label("Ihr Wort").fill("Hufei")
    page.get_by_text("Ein Wort fürs Mischen").click()
    page.get_by_label("Ihr Wort").fill("guter Stern")
    assert violations(page) == []
    page.keyboard.press("Enter")
    expect(page.get_by_label("Ihr Wort")).to_have_value("guter_Stern")
    expect(other.get_by_text("Anna „guter_Stern“").first).to_be_visible()
    expect(other.get_by_label("Ihr Wort")).to_have_value("Hufei")
    expect(other.get_by_label("Ihr Wort")).to_be_focused()
    page.get_by_role("button", name="Mischen, geben und beginnen").click()
    expect(page.get_by_text("Ein Wort fürs Mischen")).to_have_count(0)
    other.context.close()
