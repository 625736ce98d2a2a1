"""An event that gives points for the place at each table: on pages and papers, in files, and in the chain."""

import re
from io import StringIO

import pytest
from django.core.management import call_command
from django.http import QueryDict
from django.test import Client
from django.utils import timezone

from romme_turnier.documents.catalogue import BY_KEY
from romme_turnier.documents.printout import Job
from romme_turnier.documents.render.pdf import html_of
from romme_turnier.documents.tables.catalogue import DATA_FILES
from romme_turnier.documents.tables.writing import as_csv
from romme_turnier.tournament import models
from romme_turnier.tournament.events.announcement_words import announcement
from romme_turnier.tournament.events.announcements import publish_event
from romme_turnier.tournament.exchange.event_file.standings_json import player_standings, team_standings
from romme_turnier.tournament.exchange.integrity import differences
from romme_turnier.tournament.seating.series import close_series
from romme_turnier.tournament.standings.rankings import ranking
from romme_turnier.tournament.standings.reading import rankings_now
from romme_turnier.tournament.standings.releases import release_standings
from romme_turnier.web.public.wall.boards import Boards
from tests.documents.layout import faults, laid_out_html
from tests.factories import enter, list_of, make_checked, make_event, make_official, one, seat_series

pytestmark = pytest.mark.django_db

ROWS = ({1: "0 40 20 100", 2: "30 0 10 60"}, {1: "0 40 20", 2: "30 0 10"})


@pytest.fixture
def event() -> models.Event:
    """A table of four with the results 30, 40, 30, 160 and one of three with 30, 40, 30; a team of 1 and 2."""
    event = make_event(players=7, ruleset="classic", games_per_list=2, series_count=1, scoring="table_points")
    petra = make_official(event)
    team = models.Team.objects.create(event=event, key="T1", name="Karo", size=2)
    for number in (1, 2):
        models.TeamMember.objects.create(team=team, registration=one(event, number), position=number)
    series = seat_series(event, tables=[(1, 2, 3, 4), (5, 6, 7)])
    for table, rows in enumerate(ROWS, start=1):
        make_checked(list_of(series, table), rows, by=petra)
    close_series(series, by=petra)
    release_standings(event, 1, by=petra)
    publish_event(event, by=petra)
    return event


def page(client: Client, where: str) -> str:
    response = client.get(f"/t/testpokal/{where}")
    assert response.status_code == 200
    return " ".join(response.content.decode().split())


def paper(event: models.Event, key: str) -> str:
    printout = BY_KEY[key]
    context = printout.fill(Job(event, event.series.get()))
    assert context is not None
    return " ".join(html_of(printout.template, context).split())


def test_points_decide_then_the_sum_then_games_ended(event: models.Event) -> None:
    rows = player_standings(event, 1)["rows"]
    told = [(row["rank"], row["number"], row["table_points"], row["total"]) for row in rows]
    assert told == [
        (1, 1, 2.5, 30),
        (2, 3, 2.5, 30),
        (3, 5, 1.5, 30),
        (4, 7, 1.5, 30),
        (5, 2, 1, 40),
        (6, 6, 0, 40),
        (7, 4, 0, 160),
    ]
    assert rows[0]["series"] == [30], "the results stay what the lists say"
    assert [row["series_table_points"] for row in rows] == [[2.5], [2.5], [1.5], [1.5], [1], [0], [0]]


def test_teams_clubs_and_single_series_add_up_points(event: models.Event) -> None:
    (team,) = team_standings(event, 1)["rows"]
    assert (team["table_points"], team["total"]) == (3.5, 70)
    clubs = ranking(rankings_now(event, 1), "clubs")
    assert clubs is not None
    assert [(row.name, row.sums.half_points) for row in clubs.team_rows] == [("Rommé-Club 1", 16), ("Rommé-Club 2", 2)]


def test_standings_show_points_by_series_and_say_why(event: models.Event) -> None:
    shown = page(Client(), "rangliste/")
    assert re.search(r'<th scope="col" class="number total"><a href="[^"]+">Tischp.</a></th>', shown)
    assert '<td class="number part" data-label="Serie 1">2½</td>' in shown
    assert '<td class="number total" data-label="Tischp.">2½</td>' in shown
    assert "gleich viele Tischpunkte, aber 120 Punkte weniger, 40 statt 160." in shown
    assert "mehr Tischpunkte, 2½ statt 1½." in shown


def test_own_page_shows_points_next_to_the_result_and_the_reason(event: models.Event) -> None:
    shown = page(Client(), "spieler/5/")
    assert "1½ Tischpunkte" in shown
    assert '<td class="number" data-label="Ergebnis">30, 1½ Tischpunkte</td>' in shown
    assert "mehr Tischpunkte, 2½ statt 1½." in shown
    assert "<dt>Tischpunkte</dt> <dd>1½</dd>" in shown


def test_public_list_ends_with_the_points_of_its_places(event: models.Event) -> None:
    shown = page(Client(), "serie/1/tisch/1/")
    assert shown.count("2½") == 2
    assert "Tischpunkte" in shown


@pytest.mark.parametrize(
    ("key", "words"),
    [
        ("standings", ("Tischp.", "2½", "1½")),
        ("own_results", ("Tischp.", '<td class="cell own__result right strong">2½</td>')),
        ("certificates", ("mit 2½ Tischpunkten in 1 Serie erreicht",)),
        ("team_certificates", ("mit 3½ Tischpunkten in 1 Serie erreicht",)),
        ("speakers_sheet", ("2½", "3½")),
        ("closing_report", ("Tischp.", "2½")),
    ],
)
def test_paper_shows_points_as_halves(event: models.Event, key: str, words: tuple[str, ...]) -> None:
    html = paper(event, key)
    assert [word for word in words if word not in html] == []
    assert faults(laid_out_html(html)) == []


def test_blank_list_has_a_line_for_points_and_says_what_a_place_gives(event: models.Event) -> None:
    html = paper(event, "blank_lists")
    assert "Tischpunkte: 3 für das beste Ergebnis am Tisch, dann je 1 weniger; Gleiche teilen." in html


def test_tables_for_other_programs_hold_numbers(event: models.Event) -> None:
    (table,) = (file.table_for(event, QueryDict(), ()) for file in DATA_FILES if file.key == "standings")
    lines = as_csv("Rangliste", table.as_values()).decode().splitlines()
    assert lines[0].endswith("Serie 1;Listen;Summe;beendete Spiele;Tischp.;Warum")
    assert ";2,5;1;30;1;2,5;" in lines[1]


def test_command_prints_points(event: models.Event) -> None:
    said = StringIO()
    call_command("standings", event.slug, stdout=said)
    head, first = said.getvalue().splitlines()[1:3]
    assert head.endswith("Listen  Punkte  beendet  Tischp.")
    assert first.split()[-4:] == ["1", "30", "1", "2½"]


def test_chain_holds_scoring_and_points_and_verifies(event: models.Event) -> None:
    content = models.Revision.objects.order_by("pk")[0].content
    assert content["scoring"] == "table_points"
    assert [total["half_points"] for total in content["totals"]] == [5, 2, 5, 0]
    assert list(differences(event)) == []


def test_lists_of_other_events_are_hashed_as_ever() -> None:
    event = make_event(players=4)
    make_checked(list_of(seat_series(event, tables=[(1, 2, 3, 4)])), by=make_official(event))
    content = models.Revision.objects.order_by("pk")[0].content
    assert "scoring" not in content
    assert "half_points" not in content["totals"][0]
    assert "table_points" not in player_standings(event, 1)["rows"][0]
    assert list(differences(event)) == []


def test_announcement_says_what_places_give_with_an_example(event: models.Event) -> None:
    said = dict(announcement(event))["Wertung"]
    assert "Am Tisch mit 4 Plätzen geben die Plätze 3, 2, 1, 0" in said
    assert "Die Ergebnisse 120, 260, 260, 340 geben 3, 1½, 1½, 0." in said


def test_wall_shows_points(event: models.Event) -> None:
    (shown,) = Boards(event, timezone.now()).pages_of(models.Board.STANDINGS)
    assert shown.shows["heads"][-1] == "Tischpunkte"
    assert "2½" in str(shown.shows)


def test_filled_list_names_no_places_before_all_games_are_in(event: models.Event) -> None:
    series = seat_series(event, 2, [(1, 2, 3, 4)])
    enter(list_of(series), 1, "0 20 30 40")
    context = BY_KEY["lists"].fill(Job(event, series))
    assert context is not None
    assert context["lists"][0].sums[-1].values == ("–", "–", "–", "–")
