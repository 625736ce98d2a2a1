"""The announcement follows the input: the questions of another rule system, and marks of unusual settings."""

import pytest
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from tests.browser.entry import sign_in
from tests.browser.test_account_and_help import faults
from tests.factories import enter, list_of, make_event, make_official, seat_series

pytestmark = pytest.mark.django_db(transaction=True)


def test_questions_follow_the_rule_system_and_marks_what_is_typed(page: Page, live_server: LiveServer) -> None:
    event = make_event(players=0)
    sign_in(page, make_official(event, username="petra"), live_server.url)
    page.goto(f"/leitung/{event.slug}/ausschreibung/")
    expect(page.get_by_role("button", name="Angaben zu diesem Regelwerk zeigen")).to_be_hidden()
    parts = page.get_by_role("navigation", name="Teile der Ausschreibung")
    page.get_by_label("Startgeld", exact=False).first.fill("12")
    page.get_by_label("Spielort").fill("Stadthalle")
    expect(parts).to_contain_text("Startgeld 1 geändert")
    rules = page.get_by_label("Regelwerk")
    rules.focus()
    rules.select_option("Rommé klassisch")
    expect(page.locator("#regelwerk-heisst")).to_contain_text("Rommé klassisch")
    expect(page.get_by_role("group", name="Bonus")).to_have_count(0)
    expect(parts).not_to_contain_text("Bonus")
    expect(rules).to_be_focused()
    assert faults(page) == []
    rules.select_option("Romméordnung")
    expect(page.get_by_role("group", name="Bonus")).to_be_visible()
    expect(page.get_by_label("Spielort")).to_have_value("Stadthalle")
    page.set_viewport_size({"width": 360, "height": 740})
    page.evaluate("document.documentElement.style.fontSize = '200%'")
    assert page.evaluate("document.documentElement.scrollWidth") == 360


def test_each_part_of_the_announcement_lies_in_sight_above_its_button(page: Page, live_server: LiveServer) -> None:
    page.set_viewport_size({"width": 1366, "height": 641})
    covered = []
    for ruleset in ("rommeordnung", "treppenromme"):  # the event with most parts, and the one with most text
        event = make_event(players=8, slug=ruleset, ruleset=ruleset, options={})
        enter(list_of(seat_series(event)), 1, "0 20 30 40")  # with all hints on fixed settings
        sign_in(page, make_official(event, username="petra"), live_server.url)
        page.goto(f"/leitung/{event.slug}/ausschreibung/")
        for part in page.locator(".parts__list a").all():
            part.click()
            name = part.get_attribute("href")
            ends = page.evaluate(
                """(name) => ({
              part: document.querySelector(name).getBoundingClientRect(),
              button: document.querySelector(".form-actions--sticky").getBoundingClientRect().top,
              list: document.querySelector(".parts__list").getBoundingClientRect()})""",
                name,
            )
            if ends["part"]["top"] < 0 or ends["part"]["bottom"] > ends["button"] or ends["list"]["top"] < 0:
                covered.append((ruleset, name, ends["part"]["bottom"], ends["button"]))
    assert covered == []
