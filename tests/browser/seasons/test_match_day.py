"""A match day of a league by clicks, from the names of the teams to the table that everybody reads."""

import re
from datetime import timedelta

import pytest
from django.utils import timezone
from playwright.sync_api import Locator, Page, expect
from pytest_django.live_server_helper import LiveServer

from romme_turnier.tournament import models
from romme_turnier.tournament.seasons.competitions.league_tables import tables_of
from tests.browser.entry import sign_in
from tests.factories import list_of, make_checked, make_event, make_official, make_season

pytestmark = pytest.mark.django_db(transaction=True)

TEAMS = ("Herzbuben", "Karo-Damen", "Pik-Asse", "Kreuzritter")
PLAYERS = (
    "Anna Arndt",
    "Bernd Beck",
    "Carla Cramer",
    "Dirk Dorn",
    "Eva Ernst",
    "Frank Falk",
    "Gerda Gruber",
    "Hans Hahn",
)
CLICKS = 20


def test_match_day_leads_from_teams_to_the_table_of_the_league(page: Page, live_server: LiveServer) -> None:
    petra = make_official(username="petra", makes_events=True)
    today = timezone.localdate()
    season = make_season(
        first_day=today, last_day=today + timedelta(days=99), published_at=timezone.now(), name="Ligasaison"
    )
    usual = make_event(players=0, slug="pokal", name="Pokal", held_by=season.organiser, series_count=1, made_by=petra)
    models.EventRole.objects.create(event=usual, user=petra, role=models.EventRole.Role.DIRECTOR)
    sign_in(page, petra, live_server.url)
    clicks = []

    def click(target: Locator) -> None:
        target.click()
        clicks.append(target)

    page.goto(f"/leitung/saison/{season.address}/liga/")
    click(page.get_by_role("link", name="Liga anlegen"))
    page.get_by_label("Name").fill("Bezirksliga")
    page.get_by_label("Mannschaften", exact=False).last.fill("\n".join(TEAMS))
    page.get_by_label("Aufsteiger je Gruppe").fill("1")
    click(page.get_by_role("button", name="Liga anlegen"))
    click(page.get_by_role("link", name="Spieltag anlegen"))
    expect(page.get_by_label("Name")).to_have_value("Spieltag 1")
    start = timezone.localtime() + timedelta(hours=1)
    page.get_by_label("Beginn").fill(start.strftime("%Y-%m-%dT%H:%M"))
    click(page.get_by_role("button", name="Spieltag anlegen"))
    click(page.get_by_role("link", name="Zum Turnier"))
    click(page.get_by_role("link", name="Liste einlesen"))
    rows = (f"{who};Club {team};{team}" for who, team in zip(PLAYERS, sorted(TEAMS * 2, key=TEAMS.index), strict=True))
    page.get_by_label("Liste einfügen").fill("\n".join(("Name;Club;Mannschaft", *rows)))
    click(page.get_by_role("button", name="Liste prüfen"))
    click(page.get_by_role("button", name="Teilnehmer melden"))
    click(page.get_by_role("link", name="8 Startnummern vergeben"))
    click(page.get_by_role("button", name="8 Startnummern vergeben"))
    page.get_by_role("link", name="Übersicht").click()
    click(page.get_by_role("link", name="Spieltag, Bezirksliga"))
    click(page.get_by_role("button", name="In die Kader übernehmen"))
    expect(page.get_by_text("8 Spieler stehen jetzt im Kader.")).to_be_visible()
    click(page.get_by_role("link", name="Zum Turnier"))
    click(page.get_by_role("main").get_by_role("link", name="Serie 1 auslosen"))
    click(page.get_by_role("button", name="Vorschau auslosen"))
    expect(page.get_by_text("Nirgends sitzen zwei aus einer Mannschaft an einem Tisch.")).to_be_visible()
    click(page.get_by_role("button", name="Diese Auslosung übernehmen"))
    click(page.get_by_role("button", name=re.compile("Plätze freigeben")))

    event = models.Event.objects.get(league_day__league__season=season)
    series = event.series.get()
    make_checked(list_of(series, 1))
    make_checked(list_of(series, 2), {1: "0 21 32 43"})  # no two teams are equal after any draw
    page.goto(f"/leitung/{event.slug}/serie/1/abschliessen/")
    click(page.get_by_role("button", name="Serie 1 abschließen"))
    click(page.get_by_role("link", name="Rangliste nach Serie 1 freigeben"))
    click(page.get_by_role("button", name="Ausgabe 1 freigeben"))
    expect(page.get_by_text("Ausgabe 1 der Rangliste nach Serie 1 ist freigegeben.")).to_be_visible()
    assert len(clicks) <= CLICKS

    order = [line.team.name for line in tables_of(season.leagues.get())[0].lines]
    assert sorted(order) == sorted(TEAMS)
    address = f"saison/{season.organiser.slug}/{season.slug}/liga/"
    for path in (f"/{address}", f"/einbetten/{address}"):
        page.goto(path)
        lines = page.get_by_role("row")
        expect(lines).to_have_count(5)
        assert [name for text in lines.all_inner_texts() for name in TEAMS if name in text] == order
        expect(lines.nth(1)).to_contain_text("Aufstiegsplatz")
    rows_of_json = page.request.get(f"{live_server.url}/{address[:-1]}.json").json()["rows"]
    assert [row["team"] for row in rows_of_json] == order
