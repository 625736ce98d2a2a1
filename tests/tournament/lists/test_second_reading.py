"""A second reader types a list again; only differences are shown."""

from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress

import pytest
from django.db import connection, transaction

from romme_turnier.accounts.models import User
from romme_turnier.tournament import models
from romme_turnier.tournament.lists.checking import second_reading
from romme_turnier.tournament.shared.errors import Conflict, TournamentError
from tests.factories import enter, list_of, make_official, seat_series

pytestmark = pytest.mark.django_db

Role = models.EventRole.Role


@pytest.fixture
def ella(event: models.Event) -> User:
    return make_official(event, Role.ENTRY, "ella")


@pytest.fixture
def rudi(event: models.Event) -> User:
    return make_official(event, Role.REFEREE, "rudi")


@pytest.fixture
def spielliste(event: models.Event, ella: User) -> models.Spielliste:
    """Two games, typed by Ella."""
    found = list_of(seat_series(event))
    enter(found, 1, "0 23 37 58", by=ella)
    enter(found, 2, "45 * 61 72", by=ella)
    return found


def read(spielliste: models.Spielliste, by: User, rows: dict[int, str]) -> models.SecondReading:
    reading = second_reading.begin(spielliste, by=by)
    second_reading.save_rows(reading, {game: cells.split() for game, cells in rows.items()}, by=by)
    return reading


def test_readings_agree_when_the_same_is_written_in_other_signs(spielliste: models.Spielliste, rudi: User) -> None:
    reading = read(spielliste, rudi, {1: "R 23 37 58", 2: "45 H 61 72"})
    assert second_reading.compare(reading) == ()
    assert second_reading.finish(reading, by=rudi)
    reading.refresh_from_db()
    assert reading.compared_at is not None


def test_compare_names_only_what_differs(spielliste: models.Spielliste, rudi: User) -> None:
    reading = read(spielliste, rudi, {1: "0 23 73 58", 2: "45 * 61 72"})
    (found,) = second_reading.compare(reading)
    assert (found.game, found.seats) == (1, (3,))
    assert (found.first[2], found.second[2]) == ("37", "73")
    assert not second_reading.finish(reading, by=rudi)


def test_a_handromme_that_only_one_reader_saw_is_a_difference(spielliste: models.Spielliste, rudi: User) -> None:
    reading = read(spielliste, rudi, {1: "0 23 37 58", 2: "45 0 61 72"})
    assert [one.seats for one in second_reading.compare(reading)] == [(2,)]


def test_a_second_reading_is_not_finished_while_games_are_missing(spielliste: models.Spielliste, rudi: User) -> None:
    reading = read(spielliste, rudi, {1: "0 23 37 58"})
    assert second_reading.missing_games(reading) == [2]
    assert not second_reading.finish(reading, by=rudi)


def test_take_second_mends_the_row_when_the_second_reader_was_right(spielliste: models.Spielliste, rudi: User) -> None:
    reading = read(spielliste, rudi, {1: "0 23 73 58", 2: "45 * 61 72"})
    second_reading.take_second(reading, 1, expected=1, by=rudi)
    assert second_reading.compare(reading) == ()
    assert models.GameEntry.objects.get(row__spielliste=spielliste, row__number=1, seat=3).points == 73


def test_take_second_is_refused_when_the_row_was_saved_meanwhile(
    spielliste: models.Spielliste, rudi: User, ella: User
) -> None:
    reading = read(spielliste, rudi, {1: "0 23 73 58", 2: "45 * 61 72"})
    enter(spielliste, 1, "0 23 38 58", by=ella)
    with pytest.raises(Conflict):
        second_reading.take_second(reading, 1, expected=1, by=rudi)


def test_take_first_ends_the_difference_when_the_first_reader_was_right(
    spielliste: models.Spielliste, rudi: User
) -> None:
    reading = read(spielliste, rudi, {1: "0 23 73 58", 2: "45 * 61 72"})
    second_reading.take_first(reading, 1, by=rudi)
    assert second_reading.compare(reading) == ()
    assert models.GameEntry.objects.get(row__spielliste=spielliste, row__number=1, seat=3).points == 37


def test_a_second_reading_is_refused_to_who_typed_the_list(spielliste: models.Spielliste, ella: User) -> None:
    with pytest.raises(TournamentError, match="jemand anderes"):
        second_reading.begin(spielliste, by=ella)


@pytest.mark.skipif(connection.vendor != "postgresql", reason="has one writer, so one request follows the other")
@pytest.mark.django_db(transaction=True)
def test_second_reading_that_is_begun_twice_at_once_is_one(spielliste: models.Spielliste, rudi: User) -> None:
    def begin(by: User) -> models.SecondReading:
        try:
            return second_reading.begin(spielliste, by=by)
        finally:
            connection.close()

    with ThreadPoolExecutor(1) as pool:
        with transaction.atomic():
            reading = second_reading.begin(spielliste, by=rudi)
            second = pool.submit(begin, rudi)
            with suppress(TimeoutError):
                second.result(0.5)
        assert second.result() == reading


def test_a_second_reading_is_gone_on_with_when_it_was_interrupted(spielliste: models.Spielliste, rudi: User) -> None:
    reading = read(spielliste, rudi, {1: "0 23 37 58"})
    assert second_reading.begin(spielliste, by=rudi) == reading
    assert list(reading.rows.values_list("game", flat=True)) == [1]
