"""The progress of an event's day, and the next step."""

from datetime import timedelta
from decimal import Decimal
from pathlib import Path

import pytest
from django.utils import timezone

from romme_turnier.backup import folder
from romme_turnier.backup.folder import Backup
from romme_turnier.tournament.events.announcements import publish_event
from romme_turnier.tournament.events.progress import AFTER, BEFORE, IN_SERIES, NextStep, Phase, progress_of
from romme_turnier.tournament.events.said_steps import say_done
from romme_turnier.tournament.events.series_progress import SeriesState
from romme_turnier.tournament.lists.checking.hand_in import record_hand_in
from romme_turnier.tournament.models import Event, HandIn, ListState, Registration, SaidStep
from romme_turnier.tournament.money.cash import book_other, count_cash
from romme_turnier.tournament.money.fees import pay
from romme_turnier.tournament.money.prizes import PlanLine, hand_out, release, store_plan
from romme_turnier.tournament.seating.series import close_series, release_seats
from romme_turnier.tournament.standings.play_offs import enter_play_off
from romme_turnier.tournament.standings.releases import release_standings
from tests.factories import (
    enter,
    fill,
    list_of,
    make_checked,
    make_complete,
    make_event,
    make_official,
    make_season,
    register,
    seat_series,
)

pytestmark = pytest.mark.django_db

Said = SaidStep.Step


@pytest.fixture
def backups(monkeypatch):
    """The existing copies, the newest first."""
    copies: list[Backup] = []
    monkeypatch.setattr(folder, "backups_in", lambda _folder: copies)
    return copies


@pytest.fixture
def event():
    return make_event(players=4, series_count=1)


@pytest.fixture
def series(event):
    return seat_series(event, tables=[(1, 2, 3, 4)])


def step(event):
    state = progress_of(event)
    return state.next_step, state.next_series


def test_new_event_asks_for_participants():
    assert step(make_event(players=0)) == (NextStep.REGISTER, None)


def test_participants_without_number_get_one_before_the_draw():
    event = make_event(players=3)
    register(event, None)
    assert step(event) == (NextStep.GIVE_NUMBERS, None)


def test_participants_with_numbers_are_drawn(event):
    assert step(event) == (NextStep.DRAW, 1)


def test_drawn_seats_are_released_where_they_can_be_seen(event, series):
    assert step(event) == (NextStep.PUBLISH, 1)
    publish_event(event, by=make_official(event))
    assert step(event) == (NextStep.RELEASE_SEATS, 1)
    assert progress_of(event).series[0].state == SeriesState.DRAWN


def test_released_seats_lead_to_the_lists(event, series):
    release_seats(series, by=None)
    enter(list_of(series), 1, "0 20 30 40")
    assert step(event) == (NextStep.ENTER_LISTS, 1)
    progress = progress_of(event).series[0]
    assert (progress.state, progress.states[ListState.STARTED]) == (SeriesState.RUNNING, 1)


def test_complete_lists_are_checked(event, series):
    release_seats(series, by=None)
    make_complete(list_of(series))
    assert step(event) == (NextStep.CHECK_LISTS, 1)


def test_list_with_a_violation_is_counted_as_problem(event, series):
    fill(list_of(series), {3: "0 1 30 40"})
    assert progress_of(event).series[0].faulty == 1


def test_checked_list_that_a_correction_made_faulty_is_to_be_entered_again(event, series):
    release_seats(series, by=None)
    make_checked(list_of(series))
    enter(list_of(series), 3, "0 1 30 40", by=make_official(event), reason="verlesen")
    progress = progress_of(event).series[0]
    assert (progress.settled, progress.to_enter, progress.faulty) == (0, 1, 1)
    assert step(event) == (NextStep.ENTER_LISTS, 1)


def test_paper_that_is_here_is_still_to_be_entered(event, series):
    release_seats(series, by=None)
    HandIn.objects.update_or_create(spielliste=list_of(series), defaults={"paper": HandIn.Custody.IN})
    progress = progress_of(event).series[0]
    assert (progress.state, progress.states, progress.to_enter) == (SeriesState.DRAWN, {ListState.HANDED_IN: 1}, 1)


def test_event_that_stays_private_is_not_asked_again(event, series):
    say_done(event, Said.PUBLISH, by=None)
    assert step(event) == (NextStep.RELEASE_SEATS, 1)


def test_event_for_which_people_register_themselves_is_published_first():
    event = make_event(players=0, self_registration=True)
    assert step(event) == (NextStep.PUBLISH, None)
    publish_event(event, by=make_official(event))
    assert step(event) == (NextStep.REGISTER, None)


def test_phases_of_the_day():
    event = make_event(players=4, series_count=1)
    assert progress_of(event).phase == Phase.BEFORE
    series = seat_series(event, tables=[(1, 2, 3, 4)])
    assert progress_of(event).phase == Phase.SERIES
    make_checked(list_of(series))
    assert progress_of(event).phase == Phase.SERIES
    close_series(series, by=None)
    assert progress_of(event).phase == Phase.AFTER


def test_checked_series_is_closed_then_released_before_the_next_one():
    event = make_event(players=4, series_count=2)
    series = seat_series(event, tables=[(1, 2, 3, 4)])
    make_checked(list_of(series))
    assert step(event) == (NextStep.CLOSE_SERIES, 1)
    close_series(series, by=None)
    assert step(event) == (NextStep.RELEASE_STANDINGS, 1)
    release_standings(event, 1, by=None)
    assert step(event) == (NextStep.DRAW, 2)


def test_standings_after_an_earlier_series_are_not_asked_for_once_later_ones_are_released():
    event = make_event(players=4, series_count=2)
    for number in (1, 2):
        series = seat_series(event, tables=[(1, 2, 3, 4)], number=number)
        make_checked(list_of(series))
        close_series(series, by=None)
    assert step(event) == (NextStep.RELEASE_STANDINGS, 1)
    release_standings(event, 2, by=None)
    assert step(event)[0] != NextStep.RELEASE_STANDINGS


def played(event, series, **fields):
    """All is played and closed: seat 1 of each table is ahead."""
    make_checked(list_of(series))
    close_series(series, by=None)
    type(event).objects.filter(pk=event.pk).update(**fields)
    event.refresh_from_db()


MONEY = PlanLine(first_rank=1, last_rank=2, amount=Decimal("5.00"))


def test_director_is_led_to_the_very_end(event, series, backups):
    book_other(event, "float", Decimal("50.00"), text="", key="", by=None)
    played(event, series)
    assert step(event) == (NextStep.PLAN_PRIZES, None)
    store_plan(event, [MONEY], {}, by=None)
    assert step(event) == (NextStep.RELEASE_STANDINGS, 1)
    release_standings(event, 1, by=None)
    assert step(event) == (NextStep.RELEASE_PRIZES, None)
    awards = release(event, by=None)
    assert step(event) == (NextStep.CERTIFICATES, None)
    say_done(event, Said.CERTIFICATES, by=None)
    assert step(event) == (NextStep.HAND_OUT, None)
    hand_out(awards[0], by=None)
    assert step(event) == (NextStep.HAND_OUT, None)
    hand_out(awards[1], by=None)
    assert step(event) == (NextStep.COUNT_CASH, None)
    count_cash(event, {Decimal("20.00"): 2}, by=None)
    assert step(event) == (NextStep.BACK_UP, None)
    assert [state for _step, state in progress_of(event).after] == [*["done"] * (len(AFTER) - 1), "now"]
    backups.append(Backup(Path("romme.sqlite3"), timezone.now(), 1))
    assert step(event) == (NextStep.DONE, None)


def test_cash_that_moved_after_the_count_is_counted_again(event, series):
    played(event, series)
    for said in (Said.PLAN_PRIZES, Said.CERTIFICATES, Said.BACK_UP):
        say_done(event, said, by=None)
    release_standings(event, 1, by=None)
    assert step(event) == (NextStep.DONE, None)  # no cash has moved at all
    book_other(event, "float", Decimal("50.00"), text="", key="", by=None)
    assert step(event) == (NextStep.COUNT_CASH, None)
    count_cash(event, {Decimal("50.00"): 1}, by=None)
    assert step(event) == (NextStep.DONE, None)
    book_other(event, "float", Decimal("-50.00"), text="", key="", by=None)
    assert step(event) == (NextStep.COUNT_CASH, None)
    say_done(event, Said.COUNT_CASH, by=None)
    assert step(event) == (NextStep.DONE, None)


def test_hand_ins_and_money_that_are_missing_are_collected_before_prizes_are_handed_out(event, series, backups):
    event.fine_steps.create(from_game=1, amount=Decimal("0.50"))
    played(event, series, entry_fee=Decimal("10.00"))
    for said in (Said.PLAN_PRIZES, Said.CERTIFICATES, Said.BACK_UP):
        say_done(event, said, by=None)
    release_standings(event, 1, by=None)
    assert step(event) == (NextStep.COLLECT, None)
    assert progress_of(event).facts.hand_ins_to_record == {1: 1}
    record_hand_in(list_of(series), paper=HandIn.Custody.IN, fine_paid=Decimal("1.00"), expected=0, by=None)
    assert step(event) == (NextStep.COLLECT, None)
    assert progress_of(event).facts.fees_open == Decimal("40.00")
    for registration in event.registrations.all():
        pay(registration, key=f"fee-{registration.pk}", by=None)
    assert step(event) == (NextStep.COLLECT, None)
    assert progress_of(event).facts.fines_open == Decimal("17.00")  # 36 lost games at 50 cents, less one euro
    say_done(event, Said.COLLECT, by=None)
    assert step(event) == (NextStep.COUNT_CASH, None)


def test_prizes_that_are_not_released_are_not_handed_out(event, series):
    played(event, series)
    store_plan(event, [MONEY], {}, by=None)
    release_standings(event, 1, by=None)
    assert dict(progress_of(event).after)[NextStep.HAND_OUT] == "todo"


def test_copy_made_before_the_last_change_is_made_again(event, series, backups):
    played(event, series)
    for said in (Said.PLAN_PRIZES, Said.CERTIFICATES):
        say_done(event, said, by=None)
    release_standings(event, 1, by=None)
    backups.append(Backup(Path("romme.sqlite3"), timezone.now() - timedelta(hours=1), 1))
    assert step(event) == (NextStep.BACK_UP, None)


@pytest.mark.parametrize("prizes", ["team", "both"])
def test_team_prize_that_is_announced_is_asked_for_until_it_is_planned(event, series, prizes):
    played(event, series, prizes=prizes)
    store_plan(event, [MONEY], {}, by=None)
    assert step(event) == (NextStep.PLAN_PRIZES, None)
    team = PlanLine(ranking="team", first_rank=1, last_rank=1, thing="Wanderpokal")
    store_plan(event, [MONEY, team], {}, by=None)
    assert step(event) == (NextStep.RELEASE_STANDINGS, 1)


def test_plan_that_is_not_wanted_is_not_asked_again(event, series):
    played(event, series)
    say_done(event, Said.PLAN_PRIZES, by=None)
    assert step(event) == (NextStep.RELEASE_STANDINGS, 1)


def test_every_step_is_reached_by_the_tables_alone():
    steps = [step for step, _is_open in (*BEFORE, *IN_SERIES, *AFTER)]
    assert set(steps) == set(NextStep) - {NextStep.DONE}


def test_tie_after_the_last_series_asks_for_a_play_off():
    event = make_event(players=8, series_count=1)
    series = seat_series(event)
    for number in (1, 2):
        make_checked(list_of(series, number))
    close_series(series, by=None)
    say_done(event, Said.PLAN_PRIZES, by=None)
    assert step(event) == (NextStep.PLAY_OFF, 1)  # before the standings are released
    by_number = {r.number: r for r in event.registrations.all()}
    for one, other in ((1, 5), (2, 6), (3, 7), (4, 8)):
        enter_play_off(event, [by_number[one], by_number[other]], by=None)
    assert step(event) == (NextStep.RELEASE_STANDINGS, 1)
    release_standings(event, 1, by=None)
    assert step(event) == (NextStep.CERTIFICATES, None)


def test_club_evening_ends_without_prizes_play_offs_and_certificates(backups):
    season = make_season()
    event = make_event(players=8, series_count=1, kind=Event.Kind.EVENING, season=season)
    series = seat_series(event)
    for number in (1, 2):
        make_checked(list_of(series, number))  # equal lists, so that all players are tied with another one
    close_series(series, by=None)
    assert step(event) == (NextStep.RELEASE_STANDINGS, 1)
    release_standings(event, 1, by=None)
    backups.append(Backup(Path("romme.sqlite3"), timezone.now(), 1))
    assert step(event) == (NextStep.DONE, None)


def test_tie_for_the_prize_of_a_series_asks_for_a_play_off():
    event = make_event(players=8, series_count=2)
    for number in (1, 2):
        series = seat_series(event, number)
        make_checked(list_of(series, 1))
        make_checked(list_of(series, 2), {1: "3 0 33 47"} if number == 2 else None)
        close_series(series, by=None)
        if number == 1:
            release_standings(event, 1, by=None)
    cup = PlanLine(ranking="series", series_number=1, first_rank=1, last_rank=1, thing="Pokal")
    store_plan(event, [cup], {}, by=None)
    assert step(event) == (NextStep.PLAY_OFF, 2)
    by_number = {r.number: r for r in event.registrations.all()}
    enter_play_off(event, [by_number[5], by_number[1]], by=None)
    assert step(event) == (NextStep.RELEASE_STANDINGS, 2)


def test_second_series_waits_for_the_first():
    event = make_event(players=4, series_count=2)
    seat_series(event, tables=[(1, 2, 3, 4)])
    assert [series.state for series in progress_of(event).series] == [SeriesState.DRAWN, SeriesState.WAITING]


def test_withdrawn_participants_are_not_counted_as_playing(event):
    event.registrations.filter(number=4).update(status=Registration.Status.WITHDRAWN, left_before_series=1)
    facts = progress_of(event).facts
    assert (facts.participants, facts.playing) == (4, 3)


def test_day_is_read_with_few_queries(event, series, django_assert_max_num_queries):
    with django_assert_max_num_queries(6):
        progress_of(event)
