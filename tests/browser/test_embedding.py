"""The website of a club shows a table with one line of HTML."""

import re
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from html import unescape
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from django.test import Client
from django.utils import timezone
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from romme_turnier.tournament.seating.series import close_series
from romme_turnier.tournament.standings.releases import release_standings
from tests.factories import list_of, make_checked, make_event, make_official, seat_series

pytestmark = pytest.mark.django_db(transaction=True)


class _Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_arguments: object) -> None:
        """Writes nothing."""


@contextmanager
def website(folder: Path) -> Iterator[str]:
    """Serves a folder as another website; yields its address."""
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(_Quiet, directory=str(folder))) as server:
        thread = threading.Thread(target=server.serve_forever, daemon=True)
        thread.start()
        yield f"http://127.0.0.1:{server.server_address[1]}/"
        server.shutdown()
        thread.join()


def line_of_html(live_server: LiveServer, look: str = "") -> str:
    """The line that the program hands out for the standings of a released event."""
    make_official()
    event = make_event(games_per_list=2, published_at=timezone.now(), series_count=1)
    series = seat_series(event)
    for table in (1, 2):
        make_checked(list_of(series, table))
    close_series(series, by=None)
    release_standings(event, 1, by=None)
    page = Client().get(f"/einbetten/?tabelle=/einbetten/t/testpokal/rangliste/{look}").text
    (line,) = re.findall(r"<code>(.*?)</code>", page, re.S)
    return unescape(line).replace("http://testserver", live_server.url)


def test_static_page_with_one_line_shows_the_table(page: Page, live_server: LiveServer, tmp_path: Path) -> None:
    line = line_of_html(live_server, "&zeilen=5&farbe=dunkel")
    (tmp_path / "index.html").write_text(f"<!DOCTYPE html><title>RC Herz</title><h1>RC Herz</h1>\n{line}\n")
    with website(tmp_path) as address:
        page.goto(address)
        frame = page.frame_locator("iframe")
        expect(frame.locator("tbody tr")).to_have_count(5)
        expect(frame.locator("tbody tr").first).to_contain_text("Vera")
        assert frame.locator("html").evaluate("root => getComputedStyle(root).colorScheme") == "dark"
        height = page.locator("iframe").evaluate("frame => frame.clientHeight")
        assert frame.locator("html").evaluate("root => root.scrollHeight") <= height  # no scroll bar
        assert page.context.cookies() == []
        frame.get_by_role("link", name="Testpokal").click()  # the whole window, not the frame
        page.wait_for_url(f"{live_server.url}/t/testpokal/rangliste/")
        page.goto("about:blank")


def test_page_for_the_line_shows_what_the_chosen_columns_look_like(page: Page, live_server: LiveServer) -> None:
    line_of_html(live_server)
    page.goto("/t/testpokal/rangliste/")
    page.get_by_role("link", name="Auf der eigenen Internetseite zeigen").click()
    page.get_by_label("Gesamt").check()
    page.get_by_role("button", name="Zeile ändern").click()
    frame = page.frame_locator("iframe")
    expect(frame.locator("thead th")).to_have_text(["Name", "Gesamt"])
    expect(page.locator("code")).to_contain_text("spalten=total")


def test_other_pages_cannot_be_framed(page: Page, live_server: LiveServer, tmp_path: Path) -> None:
    make_official()
    (tmp_path / "index.html").write_text(f'<!DOCTYPE html><iframe src="{live_server.url}/konto/anmelden/"></iframe>')
    with website(tmp_path) as address:
        page.context.new_page().goto(address)  # a page that may report what the policy stops
        other = page.context.pages[-1]
        expect(other.frame_locator("iframe").locator("form")).to_have_count(0)
        other.goto("about:blank")
