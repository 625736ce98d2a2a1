"""The website of a club shows a table with one line of HTML, or with lines of JavaScript."""

import re
from html import unescape
from pathlib import Path
from typing import Any

import pytest
from django.test import Client
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from romme_turnier.accounts.models import User
from romme_turnier.tournament.exchange.sandbox import make_sandbox
from tests.factories import make_official, make_organiser
from tests.other_website import line_of_html, website

pytestmark = pytest.mark.django_db(transaction=True)


def test_static_page_with_one_line_shows_the_table(page: Page, live_server: LiveServer, tmp_path: Path) -> None:
    line = line_of_html(live_server.url, "&zeilen=5&farbe=dunkel")
    (tmp_path / "index.html").write_text(f"<!DOCTYPE html><title>RC Herz</title><h1>RC Herz</h1>\n{line}\n")
    with website(tmp_path) as address:
        page.goto(address)
        frame = page.frame_locator("iframe")
        expect(frame.locator("tbody tr")).to_have_count(5)
        expect(frame.locator("tbody tr").first).to_contain_text("Vera")
        assert frame.locator("html").evaluate("root => getComputedStyle(root).colorScheme") == "dark"
        for width in (360, 1366):
            page.set_viewport_size({"width": width, "height": 641})
            page.goto(address)
            expect(frame.locator("tbody tr")).to_have_count(5)
            height = page.locator("iframe").evaluate("frame => frame.clientHeight")
            needed = frame.locator("body").evaluate("body => body.getBoundingClientRect().height")
            assert height * 0.7 <= needed <= height  # no scroll bar, and no large gap below the table
        assert page.context.cookies() == []
        frame.get_by_role("link", name="Testpokal").click()  # the whole window, not the frame
        page.wait_for_url(f"{live_server.url}/t/testpokal/rangliste/")
        page.goto("about:blank")


def test_page_for_the_line_shows_what_the_chosen_columns_look_like(page: Page, live_server: LiveServer) -> None:
    line_of_html(live_server.url)
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
        other = page.context.new_page()  # a page that may report what the policy stops
        with other.expect_console_message(lambda message: "frame-ancestors" in message.text):
            other.goto(address)
        expect(other.frame_locator("iframe").locator("form")).to_have_count(0)
        other.goto("about:blank")


@pytest.mark.parametrize("mode", ["public", "hall"])
def test_page_of_another_website_reads_the_table_only_from_a_program_on_the_internet(
    page: Page, live_server: LiveServer, tmp_path: Path, settings: Any, mode: str
) -> None:
    for number in ("1", "2"):
        make_organiser(number=number, name=f"Verein {number}", slug=f"verein-{number}")
    make_sandbox("9999", by=User.objects.create_superuser("chief", display_name="Chief"))
    settings.MODE = mode
    lines = Client(headers={"Host": live_server.url.partition("//")[2]}).get("/webmaster/").text
    (code,) = re.findall(r"<code>(&lt;table.*?)</code>", lines, re.DOTALL)
    (tmp_path / "index.html").write_text(f"<!DOCTYPE html><meta charset=utf-8>{unescape(code)}", encoding="utf-8")
    with website(tmp_path) as address:
        other = page.context.new_page()  # a page that may report what the browser stops
        if mode == "public":
            other.goto(address)
            expect(other.locator("tr").first).to_contain_text("Name")
            expect(other.locator("tr").nth(1)).to_contain_text("260.50")
        else:
            with other.expect_console_message(lambda message: "Access-Control-Allow-Origin" in message.text):
                other.goto(address)
            expect(other.locator("tr")).to_have_count(0)
        assert page.context.cookies() == []
        other.goto("about:blank")
