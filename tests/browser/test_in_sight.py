"""Promises of visibility without scrolling: a laptop of 1366 × 768 leaves 1349 × 641 px for a page.

One table: a page, the counted elements, and how many of them must be wholly in sight.
"""

from dataclasses import dataclass, field
from typing import Any

import pytest
from django.contrib.messages.constants import ERROR
from django.contrib.messages.storage.base import BaseStorage, Message
from django.urls import reverse
from django.utils import timezone
from playwright.sync_api import Page, expect
from pytest_django import Settings
from pytest_django.live_server_helper import LiveServer

from romme_turnier.tournament import models
from romme_turnier.tournament.lists import entries
from romme_turnier.web.organiser.navigation import Reached, places_of
from tests.browser.entry import sign_in
from tests.factories import fill, list_of, make_checked, make_complete, make_event, make_official, seat_series

pytestmark = pytest.mark.django_db(transaction=True)

PEOPLE, TABLES = 120, 30
LONG_CLUB = "Gehörlosen-Sportverein Eichenau und Umgebung von 1898, Abteilung Kartenspiele"
SCROLLBAR = 17  # pixels in Windows; in these tests scrollbars are hidden
LAPTOP, SMALL_LAPTOP, PHONE = (1366 - SCROLLBAR, 641), (1024 - SCROLLBAR, 641), (360, 740)
CHECKED = 2  # the table whose list is checked
BAR, TITLE_ROW = 44, 100  # the end of the bar, and the latest beginning of the content

# Asks the browser for the height of the page, the bar above it and its bottom edge.
COUNT_IN_SIGHT = """(selector) => [...document.querySelectorAll(selector)].filter((one) => {
  const box = one.getBoundingClientRect();
  return box.height > 0 && box.top >= 0 && box.bottom <= innerHeight;
}).length"""

# Headings next to their cells that are narrower than their longest word.
BROKEN_HEADINGS = """() => [...document.querySelectorAll(".table--stack [data-label]")].filter((cell) => {
  const look = getComputedStyle(cell, "::before"), canvas = document.createElement("canvas").getContext("2d");
  canvas.font = look.font;
  const longest = Math.max(...cell.dataset.label.split(" ").map((word) => canvas.measureText(word).width));
  return look.content !== "none" && parseFloat(look.width) < longest - 1;
}).map((cell) => cell.dataset.label)"""


@dataclass(frozen=True, slots=True)
class Promise:
    """`page` names an address of the event; `at_least` elements of the selector `what` are wholly in sight."""

    page: str
    what: str
    at_least: int
    arguments: dict[str, Any] = field(default_factory=dict)
    query: str = ""


PROMISES = [
    Promise("list", ".sheet tbody tr", 12, {"number": 1, "table": 1}),
    Promise("list", ".sheet tfoot tr", 6, {"number": 1, "table": 1}),
    Promise("list", "#abschliessen", 1, {"number": 1, "table": 1}),
    Promise("list", "#tisch", 1, {"number": 1, "table": 1}),
    Promise("event", ".day__part", 3),  # before, series, after
    Promise("cash", "main tbody tr", 11),
    Promise("lists", ".lists__one", TABLES, {"number": 1}),
    Promise("lists_go", "main :is(h1, .note, .whose li, #tisch)", 7, {"number": 1}, f"?tisch={CHECKED}"),
    Promise("hand_in_table", ".hand-in__below", 1, {"number": 1, "table": 1}),
    Promise("front_desk", "#leute tr", 20),
    Promise("event_edit", ".parts__list li", 9),
    Promise("standings_after", "main .standings tbody tr", 20, {"after": 1}),
    Promise("series", ".table-states__one", TABLES, {"number": 1}),
    Promise("series", "main .button:not(.button--quiet)", 1, {"number": 1}),  # the next step
    Promise("series_repair", "#vorschlaege button", 1, {"number": 1}, "?nummern=9#vorschlaege"),
    Promise("list", ".correction [name=consent]", 4, {"number": 1, "table": CHECKED}, "?berichtigen"),
    Promise("list", ".sheet tbody tr", 12, {"number": 1, "table": CHECKED}, "?berichtigen"),
    Promise("list", "#eingabe .button", 1, {"number": 1, "table": CHECKED}, "?berichtigen"),
    Promise("list_correct", ".form .button", 1, {"number": 1, "table": CHECKED}),
]


@pytest.fixture
def event(page: Page, live_server: LiveServer) -> models.Event:
    """A hundred and twenty people at thirty tables, one list checked; the director is signed in."""
    event = make_event(players=PEOPLE, clubs=8, series_count=2, prizes=models.Event.Prizes.TEAM)
    models.Club.objects.filter(name="Rommé-Club 3").update(name=LONG_CLUB)
    series = seat_series(event, 1, [range(first, first + 4) for first in range(1, PEOPLE + 1, 4)])
    make_checked(list_of(series, CHECKED))
    for table in range(11, 17):
        make_complete(list_of(series, table))  # ties show their reason
    petra = make_official(event, models.EventRole.Role.DIRECTOR, "petra")
    sign_in(page, petra, live_server.url)
    return event


def look_at(page: Page, size: tuple[int, int], path: str) -> None:
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.goto(path)


def test_what_is_promised_lies_in_sight(page: Page, event: models.Event) -> None:
    found = []
    for promise in PROMISES:
        path = reverse(f"organiser:{promise.page}", kwargs={"slug": event.slug, **promise.arguments})
        look_at(page, LAPTOP, path + promise.query)
        found.append((promise.page, promise.what, page.evaluate(COUNT_IN_SIGHT, promise.what)))
    assert [
        (name, what, count)
        for (name, what, count), promise in zip(found, PROMISES, strict=True)
        if count < promise.at_least
    ] == []


def test_list_lies_whole_in_sight_whatever_its_state(page: Page, live_server: LiveServer) -> None:
    """Twelve games with long names, every sum, what was found in three games, and the next step."""
    scoring = models.Event.Scoring.TABLE_POINTS  # one line more
    four = make_event(players=12, scoring=scoring)
    six = make_event(players=18, slug="sechs", ruleset="classic", scoring=scoring)
    models.Player.objects.filter(registrations__number__lte=4).update(
        first_name="Maximiliane-Alexandra", last_name="Schmidt-Oberhausenberger"
    )
    states = [
        (four, {2: "20 20 30 40", 5: "0 0 30 40", 9: "0 1 30 40"}, 7),
        (six, {2: "20 30 40 50 60 70", 5: "0 1 30 40 50 60", 9: "0 900 30 40 50 60"}, 4),
    ]
    for event, faults, _sums in states:
        size = 6 if event == six else 4
        series = seat_series(event, 1, [range(first, first + size) for first in (1, 1 + size, 1 + 2 * size)])
        make_complete(list_of(series, 1))  # to be checked
        make_complete(list_of(series, 2), faults)  # to be corrected
        typed = fill(list_of(series, 3), faults)  # to be accepted unchanged
        entries.save_claims(typed, {1: entries.SeatClaim(total=7)}, expected=None, by=None)
        make_official(event, models.EventRole.Role.DIRECTOR, "petra")
    sign_in(page, models.EventRole.objects.filter(event=six)[0].user, live_server.url)
    wrong = []
    for event, _faults, sums in states:
        for table, next_step in ((1, "#pruefen"), (2, "#teil-next .button"), (3, "#abschliessen")):
            look_at(page, LAPTOP, reverse("organiser:list", args=[event.slug, 1, table]))
            seen = [page.evaluate(COUNT_IN_SIGHT, what) for what in (".sheet tbody tr", ".sheet tfoot tr", next_step)]
            heights = page.locator(".sheet tbody tr").evaluate_all("all => all.map((one) => one.offsetHeight)")
            if event == four and max(heights) - min(heights) > 2:  # rows would jump while they are typed
                wrong.append((event.slug, table, heights))
            if seen != [12, sums, 1]:
                wrong.append((event.slug, table, seen))
    assert page.locator(".sheet__so-far").count() == 12 * 6  # without a line more: the sums of classic in its games
    for club in models.Club.objects.all():
        club.name = f"{LONG_CLUB} {club.pk}"
        club.save()
    differing = fill(list_of(seat_series(four, 3, [range(1, 5)])))
    entries.save_claims(differing, {1: entries.SeatClaim(total=7)}, expected=None, by=None)
    look_at(page, (768, 1024), reverse("organiser:list", args=[four.slug, 3, 1]))
    assert page.locator(".sheet:has(.differs)").evaluate("one => one.offsetWidth - one.parentElement.clientWidth") <= 0
    over = seat_series(four, 2, [range(5, 9)])
    make_checked(list_of(over))
    models.Series.objects.filter(pk=over.pk).update(closed_at=timezone.now())
    look_at(page, LAPTOP, reverse("organiser:list", args=[four.slug, 2, 1]))
    assert page.evaluate(COUNT_IN_SIGHT, ".sheet tfoot tr") == 7
    assert wrong == []


def test_list_of_sixteen_games_lies_in_sight_with_its_scoring_points(page: Page, live_server: LiveServer) -> None:
    event = make_event(players=8, games_per_list=16, scoring=models.Event.Scoring.SCORING_POINTS)
    sign_in(page, make_official(event, models.EventRole.Role.DIRECTOR, "petra"), live_server.url)
    series = seat_series(event)
    fill(list_of(series, 1))
    make_complete(list_of(series, 2))
    for table, next_step in ((1, "#abschliessen"), (2, "#pruefen")):
        look_at(page, LAPTOP, reverse("organiser:list", args=[event.slug, 1, table]))
        seen = [page.evaluate(COUNT_IN_SIGHT, what) for what in (".sheet tbody tr", ".sheet tfoot tr", next_step)]
        assert seen == [16, 5, 1]
    assert page.locator(".sheet__scored").count() == 16 * 4


def test_teams_below_many_players_have_a_tab(page: Page, event: models.Event) -> None:
    team = models.Team.objects.create(event=event, key="T1", name="Nord")
    for position, registration in enumerate(event.registrations.all()[:4], start=1):
        team.memberships.create(registration=registration, position=position)
    look_at(page, LAPTOP, reverse("organiser:standings_after", args=[event.slug, 1]))
    page.get_by_role("link", name="Mannschaften", exact=True).click()
    expect(page.locator("#mannschaften tbody tr")).to_be_in_viewport(ratio=1)


def test_twenty_events_lie_in_sight(page: Page, event: models.Event) -> None:
    petra = models.EventRole.objects.get(event=event, user__username="petra").user
    for number in range(21):
        long = f"Internationales Offenes Rommé-Turnier der Gehörlosen-Sportvereine Nordrhein-Westfalen {number}"
        other = make_event(players=0, slug=f"pokal-{number}", name=long, venue="Bürgerhaus, Großer Saal, Markt 3")
        make_official(other, username=petra.username)
    look_at(page, LAPTOP, reverse("organiser:events"))
    assert page.evaluate(COUNT_IN_SIGHT, ".events tbody tr") >= 20
    page.set_viewport_size({"width": 360, "height": 740})
    page.evaluate("document.documentElement.style.fontSize = '200%'")
    assert page.evaluate("document.documentElement.scrollWidth") == 360


def test_bar_is_44_px_at_every_place(page: Page, event: models.Event) -> None:
    wrong = []
    for size in (LAPTOP, SMALL_LAPTOP, PHONE):
        for place in places_of("", event, Reached(1, 1)):
            look_at(page, size, place.url)
            height = page.locator("header.bar").bounding_box()
            sideways = page.evaluate("document.documentElement.scrollWidth > innerWidth")
            if height is None or height["height"] != BAR or sideways:
                wrong.append((size, place.label, height, sideways))
    assert wrong == []


@pytest.mark.parametrize("width", [1366 - SCROLLBAR, 1093 - SCROLLBAR, 911 - SCROLLBAR])
def test_next_step_is_in_the_bar_of_a_zoomed_laptop_and_the_name_at_its_end(
    page: Page, event: models.Event, width: int
) -> None:
    """At 125 % and 150 % a laptop of 1366 px has 1093 and 911 px."""
    look_at(page, (width, 641), reverse("organiser:front_desk", args=[event.slug]))
    expect(page.locator(".bar__next")).to_be_in_viewport(ratio=1)
    expect(page.locator(".bar__next")).to_contain_text("▶")
    user = page.locator(".bar__user").bounding_box()
    assert user is not None
    assert width - user["x"] - user["width"] < BAR


def test_text_of_twice_its_size_fits_a_phone_at_every_place(page: Page, event: models.Event) -> None:
    sideways = []
    addresses = [place.url for place in places_of("", event, Reached(1, 1))]
    for address in (*addresses, reverse("organiser:event_appearance", args=[event.slug])):
        look_at(page, PHONE, address)
        width = page.evaluate(
            "() => { document.documentElement.style.fontSize = '200%'; return document.documentElement.scrollWidth; }"
        )
        if width > PHONE[0]:
            sideways.append((address, width))
    assert sideways == []


@pytest.mark.parametrize("width", [1366 - SCROLLBAR, 1200, 1024 - SCROLLBAR])
def test_parts_of_the_overview_are_next_to_each_other_and_do_not_overlap(
    page: Page, event: models.Event, width: int
) -> None:
    look_at(page, (width, 641), reverse("organiser:event", args=[event.slug]))
    parts = page.locator(".day__part")
    assert parts.count() == 3
    assert parts.evaluate_all("all => all.map((one) => one.scrollWidth - one.clientWidth)") == [0, 0, 0]


def test_headings_next_to_their_figures_are_not_broken_on_a_phone(page: Page, event: models.Event) -> None:
    look_at(page, PHONE, reverse("organiser:print_page", args=[event.slug]))
    assert page.locator("[data-label]").count() > 20
    assert page.evaluate(BROKEN_HEADINGS) == []


def test_title_stands_in_the_row_below_the_bar(page: Page, event: models.Event) -> None:
    wrong = []
    for place in places_of("", event, Reached(1, 1)):
        look_at(page, LAPTOP, place.url)
        bottom = page.locator("main h1").bounding_box()
        if bottom is None or bottom["y"] + bottom["height"] > TITLE_ROW:
            wrong.append((place.label, bottom))
    assert wrong == []


def test_menus_of_the_bar_open_without_a_script(page: Page, event: models.Event) -> None:
    look_at(page, PHONE, reverse("organiser:front_desk", args=[event.slug]))
    page.get_by_role("button", name="Einlass", exact=True).click()
    page.locator("#orte").get_by_role("link", name="Kasse").click()
    page.wait_for_url("**/kasse/")
    page.get_by_role("button", name=event.name).click()
    page.get_by_role("link", name="Register der Spieler und Clubs").click()
    page.wait_for_url("**/leitung/register/")


class Talkative(BaseStorage):
    """Every page has something to tell."""

    def _get(self, *_args: Any, **_more: Any) -> tuple[list[Message], bool]:
        return [Message(ERROR, "Das ging nicht: Die Liste liegt noch am Tisch.")], True

    def _store(self, *_args: Any, **_more: Any) -> list[Message]:
        return []


def test_no_message_is_out_of_sight_wherever_the_cursor_stands(
    page: Page, event: models.Event, settings: Settings
) -> None:
    settings.MESSAGE_STORAGE = f"{__name__}.{Talkative.__name__}"
    addresses = {
        reverse(f"organiser:{one.page}", kwargs={"slug": event.slug, **one.arguments}) + one.query for one in PROMISES
    }
    hidden = []
    for address in sorted(addresses):
        look_at(page, LAPTOP, address)
        if page.evaluate(COUNT_IN_SIGHT, "#meldungen p") != 1 and "#" not in address:
            hidden.append((address, page.evaluate("scrollY")))
    assert hidden == []


def test_message_of_what_was_just_done_is_in_sight(page: Page, event: models.Event) -> None:
    look_at(page, LAPTOP, reverse("organiser:series", args=[event.slug, 1]))
    page.get_by_role("button", name="Plätze freigeben").click()
    page.locator("#meldungen p").first.wait_for()
    assert page.evaluate(COUNT_IN_SIGHT, "#meldungen p") == 1


def test_word_before_a_message_is_one_line_on_a_phone(page: Page, event: models.Event) -> None:
    somebody = event.registrations.first()
    assert somebody is not None
    models.Event.objects.update(starts_at=timezone.now())
    look_at(page, PHONE, reverse("organiser:player_erase", args=[somebody.player_id]))  # not before the event is over
    lines = """one => {
      const words = document.createRange();
      words.selectNodeContents(one);
      return words.getClientRects().length;
    }"""
    assert page.locator("#meldungen p strong").evaluate(lines) == 1


def test_links_for_sorting_keep_their_lines_while_a_phone_scrolls(page: Page, live_server: LiveServer) -> None:
    event = make_event(players=0)
    for number in range(30):
        make_official(make_event(players=0, slug=f"abend-{number}"), username="petra")
    sign_in(page, make_official(event, username="petra"), live_server.url)
    page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
    page.goto(reverse("organiser:events"))
    lines = "() => new Set([...document.querySelectorAll('thead th')].map(th => th.getBoundingClientRect().top)).size"
    before = page.evaluate(lines)
    assert before > 1
    page.evaluate("() => scrollTo(0, document.querySelector('tbody').getBoundingClientRect().top + scrollY - 60)")
    assert page.evaluate(lines) == before
