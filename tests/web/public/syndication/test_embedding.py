"""Tables in the pages of other websites: contents, looks, and the limits of framing."""

import re
from datetime import timedelta
from html import unescape
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from romme_turnier.tournament import models
from romme_turnier.tournament.participants.teams import create_team
from romme_turnier.tournament.seasons.competitions.league import LeagueTerms, create_league
from romme_turnier.tournament.shared.effects import invalidate_public_pages
from romme_turnier.tournament.standings.releases import release_standings
from romme_turnier.web.public.kept import EMBEDDED
from tests.cast import make_cast, signed_in
from tests.factories import make_event, make_official
from tests.seasons import issue, make_season_with_players

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("played_once")]

STANDINGS = "/einbetten/t/testpokal/rangliste/"
SEASON = "/einbetten/saison/verein/2026/"
LINE = "/einbetten/"


@pytest.fixture
def season(event: models.Event) -> models.Season:
    season = make_season_with_players()
    issue(season, ["300.00", "310.50", "400.25", ""])
    return season


def headings(page: str) -> list[str]:
    return re.findall(r'<th scope="col"[^>]*>([^<]+)</th>', page)


def test_page_holds_the_table_and_nothing_else(client: Client, release: models.StandingsRelease) -> None:
    answer = client.get(STANDINGS)
    assert "Vera2 Spieler2" in answer.text
    assert headings(answer.text) == ["Rang", "Name", "Nr.", "Club", "S 1", "beendet", "Handr.", "Gesamt"]
    for part in ("<script", "<form", "<input", "<button", "csrf", "site-header", "cookie"):
        assert part not in answer.text
    assert '<base target="_top">' in answer.text
    assert answer["X-Robots-Tag"] == "noindex"


def test_page_sets_no_cookie_and_is_the_same_for_officials(client: Client, release: models.StandingsRelease) -> None:
    petra = signed_in(make_cast(release.event).petra)
    answers = [reader.get(STANDINGS) for reader in (client, petra)]
    assert answers[0].content == answers[1].content
    assert not client.cookies
    assert all("Set-Cookie" not in answer.headers for answer in answers)


@pytest.mark.parametrize("path", [STANDINGS, SEASON, "/einbetten/o/verein/saison/"])
def test_only_embedded_pages_may_be_framed(client: Client, season: Any, release: Any, path: str) -> None:
    """For answers from the cache as well. Other pages, among them that with the line of HTML, refuse."""
    first = client.get(path)
    for answer in (first, client.get(path), client.get(f"{path}?farbe=hell", headers={"If-None-Match": "*"})):
        assert "frame-ancestors *" in answer.get("Content-Security-Policy", "frame-ancestors *")
    assert "frame-ancestors *;" in f"{first['Content-Security-Policy']};"
    assert "script-src 'none'" in first["Content-Security-Policy"]
    assert "form-action 'none'" in first["Content-Security-Policy"]
    assert "X-Frame-Options" not in first
    for other in ("/", "/t/testpokal/rangliste/", f"{LINE}?tabelle={path}", f"{path}gibt-es-nicht/", "/konto/login/"):
        answer = client.get(other, follow=False)
        assert answer["X-Frame-Options"] == "DENY"
        assert "frame-ancestors 'none'" in answer["Content-Security-Policy"]
        assert "script-src 'none'" not in answer["Content-Security-Policy"]


def test_page_is_answered_for_get_only(client: Client, release: models.StandingsRelease) -> None:
    for method in ("post", "put", "delete"):
        assert getattr(client, method)(STANDINGS).status_code == 405


def test_page_says_that_nothing_is_released_yet(client: Client, series: models.Series) -> None:
    assert "Noch keine Tabelle freigegeben." in client.get(STANDINGS).text
    assert "Vera" not in client.get(STANDINGS).text
    assert "Noch keine Tabelle freigegeben." in client.get(f"{STANDINGS}clubs/").text
    release_standings(series.event, 1, by=None)
    assert "Vera2" in client.get(STANDINGS).text
    models.Event.objects.update(published_at=None)
    assert client.get(STANDINGS).status_code == 404


def test_address_chooses_rows_columns_colours_and_language(client: Client, release: models.StandingsRelease) -> None:
    page = client.get(f"{STANDINGS}?zeilen=3&spalten=rank,total&farbe=dunkel&sprache=en").text
    assert page.count("<tr") == 4
    assert headings(page) == ["Rank", "Name", "Total"]
    assert '<html lang="en" data-colours="dunkel">' in page
    english = client.get(STANDINGS, headers={"Accept-Language": "en"}).text
    assert headings(english)[0] == "Rank"
    assert headings(client.get(f"{STANDINGS}?sprache=de", headers={"Accept-Language": "en"}).text)[0] == "Rang"


@pytest.mark.parametrize(
    "query",
    [
        "zeilen=0",
        "zeilen=-5",
        "zeilen=" + "9" * 400,
        "zeilen=1e9",
        "zeilen=abc",
        "farbe=%22%3E%3Cscript%3E",
        "sprache=../../etc",
        "spalten=gibt,es,nicht",
        "spalten=reason",
        "spalten=" + "x," * 3000,
        "anderes=1",
    ],
)
def test_unknown_values_are_ignored(client: Client, release: models.StandingsRelease, query: str) -> None:
    answer = client.get(f"{STANDINGS}?{query}")
    assert answer.status_code == 200
    assert answer.content == client.get(STANDINGS).content


def test_rows_are_a_hundred_at_most(client: Client, event: models.Event) -> None:
    season = make_season_with_players(players=130)
    issue(season, [f"{100 + number}.00" for number in range(130)])
    assert client.get(SEASON).text.count("<tr") == 26
    page = client.get(f"{SEASON}?zeilen=99999").text
    assert page.count("<tr") == 101
    assert "Seite 1" not in page
    assert "Zeilen je Seite" not in page


@pytest.mark.speed
def test_page_is_kept_and_costs_one_query_if_nothing_is_new(client: Client, release: models.StandingsRelease) -> None:
    for path in (STANDINGS, f"{STANDINGS}?zeilen=3&farbe=dunkel"):
        tag = client.get(path)["ETag"]
        with CaptureQueriesContext(connection) as asked:
            assert client.get(path, headers={"If-None-Match": tag}).status_code == 304
        assert len(asked) == 1
    invalidate_public_pages(release.event_id)
    models.Player.objects.filter(registrations__number=2).update(last_name="Neuer")
    assert "Vera2 Neuer" in client.get(STANDINGS, headers={"If-None-Match": tag}).text


@pytest.mark.speed
def test_table_of_a_season_costs_two_queries_if_nothing_is_new(client: Client, season: models.Season) -> None:
    for path in (SEASON, "/einbetten/o/verein/saison/?farbe=hell", "/saison/verein/2026.json", "/saison/verein/2026/"):
        tag = client.get(path)["ETag"]
        with CaptureQueriesContext(connection) as asked:
            assert client.get(path, headers={"If-None-Match": tag}).status_code == 304
        assert len(asked) == 2, path
    issue(season, ["300.00", "", "", ""])
    assert client.get(path, headers={"If-None-Match": tag}).status_code == 200


def test_own_row_of_a_phone_is_not_hidden_by_the_page_of_others(client: Client, season: models.Season) -> None:
    """The phone has the page without its row from the time before it chose."""
    tag = client.get("/saison/verein/2026/")["ETag"]
    client.cookies["saison-platz"] = "2"
    answer = client.get("/saison/verein/2026/", headers={"If-None-Match": tag})
    assert answer.status_code == 200
    assert "is-own" in answer.text


def test_page_in_a_frame_reads_no_session(client: Client, release: models.StandingsRelease, season: Any) -> None:
    """Browsers send no session cookie into the frames of other sites (SameSite=Lax)."""
    for path in (STANDINGS, SEASON, f"{SEASON}termine/", "/einbetten/o/verein/termine/"):
        with CaptureQueriesContext(connection) as asked:
            assert client.get(path).status_code == 200
        assert not [query["sql"] for query in asked if "session" in query["sql"]], path
    assert not client.cookies


def test_page_names_no_host(client: Client, release: models.StandingsRelease, settings: Any) -> None:
    settings.ALLOWED_HOSTS = ["testserver", "andere.example"]
    assert "andere.example" not in client.get(STANDINGS, headers={"Host": "andere.example"}).text
    assert client.get(STANDINGS, headers={"Host": "boese.example"}).status_code == 400


def test_teams_and_further_rankings_have_their_own_address(
    client: Client, event: models.Event, series: models.Series
) -> None:
    create_team(event, "Die Asse", list(event.registrations.order_by("number")[:3]), by=None)
    release_standings(event, 1, by=None)
    assert "Die Asse" in client.get(f"{STANDINGS}mannschaften/").text
    assert "Rommé-Club 1" in client.get(f"{STANDINGS}clubs/").text
    assert client.get(f"{STANDINGS}fremd/").status_code == 404


def test_erased_and_unconsented_names_are_not_in_the_page(
    client: Client, release: models.StandingsRelease, settings: Any
) -> None:
    settings.MODE = "public"
    players = models.Player.objects.filter(registrations__event=release.event)
    players.filter(registrations__number=1).update(last_name="Kanarienvogel")
    invalidate_public_pages(release.event_id)
    assert "Vera1 K." in client.get(STANDINGS).text
    assert "Kanarienvogel" not in client.get(STANDINGS).text


def test_leagues_of_a_season_are_one_table_without_columns_that_are_alike(
    client: Client, season: models.Season
) -> None:
    path = f"{SEASON}liga/"
    assert client.get(path).status_code == 404
    chief = make_official(username="chief", is_superuser=True)
    create_league(season, LeagueTerms(name="Oberliga"), [["RC Herz", "RC Karo"], ["RC Pik", "RC Kreuz"]], by=chief)
    answer = client.get(path)
    assert headings(answer.text) == ["Gruppe", "Rang", "Mannschaft", "Serien", "Augenpunkte", "Punkte"]
    assert "RC Kreuz" in answer.text
    assert client.get(f"{path}?zeilen=2&spalten=points").text.count("<tr") == 3
    assert "frame-ancestors *" in answer["Content-Security-Policy"]
    assert client.get(path, headers={"If-None-Match": answer["ETag"]}).status_code == 304
    models.LeagueTeam.objects.filter(name="RC Kreuz").update(name="Kreuzbuben")
    assert "Kreuzbuben" in client.get(path, headers={"If-None-Match": answer["ETag"]}).text
    assert f"{LINE}?tabelle={path}" in client.get("/saison/verein/2026/liga/").text
    assert f"{season}: Oberliga" in client.get(f"{LINE}?tabelle={path}").text
    models.Season.objects.update(published_at=None)
    assert client.get(path).status_code == 404


def test_season_shows_its_newest_edition_and_follows_the_current_season(client: Client, season: models.Season) -> None:
    for path in (SEASON, f"{SEASON}wertung/mittel/", "/einbetten/o/verein/saison/"):
        assert "310,50" in client.get(path).text
    issue(season, ["100.00", "200.00", "300.00", "400.00"])
    for path in (SEASON, f"{SEASON}wertung/mittel/", "/einbetten/o/verein/saison/"):
        assert "310,50" not in client.get(path).text
    assert client.get(f"{SEASON}wertung/fremd/").status_code == 404
    models.Season.objects.update(published_at=None)
    for path in (SEASON, "/einbetten/o/verein/saison/", "/einbetten/o/fremd/saison/"):
        assert client.get(path).status_code == 404


@pytest.mark.parametrize("path", [f"{SEASON}termine/", "/einbetten/o/verein/termine/"])
def test_next_dates_with_their_changes_are_a_table(client: Client, event: models.Event, path: str) -> None:
    """Past evenings are not in it; unpublished events are evenings without a name."""
    today = timezone.localdate()
    season = make_season_with_players(first_day=today - timedelta(days=40), last_day=today + timedelta(days=40))
    models.Event.objects.update(starts_at=timezone.now() - timedelta(days=3))
    for days, more in ((-7, {}), (7, {}), (14, {"cancelled": True, "reason": "Saal belegt"})):
        season.dates.create(day=today + timedelta(days=days), **more)
    hidden = make_event(players=0, slug="geheim", name="Geheimpokal", starts_at=timezone.now() + timedelta(days=7))
    season.dates.filter(day=today + timedelta(days=7)).update(event=hidden)
    page = client.get(path).text
    assert page.count("<tr") == 3
    assert "Fällt aus: Saal belegt" in page
    assert "Geheimpokal" not in page
    assert "Clubjahr 2026" in page
    assert page.count("<tr") - 1 == client.get(f"{path}?zeilen=1").text.count("<tr")
    models.SeasonDate.objects.all().delete()
    hidden.delete()
    EMBEDDED.clear()
    assert "Zur Zeit ist kein Termin angekündigt." in client.get(path).text


def test_lasting_address_leads_to_the_season_that_runs(client: Client, season: models.Season) -> None:
    assert client.get("/o/verein/saison/?wand=1")["Location"] == "/saison/verein/2026/?wand=1"
    assert client.get("/o/verein/saison.json")["Location"] == "/saison/verein/2026.json"
    today = timezone.localdate()
    days = {"first_day": today.replace(year=today.year + 1, day=1), "last_day": today.replace(year=today.year + 1)}
    models.Season.objects.create(
        organiser=season.organiser, name="Nächste", slug="naechste", published_at=timezone.now(), **days
    )
    assert client.get("/o/verein/saison/")["Location"] == "/saison/verein/2026/"
    models.Season.objects.filter(slug="naechste").update(first_day=today)
    assert client.get("/o/verein/saison/")["Location"] == "/saison/verein/naechste/"
    yesterday = today - timedelta(days=1)
    for ended in ({"closed_at": timezone.now()}, {"closed_at": None, "first_day": yesterday, "last_day": yesterday}):
        models.Season.objects.filter(slug="naechste").update(**ended)
        assert client.get("/o/verein/saison/")["Location"] == "/saison/verein/2026/"
    models.Season.objects.filter(slug="2026").update(first_day=yesterday - timedelta(days=9), last_day=yesterday)
    assert client.get("/o/verein/saison/")["Location"] == "/saison/verein/naechste/"
    models.Season.objects.update(published_at=None)
    assert client.get("/o/verein/saison/").status_code == 404


def test_line_of_html_shows_the_table_with_the_chosen_look(client: Client, release: models.StandingsRelease) -> None:
    public = client.get("/t/testpokal/rangliste/").text
    (address,) = re.findall(r'href="(/einbetten/\?tabelle=[^"]*)"', public)
    page = client.get(f"{address}&zeilen=5&farbe=dunkel&spalten=total&spalten=club").text
    (line,) = re.findall(r"<code>(.*?)</code>", page, re.S)
    source = unescape(unescape(line)).split('src="')[1].split('"')[0]
    assert source == f"http://testserver{STANDINGS}?farbe=dunkel&spalten=total,club&zeilen=5"
    assert headings(client.get(source).text) == ["Name", "Club", "Gesamt"]
    assert 'title="Testpokal" width' in unescape(line)  # the line stays when the next series is released
    assert 'height="244" style="border:0;height:clamp(244px,(800px - 100vw)*999,544px)"' in unescape(line)
    assert f'src="{STANDINGS}?farbe=dunkel&amp;spalten=total,club&amp;zeilen=5"' in page


def test_line_is_light_until_other_colours_are_chosen(client: Client, release: models.StandingsRelease) -> None:
    sources = [
        re.findall(r'src="http://testserver(.*?)"', unescape(client.get(f"{LINE}?tabelle={STANDINGS}{chosen}").text))
        for chosen in ("", "&farbe=dunkel", "&farbe=")
    ]
    assert sources == [[f"{STANDINGS}?farbe=hell"], [f"{STANDINGS}?farbe=dunkel"], [STANDINGS]]
    assert 'value="hell" selected' in client.get(f"{LINE}?tabelle={STANDINGS}").text


def test_line_of_an_older_release_is_not_offered(client: Client, release: models.StandingsRelease) -> None:
    release_standings(release.event, 1, by=None)
    assert "/einbetten/" not in client.get("/t/testpokal/rangliste/1/1/").text
    assert "/einbetten/" in client.get("/t/testpokal/rangliste/1/2/").text


@pytest.mark.parametrize(
    "table", ["", "x", "//boese.example/", "https://boese.example/", "/konto/login/", "/t/testpokal/", LINE, "\x00"]
)
def test_line_is_made_for_embedded_tables_only(client: Client, release: models.StandingsRelease, table: str) -> None:
    assert client.get(LINE, {"tabelle": table}).status_code in (400, 404)
    models.Event.objects.update(published_at=None)
    assert client.get(LINE, {"tabelle": STANDINGS}).status_code == 404
