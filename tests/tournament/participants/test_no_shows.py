"""Players present without a check-in, and players that missed a series: the next draw asks about them."""

import pytest

from romme_turnier.tournament import models
from romme_turnier.tournament.participants.absences import set_absent
from romme_turnier.tournament.participants.check_in import check_in, has_come, have_played, missing_players, no_shows
from romme_turnier.tournament.participants.registrations import withdraw
from romme_turnier.tournament.seating.repairs import apply_repair, propose
from romme_turnier.tournament.standings.reading import is_outdated
from romme_turnier.tournament.standings.releases import release_standings
from tests.factories import fill, list_of, make_checked, make_event, one, register, seat_series

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> models.Event:
    return make_event(players=8, series_count=2)


def test_who_has_played_is_here_without_having_been_checked_in(event: models.Event) -> None:
    series = seat_series(event)
    fill(list_of(series))
    assert {who.number for who in event.registrations.filter(pk__in=have_played(event, 2))} == {1, 2, 3, 4}
    assert have_played(event, 1) == set()
    check_in(one(event, 5), by=None)
    assert [who.number for who in missing_players(event)] == [6, 7, 8]


def test_who_has_played_has_come_until_they_miss_a_series(event: models.Event) -> None:
    fill(list_of(seat_series(event)))
    assert (has_come(one(event, 1)), has_come(one(event, 5))) == (True, False)
    set_absent(one(event, 1), 2, by=None)
    seat_series(event, 2, [(2, 3, 4), (5, 6, 7, 8)])
    assert not has_come(one(event, 1))


def test_seat_left_before_the_first_game_was_not_played(event: models.Event) -> None:
    series = seat_series(event)
    fill(list_of(series))
    models.Vacancy.objects.create(
        spielliste=list_of(series), seat=2, from_game=1, reason="nicht da", at=event.starts_at
    )
    assert one(event, 2).pk not in have_played(event, 2)
    assert no_shows(event, 1) == {one(event, 2).pk}


def test_who_joins_late_has_come(event: models.Event) -> None:
    series = seat_series(event)
    late = register(event, 9)
    (proposal, *_others) = propose(series, missing=[], coming=[late]).proposals
    apply_repair(series, proposal.key, missing=[], coming=[late], reason="", by=None)
    assert one(event, 9).checked_in_at


def test_who_missed_a_series_is_asked_about_until_they_come(event: models.Event) -> None:
    check_in(one(event, 2), by=None)
    set_absent(one(event, 2), 1, by=None)
    assert no_shows(event, 1) == {one(event, 2).pk}
    check_in(one(event, 2), by=None)  # back again
    assert no_shows(event, 1) == set()


def test_withdrawing_later_leaves_the_released_standings_as_they_are(event: models.Event) -> None:
    series = seat_series(event)
    for table in (1, 2):
        make_checked(fill(list_of(series, table)))
    series.closed_at = event.starts_at
    series.save()
    release = release_standings(event, 1, by=None)
    withdraw(one(event, 1), 2, by=None)
    assert not is_outdated(release)
