"""An event that ranks by scoring points: its standings, its files, and its chain of revisions."""

from io import StringIO

import pytest
from django.core.management import call_command

from romme_turnier.tournament import models
from romme_turnier.tournament.exchange.event_file.standings_json import player_standings, team_standings
from romme_turnier.tournament.exchange.integrity import differences
from romme_turnier.tournament.seating.series import close_series
from romme_turnier.tournament.standings.lines import player_lines
from romme_turnier.tournament.standings.reading import rankings_now
from romme_turnier.tournament.standings.releases import release_standings
from tests.factories import list_of, make_checked, make_event, make_official, one, seat_series

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> models.Event:
    """A table of four and one of three with two games; a team of 1 and 6."""
    event = make_event(players=7, games_per_list=2, series_count=2, scoring="scoring_points")
    petra = make_official(event)
    team = models.Team.objects.create(event=event, key="T1", name="Karo", size=2)
    for number in (1, 6):
        models.TeamMember.objects.create(team=team, registration=one(event, number), position=number)
    series = seat_series(event, tables=[(1, 2, 3, 4), (5, 6, 7)])
    make_checked(list_of(series, 1), {1: "0 8 25 64", 2: "20 0 50 100"}, by=petra)
    make_checked(list_of(series, 2), {1: "0 20 60", 2: "10 20 0"}, by=petra)
    close_series(series, by=petra)
    return event


def test_most_points_win_then_fewest_card_points_whatever_the_number_of_lists(event: models.Event) -> None:
    rows = player_standings(event, 1)["rows"]
    told = [(row["rank"], row["number"], row["scoring_points"], row["total"]) for row in rows]
    assert told == [
        (1, 2, 8, 8),
        (2, 5, 8, 10),
        (3, 1, 7, 20),
        (4, 7, 5, 60),
        (5, 6, 4, 40),
        (6, 3, 1, 75),
        (7, 4, 0, 164),
    ]
    assert [row["series_scoring_points"] for row in rows[:2]] == [[8], [8]]


def test_series_without_a_counting_list_is_null_in_both_columns(event: models.Event) -> None:
    rows = player_standings(event, 2)["rows"]
    assert (rows[0]["series"], rows[0]["series_scoring_points"]) == ([8, None], [8, None])
    assert (rows[0]["scoring_points"], rows[0]["play_off_needed"]) == (8, False)


def test_number_of_lists_never_decides(event: models.Event) -> None:
    series = seat_series(event, 2, tables=[(3, 4, 6, 7)])
    make_checked(list_of(series), {1: "0 90 90 90", 2: "90 0 90 90"}, by=None)
    rows = player_standings(event, 2)["rows"]
    assert [(row["number"], row["lists"], row["scoring_points"]) for row in rows] == [
        (2, 1, 8),
        (5, 1, 8),
        (1, 1, 7),
        (3, 2, 6),
        (7, 2, 5),
        (4, 2, 5),
        (6, 2, 4),
    ]


def test_players_equal_in_everything_share_a_rank_until_a_play_off() -> None:
    event = make_event(players=6, games_per_list=1, series_count=1, scoring="scoring_points")
    series = seat_series(event, tables=[(1, 2, 3), (4, 5, 6)])
    for table in (1, 2):
        make_checked(list_of(series, table), {1: "0 20 60"}, by=None)
    rows = player_standings(event, 1)["rows"]
    assert [(row["rank"], row["play_off_needed"]) for row in rows] == [(rank, True) for rank in (1, 1, 3, 3, 5, 5)]


def test_teams_add_points(event: models.Event) -> None:
    (team,) = team_standings(event, 1)["rows"]
    assert (team["scoring_points"], team["total"], "series_scoring_points" in team) == (11, 60, False)


def test_team_without_a_counting_list_has_no_points() -> None:
    event = make_event(players=4, scoring="scoring_points")
    models.Team.objects.create(event=event, key="T1", name="Karo", size=2)
    assert team_standings(event, 1)["rows"][0]["scoring_points"] == 0
    assert {row["scoring_points"] for row in player_standings(event, 1)["rows"]} == {0}


def test_other_events_have_no_such_keys() -> None:
    event = make_event(players=4)
    assert "scoring_points" not in player_standings(event, 1)["rows"][0]


def test_reasons_speak_of_scoring_points_and_card_points(event: models.Event) -> None:
    source = rankings_now(event, 1)
    names: dict[int | None, str] = {number: f"Nr. {number}" for number in range(1, 8)}
    lines = player_lines(source.rows, names, event.rules, final=False)
    assert [line.total for line in lines] == [8, 8, 7, 5, 4, 1, 0]
    answers = [line.ahead.answer if line.ahead else "" for line in lines]
    assert answers[0] == "Vor Nr. 5: gleich viele Wertungspunkte, aber weniger Augenpunkte, 8 statt 10."
    assert answers[1] == "Vor Nr. 1: mehr Wertungspunkte, 8 statt 7."


def test_release_keeps_points(event: models.Event) -> None:
    release_standings(event, 1, by=make_official(event, username="paul"))
    stored = models.StandingsRelease.objects.get()
    assert [row.sums.scoring_points for row in stored.rows] == [8, 8, 7, 5, 4, 1, 0]


def test_command_prints_both_kinds_of_points(event: models.Event) -> None:
    said = StringIO()
    call_command("standings", event.slug, after_series=1, stdout=said)
    head, first = said.getvalue().splitlines()[1:3]
    assert head.split()[-4:] == ["Wertungsp.", "Augenp.", "beendet", "Handr."]
    assert first.split()[-4:] == ["8", "8", "1", "0"]


def test_chain_holds_the_scoring_its_points_and_verifies(event: models.Event) -> None:
    content = models.Revision.objects.order_by("pk")[0].content
    assert content["scoring"] == "scoring_points"
    assert content["points_per_game"] == {"ended": 5, "handromme": 8, "steps": [[10, 3], [20, 2], [30, 1]]}
    assert [total["scoring_points"] for total in content["totals"]] == [7, 8, 1, 0]
    assert "half_points" not in content["totals"][0]
    assert list(differences(event)) == []


@pytest.mark.parametrize("scoring", ["sum", "table_points"])
def test_lists_of_other_events_are_hashed_without_points(scoring: str) -> None:
    event = make_event(players=4, scoring=scoring)
    make_checked(list_of(seat_series(event, tables=[(1, 2, 3, 4)])), by=make_official(event))
    content = models.Revision.objects.order_by("pk")[0].content
    assert "points_per_game" not in content
    assert "scoring_points" not in content["totals"][0]
    assert list(differences(event)) == []


def test_verification_finds_points_that_are_not_those_of_the_list(event: models.Event) -> None:
    models.ListTotal.objects.filter(scoring_points=8).update(scoring_points=9)
    assert len([each for each in differences(event) if "scoring_points" in each.what]) == 2


@pytest.mark.parametrize("games", [12, 15, 16, 20])
def test_series_of_any_length_at_tables_of_four_and_three_adds_up(games: int) -> None:
    """Seats take turns in ending a game; the others are left with 10 card points for each seat number."""
    event = make_event(players=7, games_per_list=games, series_count=1, scoring="scoring_points")
    series = seat_series(event, tables=[(1, 2, 3, 4), (5, 6, 7)])
    for table, seats in ((1, 4), (2, 3)):
        left = [[0 if seat == game % seats else 10 * (seat + 1) for seat in range(seats)] for game in range(games)]
        make_checked(list_of(series, table), {game: " ".join(map(str, row)) for game, row in enumerate(left, start=1)})
    stored = models.ListTotal.objects.order_by("seat__registration__number").values_list("scoring_points", "result")
    expected = []
    for seats in (4, 3):
        for seat in range(seats):
            ended = len(range(seat, games, seats))
            expected.append((5 * ended + (3, 2, 1, 0)[seat] * (games - ended), 10 * (seat + 1) * (games - ended)))
    assert list(stored) == expected
    assert list(differences(event)) == []
