"""Released tables as files, at the addresses of their pages."""

import csv
import json
from datetime import date, timedelta
from io import BytesIO, StringIO
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone
from openpyxl import load_workbook

from romme_turnier.core.seasons.formula import Formula, Join
from romme_turnier.tournament import models
from romme_turnier.tournament.participants.teams import create_team
from romme_turnier.tournament.seasons.years.page import change_years_page, make_years_page
from romme_turnier.tournament.shared.effects import invalidate_public_pages
from romme_turnier.tournament.standings.releases import release_standings
from tests.cast import make_cast, signed_in
from tests.seasons import issue, make_season_with_players
from tests.web.public.test_years import played

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("played_once")]

STANDINGS = "/t/testpokal/rangliste"
SEASON = "/saison/verein/2026"
KINDS = ("csv", "xlsx", "json")


def rows_of(client: Client, path: str, kind: str, **headers: str) -> list[dict[str, Any]]:
    """Returns the rows of a file by heading, in JSON by key."""
    answer = client.get(f"{path}.{kind}", headers=headers)
    assert answer.status_code == 200, path
    if kind == "json":
        rows: list[dict[str, Any]] = json.loads(answer.content)["rows"]
        return rows
    if kind == "csv":
        return list(csv.DictReader(StringIO(answer.content.decode("utf-8-sig"), newline=""), delimiter=";"))
    headings, *lines = _sheet(client, f"{path}.xlsx").iter_rows(values_only=True)
    return [dict(zip(map(str, headings), line, strict=True)) for line in lines]


def _sheet(client: Client, path: str) -> Any:
    return load_workbook(BytesIO(client.get(path).content)).worksheets[0]


def test_every_file_holds_the_rows_of_its_page(client: Client, release: models.StandingsRelease) -> None:
    rows = rows_of(client, STANDINGS, "json")
    assert [row["number"] for row in rows] == [row.number for row in release.posted_rows]
    assert [row["total"] for row in rows] == [row.total for row in release.posted_rows]
    for kind, name in (("csv", "Name"), ("xlsx", "Name"), ("json", "name")):
        names = [row[name] for row in rows_of(client, STANDINGS, kind)]
        assert names == [row["name"] for row in rows]
        assert all(shown in client.get(f"{STANDINGS}/").text for shown in names)
        assert rows_of(client, f"{STANDINGS}/1/1", kind) == rows_of(client, STANDINGS, kind)
        assert len(rows_of(client, f"{STANDINGS}/1/1/clubs", kind)) == 2


def test_json_has_keys_that_no_language_changes(client: Client, release: models.StandingsRelease) -> None:
    german, english = (
        json.loads(client.get(f"{STANDINGS}.json", headers={"Accept-Language": language}).content)
        for language in ("de", "en")
    )
    keys = [column["key"] for column in german["columns"]]
    assert keys == [column["key"] for column in english["columns"]] == list(german["rows"][0])
    assert keys == [
        *("rank", "number", "name", "club", "series_1", "lists", "tie_break_finished"),
        *("tie_break_handrommes", "total", "reason"),
    ]
    assert [column["heading"] for column in german["columns"]][:2] == ["Rang", "Startnummer"]
    assert german["release"] == {
        "series": 1,
        "number": 1,
        "at": timezone.localtime(release.released_at).isoformat(timespec="seconds"),
        "final": False,
    }
    assert german["page"] == f"{STANDINGS}/1/1/"
    assert german["event"]["page"] == "/t/testpokal/"


def test_file_of_teams_is_below_that_of_the_players(client: Client, event: models.Event, series: models.Series) -> None:
    release_standings(event, 1, by=None)
    assert client.get(f"{STANDINGS}/mannschaften.json").status_code == 404
    create_team(event, "=Erste", list(event.registrations.order_by("number")[:3]), by=None)
    release_standings(event, 1, by=None)
    for path in (f"{STANDINGS}/mannschaften", f"{STANDINGS}/1/2/mannschaften"):
        assert [row["name"] for row in rows_of(client, path, "json")] == ["=Erste"]
        assert [row["Mannschaft"] for row in rows_of(client, path, "csv")] == ["'=Erste"]  # no formula
    assert client.get(f"{STANDINGS}/1/1/mannschaften.json").status_code == 404
    assert f'href="{STANDINGS}/mannschaften.csv"' in client.get(f"{STANDINGS}/").text


def test_seats_are_in_files_once_they_are_released(client: Client, series: models.Series) -> None:
    assert client.get("/t/testpokal/sitz.json").status_code == 404
    models.Series.objects.update(seats_released_at=timezone.now())
    invalidate_public_pages(series.event_id)
    rows = rows_of(client, "/t/testpokal/sitz", "json")
    assert len(rows) == 8
    assert rows[0].keys() == {"series", "table", "seat", "number", "name"}
    assert "Vera1" in client.get("/t/testpokal/sitz.csv").text


@pytest.mark.parametrize("kind", KINDS)
def test_names_are_those_of_the_public_and_end_with_the_years(
    client: Client, release: models.StandingsRelease, kind: str, settings: Any
) -> None:
    """Also for officials: the file is the same for everybody."""
    settings.MODE = "public"
    key, event = "name" if kind == "json" else "Name", release.event
    registration = event.registrations.get(number=1)
    models.Player.objects.filter(pk=registration.player_id).update(last_name="Kanarienvogel")
    invalidate_public_pages(event.pk)
    petra = signed_in(make_cast(event).petra)
    for reader in (client, petra):
        names = [row[key] for row in rows_of(reader, STANDINGS, kind)]
        assert names.count("Vera1 K.") == 1
    models.Event.objects.filter(pk=event.pk).update(starts_at="2015-01-01T10:00Z")
    models.Organiser.objects.update(names_years=3)
    invalidate_public_pages(event.pk)
    for reader in (client, petra):
        rows = rows_of(reader, STANDINGS, kind)
        nameless = [row for row in rows if row[key] == "N. N."]
        assert nameless
        assert all(not row["club" if kind == "json" else "Club"] for row in nameless)


@pytest.mark.parametrize("kind", KINDS)
def test_file_is_kept_like_its_page(client: Client, release: models.StandingsRelease, kind: str) -> None:
    first = client.get(f"{STANDINGS}.{kind}")
    again = client.get(f"{STANDINGS}.{kind}", headers={"If-None-Match": first["ETag"]})
    assert (again.status_code, again.content) == (304, b"")
    kept = client.get(f"{STANDINGS}.{kind}")
    for header in ("Content-Type", "Content-Disposition", "X-Robots-Tag"):
        assert kept.get(header) == first.get(header)
    models.Player.objects.filter(registrations__number=1).update(first_name="Wera")
    invalidate_public_pages(release.event_id)
    assert client.get(f"{STANDINGS}.{kind}", headers={"If-None-Match": first["ETag"]}).status_code == 200


def test_kept_file_is_the_same_under_every_host(
    client: Client, release: models.StandingsRelease, settings: Any
) -> None:
    settings.ALLOWED_HOSTS = ["testserver", "andere.example"]
    under_other = client.get(f"{STANDINGS}.json", headers={"Host": "andere.example"})
    assert b"andere.example" not in under_other.content
    assert client.get(f"{STANDINGS}.json").content == under_other.content


@pytest.mark.parametrize("kind", ["exe", "pdf", "ods", "html"])
def test_other_kinds_do_not_exist(client: Client, release: models.StandingsRelease, kind: str) -> None:
    assert client.get(f"{STANDINGS}.{kind}").status_code == 404


@pytest.mark.parametrize("number", ["9" * 20, "0", "99999"])
def test_huge_numbers_in_addresses_are_unknown(client: Client, release: models.StandingsRelease, number: str) -> None:
    assert client.get(f"{STANDINGS}/{number}/1.json").status_code == 404
    assert client.get(f"{STANDINGS}/1/{number}.json").status_code == 404


@pytest.mark.parametrize("page", [SEASON, f"{SEASON}/wertung/mittel", f"{SEASON}/wertung/mittel/ausgabe/2"])
def test_season_has_files_of_all_rows_at_the_addresses_of_its_pages(client: Client, page: str, event: Any) -> None:
    season = make_season_with_players(players=130)
    assert client.get(f"{page}.json").status_code == 404  # no edition yet
    issue(season, [f"{100 + number}.00" for number in range(129)] + [""])
    issue(season, [f"{100 + number}.50" for number in range(129)] + [""])
    rows = rows_of(client, page, "json")
    assert len(rows) == 130
    assert (rows[0]["rank"], rows[0]["name"], rows[0]["value"]) == (1, "Vor1 Nach1", "100.50")
    assert (rows[-1]["rank"], rows[-1]["missing"]) == (None, 2)
    assert [row["Mittel"] for row in rows_of(client, page, "csv")][:2] == ["100,50", "101,50"]
    answer = client.get(f"{page}.json")
    assert client.get(f"{page}.json", headers={"If-None-Match": answer["ETag"]}).status_code == 304
    assert f'href="{page}.xlsx"' in client.get(f"{page}/").text
    models.Season.objects.update(published_at=None)
    assert client.get(f"{page}.json").status_code == 404


def test_sums_of_a_season_are_whole_numbers_as_on_its_page(client: Client, event: models.Event) -> None:
    season = make_season_with_players()
    models.RankingVersion.objects.update(formula=Formula(join=Join.SUM))
    issue(season, ["1300.00", "1310.00", "1400.00", ""])
    assert "1.300" in client.get(f"{SEASON}/").text
    assert [row["value"] for row in rows_of(client, SEASON, "json")] == [1300, 1310, 1400, None]
    assert [row["Punkte"] for row in rows_of(client, SEASON, "csv")] == ["1300", "1310", "1400", ""]
    (cell,) = (cell for cell in _sheet(client, f"{SEASON}.xlsx")[2] if cell.value == 1300)
    assert cell.number_format == "General"


@pytest.mark.parametrize(("kind", "has_clubs"), [("club", False), ("association", True)])
def test_season_of_a_club_has_no_column_of_clubs(
    client: Client, event: models.Event, *, kind: str, has_clubs: bool
) -> None:
    models.Organiser.objects.update(kind=kind)
    issue(make_season_with_players(), ["300.00", "310.50", "400.25", ""])
    for row, name in ((rows_of(client, SEASON, "json")[0], "club"), (rows_of(client, SEASON, "csv")[0], "Club")):
        assert row.get(name) == ("Rommé-Club 1" if has_clubs else None)
        assert (name in row) is has_clubs


def test_older_edition_has_its_own_file(client: Client, event: models.Event) -> None:
    season = make_season_with_players()
    for value in ("300.00", "290.00"):
        issue(season, [value, "310.50", "400.25", ""])
    page = f"{SEASON}/wertung/mittel/ausgabe/1"
    assert rows_of(client, page, "json")[0]["value"] == "300.00"
    assert json.loads(client.get(f"{page}.json").content)["edition"]["number"] == 1
    assert client.get(f"{SEASON}/wertung/mittel/ausgabe/3.json").status_code == 404
    assert client.get(f"{SEASON}/wertung/fremd.json").status_code == 404


@pytest.mark.parametrize("kind", KINDS)
def test_person_of_a_season_whose_name_is_over_has_no_club_either(
    client: Client, event: models.Event, kind: str
) -> None:
    models.Organiser.objects.update(names_years=3, kind=models.Organiser.Kind.FEDERATION)
    season = make_season_with_players(first_day=date(2019, 1, 1), last_day=date(2019, 12, 31))
    issue(season, ["300.00", "310.50", "400.25", "500.00"])
    name, club = ("name", "club") if kind == "json" else ("Name", "Club")
    shown = [(row[name], row[club] or "") for row in rows_of(client, SEASON, kind)]
    assert shown[2:] == [("Vor3 Nach3", "Rommé-Club 1"), ("N. N.", "")]


def test_league_is_one_file_for_all_its_groups(client: Client, event: models.Event) -> None:
    season = make_season_with_players()
    assert client.get(f"{SEASON}/liga.json").status_code == 404
    for name in ("Liga A", "Liga B"):
        league = models.League.objects.create(season=season, name=name)
        group = league.groups.create(name="Gruppe A", position=1)
        group.teams.create(name="=RC Herz", position=1)
    assert [(row["league"], row["team"]) for row in rows_of(client, f"{SEASON}/liga", "json")] == [
        ("Liga A", "=RC Herz"),
        ("Liga B", "=RC Herz"),
    ]
    assert rows_of(client, f"{SEASON}/liga", "csv")[0]["Mannschaft"] == "'=RC Herz"
    tag = client.get(f"{SEASON}/liga.json")["ETag"]
    assert client.get(f"{SEASON}/liga.json", headers={"If-None-Match": tag}).status_code == 304
    models.LeagueTeam.objects.update(name="RC Pik")
    assert client.get(f"{SEASON}/liga.json", headers={"If-None-Match": tag}).status_code == 200


def test_next_dates_of_season_and_organiser_are_files(client: Client, event: models.Event) -> None:
    models.Event.objects.update(starts_at="2015-01-01T10:00Z")
    today = timezone.localdate()
    season = make_season_with_players(last_day=today + timedelta(days=40), evenings_at=None)
    season.dates.create(day=today + timedelta(days=7))
    season.dates.create(day=today - timedelta(days=7))
    day = {"starts_at": (today + timedelta(days=7)).isoformat(), "what": "Clubjahr 2026", "place": None, "note": None}
    for page in (f"{SEASON}/termine", "/o/verein/termine"):
        assert rows_of(client, page, "json") == [day]
        assert [row["Was"] for row in rows_of(client, page, "csv")] == ["Clubjahr 2026"]
        tag = client.get(f"{page}.json")["ETag"]
        assert client.get(f"{page}.json", headers={"If-None-Match": tag}).status_code == 304
    models.Season.objects.update(evenings_at="19:30")
    assert rows_of(client, f"{SEASON}/termine", "json")[0]["starts_at"].startswith(f"{day['starts_at']}T19:30:00+0")
    assert client.get("/o/fremd/termine.csv").status_code == 404


def test_years_of_a_player_are_a_file_while_the_page_is_public(client: Client, event: models.Event) -> None:
    season = make_season_with_players()
    player = season.players.get(number=1).player
    played(player, [300, 320, 281], first=date(2025, 12, 30))
    page = f"{SEASON}/spieler/1"
    own = make_years_page(player, token="S" * 32)
    assert client.get(f"{page}.json").status_code == 404
    change_years_page(own, public=True, compares=False)
    rows = rows_of(client, page, "json")
    assert [(row["year"], row["lists"], row["mean"], row["best"]) for row in rows] == [
        (2025, 1, "300.0", 300),
        (2026, 2, "300.5", 281),
    ]
    assert rows[0]["spread"] is None
    assert [row["Mittel"] for row in rows_of(client, page, "csv")] == ["300,00", "300,50"]
    assert f'href="{page}.csv"' in client.get(f"{page}/").text
    assert "300,5 ± " in client.get(f"{page}/").text
    change_years_page(own, public=False, compares=False)
    assert client.get(f"{page}.csv").status_code == 404
