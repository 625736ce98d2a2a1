"""The people to choose from for an evening, and guests."""

from datetime import date, timedelta

import pytest
from django.utils import timezone

from romme_turnier.tournament import models
from romme_turnier.tournament.seasons.evenings.evening import close_evening
from romme_turnier.tournament.seasons.evenings.people import known_by_name, people_of_evening, set_guest
from tests.factories import make_event, register_player
from tests.tournament.seasons.evenings import FIRST, SECOND, hold, make_people, play

pytestmark = pytest.mark.django_db

DAY = date(2026, 1, 20)


@pytest.fixture
def people(db) -> list[models.Player]:
    return make_people(8)


def join(season, player, **fields) -> None:
    models.Membership.objects.create(player=player, organiser=season.organiser, **fields)


def test_members_come_first_and_everybody_by_the_last_visit(season, people, petra):
    for player in people[:6]:
        join(season, player)
    hold(season, FIRST, people[:4], by=petra)
    hold(season, SECOND, [people[3], people[2]], guests=people[6:], bonus_mode="", by=petra)
    chosen = people_of_evening(season, DAY)
    assert [person.player for person in chosen[:4]] == [people[2], people[3], people[0], people[1]]
    assert [person.member for person in chosen] == [True] * 6 + [False] * 2
    assert [person.guest for person in chosen] == [False] * 6 + [True] * 2


def test_membership_counts_on_the_day_of_the_evening(season, people, petra):
    join(season, people[0], until=DAY - timedelta(days=1))
    join(season, people[1], since=DAY + timedelta(days=1))
    join(season, people[2], since=DAY)
    assert [person.player for person in people_of_evening(season, DAY)] == [people[2]]


def test_club_without_stored_members_takes_people_as_they_came_last(season, people, petra):
    hold(season, FIRST, people[:6], guests=[people[6]], by=petra)
    guests = {person.player for person in people_of_evening(season, DAY) if person.guest}
    assert guests == {people[6]}


def test_people_of_evenings_precede_those_of_a_later_cup(season, people, petra):
    hold(season, FIRST, people[4:], by=petra)
    cup = make_event(players=0, held_by=season.organiser, starts_at=timezone.now() - timedelta(days=1))
    for number, player in enumerate(people[:4], start=1):
        register_player(cup, player, number=number)
    assert {person.player for person in people_of_evening(season, timezone.localdate())[:4]} == set(people[4:])


def test_evening_entered_late_offers_people_who_came_first_after_it(season, people, petra):
    hold(season, SECOND, people[:6], by=petra)
    assert {person.player for person in people_of_evening(season, FIRST)} == set(people[:6])


def test_erased_people_are_not_offered(season, people, petra):
    join(season, people[0])
    models.Player.objects.filter(pk=people[0].pk).update(erased_at=timezone.now())
    assert people_of_evening(season, DAY) == []


def test_typed_name_finds_people_in_any_order_of_names(season, people, petra):
    join(season, people[0])
    assert known_by_name(["Spieler01, Vera01", "Uwe Gast"], season.organiser) == {"Spieler01, Vera01": [people[0]]}


def test_guest_marked_later_changes_the_released_results(season, people, petra):
    event = hold(season, FIRST, people, series_count=1, by=petra)
    play(event)
    close_evening(event, by=petra)
    registration = event.registrations.get(number=1)
    set_guest(registration, True, by=petra)
    assert list(event.results.filter(guest=True).values_list("player", flat=True)) == [people[0].pk]
