"""Public pages, the wall and files of an event that ranks by scoring points."""

import csv
import re
from collections.abc import Sequence
from io import BytesIO, StringIO

import pytest
from django.http import QueryDict
from django.test import Client
from django.utils import timezone
from django.utils.html import strip_tags
from openpyxl import load_workbook

from romme_turnier.core.rules.system.criteria import Scoring
from romme_turnier.core.rules.system.registry import RULE_SYSTEMS
from romme_turnier.documents.tables.catalogue import DATA_FILES
from romme_turnier.documents.tables.writing import as_csv, as_xlsx
from romme_turnier.tournament import models
from romme_turnier.tournament.events.announcements import publish_event
from romme_turnier.tournament.models.event import rules_with
from romme_turnier.tournament.participants.card_code import card_code
from romme_turnier.tournament.seating.series import close_series, release_seats
from romme_turnier.tournament.standings.criteria_words import who_wins
from romme_turnier.tournament.standings.releases import release_standings
from romme_turnier.web.public.wall.boards import Boards
from tests.factories import enter, list_of, make_checked, make_event, make_official, one, seat_series

pytestmark = pytest.mark.django_db

# Published tables as scoring points and card points: a year of 20 players, and nine teams of four.
YEAR = [
    "637/3009",
    "587/4322",
    "585/4335",
    "571/3288",
    "567/3512",
    "567/3556",
    "558/3323",
    "541/3826",
    "539/3989",
    "514/4481",
    "514/4616",
    "512/4354",
    "494/4190",
    "441/5055",
    "436/3318",
    "409/3941",
    "370/6017",
    "349/3389",
    "65/638",
    "32/294",
]
TEAMS = ["477/3082", "470/3221", "455/2971", "451/2802", "435/2926", "422/2915", "415/3630", "393/3637", "375/3688"]


@pytest.fixture
def event() -> models.Event:
    """A table of four and one of three with two games; players 5 and 7 are equal."""
    event = make_event(players=7, games_per_list=2, series_count=1, scoring="scoring_points", names="hall")
    petra = make_official(event)
    series = seat_series(event, tables=[(1, 2, 3, 4), (5, 6, 7)])
    release_seats(series, by=petra)
    make_checked(list_of(series, 1), {1: "0 8 25 64", 2: "45 * 88 102"}, by=petra)
    make_checked(list_of(series, 2), {1: "0 20 10", 2: "10 20 0"}, by=petra)
    close_series(series, by=petra)
    release_standings(event, 1, by=petra)
    publish_event(event, by=petra)
    return event


def page(where: str, client: Client | None = None) -> str:
    answer = (client or Client()).get(f"/t/testpokal/{where}")
    assert answer.status_code == 200
    return " ".join(answer.content.decode().split())


def file_of(event: models.Event, key: str) -> list[list[str]]:
    (file,) = (file for file in DATA_FILES if file.key == key)
    content = as_csv(key, file.table_for(event, QueryDict(), frozenset()).as_values())
    return list(csv.reader(StringIO(content.decode("utf-8-sig")), delimiter=";"))


def released(figures: Sequence[str], *, players: int, size: int) -> models.Event:
    """An event whose standings have these figures, each for the first of `size` players of a team."""
    event = make_event(players=players, games_per_list=1, series_count=1, scoring="scoring_points")
    petra = make_official(event)
    tables = [range(first, first + 4) for first in range(1, players + 1, 4)]
    series = seat_series(event, tables=tables)
    for table in range(1, len(tables) + 1):
        make_checked(list_of(series, table), by=petra)
    models.ListTotal.objects.update(scoring_points=0, minus=0, result=0, finished=0, handrommes=0)
    numbers = [*range(1, players + 1, size)]
    for number, figure in zip(reversed(numbers), figures, strict=True):  # the best have the highest start numbers
        points, total = map(int, figure.split("/"))
        mine = models.ListTotal.objects.filter(seat__registration__number=number)
        mine.update(scoring_points=points, minus=total, result=total)
        if size > 1:
            team = models.Team.objects.create(event=event, key=str(number), name=f"Team {number}", size=size)
            for place in range(size):
                models.TeamMember.objects.create(team=team, registration=one(event, number + place), position=place)
    close_series(series, by=petra)
    release_standings(event, 1, by=petra)
    publish_event(event, by=petra)
    return event


def figures_in(table: str) -> list[str]:
    rows = re.findall(r'data-label="Wertungsp.">([\d.]+)</td>.*?data-label="Augenp.">([\d.]+)</td>', table)
    return [f"{points}/{total.replace('.', '')}" for points, total in rows]


def test_published_year_table_comes_out_in_its_order() -> None:
    released(YEAR, players=20, size=1)
    assert figures_in(page("rangliste/?alle=1")) == YEAR


def test_published_table_of_teams_comes_out_in_its_order() -> None:
    event = released(TEAMS, players=36, size=4)
    assert figures_in(page("rangliste/").split('id="mannschaften"')[1]) == TEAMS
    _head, *rows = file_of(event, "team_standings")
    assert [f"{row[4]}/{row[5]}" for row in rows] == TEAMS


def test_page_shows_scoring_points_before_card_points_and_both_by_series(event: models.Event) -> None:
    shown = page("rangliste/")
    headings = [words for words in re.findall(r"<th [^>]*><a [^>]*>([^<]+)</a>", shown) if words]
    assert headings[4:9] == ["S 1", "Wertungsp.", "Augenp.", "beendet", "Handr."]
    assert '<td class="number part" data-label="Serie 1">11</td>' in shown
    assert '<td class="number total" data-label="Wertungsp.">11</td>' in shown
    assert "gleich viele Wertungspunkte, aber weniger Augenpunkte, 8 statt" not in shown
    assert "mehr Wertungspunkte, 11 statt 8." in shown
    assert "Die meisten Wertungspunkte gewinnen, bei gleich vielen die wenigsten Augenpunkte" in shown


def test_card_points_are_below_the_scoring_points_of_several_series(event: models.Event) -> None:
    petra = models.EventRole.objects.get().user
    models.Event.objects.update(series_count=2)
    series = seat_series(event, 2, tables=[(1, 2, 3, 4)])
    make_checked(list_of(series), {1: "0 12 25 64", 2: "45 * 88 102"}, by=petra)
    close_series(series, by=petra)
    release_standings(event, 2, by=petra)
    legend = "Die kleine Zahl unter den Wertungspunkten einer Serie sind ihre Augenpunkte."
    for where in ("rangliste/", "rangliste/2/1/"):
        shown = page(where)
        assert '<td class="number part" data-label="Serie 2">10 <span class="sum-beside">12</span></td>' in shown
        assert legend in shown
    one_series = page("rangliste/2/1/serie-2/")
    assert '<td class="number part" data-label="Serie 2">10</td>' in one_series
    assert "Die meisten Wertungspunkte gewinnen" in one_series
    assert legend not in one_series


def test_files_have_a_column_for_each_kind_of_points(event: models.Event) -> None:
    head, first, *_rest = file_of(event, "standings")
    columns = ["Serie 1", "Serie 1, Augenpunkte", "Listen", "Wertungsp.", "Augenpunkte", "beendete Spiele"]
    assert (head[4:10], first[4:10]) == (columns, ["11", "8", "1", "11", "8", "1"])
    (file,) = (file for file in DATA_FILES if file.key == "standings")
    book = load_workbook(BytesIO(as_xlsx("Rangliste", file.table_for(event, QueryDict(), frozenset()).as_values())))
    assert [cell.value for cell in book.worksheets[0][2]][4:8] == [11, 8, 1, 11]


def test_file_of_games_has_the_points_of_each(event: models.Event) -> None:
    head, *rows = file_of(event, "list_rows")
    assert head[-1] == "Wertungspunkte"
    assert [row[-1] for row in rows[:8]] == ["5", "3", "1", "0", "0", "8", "0", "0"]


def test_files_of_other_events_have_no_such_columns() -> None:
    event = make_event(players=4)
    make_checked(list_of(seat_series(event, tables=[(1, 2, 3, 4)])))
    assert file_of(event, "list_rows")[0][-1] == "Handrommé"
    assert not any("Augenp" in words for words in file_of(event, "standings")[0])


def test_page_of_a_player_names_both_and_how_they_come_about(event: models.Event) -> None:
    shown = page("spieler/2/")
    total = re.search(r'<p class="result-total">(.*?)</p> <p>8 Augenpunkte</p>', shown)
    assert total is not None
    assert strip_tags(total[1]) == "11 Wertungspunkte"
    assert 'tungs<i class="shy"></i>punkte' in total[1]  # for phones with large type
    assert "<div>11 Wertungspunkte<br>8 Augenpunkte</div>" in shown
    assert "So kommen die Punkte zustande" in shown
    assert re.findall(r"<dt>([^<]+)</dt> <dd>(?:<strong>)?([\d.]+)", shown) == [
        ("Minuspunkte", "8"),
        ("Augenpunkte", "8"),
        ("beendete Spiele", "1"),
        ("Wertungspunkte", "11"),
    ]


def test_public_list_shows_the_points_of_each_game_and_names_the_steps(event: models.Event) -> None:
    shown = page("serie/1/tisch/1/").replace("\N{NO-BREAK SPACE}", " ")
    scored = re.findall(r"Wertungspunkte </span>(\d+)</span>", shown)
    assert scored == ["5", "3", "1", "0", "0", "8", "0", "0"]
    assert "die Wertungspunkte dieses Spiels: Spielende 5 · Handrommé 8 · bis 10: 3 · bis 20: 2 · bis 30: 1." in shown


def test_players_own_page_names_both(event: models.Event) -> None:
    phone = Client()
    phone.post("/t/testpokal/ich/karte/", {"nr": "2", "code": card_code(one(event, 2))})
    shown = page("ich/", phone)
    assert "<dt>Ergebnis</dt><dd>11 Wertungspunkte, 8 Augenpunkte, Rang 1 in dieser Serie</dd>" in shown
    assert "So kommen meine Punkte zustande" in shown


def test_correction_tells_the_player_of_the_points(event: models.Event) -> None:
    petra = models.EventRole.objects.get().user
    enter(list_of(models.Series.objects.get()), 1, "0 8 25 28", reason="verlesen", by=petra)
    shown = page("spieler/4/")
    assert "Augenpunkte: bisher 166, jetzt <strong>130</strong>." in shown
    assert "<li>Spiel 1: 64 → 28</li> <li>Wertungspunkte: 0 → 1</li>" in shown


def test_wall_shows_card_points_where_scoring_points_are_equal(event: models.Event) -> None:
    (board,) = Boards(event, timezone.now()).pages_of(models.Board.STANDINGS)
    rows = [(row.cells[0], row.cells[2], row.sum, row.height) for column in board.shows["columns"] for row in column]
    assert [(rank, points, total) for rank, points, total, _height in rows] == [
        ("1.", "11", ""),
        ("2.", "8", "10"),
        ("2.", "8", "10"),
        ("4.", "5", ""),
        ("5.", "4", ""),
        ("6.", "1", ""),
        ("7.", "0", ""),
    ]
    assert board.shows["heads"][-1] == "Wertungspunkte"


@pytest.mark.parametrize("key", [key for key, rules in RULE_SYSTEMS.items() if not rules.highest_wins])
def test_sentence_names_what_decides(key: str) -> None:
    said = who_wins(rules_with(key, "{}", None, scoring=Scoring.SCORING_POINTS))
    assert said.startswith("Die meisten Wertungspunkte gewinnen, bei gleich vielen die wenigsten Augenpunkte")
    assert ("Handrommés" in said) == RULE_SYSTEMS[key].has_handromme
