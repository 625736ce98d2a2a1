"""Papers of an event that ranks by scoring points: its lists, standings, slips and certificates."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from django.db import transaction
from django.template.loader import render_to_string
from pytest_django import DjangoDbBlocker

from romme_turnier.core.lists.scoring_points import STEPS_MAX, PointsPerGame
from romme_turnier.documents.catalogue import BY_KEY
from romme_turnier.documents.lists.sheets import lists_document
from romme_turnier.documents.printout import Job
from romme_turnier.documents.render.pdf import html_of
from romme_turnier.documents.standings.release import widths_for
from romme_turnier.tournament import models
from romme_turnier.tournament.seating.series import close_series
from romme_turnier.tournament.standings.lines import StandingLine
from romme_turnier.tournament.standings.releases import release_standings
from tests.documents import longest
from tests.documents.layout import faults, laid_out, laid_out_html
from tests.factories import list_of, make_checked, make_complete, make_event, make_official, one, seat_series

pytestmark = pytest.mark.django_db

SHEETS = "documents/lists/sheets.html"
KEY = "WP: Spielende 5 · Handrommé 8 · bis 10: 3 · bis 20: 2 · bis 30: 1"


def words(html: str) -> str:
    return " ".join(html.replace("\N{NO-BREAK SPACE}", " ").split())


def played(event: models.Event, seats: int = 4) -> models.Series:
    """A series with one table: the first game ended by seat 1, the second by a Handrommé of seat 2."""
    series = seat_series(event, tables=[range(1, seats + 1)])
    rows = {1: "0 8 25 64", 2: "45 * 88 102"} if seats == 4 else {1: "0 8 25", 2: "45 * 88"}
    make_complete(list_of(series), rows)
    return series


# --- lists ---


@pytest.mark.parametrize(("seats", "games"), [(3, 12), (3, 20), (4, 12), (4, 15), (4, 16), (4, 20)])
def test_list_of_any_length_has_a_column_for_points_and_fits_one_sheet(seats: int, games: int) -> None:
    series = played(make_event(players=seats, games_per_list=games, scoring="scoring_points"), seats)
    for empty in (True, False):
        context = lists_document(series, empty=empty)
        html = render_to_string(SHEETS, context)
        assert html.count('<td class="scored') == games * seats
        assert words(html).count(KEY) == 1
        document = laid_out(SHEETS, context)
        assert (len(document.pages), faults(document)) == (1, [])


def test_batch_of_lists_is_like_the_single_list() -> None:
    series = played(make_event(players=4, games_per_list=16, scoring="scoring_points"))
    document = laid_out("documents/lists/sheets_batch.html", lists_document(series, empty=False))
    assert (len(document.pages), faults(document)) == (1, [])
    columns = lists_document(series, empty=False)["lists"][0].drawn_groups
    _group, form = next(iter(columns))
    assert [scored.split("\n")[:2] for _points, _mark, scored in form.columns] == [
        ["5", "0"],
        ["3", "8"],
        ["1", "0"],
        ["0", "0"],
    ]


def test_filled_list_has_the_points_of_each_game_and_their_sum() -> None:
    series = played(make_event(players=4, games_per_list=2, scoring="scoring_points"))
    sheet = lists_document(series, empty=False)["lists"][0]
    assert [[cell.scored for cell in row.cells] for row in sheet.rows] == [["5", "3", "1", "0"], ["0", "8", "0", "0"]]
    assert [(line.label, line.values) for line in sheet.sums if line.is_result] == [
        ("Augenpunkte", ("45", "8", "113", "166"))
    ]
    assert [line.values for line in sheet.sums if line.is_scored] == [("5", "11", "1", "0")]


@pytest.mark.parametrize(("ruleset", "seats", "games"), [("rommeordnung", 4, 20), ("classic", 6, 16)])
def test_longest_names_figures_and_keys_fit_the_sheet(ruleset: str, seats: int, games: int) -> None:
    steps = tuple((10 * step + 100, 90 - step) for step in range(STEPS_MAX))
    points = PointsPerGame(ended=99, handromme=120, steps=steps)
    fields: dict[str, Any] = {"scoring": "scoring_points", "points_per_game": points}
    event = longest.longest_event(seats, ruleset=ruleset, games=games, **fields)
    series = longest.played(event, longest.seated(event, seats=seats), points=60)
    for empty in (True, False):
        document = laid_out(SHEETS, lists_document(series, empty=empty))
        assert (len(document.pages), faults(document)) == (1, [])


def test_game_without_entries_and_vacant_seat_have_no_points() -> None:
    event = make_event(players=4, games_per_list=2, scoring="scoring_points")
    series = seat_series(event, tables=[(1, 2, 3, 4)])
    list_of(series).vacancies.create(seat=4, from_game=1, reason="krank", at=event.starts_at)
    sheet = lists_document(series, empty=False)["lists"][0]
    assert {cell.scored for row in sheet.rows for cell in row.cells} == {""}


def test_list_of_other_events_has_no_such_column() -> None:
    html = render_to_string(SHEETS, lists_document(played(make_event(players=4)), empty=False))
    assert "scored" not in html
    assert "WP" not in html


def test_steps_of_the_announcement_are_on_the_list() -> None:
    points = PointsPerGame(4, 6, ((15, 2),))
    series = played(make_event(players=4, scoring="scoring_points", points_per_game=points))
    for empty in (True, False):
        html = words(render_to_string(SHEETS, lists_document(series, empty=empty)))
        assert "WP: Spielende 4 · Handrommé 6 · bis 15: 2<" in html


@pytest.mark.parametrize(("seats", "columns"), [(6, 3), (7, 2)])
def test_column_gives_way_where_seats_are_many_and_sums_run(seats: int, columns: int) -> None:
    event = make_event(players=seats, ruleset="classic", games_per_list=12, scoring="scoring_points")
    series = seat_series(event, tables=[range(1, seats + 1)])
    rows = {game: " ".join(str(0 if seat == game % seats else 102) for seat in range(seats)) for game in range(1, 13)}
    make_complete(list_of(series), rows)
    context = lists_document(series, empty=False)
    assert context["lists"][0].page.seat_columns == columns
    assert [line.label for line in context["lists"][0].sums][-1] == "Wertungspunkte"
    document = laid_out(SHEETS, context)
    assert (len(document.pages), faults(document)) == (1, [])


# --- standings ---


@pytest.fixture(scope="module")
def papers(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[dict[str, str]]:
    """Each paper as HTML, of an event with two series, two clubs, and a team and a tandem."""
    with django_db_blocker.unblock(), transaction.atomic():
        event = make_event(players=7, slug="papiere", games_per_list=2, series_count=2, scoring="scoring_points")
        petra = make_official(event)
        for key, numbers in (("Karo", (1, 2, 3, 4)), ("Duo", (5, 6))):
            team = models.Team.objects.create(event=event, key=key, name=key, size=len(numbers))
            for place, number in enumerate(numbers):
                models.TeamMember.objects.create(team=team, registration=one(event, number), position=place)
        for number in (1, 2):
            series = seat_series(event, number, tables=[(1, 2, 3, 4), (5, 6, 7)])
            make_checked(list_of(series, 1), {1: "0 8 25 64", 2: "45 * 88 102"}, by=petra)
            make_checked(list_of(series, 2), {1: "0 8 12", 2: "0 20 60"}, by=petra)
            close_series(series, by=petra)
            release_standings(event, number, by=petra)
        keys = "standings rankings charts own_results certificates team_certificates speakers_sheet closing_report"
        made = {}
        for key in keys.split():
            context = BY_KEY[key].fill(Job(event, series))
            assert context is not None
            made[key] = html_of(BY_KEY[key].template, context)
        yield made
        transaction.set_rollback(True)


@pytest.mark.parametrize(
    ("key", "said"),
    [
        ("standings", "Die meisten Wertungspunkte gewinnen, bei gleich vielen die wenigsten Augenpunkte"),
        ("standings", "Je Serie: Wertungspunkte / Augenpunkte."),
        ("rankings", "Alle gewerteten Listen der Mitglieder zählen zusammen, wie viele es auch sind."),
        ("charts", "Wie viele Listen mit wie vielen Wertungspunkten endeten"),
        ("charts", '<th scope="row" class="cell ">10 bis 14</th><td class="cell right strong">4</td>'),
        ("certificates", "mit 22 Wertungspunkten in 2 Serien erreicht."),
        ("team_certificates", "mit 34 Wertungspunkten in 2 Serien erreicht."),
        ("team_certificates", '<p>hat in der Tandemwertung den</p> <p class="certificate__rank">1. Platz</p>'),
        ("speakers_sheet", '22 <span class="call__sum">16 Augenpunkte</span>'),
        ("speakers_sheet", '34 <span class="call__sum">664 Augenpunkte</span>'),
        ("own_results", '<td class="cell own__result right strong">11</td><td class="cell own__result right">8</td>'),
    ],
)
def test_paper_names_scoring_points_before_card_points(papers: dict[str, str], key: str, said: str) -> None:
    assert said in words(papers[key])


@pytest.mark.parametrize("key", ["standings", "rankings", "own_results", "speakers_sheet", "closing_report"])
def test_paper_is_laid_out_without_faults(papers: dict[str, str], key: str) -> None:
    assert faults(laid_out_html(papers[key])) == []


@pytest.mark.parametrize("key", ["standings", "rankings", "closing_report"])
def test_columns_of_points_are_next_to_each_other(papers: dict[str, str], key: str) -> None:
    headings = [re.findall(r'<th scope="col"[^>]*>([^<]*)<', head) for head in papers[key].split("<thead>")[1:]]
    ranked = [head for head in headings if "Wertungsp." in head]
    assert ranked
    for head in ranked:
        at = head.index("Wertungsp.")
        assert head[at : at + 2] == ["Wertungsp.", "Augenp."]


def lines(count: int, series: int) -> list[StandingLine]:
    figures: Any = {"play_off_needed": False, "reason": "", "lists": series, "total": 150, "tie_breaks": (3000, 9, 0)}
    return [
        StandingLine(n, n, f"Vera{n}", "Club", series=(40,) * series, sums=(344,) * series, **figures)
        for n in range(count)
    ]


@pytest.mark.parametrize(("series", "sums"), [(2, True), (3, False)])
def test_card_points_of_series_are_on_paper_where_names_keep_their_line(series: int, *, sums: bool) -> None:
    event = make_event(players=0, scoring="scoring_points")
    widths = widths_for(lines(4, series), series, event.rules)
    assert (widths.wide, widths.sums) == (False, sums)
