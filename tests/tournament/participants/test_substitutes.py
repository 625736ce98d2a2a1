"""Substitutes (Ersatz): on the bench until a member of the team drops out, then seated in that member's stead."""

from decimal import Decimal

import pytest
from django.utils import timezone

from romme_turnier.tournament import models
from romme_turnier.tournament.lists import entries
from romme_turnier.tournament.money import fees
from romme_turnier.tournament.participants.absences import set_absent
from romme_turnier.tournament.participants.reading import playing
from romme_turnier.tournament.participants.registrations import withdraw
from romme_turnier.tournament.participants.substitutes import bench, call_in, take_back
from romme_turnier.tournament.participants.teams import create_team, update_team
from romme_turnier.tournament.seating import draws, repairs
from romme_turnier.tournament.seating.draws_by_rank import propose_by_standings
from romme_turnier.tournament.seating.inputs import obstacles, standing_order
from romme_turnier.tournament.shared.errors import TournamentError
from romme_turnier.tournament.standings import rankings
from romme_turnier.tournament.standings.reading import rankings_now, standings, team_standings
from tests.factories import list_of, make_checked, make_event, make_official, one, register, seat_series

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> models.Event:
    """Eight players and number 9, the substitute of a team of five."""
    event = make_event(players=9, clubs=0, series_count=3, prizes="both")
    team = create_team(event, "Die Asse", [one(event, n) for n in (1, 2, 3, 4, 9)], by=None)
    assert team.memberships.count() == 5
    put_on_bench(event, 9)
    return event


def put_on_bench(event: models.Event, *numbers: int) -> None:
    """These members of the team and no others are its substitutes."""
    team = event.teams.get()
    members = [membership.registration for membership in team.memberships.order_by("position")]
    update_team(team, team.name, members, substitutes=[one(event, n).pk for n in numbers], by=None)


def numbers(event: models.Event, series: int) -> list[int | None]:
    return [registration.number for registration in playing(event, series)]


def test_substitute_is_not_drawn_and_not_asked_for(event):
    assert numbers(event, 1) == [1, 2, 3, 4, 5, 6, 7, 8]
    series = draws.apply_draw(draws.propose_draw(event, 1, by=None), by=None)
    assert series.seats.count() == 8
    assert repairs.missing_in(series) == []
    assert bench(one(event, 9).team_membership.team, 1) == [one(event, 9)]


def test_substitute_called_in_for_good_plays_from_then_on(event):
    call_in(one(event, 9), one(event, 2), 2, for_good=True, by=None)
    assert [9 in numbers(event, series) for series in (1, 2, 3)] == [False, True, True]
    assert [2 in numbers(event, series) for series in (1, 2, 3)] == [True, False, False]
    assert one(event, 2).status == "withdrawn"


def test_substitute_called_in_for_one_series_goes_back_to_the_bench(event):
    call_in(one(event, 9), one(event, 2), 2, for_good=False, by=None)
    assert [9 in numbers(event, series) for series in (1, 2, 3)] == [False, True, False]
    assert [2 in numbers(event, series) for series in (1, 2, 3)] == [True, False, True]
    assert "Ersatz: Vera9 Spieler9" in one(event, 2).absences.get().reason_words


def test_substitute_takes_the_place_of_somebody_who_has_left_before(event):
    withdraw(one(event, 2), 2, by=None)
    call_in(one(event, 9), one(event, 2), 3, for_good=True, by=None)
    assert [9 in numbers(event, series) for series in (1, 2, 3)] == [False, False, True]


def test_member_that_sits_one_series_out_does_not_return_if_the_substitute_was_called_in_for_good(event):
    set_absent(one(event, 2), 2, by=None)
    call = call_in(one(event, 9), one(event, 2), 2, for_good=True, by=None)
    assert [2 in numbers(event, series) for series in (1, 2, 3)] == [True, False, False]
    take_back(call, by=None)
    assert [2 in numbers(event, series) for series in (1, 2, 3)] == [True, False, True]


def test_call_in_is_taken_back_before_the_draw(event):
    official = make_official(event)
    for for_good in (True, False):
        call = call_in(one(event, 9), one(event, 2), 2, for_good=for_good, by=official)
        take_back(call, by=official)
        assert numbers(event, 2) == [1, 2, 3, 4, 5, 6, 7, 8]
        call.refresh_from_db()
        assert call.undone_by == official
        take_back(call, by=official)  # twice is once


def test_call_in_stays_once_the_substitute_has_a_seat(event):
    call = call_in(one(event, 9), one(event, 2), 1, for_good=False, by=None)
    draws.apply_draw(draws.propose_draw(event, 1, by=None), by=None)
    with pytest.raises(TournamentError, match="sitzt in Serie 1 schon"):
        take_back(call, by=None)


def test_withdrawal_that_was_there_before_stays_when_the_call_in_is_taken_back(event):
    withdraw(one(event, 2), 2, by=None)
    take_back(call_in(one(event, 9), one(event, 2), 2, for_good=True, by=None), by=None)
    assert one(event, 2).status == "withdrawn"


def test_repair_puts_the_substitute_in_the_seat_of_who_dropped_out(event):
    series = draws.apply_draw(draws.propose_draw(event, 1, by=None), by=None)
    seat = series.seats.select_related("table").get(registration=one(event, 2))
    call_in(one(event, 9), one(event, 2), 1, for_good=True, by=None)
    found = repairs.propose(series, missing=[one(event, 2)], coming=[one(event, 9)]).proposals[0]
    assert not found.repair.moved
    repairs.apply_repair(series, found.key, missing=[one(event, 2)], coming=[one(event, 9)], reason="krank", by=None)
    now = series.seats.select_related("table").get(registration=one(event, 9))
    assert (now.table.number, now.number) == (seat.table.number, seat.number)


def test_lists_of_both_count_for_the_team(event):
    make_all_checked(seat_series(event, 1))
    call_in(one(event, 9), one(event, 1), 2, for_good=True, by=None)
    make_all_checked(seat_series(event, 2, tables=((9, 2, 3, 4), (5, 6, 7, 8))))
    team = team_standings(event, 2)[0]
    assert team.lists == 8
    assert team.members == (1, 2, 3, 4, 9)


def make_all_checked(series: models.Series) -> None:
    for spielliste in models.Spielliste.objects.filter(table__series=series):
        make_checked(spielliste)


def test_substitute_owes_nothing_on_the_bench_nor_where_the_place_is_paid_for(event):
    models.Event.objects.filter(pk=event.pk).update(entry_fee=Decimal("10.00"))
    event.refresh_from_db()
    event.registrations.exclude(number__in=(2, 9)).update(paid=True)
    assert fees.owed(one(event, 9)) == 0
    call = call_in(one(event, 9), one(event, 2), 1, for_good=False, by=None)
    assert fees.owed(one(event, 9)) == Decimal("10.00")
    assert "bezahlt hat: 9 Vera9 Spieler9" in obstacles(event, 1)[0]
    event.registrations.filter(number=2).update(paid=True)
    assert fees.owed(one(event, 9)) == 0
    assert obstacles(event, 1) == []
    take_back(call, by=None)
    assert fees.owed(one(event, 9)) == 0


@pytest.mark.parametrize(
    ("substitute", "member", "series", "words"),
    [
        (9, 5, 1, "gehört zu keiner Mannschaft"),
        (9, 7, 1, "nicht in einer Mannschaft"),
        (3, 2, 1, "ist kein Ersatz"),
        (9, 2, 9, "Dieses Turnier hat 3 Serien"),
        (10, 2, 1, "noch keine Startnummer"),
        (9, 11, 1, "spielt Serie 1 ohnehin nicht mit"),
    ],
)
def test_call_in_that_does_not_fit_says_why(event, substitute, member, series, words):
    create_team(event, "Andere", [one(event, 7)], by=None)
    team = event.teams.get(name="Die Asse")
    for number in (10, 11):
        more = register(event, number, last_name=f"Spieler{number}")
        models.TeamMember.objects.create(team=team, registration=more, position=number, substitute=True)
    ten = one(event, 10)
    if substitute == 10:
        event.registrations.filter(number=10).update(number=None)
    chosen = ten if substitute == 10 else one(event, substitute)
    with pytest.raises(TournamentError, match=words):
        call_in(chosen, one(event, member), series, for_good=False, by=None)
    assert not models.CallIn.objects.exists()


def test_nobody_is_called_in_twice_nor_two_for_one(event):
    call_in(one(event, 9), one(event, 2), 2, for_good=True, by=None)
    with pytest.raises(TournamentError, match="schon eingewechselt"):
        call_in(one(event, 9), one(event, 3), 3, for_good=False, by=None)
    other = register(event, 10)
    team = event.teams.get(name="Die Asse")
    models.TeamMember.objects.create(team=team, registration=other, position=6, substitute=True)
    with pytest.raises(TournamentError, match="spielt in Serie 3 schon jemand"):
        call_in(other, one(event, 2), 3, for_good=False, by=None)


def test_nobody_is_called_in_for_a_closed_series(event):
    models.Series.objects.create(event=event, number=1, closed_at=event.starts_at)
    with pytest.raises(TournamentError, match="abgeschlossen"):
        call_in(one(event, 9), one(event, 2), 1, for_good=False, by=None)


def test_who_has_played_is_no_substitute_any_more(event):
    seat_series(event, 1)
    with pytest.raises(TournamentError, match="hat schon gespielt"):
        put_on_bench(event, 9, 1)
    with pytest.raises(TournamentError, match="hat schon gespielt"):
        create_team(event, "Neue", [one(event, 5), one(event, 6)], substitutes=[one(event, 6).pk], by=None)


def test_substitute_who_was_called_in_stays_one(event):
    call_in(one(event, 9), one(event, 2), 1, for_good=False, by=None)
    with pytest.raises(TournamentError, match="ist schon eingewechselt"):
        put_on_bench(event)


def test_substitute_becomes_a_member_like_the_others(event):
    put_on_bench(event)
    put_on_bench(event)
    assert 9 in numbers(event, 1)


def test_player_without_a_team_is_not_a_substitute(event):
    with pytest.raises(TournamentError, match="gehört zu keiner Mannschaft"):
        call_in(one(event, 5), one(event, 2), 1, for_good=False, by=None)


def shown(event: models.Event, after: int) -> list[int | None]:
    return [row.entrant.number for row in standings(event, after)]


def test_substitute_stands_in_the_standings_of_players_from_the_first_list_on(event):
    make_all_checked(seat_series(event, 1))
    assert 9 not in shown(event, 1)
    assert len(shown(event, 1)) == 8
    call_in(one(event, 9), one(event, 1), 2, for_good=True, by=None)
    make_all_checked(seat_series(event, 2, tables=((9, 2, 3, 4), (5, 6, 7, 8))))
    assert 9 not in shown(event, 1)
    assert 9 in shown(event, 2)


def test_substitute_whose_list_does_not_count_is_shown_without_a_rank(event):
    call_in(one(event, 9), one(event, 1), 1, for_good=False, by=None)
    series = seat_series(event, 1, tables=((9, 2, 3, 4), (5, 6, 7, 8)))
    make_all_checked(series)
    entries.declare_invalid(list_of(series, 1), expected=None, reason="unleserlich", by=None)
    assert [(row.rank, row.lists) for row in standings(event, 1) if row.entrant.number == 9] == [(None, 0)]


def test_substitute_without_a_list_is_named_among_the_members_of_team_and_tandem(event):
    event.teams.update(size=2)
    make_all_checked(seat_series(event, 1))
    assert team_standings(event, 1)[0].members == (1, 2, 3, 4, 9)
    tandems = rankings.ranking(rankings_now(event, 1), "tandems")
    assert tandems is not None
    assert tandems.team_rows[0].members == (1, 2, 3, 4, 9)


def test_substitute_called_in_for_the_next_series_is_seated_by_the_standings_as_the_last(event):
    make_all_checked(seat_series(event, 1))
    event.series.update(closed_at=timezone.now())
    call_in(one(event, 9), one(event, 2), 2, for_good=True, by=None)
    assert standing_order(event, 2)[-1] == 9
    draw = propose_by_standings(event, 2, by=None)
    assert {number for table in draw.result for number in table} == {1, 3, 4, 5, 6, 7, 8, 9}


def test_captain_pays_for_an_unpaid_member_and_not_again_for_a_player_that_plays_instead(event):
    models.Event.objects.filter(pk=event.pk).update(entry_fee=Decimal("10.00"))
    models.Registration.objects.filter(event=event).update(paid=False)
    call_in(one(event, 9), one(event, 2), 2, for_good=False, by=None)
    team = event.teams.get()
    models.TeamMember.objects.filter(team=team).update(position=1)
    team.memberships.filter(substitute=True).update(position=0)
    paid = fees.pay_team(team, key="klick", by=None)
    assert sorted(str(entry.registration) for entry in paid) == sorted(
        str(one(event, number)) for number in (1, 2, 3, 4)
    )
