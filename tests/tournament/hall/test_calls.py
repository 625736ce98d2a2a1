"""A table calls an official: one call at a time, answered, ended, taken back, all with times."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
import time_machine
from django.db import IntegrityError, transaction
from django.utils import timezone

from romme_turnier.accounts.models import User
from romme_turnier.tournament import models
from romme_turnier.tournament.hall.calls import (
    MOST_AN_HOUR,
    answer_call,
    call_official,
    end_call,
    take_back_answer,
    take_back_call,
    take_back_end,
)
from romme_turnier.tournament.hall.calls_reading import (
    CallingTable,
    Waiting,
    call_to_show,
    calling_tables,
    open_calls,
    past_calls,
    seat_to_call_from,
    waiting_calls,
    who_comes,
)
from romme_turnier.tournament.participants.register.erasing import erase_player
from romme_turnier.tournament.seating.series import release_seats
from romme_turnier.tournament.shared.errors import TournamentError
from tests.factories import make_event, make_official, one, seat_series

pytestmark = pytest.mark.django_db

NOON = datetime(2026, 10, 17, 12, tzinfo=UTC)


@pytest.fixture
def clock() -> Iterator[Any]:
    with time_machine.travel(NOON, tick=False) as traveller:
        yield traveller


@pytest.fixture
def series(event: models.Event, clock: Any) -> models.Series:
    found = seat_series(event)
    release_seats(found, by=None)
    return found


@pytest.fixture
def petra(event: models.Event) -> User:
    return make_official(event, username="petra")


@pytest.fixture
def rudi(event: models.Event) -> User:
    return make_official(event, "referee", "rudi")


def table(series: models.Series, number: int = 1) -> models.Table:
    return series.tables.get(number=number)


def call(series: models.Series, number: int = 1, **said: Any) -> models.TableCall:
    return call_official(table(series, number), **{"about": "rule", **said})


def fresh(row: models.TableCall) -> models.TableCall:
    return models.TableCall.objects.get(pk=row.pk)


def test_call_keeps_who_calls_what_for_and_when(event: models.Event, series: models.Series) -> None:
    made = call(series, seat=3, registration=one(event, 3), about="other", text=" Wasser  bitte ")
    kept = fresh(made)
    assert (kept.table.number, kept.seat, kept.registration) == (1, 3, one(event, 3))
    assert (kept.about, kept.text, kept.called_at) == ("other", "Wasser bitte", NOON)
    row = event.record.latest("number")
    assert (row.verb, row.by, row.subject_kind) == ("calls.call_official", None, "spielliste")
    assert "Wasser" not in str(row.new)


def test_table_that_waits_gets_its_open_call_back(event: models.Event, series: models.Series) -> None:
    first = call(series, seat=1, registration=one(event))
    rows = event.record.count()
    assert call(series, seat=2, registration=one(event, 2), about="ill") == first
    assert (fresh(first).about, fresh(first).seat) == ("rule", 1)
    assert event.record.count() == rows
    assert call(series, 2) != first


def test_database_takes_no_second_open_call_of_a_table_and_no_half_answer(series: models.Series, petra: User) -> None:
    made = call(series)
    wrong: list[dict[str, Any]] = [
        {"answered_at": NOON},
        {"answered_by": petra},
        {"ended_at": NOON},
        {"ended_by": petra},
        {"ended_by": petra, "ended_at": NOON, "withdrawn_at": NOON},
        {"seat": 0},
    ]
    for values in wrong:
        with pytest.raises(IntegrityError), transaction.atomic():
            models.TableCall.objects.filter(pk=made.pk).update(**values)
    with pytest.raises(IntegrityError), transaction.atomic():
        models.TableCall.objects.create(table=made.table, about="rule", called_at=NOON)


@pytest.mark.parametrize("said", [{"about": ""}, {"about": "pizza"}, {"text": "x" * 201}])
def test_call_for_nothing_known_or_with_too_long_a_text_is_refused(series: models.Series, said: dict[str, Any]) -> None:
    with pytest.raises(TournamentError):
        call(series, **said)
    assert not models.TableCall.objects.exists()


def test_nobody_calls_before_the_seats_are_released_or_after_the_series_is_closed(
    event: models.Event, series: models.Series
) -> None:
    models.Series.objects.update(closed_at=NOON)
    with pytest.raises(TournamentError, match="nicht gespielt"):
        call(series)
    with pytest.raises(TournamentError, match="nicht gespielt"):
        call(seat_series(event, 2))


def test_who_calls_very_often_is_sent_to_the_desk_and_an_hour_later_may_again(
    event: models.Event, series: models.Series, clock: Any
) -> None:
    own: dict[str, Any] = {"registration": one(event)}
    for _time in range(MOST_AN_HOUR):
        take_back_call(call(series, **own))
    with pytest.raises(TournamentError, match="sehr oft"):
        call(series, **own)
    take_back_call(call(series, registration=one(event, 2)))
    clock.shift(timedelta(minutes=61))
    assert call(series, **own).is_open


def test_calls_of_an_unknown_caller_are_counted_by_table(series: models.Series) -> None:
    for _time in range(MOST_AN_HOUR):
        take_back_call(call(series))
    with pytest.raises(TournamentError, match="sehr oft"):
        call(series)
    assert call(series, 2).is_open


def test_answer_says_who_comes_and_how_long_it_took(series: models.Series, petra: User, clock: Any) -> None:
    made = call(series)
    clock.shift(timedelta(minutes=2))
    answer_call(made, by=petra)
    kept = fresh(made)
    assert (kept.answered_by, kept.until_answer, kept.until_end) == (petra, timedelta(minutes=2), None)
    clock.shift(timedelta(minutes=5))
    end_call(made, by=petra)
    kept = fresh(made)
    assert (kept.ended_by, kept.until_end, kept.is_open) == (petra, timedelta(minutes=7), False)


def test_another_official_takes_over_and_the_first_answer_stays_the_time(
    series: models.Series, petra: User, rudi: User, clock: Any
) -> None:
    made = call(series)
    answer_call(made, by=petra)
    clock.shift(timedelta(minutes=3))
    answer_call(made, by=rudi)
    assert (fresh(made).answered_by, fresh(made).answered_at) == (rudi, NOON)


def test_answer_taken_back_lets_the_table_wait_again(series: models.Series, petra: User) -> None:
    made = call(series)
    answer_call(made, by=petra)
    take_back_answer(made, by=petra)
    assert (fresh(made).answered_by, fresh(made).answered_at, fresh(made).is_open) == (None, None, True)


def test_call_is_done_without_an_answer_where_somebody_was_at_the_table(series: models.Series, petra: User) -> None:
    made = call(series)
    end_call(made, by=petra)
    assert (fresh(made).answered_at, fresh(made).ended_by) == (None, petra)


def test_mistaken_end_is_undone_unless_the_table_has_called_again(series: models.Series, petra: User) -> None:
    made = call(series)
    end_call(made, by=petra)
    take_back_end(made, by=petra)
    assert fresh(made).is_open
    end_call(made, by=petra)
    call(series)
    with pytest.raises(TournamentError, match="noch einmal gerufen"):
        take_back_end(made, by=petra)


def test_call_that_is_over_is_not_answered_any_more(series: models.Series, petra: User) -> None:
    taken_back, done = call(series), call(series, 2)
    take_back_call(taken_back)
    end_call(done, by=petra)
    with pytest.raises(TournamentError, match="zurückgenommen"):
        answer_call(taken_back, by=petra)
    with pytest.raises(TournamentError, match="schon erledigt"):
        answer_call(done, by=petra)


def test_what_is_said_twice_changes_nothing_and_leaves_no_row(
    event: models.Event, series: models.Series, petra: User, clock: Any
) -> None:
    made = call(series)
    answer_call(made, by=petra)
    rows = event.record.count()
    answer_call(made, by=petra)
    assert event.record.count() == rows
    end_call(made, by=petra)
    clock.shift(timedelta(minutes=1))
    end_call(made, by=petra)
    take_back_call(made)
    take_back_answer_of_none(series, petra)
    assert fresh(made).ended_at == NOON
    assert event.record.count() == rows + 2  # the end, and the other table's call


def take_back_answer_of_none(series: models.Series, by: User) -> None:
    other = call(series, 2)
    take_back_answer(other, by=by)
    take_back_end(other, by=by)


def test_open_calls_stand_by_how_long_they_wait_and_answered_ones_below(
    event: models.Event, series: models.Series, petra: User, clock: Any
) -> None:
    first = call(series)
    clock.shift(timedelta(minutes=1))
    second = call(series, 2)
    assert open_calls(event) == [first, second]
    assert waiting_calls(event) == Waiting(2, NOON, 0, second.pk)
    answer_call(first, by=petra)
    assert open_calls(event) == [second, first]
    assert waiting_calls(event) == Waiting(1, NOON + timedelta(minutes=1), 1, second.pk)
    assert calling_tables(event) == [CallingTable(1, 1, True), CallingTable(1, 2, False)]
    end_call(first, by=petra)
    take_back_call(second)
    assert open_calls(event) == []
    assert waiting_calls(event) == Waiting(0, None, 0, 0)
    assert list(past_calls(event)) == [second, first]


def test_calls_of_another_event_are_not_among_them(event: models.Event, series: models.Series) -> None:
    other = make_event(slug="anderes")
    theirs = seat_series(other)
    release_seats(theirs, by=None)
    call(theirs)
    assert (open_calls(event), calling_tables(event), waiting_calls(event).unanswered) == ([], [], 0)


def test_table_is_named_to_everybody_only_while_its_seats_are_released(
    event: models.Event, series: models.Series
) -> None:
    call(series)
    models.Series.objects.update(seats_released_at=None)
    assert calling_tables(event) == []


def test_one_calls_from_the_newest_released_series_as_long_as_it_is_played(
    event: models.Event, series: models.Series
) -> None:
    second = seat_series(event, 2, [[8, 7, 6, 5], [4, 3, 2, 1]])
    seat = seat_to_call_from(one(event))
    assert seat is not None
    assert (seat.table.series.number, seat.table.number, seat.number) == (1, 1, 1)
    release_seats(second, by=None)
    seat = seat_to_call_from(one(event))
    assert seat is not None
    assert (seat.table.series.number, seat.table.number, seat.number) == (2, 2, 4)
    models.Series.objects.filter(number=2).update(closed_at=NOON)
    assert seat_to_call_from(one(event)) is None


def test_table_is_told_for_a_while_that_its_call_is_over(series: models.Series, petra: User) -> None:
    made = call(series)
    assert call_to_show(table(series), NOON + timedelta(hours=2)) == made
    end_call(made, by=petra)
    assert call_to_show(table(series), NOON + timedelta(minutes=9)) == made
    assert call_to_show(table(series), NOON + timedelta(minutes=10)) is None
    assert call_to_show(table(series, 2)) is None


def test_official_is_named_to_the_table_but_not_on_the_internet_nor_by_a_sign_in_name(
    series: models.Series, petra: User, settings: Any
) -> None:
    made = call(series)
    answer_call(made, by=petra)
    assert who_comes(fresh(made)) == "Petra kommt."
    settings.MODE = "public"
    assert who_comes(fresh(made)) == "Jemand von der Spielleitung kommt."
    settings.MODE = "hall"
    User.objects.update(display_name="")
    assert who_comes(fresh(made)) == "Jemand von der Spielleitung kommt."


def test_clock_set_back_makes_no_time_negative(series: models.Series, petra: User, clock: Any) -> None:
    made = call(series)
    clock.shift(timedelta(hours=-2))
    answer_call(made, by=petra)
    end_call(made, by=petra)
    assert (fresh(made).until_answer, fresh(made).until_end) == (timedelta(0), timedelta(0))


def test_what_somebody_wrote_goes_when_they_are_erased(event: models.Event, series: models.Series) -> None:
    call(series, registration=one(event), about="ill", text="Mir ist schwindlig")
    call(series, 2, registration=one(event, 5), text="Es fehlt eine Karte")
    with time_machine.travel(timezone.now() + timedelta(days=9)):
        erase_player(one(event).player, by=None)
    assert [kept.text for kept in models.TableCall.objects.all()] == ["…", "Es fehlt eine Karte"]
