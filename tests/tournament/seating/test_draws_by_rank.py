"""Seating a series by the standings, as a preview that can be repeated and discarded."""

import pytest

from romme_turnier.tournament.lists.entries import declare_invalid
from romme_turnier.tournament.models import Draw, Seat, Series, Team, TeamMember
from romme_turnier.tournament.seating.draw_records import comes_out_again, record_of
from romme_turnier.tournament.seating.draws import apply_draw, discard_draw, propose_draw
from romme_turnier.tournament.seating.draws_by_rank import propose_by_standings
from romme_turnier.tournament.seating.inputs import standing_order
from romme_turnier.tournament.seating.series import close_series
from romme_turnier.tournament.shared.errors import TournamentError
from tests.factories import list_of, make_checked, make_event

pytestmark = pytest.mark.django_db


def after_one_series(players=8, **fields):
    event = make_event(players=players, series_count=3, games_per_list=1, **fields)
    series = apply_draw(propose_draw(event, 1, by=None, seed="a"), by=None)
    for table in series.tables.all():
        make_checked(list_of(series, table.number))
    close_series(series, by=None)
    return event


def test_best_sit_at_table_one():
    event = after_one_series()
    draw = propose_by_standings(event, 2, by=None)
    order = standing_order(event, 2)
    assert draw.algorithm == "standings-1"
    assert [set(table) for table in draw.result] == [set(order[:4]), set(order[4:])]
    assert comes_out_again(record_of(draw))


def test_members_of_a_team_sit_at_different_tables():
    event = after_one_series()
    team = Team.objects.create(event=event, key="a", name="Die Asse")
    for number in standing_order(event, 2)[:2]:
        TeamMember.objects.create(team=team, registration=event.registrations.get(number=number))
    draw = propose_by_standings(event, 2, by=None)
    assert draw.quality["team_pairs"] == 0


def test_seats_follow_the_seed_and_tables_do_not():
    event = after_one_series(players=16)
    one, other = (propose_by_standings(event, 2, by=None, seed=seed).result for seed in "ab")
    assert one != other
    assert [set(table) for table in one] == [set(table) for table in other]


def test_preview_becomes_the_seating_and_can_be_discarded():
    event = after_one_series()
    draw = propose_by_standings(event, 2, by=None)
    assert not Seat.objects.filter(series__number=2).exists()
    series = apply_draw(draw, by=None)
    assert series.tables.count() == 2
    discard_draw(series, reason="doch lieber losen", by=None)
    draw.refresh_from_db()
    assert (draw.status, draw.applied_at is not None) == (Draw.Status.DISCARDED, True)


def test_there_are_no_standings_before_the_first_series():
    with pytest.raises(TournamentError, match="noch keine Rangliste"):
        propose_by_standings(make_event(), 1, by=None)


def test_standings_are_awaited_when_a_series_is_not_closed():
    event = after_one_series()
    Series.objects.update(closed_at=None)
    with pytest.raises(TournamentError, match="abgeschlossen sind: 1"):
        propose_by_standings(event, 2, by=None)


def test_preview_no_longer_holds_when_the_standings_have_changed():
    event = after_one_series()
    draw = propose_by_standings(event, 2, by=None)
    draw.inputs["standing"].reverse()
    draw.save()
    with pytest.raises(TournamentError, match="Rangliste geändert"):
        apply_draw(draw, by=None)


def test_who_has_no_counting_list_sits_at_the_last_tables():
    event = make_event(players=8, series_count=3, games_per_list=1)
    series = apply_draw(propose_draw(event, 1, by=None, seed="a"), by=None)
    make_checked(list_of(series, 2))
    declare_invalid(list_of(series, 1), reason="nicht abgegeben", by=None, expected=None)
    close_series(series, by=None)
    without = set(series.tables.get(number=1).seats.values_list("registration__number", flat=True))
    assert set(propose_by_standings(event, 2, by=None).result[1]) == without
