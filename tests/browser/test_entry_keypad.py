"""A list typed by the keypad alone, as thirty of them are typed between two series."""

import re

import pytest
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from romme_turnier.tournament.models import Spielliste
from tests.browser.entry import ROWS, SUMS, Scene, make_scene, open_list, points_of, sign_in, until

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def scene(page: Page, live_server: LiveServer) -> Scene:
    scene = make_scene()
    sign_in(page, scene.official, live_server.url)
    return scene


def all_saved(page: Page) -> None:
    expect(page.locator("#eingabe-stand")).to_have_text(re.compile("Alles ist gespeichert"))


def test_list_of_four_takes_its_digits_one_key_a_cell_and_four_more(page: Page, scene: Scene) -> None:
    hands = open_list(page)
    for row in ROWS:
        hands.cells(*row)
    hands.cells(*SUMS)
    hands.press("Enter", 2)  # past the results and games ended, which this scorer did not write
    expect(page.locator("#abschliessen")).to_be_focused()
    hands.press("Enter")
    expect(page.locator("#tisch")).to_be_focused()
    hands.type("2")
    hands.press("Enter")
    expect(page).to_have_url(re.compile("/tisch/2/$"))
    cells = 4 * len(ROWS) + len(SUMS)
    assert hands.keys <= hands.digits + cells + 4
    until(lambda: scene.sheet().status == Spielliste.Status.COMPLETE)  # the next page sends what is left
    assert scene.rows() == {game: points_of(row) for game, row in enumerate(ROWS, start=1)}
    assert scene.saves() == len(ROWS)
