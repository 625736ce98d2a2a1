"""The announcement follows the input: the questions of another rule system, and marks of unusual settings."""

import pytest
from playwright.sync_api import Page, Route, expect
from pytest_django.live_server_helper import LiveServer

from romme_turnier.core.lists.scoring_points import PointsPerGame
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


def test_number_stays_when_it_is_typed_before_the_questions_have_come(page: Page, live_server: LiveServer) -> None:
    event = make_event(players=0)
    sign_in(page, make_official(event, username="petra"), live_server.url)
    page.goto(f"/leitung/{event.slug}/ausschreibung/")
    waiting: list[Route] = []

    def hold(route: Route) -> None:
        waiting.append(route)

    page.route("**/ausschreibung/", hold)
    with page.expect_request("**/ausschreibung/"):
        page.get_by_label("Regelwerk").select_option("Treppenrommé")
    series = page.locator("[name=series_count]")
    series.select_text()
    page.keyboard.type("1")
    with page.expect_request("**/ausschreibung/"):
        waiting.pop().continue_()  # its answer has the number from before
    expect(series).to_have_value("1")
    waiting.pop().continue_()
    expect(page.locator("#regelwerk-heisst")).to_contain_text("Treppenrommé")
    expect(series).to_be_focused()
    page.keyboard.type("2")  # behind the first digit
    expect(series).to_have_value("12")


def test_points_of_a_game_are_asked_with_their_scoring_and_the_example_follows_them(
    page: Page, live_server: LiveServer
) -> None:
    event = make_event(players=0)
    sign_in(page, make_official(event, username="petra"), live_server.url)
    page.goto(f"/leitung/{event.slug}/ausschreibung/")
    expect(page.get_by_role("button", name="Angaben zu dieser Wertung zeigen")).to_be_hidden()
    page.get_by_label("Wertungspunkte").check()
    example, bonus = page.locator("#punkte-beispiel"), page.get_by_label("Bonus am Vierertisch")
    expect(example).to_contain_text("0, 8, 25, 64 Augenpunkten bringt 5, 3, 1, 0; ein Handrommé")
    expect(page.get_by_label("Wertungspunkte", exact=True).first).to_be_focused()
    expect(bonus).to_have_value("")  # no longer the usual 20
    page.get_by_label("Wer ein Spiel beendet").fill("6")
    page.locator("[name=step-2-most]").fill("64")
    page.locator("[name=step-2-points]").focus()
    expect(example).to_contain_text("bringt 6, 3, 1, 1; ein Handrommé")
    expect(page.locator("[name=step-2-points]")).to_be_focused()
    assert faults(page) == []
    page.get_by_role("button", name="Ausschreibung speichern").last.click()
    page.wait_for_url(f"**/leitung/{event.slug}/")
    event.refresh_from_db()
    assert event.points_per_game == PointsPerGame(6, 8, ((10, 3), (20, 2), (64, 1)))
    assert event.bonus_four == 0
    page.goto(f"/leitung/{event.slug}/ausschreibung/")
    page.get_by_label("Summe der Ergebnisse").check()
    expect(example).to_have_count(0)
    page.set_viewport_size({"width": 360, "height": 740})
    page.get_by_label("Wertungspunkte").check()
    expect(example).to_be_visible()
    page.evaluate("document.documentElement.style.fontSize = '200%'")
    assert page.evaluate("document.documentElement.scrollWidth") == 360


def test_each_part_of_the_announcement_lies_in_sight_above_its_button(page: Page, live_server: LiveServer) -> None:
    page.set_viewport_size({"width": 1366, "height": 641})
    covered = []
    events = [  # the event with most parts, the one with most text, and one with the points of a game
        make_event(players=8, slug="rommeordnung", ruleset="rommeordnung", options={}),
        make_event(players=8, slug="treppenromme", ruleset="treppenromme", options={}),
        make_event(players=8, slug="wertungspunkte", scoring="scoring_points"),
    ]
    for event in events:
        if event.points_per_game is None:
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
                covered.append((event.slug, name, ends["part"]["bottom"], ends["button"]))
    assert covered == []
