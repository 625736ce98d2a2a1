"""Sitting a series out, coming late, and playing out of competition: draw, standings, event file."""

import pytest

from romme_turnier.tournament.events import progress
from romme_turnier.tournament.exchange.event_file.exporting import export_event
from romme_turnier.tournament.exchange.event_file.importing import import_event
from romme_turnier.tournament.models import Absence, Team, TeamMember
from romme_turnier.tournament.participants.absences import come_back, set_absent
from romme_turnier.tournament.participants.registrations import withdraw
from romme_turnier.tournament.seating.draws import apply_draw, propose_draw
from romme_turnier.tournament.seating.series import close_series
from romme_turnier.tournament.shared.errors import TournamentError
from romme_turnier.tournament.standings import reading as standings_reading
from tests.factories import enter, list_of, make_checked, make_event, one, register, seat_series

pytestmark = pytest.mark.django_db


def drawn(event, number=1):
    return apply_draw(propose_draw(event, number, by=None), by=None)


def played(event, number=1):
    series = drawn(event, number)
    for table in series.tables.all():
        make_checked(list_of(series, table.number))
    close_series(series, by=None)
    return series


def numbers(draw):
    return {number for table in draw.result for number in table}


def test_absent_player_is_not_drawn_and_is_back_for_the_next_series():
    event = make_event(players=9)
    set_absent(one(event, 9), 1, reason="Arzt", by=None)
    assert 9 not in numbers(propose_draw(event, 1, by=None))
    assert 9 in numbers(propose_draw(event, 2, by=None))


def test_who_comes_back_is_drawn():
    event = make_event(players=9)
    set_absent(one(event, 9), 1, by=None)
    come_back(one(event, 9), 1, by=None)
    assert 9 in numbers(propose_draw(event, 1, by=None))


def test_absence_said_twice_holds_once():
    event = make_event(players=8)
    set_absent(one(event, 8), 1, reason="Arzt", by=None)
    set_absent(one(event, 8), 1, by=None)
    assert Absence.objects.get().reason == "Arzt"


def test_who_has_left_for_good_cannot_sit_a_series_out():
    event = make_event(players=8)
    withdraw(one(event, 8), 2, by=None)
    with pytest.raises(TournamentError, match="ohnehin nicht"):
        set_absent(one(event, 8), 2, by=None)


def test_who_sits_where_games_are_entered_cannot_sit_the_series_out():
    event = make_event(players=8)
    series = seat_series(event)
    enter(list_of(series), 1, "0 20 30 40")
    with pytest.raises(TournamentError, match="Platz verlassen"):
        set_absent(one(event, 1), 1, by=None)


def test_absence_from_a_closed_series_is_refused():
    event = make_event(players=8)
    played(event)
    with pytest.raises(TournamentError, match="abgeschlossen"):
        set_absent(one(event, 1), 1, by=None)


def test_absent_player_keeps_a_rank_behind_those_with_more_lists():
    event = make_event(players=9)
    played(event)
    set_absent(one(event, 1), 2, by=None)
    played(event, 2)
    rows = standings_reading.standings(event, 2)
    row = next(row for row in rows if row.entrant.number == 1)
    assert (row.lists, row.rank) == (1, 9)


def test_late_arrival_is_drawn_and_ranked_without_a_list_of_the_first_series():
    event = make_event(players=8)
    played(event)
    register(event, 9)
    played(event, 2)
    row = next(row for row in standings_reading.standings(event, 2) if row.entrant.number == 9)
    assert (row.rank, row.series[0]) == (9, None)
    assert [9 in table["seats"] for series in export_event(event)["series"] for table in series["tables"]].count(True)


def test_player_out_of_competition_stands_without_a_rank_after_all_others():
    event = make_event(players=8)
    event.registrations.filter(number=1).update(out_of_competition=True)
    withdraw(one(event, 8), 2, by=None)
    played(event)
    rows = standings_reading.standings(event, 1)
    assert (rows[-1].entrant.number, rows[-1].rank, rows[-1].lists) == (1, None, 1)
    assert all(row.rank for row in rows[:-1])


def test_list_out_of_competition_does_not_count_for_a_team():
    event = make_event(players=8)
    team = Team.objects.create(event=event, key="T1", name="Mannschaft")
    for number in (1, 2):
        TeamMember.objects.create(team=team, registration=one(event, number))
    event.registrations.filter(number=1).update(out_of_competition=True)
    played(event)
    assert standings_reading.team_standings(event, 1)[0].lists == 1


def test_player_out_of_competition_owes_no_fee():
    event = make_event(players=8)
    event.registrations.filter(number=1).update(out_of_competition=True)
    assert progress.progress_of(event).facts.unpaid == 7


def test_event_file_names_who_plays_out_of_competition_and_only_them():
    event = make_event(players=8)
    event.registrations.filter(number=1).update(out_of_competition=True)
    content = export_event(event)
    assert [person.get("out_of_competition") for person in content["participants"]] == [True, *[None] * 7]
    content["event"]["slug"] = "kopie"
    copy = import_event(content).event
    assert list(copy.registrations.filter(out_of_competition=True).values_list("number", flat=True)) == [1]
    assert export_event(copy)["participants"] == content["participants"]
