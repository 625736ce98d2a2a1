"""A list played to a score: it is whole when a single player has reached it, and not while two are equal."""

import pytest
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from romme_turnier.tournament.models import Spielliste
from tests.browser.entry import PATH, all_saved, open_list, sign_in
from tests.factories import enter, list_of, make_event, make_official, seat_series

pytestmark = pytest.mark.django_db(transaction=True)


def test_list_is_completed_with_the_game_that_decides(page: Page, live_server: LiveServer) -> None:
    event = make_event(players=3, ruleset="treppenromme", games_per_list=0, length_unit="target", length_number=100)
    series = seat_series(event, tables=[(1, 2, 3)])
    sign_in(page, make_official(event), live_server.url)
    faults: list[str] = []
    page.on("pageerror", lambda fault: faults.append(str(fault)))
    hands = open_list(page, live_server.url + PATH)
    expect(page.locator("tr[data-game]")).to_have_count(12)
    hands.cells("R60", "60", "30", "R50", "50", "30")  # both have 110: one more game
    all_saved(page)
    page.keyboard.press("F9")
    page.locator("#tisch").fill("1")
    page.keyboard.press("Enter")  # the next list: this one is not ready
    expect(page.locator("[name=g3s1]")).to_be_focused()
    assert list_of(series).status == Spielliste.Status.OPEN
    hands.cells("R60", "40", "30")
    all_saved(page)
    page.get_by_role("button", name="Liste abschließen").click()
    expect(page.get_by_role("link", name="Liste berichtigen")).to_be_visible()
    expect(page.locator("tr[data-game]")).to_have_count(3)
    assert list_of(series).status == Spielliste.Status.COMPLETE
    assert faults == []


def test_one_more_game_appears_while_the_score_is_not_reached(page: Page, live_server: LiveServer) -> None:
    """All games are in until a figure is corrected: then no player has reached the score."""
    event = make_event(players=3, ruleset="treppenromme", games_per_list=0, length_unit="target", length_number=100)
    series = seat_series(event, tables=[(1, 2, 3)])
    for game, cells in enumerate(["R20 0 0"] * 4 + ["R40 10 0"], start=1):
        enter(list_of(series), game, cells)
    sign_in(page, make_official(event), live_server.url)
    faults: list[str] = []
    page.on("pageerror", lambda fault: faults.append(str(fault)))
    hands = open_list(page, live_server.url + PATH)
    expect(page.locator("tr[data-game]")).to_have_count(5)
    page.locator("[name=g5s1]").fill("R10")
    page.locator("[name=g1s1]").focus()
    all_saved(page)
    further = page.locator("[name=g6s1]")
    expect(further).to_be_visible()
    page.locator("[name=g5s3]").focus()
    page.keyboard.press("Enter")
    expect(further).to_be_focused()
    hands.cells("R30", "5", "5")
    all_saved(page)
    expect(page.locator("tr[data-sum=points] .sheet__sum").first).to_have_text("120")
    assert [row.number for row in list_of(series).rows.all()] == [1, 2, 3, 4, 5, 6]
    page.get_by_role("button", name="Liste abschließen").click()
    expect(page.locator("#teil-liste").get_by_role("link", name="Liste berichtigen")).to_be_visible()
    assert list_of(series).status == Spielliste.Status.COMPLETE
    assert faults == []


def test_melds_and_hands_are_typed_as_they_were_noted(page: Page, live_server: LiveServer) -> None:
    """Das Anschreiben, Das Fertigmachen: the example of the source, ended by a Rommé-Hand."""
    event = make_event(players=3, ruleset="treppenromme", games_per_list=0, length_unit="target", length_number=200)
    series = seat_series(event, tables=[(1, 2, 3)])
    sign_in(page, make_official(event), live_server.url)
    hands = open_list(page, live_server.url + PATH)
    hands.cells("H6 6 6 + D K A 2 3 + 27", "6(12)", "(30)")
    all_saved(page)
    expect(page.locator("tr[data-sum=points] .sheet__sum")).to_have_text(["159", "6", "0"])
    points = list_of(series).rows.get().entries.order_by("seat").values_list("points", flat=True)
    assert list(points) == [75 + 2 * 42, 6, 0]
    page.reload()
    expect(page.locator("[name=g1s1]")).to_have_value("H159")
