"""Pages of leagues: groups, squads, match days, the table for officials and for everybody."""

from __future__ import annotations

import csv
import re
from datetime import UTC, datetime
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from romme_turnier.tournament import models
from romme_turnier.tournament.participants.teams import update_team
from romme_turnier.tournament.seasons.competitions.league_tables import tables_of
from romme_turnier.tournament.seating.series import close_series
from romme_turnier.tournament.standings.releases import release_standings
from tests.cast import signed_in
from tests.factories import (
    list_of,
    make_checked,
    make_event,
    make_office,
    make_official,
    make_organiser,
    make_season,
    register,
    seat_series,
)
from tests.tournament.seasons.competitions.leagues import release
from tests.tournament.seasons.competitions.tables import make_edition, make_players
from tests.web.organiser.seasons.test_championship import text, url

pytestmark = pytest.mark.django_db

LEAGUE = {
    "name": "Oberliga",
    "group_size": "4",
    "groups": "RC Herz\nRC Karo\n\n RC Pik \nRC Kreuz\n\n\n",
    "promoted": "1",
    "relegated_from": "2",
    "relegated_before": "0",
    "withdrawn_count": "1",
}


@pytest.fixture
def season():
    return make_season(published_at=timezone.now())


def a_league(season: models.Season, chief: Client) -> models.League:
    chief.post(url("league_new", season), LEAGUE)
    return season.leagues.get()


def match_day(season: models.Season, chief: Client, league: models.League) -> models.LeagueDay:
    starts = datetime(2026, 3, 1, 8, tzinfo=UTC)
    event = make_event(players=0, held_by=season.organiser, starts_at=starts, series_count=1)
    answer = chief.post(url("league_day_new", season, league.pk), {"event": event.pk}, follow=True)
    assert "ist jetzt ein Spieltag" in text(answer)
    return league.days.get()


def test_league_says_as_of_which_release_it_stands_and_whether_a_correction_waits(season, chief):
    league = a_league(season, chief)
    event = make_event(players=4, held_by=season.organiser, series_count=1, name="Spieltag 1")
    chief.post(url("league_day_new", season, league.pk), {"event": event.pk})
    series = seat_series(event, tables=((1, 2, 3, 4),))
    make_checked(list_of(series))
    close_series(series, by=None)
    pages = [
        url("league", season, league.pk),
        reverse("public:leagues", args=[season.organiser.slug, season.slug]),
    ]
    assert not any("Stand:" in text(chief.get(page)) for page in pages)
    release_standings(event, 1, by=None)
    assert all("Stand: „Spieltag 1“, Ausgabe 1 der Rangliste vom" in text(chief.get(page)) for page in pages)
    waits = "Die Tabelle zeigt noch den alten Stand"
    assert waits not in text(chief.get(pages[0]))
    event.registrations.filter(number=1).update(out_of_competition=True)
    assert waits in text(chief.get(pages[0]))
    assert waits not in text(chief.get(pages[1]))
    release_standings(event, 1, by=None)
    assert waits not in text(chief.get(pages[0]))
    assert all("Stand: „Spieltag 1“, Ausgabe 2 der Rangliste vom" in text(chief.get(page)) for page in pages)


def test_equal_teams_are_tied_until_the_season_is_over_and_then_a_lot_decides(season, chief):
    league = a_league(season, chief)
    release(match_day(season, chief, league), {"RC Herz": [(80, 0)], "RC Karo": [(80, 0)]})
    for address in (
        url("leagues", season),
        reverse("public:leagues", args=[season.organiser.slug, season.slug]),
        reverse("public:leagues_file", args=[season.organiser.slug, season.slug, "csv"]),
    ):
        models.Season.objects.update(closed_at=None)
        before = text(chief.get(address, follow=True))
        assert "Gleichstand" in before
        assert "Los entscheidet" not in before
        models.Season.objects.update(closed_at=timezone.now())
        after = text(chief.get(address, follow=True))
        assert "Gleichstand" not in after
        assert "Los entscheidet" in after


def test_league_is_made_of_lines_and_shows_its_table_to_officials_and_public(season, chief):
    assert "Noch keine Liga" in text(chief.get(url("leagues", season)))
    address = reverse("public:leagues", args=[season.organiser.slug, season.slug])
    assert Client().get(address).status_code == 404
    home = reverse("public:season", args=[season.organiser.slug, season.slug])
    assert address not in text(Client().get(home))
    league = a_league(season, chief)
    assert address in text(Client().get(home))
    assert [[line.team.name for line in group.lines] for group in tables_of(league)] == [
        ["RC Herz", "RC Karo"],
        ["RC Pik", "RC Kreuz"],
    ]
    assert "Los entscheidet" not in text(Client().get(address))
    day = match_day(season, chief, league)
    release(day, {"RC Herz": [(90, 0)], "RC Karo": [(70, 0)], "RC Pik": [(80, 0)], "RC Kreuz": [(95, 0)]})
    assert "Aufstiegsplatz" in text(Client().get(address))
    assert "steigt auf" not in text(Client().get(address))  # another match day may follow
    models.Season.objects.update(closed_at=timezone.now())
    for page in (text(chief.get(url("leagues", season), follow=True)), text(Client().get(address))):
        assert page.index("RC Karo") < page.index("RC Herz") < page.index("RC Pik") < page.index("RC Kreuz")
        assert page.count("steigt auf") == page.count("steigt ab") == 2
        assert "Je Gruppe steigt 1 Mannschaft auf. Ab Platz 2 steigt man ab." in page
    file = chief.get(url("league_file", season, league.pk, "csv")).content.decode("utf-8-sig")
    rows = list(csv.reader(file.splitlines(), delimiter=";"))
    assert rows[1] == ["Gruppe A", "1", "RC Karo", "1", "0", "70", "1", "steigt auf"]
    assert "steigt ab" in text(chief.get(url("league_file", season, league.pk, "pdf") + "?seite"))
    models.Season.objects.update(published_at=None)
    assert Client().get(address).status_code == 404


def test_match_day_is_made_like_the_last_one(season, chief):
    league = a_league(season, chief)
    page = text(chief.get(url("league_day_new", season, league.pk)))
    assert "Ein Spieltag ist ein gewöhnliches Turnier." in page
    assert "Zur Liga nehmen" not in page  # there is no event yet
    first = match_day(season, chief, league)
    models.Event.objects.update(venue="Krone")
    page = text(chief.get(url("league_day_new", season, league.pk)))
    assert "Alles andere wie „Testpokal“." in page
    assert 'value="Spieltag 2"' in page
    assert "Zur Liga nehmen" not in page  # the only event is a match day
    late = {"neu": "1", "name": "Spieltag 2", "starts_at": "2027-04-01T10:00"}
    page = text(chief.post(url("league_day_new", season, league.pk), late))
    assert "Dieser Tag liegt nicht in der Saison." in page
    assert models.Event.objects.count() == 1
    answer = chief.post(
        url("league_day_new", season, league.pk), {**late, "starts_at": "2026-12-20T10:00"}, follow=True
    )
    assert "Spieltag 2 ist angelegt, wie „Testpokal“." in text(answer)
    second = league.days.exclude(pk=first.pk).get()
    assert (second.event.venue, second.event.season, second.teams.count()) == ("Krone", season, 4)
    overview = text(chief.get(reverse("organiser:event", args=[second.event.slug])))
    assert url("league_day", season, league.pk, second.pk) in overview
    desk = text(chief.get(url("season", season)))
    assert "Kein Abend geplant" not in desk
    assert "Testpokal, Sonntag, 1. März" in desk


def test_only_events_that_can_be_match_days_are_offered(season, chief):
    league = a_league(season, chief)
    other = make_season(slug="andere")
    events: dict[str, dict[str, Any]] = {
        "frei": {"starts_at": datetime(2026, 5, 1, tzinfo=UTC)},
        "in-anderer": {"starts_at": datetime(2026, 5, 2, tzinfo=UTC), "season": other},
        "spaet": {"starts_at": datetime(2027, 5, 2, tzinfo=UTC)},
    }
    for name, fields in events.items():
        make_event(players=0, held_by=season.organiser, slug=name, name=name, **fields)
    page = text(chief.get(url("league_day_new", season, league.pk)))
    choices = page[page.index("<select") : page.index("</select>")]
    assert "frei, 1. Mai 2026" in choices
    assert "in-anderer" not in choices
    assert "spaet" not in choices


def test_members_of_the_teams_of_a_day_join_the_squads_and_are_proposed_for_the_next(season, chief):
    league = a_league(season, chief)
    day = match_day(season, chief, league)
    named = day.teams.get(league_team__name="RC Herz")
    other = day.teams.get(league_team__name="RC Karo")
    anna, berta, _clara = (register(day.event, n, last_name=f"Los{n}") for n in (1, 2, 3))
    update_team(named.team, "RC Herz", [anna, berta], substitutes=[berta.pk], by=None)
    page = text(chief.get(url("league_day", season, league.pk, day.pk)))
    assert "2 Spieler dieser Mannschaften stehen noch nicht im Kader." in page
    choices = text(chief.get(url("league_day_team", season, league.pk, day.pk, other.pk)))
    assert "Los3" in choices
    assert "Los1" not in choices  # plays for another team
    answer = chief.post(url("league_day_squads", season, league.pk, day.pk), follow=True)
    assert "2 Spieler stehen jetzt im Kader." in text(answer)
    assert "noch nicht im Kader" not in text(answer)
    assert set(named.league_team.squad.values_list("player", flat=True)) == {anna.player_id, berta.player_id}
    form = {"neu": "1", "name": "Spieltag 2", "starts_at": "2026-12-20T10:00"}
    chief.post(url("league_day_new", season, league.pk), form)
    second = league.days.exclude(pk=day.pk).get()
    address = url("league_day_team", season, league.pk, second.pk, second.teams.get(league_team=named.league_team).pk)
    page = text(chief.get(address))
    assert "Vorgeschlagen ist die Aufstellung von „Testpokal“." in page
    assert re.findall(r'<option value="(\w*)" selected', page) == ["plays", "bench"]


def test_faults_of_a_league_are_shown_together_and_typed_lines_stay(season, chief):
    five = "RC Herz\nRC Karo\nRC Pik\nRC Kreuz\nRC Herz"
    page = text(chief.post(url("league_new", season), {**LEAGUE, "groups": five, "promoted": "4"}))
    assert "Gruppe A hat 5 Mannschaften, vorgesehen sind 4. „RC Herz“ steht zweimal da." in page
    assert "Höchstens 3." in page
    assert "RC Herz RC Karo RC Pik RC Kreuz RC Herz" in page
    assert not season.leagues.exists()


def test_squad_grows_by_search_and_by_naming_participants_on_the_day(season, chief):
    league = a_league(season, chief)
    herz, karo = models.LeagueTeam.objects.order_by("pk")[:2]
    anna, berta = make_players(2)
    assert "In den Kader" in text(chief.get(url("league_team", season, herz.pk) + "?q=spieler1"))
    chief.post(url("league_team", season, herz.pk), {"add": anna.pk})
    assert "steht schon im Kader von „RC Herz“" in text(
        chief.post(url("league_team", season, karo.pk), {"add": anna.pk}, follow=True)
    )
    day = match_day(season, chief, league)
    clara = register(day.event, 1, first_name="Clara", last_name="Neu").player
    named = day.teams.get(league_team=herz)
    teams = text(chief.get(reverse("organiser:teams", args=[day.event.slug])))
    assert url("league_day", season, league.pk, day.pk) in teams
    address = url("league_day_team", season, league.pk, day.pk, named.pk)
    assert "Clara Neu" in text(chief.get(address))
    chief.post(address, {f"p{anna.pk}": "plays", f"p{clara.pk}": "bench", f"p{berta.pk}": "plays"})
    page = text(chief.get(url("league_day", season, league.pk, day.pk)))
    assert "Vera1 Spieler1, Clara Neu (Ersatz)" in page
    assert "Spieler2" not in page  # was not offered
    assert set(herz.squad.values_list("player", flat=True)) == {anna.pk, clara.pk}
    chief.post(url("league_team", season, herz.pk), {"drop": clara.pk})
    assert set(herz.squad.values_list("player", flat=True)) == {anna.pk}


def test_team_is_renamed_withdrawn_and_comes_back(season, chief):
    league = a_league(season, chief)
    team = models.LeagueTeam.objects.get(name="RC Herz")
    chief.post(url("league_team", season, team.pk), {"name": "Herzbuben"})
    answer = chief.post(
        url("league_team_withdraw", season, team.pk), {"day": "2026-03-02", "reason": "zu wenige"}, follow=True
    )
    assert "Herzbuben</a>, Gruppe A, 0 Spieler im Kader, zurückgezogen am 2.3.2026: zu wenige" in text(answer)
    page = text(Client().get(reverse("public:leagues", args=[season.organiser.slug, season.slug])))
    assert "zurückgezogen" in page
    assert "zu wenige" not in page
    chief.post(url("league_team_reinstate", season, team.pk))
    assert "zurückgezogen" not in text(chief.get(url("league", season, league.pk)))


def test_people_and_tables_of_a_neighbour_cannot_be_named(season):
    neighbour = make_organiser(number="2", slug="anders", name="Anders")
    foreign = register(make_event(players=0, slug="fremd", held_by=neighbour), 1, last_name="Kanarie").player
    strange = make_edition(make_season(organiser=neighbour), [1])
    user = make_official(username="nora")
    make_office(season.organiser, user, "chair")
    nora = signed_in(user)
    a_league(season, nora)
    team = models.LeagueTeam.objects.get(name="RC Herz")
    address = url("league_team", season, team.pk)
    nora.post(address, {"add": foreign.pk})
    assert not team.squad.exists()
    assert "Kanarie" not in text(nora.get(address + "?q=vera"))
    nora.post(url("stage_new", season), {"name": "Finale"})
    stage = season.stages.get()
    nora.post(url("qualification_new", season, stage.pk), {"table": f"edition-{strange.pk}", "places": "1"})
    assert not stage.qualifications.exists()
    event = make_event(players=0, slug="fremd-2", held_by=neighbour)
    nora.post(url("league_day_new", season, season.leagues.get().pk), {"event": event.pk})
    assert not models.LeagueDay.objects.exists()
