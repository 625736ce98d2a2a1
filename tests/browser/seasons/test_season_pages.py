"""Pages of a season fit a phone, also with text twice as large, and every reader hears their headings."""

import re
from datetime import timedelta

import pytest
from django.db import transaction
from django.urls import reverse
from django.utils import timezone
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from romme_turnier.accounts.models import User
from romme_turnier.core.lists.scoring_points import PointsPerGame
from romme_turnier.tournament import models
from romme_turnier.tournament.models.fields import hash_of
from romme_turnier.tournament.seasons.competitions.league import LeagueTerms, create_league
from romme_turnier.tournament.seasons.evenings.evening import close_evening
from tests.browser.entry import sign_in
from tests.browser.test_account_and_help import faults
from tests.browser.test_width import CULPRITS, WIDTHS
from tests.factories import make_official
from tests.seasons import issue, make_season_with_players
from tests.tournament.seasons.competitions.leagues import match_day, release
from tests.tournament.seasons.evenings import hold, play

pytestmark = pytest.mark.django_db(transaction=True)

TEAMS = ["Wolkensteiner Kartenfreunde", "RC Herz", "RC Karo", "RC Kreuz"]
YEARS = "Y" * 32


@pytest.fixture
def petra() -> User:
    return make_official(username="petra", is_superuser=True)


@pytest.fixture
def season(petra: User) -> models.Season:
    """With closed evenings, dates, editions, public years of two players, and a league after its first match day.

    Five evenings fill the places of the last ones and give means a spread.
    """
    with transaction.atomic():
        season, today = make_season_with_players(players=4), timezone.localdate()
        models.SeasonDate.objects.create(season=season, day=today + timedelta(days=7))
        people = [entrant.player for entrant in season.players.all()]
        for weeks in range(4, 0, -1):
            earlier = hold(season, today - timedelta(weeks=weeks), people, series_count=1, by=petra)
            play(earlier)
            close_evening(earlier, ends_after=1, by=petra)
        evening = hold(season, today, people, series_count=1, by=petra)
        evening.scoring, evening.points_per_game = "scoring_points", PointsPerGame(9, 9, ((100, 8),))  # a long word
        evening.save(update_fields=["scoring", "points_per_game"])
        play(evening)
        close_evening(evening, ends_after=1, by=petra)
        issue(season, ["912.00", "913.50", "1004.25", ""])
        issue(season, ["930.00", "921.50", "1004.25", ""])
        since = dict.fromkeys(("made_at", "public_since", "compares_since"), timezone.now())
        for player, secret in zip(people[:2], (YEARS, "Z" * 32), strict=True):
            models.YearsPage.objects.create(player=player, token_hash=hash_of(secret), **since)
        league = create_league(season, LeagueTerms(name="Oberliga", promoted=1, relegated_from=4), [TEAMS], by=petra)
        day = match_day(league, petra, starts_at=timezone.now())
        release(day, {team: [(1012 - n, 30 + n)] * 3 for n, team in enumerate(TEAMS)})
    return season


def test_pages_have_no_accessibility_faults_and_fit_a_phone(
    page: Page, season: models.Season, petra: User, live_server: LiveServer
) -> None:
    sign_in(page, petra, live_server.url)
    address = season.address
    here = address.split("/")
    league = season.leagues.get().pk
    found = {}
    for path in (
        reverse("public:season", args=here),
        reverse("public:season_ranking", args=[*here, "mittel"]),
        reverse("public:season_edition", args=[*here, "mittel", 1]),
        reverse("public:season_player", args=[*here, 1]),
        reverse("public:season_compared", args=[*here, 1, 2]),
        reverse("public:season_row", args=here),
        reverse("public:leagues", args=here),
        reverse("public:years", args=[YEARS]),
        reverse("organiser:season", args=[address]),
        reverse("organiser:season_dates", args=[address]),
        reverse("organiser:season_close", args=[address]),
        reverse("organiser:rankings", args=[address]),
        reverse("organiser:ranking", args=[address, "mittel"]),
        reverse("organiser:ranking_formula", args=[address, "mittel"]),
        reverse("organiser:league", args=[address, league]),
        reverse("organiser:stage_new", args=[address]),
        reverse("organiser:seasons"),
    ):
        for width, text in WIDTHS:
            page.set_viewport_size({"width": width, "height": 740})
            if width == 360 and text == "100%":
                answer = page.goto(path)
                assert answer is not None
                assert answer.ok, path
                found[path] = faults(page) + page.evaluate(_SMALL) + page.evaluate(_LOW)
            page.evaluate("size => { document.documentElement.style.fontSize = size; }", text)
            if (there := page.evaluate("document.documentElement.scrollWidth")) > width:
                found[path].append(f"{there} px at {width} px, text {text}: {page.evaluate(CULPRITS)}")
    assert {path: what for path, what in found.items() if what} == {}


# Texts below 16 px.
_SMALL = """() => [...document.querySelectorAll("body *")]
  .filter((element) => [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.data.trim()))
  .filter((element) => element.checkVisibility() && parseFloat(getComputedStyle(element).fontSize) < 16)
  .map((element) => `${element.textContent.trim()}: ${getComputedStyle(element).fontSize}`)"""

# Links and disclosures outside of sentences that are lower than 44 px. A name in standings leads on from its whole row.
_LOW = """() => [...document.querySelectorAll("main :is(a, summary)")]
  .filter((element) => element.checkVisibility() && !element.closest("thead, .standings .name"))
  .filter((element) => ![...element.parentNode.childNodes].some(
    (node) => node.nodeType === Node.TEXT_NODE && node.data.trim().length > 1))
  .map((element) => [element.textContent.trim(), element.getBoundingClientRect().height])
  .filter(([, height]) => height < 43.5)
  .map(([words, height]) => `${words}: ${height} px high`)"""


def test_standings_on_a_phone_have_headings_for_readers_and_keyboard_and_wide_targets(
    page: Page, season: models.Season
) -> None:
    page.set_viewport_size({"width": 360, "height": 740})
    page.goto(reverse("public:season", args=season.address.split("/")))
    head = page.locator(".standings thead")
    heading = page.get_by_role("columnheader", name="Name").first
    expect(heading).to_have_count(1)
    assert head.evaluate("head => head.clientWidth") <= 1
    box = page.locator(".standings .why > summary").first.bounding_box()
    assert box is not None
    assert box["height"] >= 44
    heading.get_by_role("link").focus()
    expect(heading).to_be_in_viewport(ratio=1)
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile("sortiert="))


def test_season_is_printed_without_links_to_more_and_without_white_figures(page: Page, season: models.Season) -> None:
    page.goto(reverse("public:season", args=season.address.split("/")))
    page.emulate_media(media="print")
    expect(page.locator(".standings .why").first).to_be_hidden()
    for word in ("Als Datei:", "Meinen Platz zeigen", "Rangliste des Abends"):
        expect(page.get_by_text(word).first).to_be_hidden()
    ink = page.locator("h1").evaluate("heading => getComputedStyle(heading).color")
    for first in (".podium__step--1 .podium__rank", ".recent__mark--1"):
        assert page.locator(first).first.evaluate("mark => getComputedStyle(mark).color") == ink


def test_short_table_is_large_and_whole_on_the_wall_and_has_no_colour_of_links(
    page: Page, season: models.Season
) -> None:
    page.set_viewport_size({"width": 1920, "height": 1080})
    page.goto(reverse("public:season", args=season.address.split("/")) + "?wand=1")
    table = page.locator(".season-table")
    assert table.evaluate("table => table.getBoundingClientRect().bottom") <= 1080
    name = table.locator("tbody .name", has=page.locator("a")).first
    assert name.evaluate("cell => parseFloat(getComputedStyle(cell).fontSize)") >= 28
    colours = "cell => [cell, cell.querySelector('a')].map((part) => getComputedStyle(part).color)"
    assert len(set(name.evaluate(colours))) == 1


def test_large_text_on_a_laptop_fits_and_does_not_break_the_day_of_the_next_evening(
    page: Page, season: models.Season
) -> None:
    page.set_viewport_size({"width": 768, "height": 900})
    page.goto(reverse("public:season", args=season.address.split("/")))
    page.evaluate("document.documentElement.style.fontSize = '200%'")
    assert page.evaluate("document.documentElement.scrollWidth") == 768, "only the table scrolls sideways"
    page.set_viewport_size({"width": 1366, "height": 641})
    assert page.evaluate("document.documentElement.scrollWidth") == 1366
    lines = "day => day.clientHeight / parseFloat(getComputedStyle(day).lineHeight)"
    assert page.locator(".poster__day").evaluate(lines) < 2.5
