"""A static page of another website shows the newest table with one line of HTML; Chromium is in tests/browser."""

from pathlib import Path

import pytest
from pytest_django.live_server_helper import LiveServer
from selenium.webdriver.common.by import By

from romme_turnier.tournament import models
from romme_turnier.tournament.standings.releases import release_standings
from tests.engines.conftest import Window
from tests.engines.engines import until
from tests.other_website import line_of_html, website

pytestmark = pytest.mark.django_db(transaction=True)


def text_of_frame(window: Window, number: int, text: str = "") -> str:
    """Returns the text of a frame of the page, once it contains `text`."""
    window.driver.switch_to.default_content()
    window.driver.switch_to.frame(number)
    try:
        return until(lambda: body if text in (body := window.driver.execute_script(_TEXT)) else None)
    finally:
        window.driver.switch_to.default_content()


_TEXT = "return (document.body ? document.body.innerText : '') + ' '"  # with a blank, so that it is never empty
_LOADED = "return document.readyState === 'complete'"


def test_static_page_of_another_origin_shows_the_newest_table(
    window: Window, live_server: LiveServer, tmp_path: Path
) -> None:
    line = line_of_html(live_server.url, "&zeilen=5&farbe=dunkel")
    forbidden = f'<iframe src="{live_server.url}/t/testpokal/rangliste/" width="100%" height="300"></iframe>'
    (tmp_path / "index.html").write_text(f"<!DOCTYPE html><title>RC Herz</title><h1>RC Herz</h1>\n{line}\n{forbidden}")
    driver = window.driver
    with website(tmp_path) as address:
        driver.get(address)
        until(lambda: driver.execute_script(_LOADED))
        assert "Vera1" in text_of_frame(window, 0, "Testpokal, nach Serie 1")
        driver.switch_to.frame(0)
        assert driver.execute_script("return document.querySelectorAll('tbody tr').length") == 5
        assert driver.execute_script("return getComputedStyle(document.documentElement).colorScheme") == "dark"
        assert driver.execute_script("return document.cookie") == ""
        driver.switch_to.default_content()
        assert "Vera1" not in text_of_frame(window, 1)
        assert driver.execute_script("return document.cookie") == ""

        models.Player.objects.filter(registrations__number=1).update(first_name="Wera1")
        release_standings(models.Event.objects.get(), 1, by=None)
        driver.get(address)
        until(lambda: driver.execute_script(_LOADED))
        assert "Wera1" in text_of_frame(window, 0, "Testpokal, nach Serie 1")

        driver.switch_to.frame(0)
        driver.find_elements(By.CSS_SELECTOR, ".embedded__head a")[0].click()
        driver.switch_to.default_content()
        until(lambda: driver.execute_script("return location.pathname") == "/t/testpokal/rangliste/")
        driver.get("about:blank")
