"""The seats of players, before and after the first entry."""

import pytest

from romme_turnier.tournament import models
from romme_turnier.tournament.seating import seats
from romme_turnier.tournament.shared.errors import Conflict, TournamentError
from tests.factories import (
    enter,
    list_of,
    make_checked,
    make_complete,
    make_event,
    register,
    seat_series,
)

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> models.Event:
    return make_event(players=9)


def order(series: models.Series, table: int) -> list[int | None]:
    found = models.Seat.objects.filter(series=series, table__number=table).order_by("number")
    return list(found.values_list("registration__number", flat=True))


def players(event: models.Event, *numbers: int) -> list[models.Registration]:
    return [event.registrations.get(number=number) for number in numbers]


def seat(series: models.Series, table: int, number: int) -> models.Seat:
    return models.Seat.objects.get(series=series, table__number=table, number=number)


def test_two_players_swap_between_tables(series: models.Series) -> None:
    seats.swap(seat(series, 1, 2), seat(series, 2, 3), by=None)
    assert (order(series, 1), order(series, 2)) == ([1, 7, 3, 4], [5, 6, 2, 8])


def test_two_players_swap_at_one_table(series: models.Series) -> None:
    seats.swap(seat(series, 1, 1), seat(series, 1, 3), by=None)
    assert order(series, 1) == [3, 2, 1, 4]


def test_swap_is_refused_when_one_of_the_two_has_been_moved_since(series: models.Series) -> None:
    seen = seat(series, 1, 2)
    seats.swap(seat(series, 1, 2), seat(series, 2, 1), by=None)
    with pytest.raises(Conflict):
        seats.swap(seen, seat(series, 2, 4), by=None)
    assert (order(series, 1), order(series, 2)) == ([1, 5, 3, 4], [2, 6, 7, 8])


def test_seats_of_different_series_are_not_swapped(event: models.Event, series: models.Series) -> None:
    other = seat_series(event, 2)
    with pytest.raises(TournamentError):
        seats.swap(seat(series, 1, 1), seat(other, 1, 1), by=None)


def test_columns_keep_their_points_when_the_order_is_corrected(event: models.Event, series: models.Series) -> None:
    spielliste = list_of(series)
    make_complete(spielliste)
    seats.correct_seats(spielliste, players(event, 2, 1, 3, 4), reason="Plätze vertauscht", expected=None, by=None)
    results = models.ListTotal.objects.filter(seat__table=spielliste.table).order_by("seat__number")
    assert list(results.values_list("seat__registration__number", "minus")) == [
        (2, 0),
        (1, 240),
        (3, 360),
        (4, 480),
    ]


def test_correction_with_entries_is_a_revision(event: models.Event, series: models.Series) -> None:
    spielliste = list_of(series)
    make_checked(spielliste)
    seats.correct_seats(spielliste, players(event, 2, 1, 3, 4), reason="vertauscht", expected=None, by=None)
    revision = spielliste.revisions.last()
    assert revision is not None
    assert (revision.number, revision.reason) == (3, "vertauscht")
    assert [s["number"] for s in revision.content["seats"]] == [2, 1, 3, 4]


def test_player_from_another_table_changes_places_and_both_lists_record_it(
    event: models.Event, series: models.Series
) -> None:
    first, second = list_of(series, 1), list_of(series, 2)
    enter(first, 1, "0 20 30 40")
    make_complete(second)
    seats.correct_seats(first, players(event, 1, 2, 3, 8), reason="saß hier", expected=None, by=None)
    assert (order(series, 1), order(series, 2)) == ([1, 2, 3, 8], [5, 6, 7, 4])
    assert first.log.last().what == "seats"  # type: ignore[union-attr]
    assert second.revisions.last().reason == "saß hier"  # type: ignore[union-attr]


def test_player_without_a_seat_takes_the_place_of_somebody(event: models.Event, series: models.Series) -> None:
    seats.correct_seats(list_of(series), players(event, 1, 2, 3, 9), reason="eingesprungen", expected=None, by=None)
    assert order(series, 1) == [1, 2, 3, 9]
    assert not models.Seat.objects.filter(series=series, registration__number=4).exists()


def test_nobody_sits_twice(event: models.Event, series: models.Series) -> None:
    with pytest.raises(TournamentError, match="zwei Plätzen"):
        seats.correct_seats(list_of(series), players(event, 1, 2, 2, 4), reason="x", expected=None, by=None)


def test_seats_need_as_many_players_a_reason_and_the_same_event(event: models.Event, series: models.Series) -> None:
    stranger = register(make_event(slug="anderer", players=0), 1)
    for order_wanted, reason in (
        (players(event, 1, 2, 3), "x"),
        (players(event, 2, 1, 3, 4), " "),
        ([*players(event, 1, 2, 3), stranger], "x"),
    ):
        with pytest.raises(TournamentError):
            seats.correct_seats(list_of(series), order_wanted, reason=reason, expected=None, by=None)
    assert order(series, 1) == [1, 2, 3, 4]


def test_correction_of_an_outdated_list_is_a_conflict(event: models.Event, series: models.Series) -> None:
    spielliste = list_of(series)
    enter(spielliste, 1, "0 20 30 40")
    with pytest.raises(Conflict):
        seats.correct_seats(spielliste, players(event, 2, 1, 3, 4), reason="x", expected=0, by=None)
    assert order(series, 1) == [1, 2, 3, 4]


def test_series_has_entries_from_the_first_row_on(series: models.Series) -> None:
    assert not seats.has_entries(series)
    enter(list_of(series), 1, "0 20 30 40")
    assert seats.has_entries(series)
