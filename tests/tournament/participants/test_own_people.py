"""The database finds the people and clubs of an official that a comparison row by row finds."""

from collections.abc import Iterable
from itertools import chain
from random import Random

import pytest
from django.utils import timezone

from romme_turnier.accounts.models import User
from romme_turnier.core.organisers.numbers import covers
from romme_turnier.tournament.models import (
    Club,
    Event,
    EventClub,
    Membership,
    Organiser,
    Player,
    PlayerInvitation,
    Registration,
)
from romme_turnier.tournament.offices import OfficeRole
from romme_turnier.tournament.participants.register.own_people import clubs_kept_by, people_kept_by, people_seen_by
from tests.factories import make_event, make_office, make_official, make_organiser, register_player

pytestmark = pytest.mark.django_db

OFFICES = ("1", "1-1", "1-1-1", "2")


def make_register(chance: Random) -> list[User]:
    """Fills a register by chance; returns officials with an office, with an entrusted event, with both and neither."""
    above: dict[str, Organiser] = {}
    for number, kind in (
        ("1", "federation"),
        ("1-1", "association"),
        ("1-1-1", "club"),
        ("1-2", "club"),
        ("2", "club"),
    ):
        parent = above.get(number.rpartition("-")[0])
        above[number] = make_organiser(number=number, slug=f"o-{number}", name=number, kind=kind, parent=parent)
    organisers = list(above.values())
    clubs = [Club.objects.create(name=f"RC {place}") for place in range(6)]
    Organiser.objects.filter(number="1-2").update(club=clubs[5])
    somebody = make_official(username="jemand")
    events = [
        make_event(players=0, slug=f"abend-{place}", held_by=chance.choice(organisers), made_by=maker)
        for place, maker in enumerate([None, None, None, None, None, somebody])
    ]
    for place in range(14):
        player = Player.objects.create(
            first_name="Ida", last_name=f"Nr. {place}", club=chance.choice([None, *clubs]),
            erased_at=chance.choice([None, None, None, None, timezone.now()]),
        )  # fmt: skip
        for event in chance.sample(events, chance.choice([0, 0, 1, 1, 2])):
            club = chance.choice([None, *clubs])
            register_player(event, player, club=club, number=place + 1)
        for organiser in chance.sample(organisers, chance.choice([0, 0, 0, 1, 2])):
            Membership.objects.create(player=player, organiser=organiser)
    EventClub.objects.create(event=events[0], club=clubs[0], key="k")
    PlayerInvitation.objects.create(event=events[1], club=clubs[1], at=timezone.now())
    officials = [make_official(username=f"amt-{number}") for number in OFFICES]
    for number, user in zip(OFFICES, officials, strict=True):
        make_office(above[number], user, OfficeRole.CHAIR)
    director = make_official(events[0], username="leitung")
    make_official(events[5], username="leitung")
    make_official(events[2], username="amt-1-1-1")
    return [*officials, director, somebody]


class Compared:
    """The rules of participants/register/own_people.py, row by row."""

    def __init__(self, user: User) -> None:
        self.numbers = [office.organiser.number for office in user.offices.all()]
        self.directed = {role.event_id for role in user.event_roles.all()}
        entrusted = [event for event in Event.objects.all() if event.pk in self.directed and event.made_by is None]
        self.entrusted = {event.pk for event in entrusted}
        self.holders = {event.held_by_id for event in entrusted}

    def _covers(self, organiser: Organiser) -> bool:
        return any(covers(number, organiser.number) for number in self.numbers)

    def _is_own(self, event: Event) -> bool:
        return event.pk in self.entrusted or self._covers(event.held_by)

    def sees(self, player: Player) -> bool:
        played = any(self._is_own(row.event) for row in player.registrations.all())
        return played or any(self._covers(row.organiser) for row in player.memberships.all())

    def _has_ties_elsewhere(self, player: Player) -> bool:
        return not all(self._is_own(row.event) for row in player.registrations.all()) or not all(
            self._covers(row.organiser) or row.organiser_id in self.holders for row in player.memberships.all()
        )

    def keeps(self, player: Player) -> bool:
        return self.sees(player) and not self._has_ties_elsewhere(player)

    def keeps_club(self, club: Club) -> bool:
        rows = Registration.objects.filter(club=club)
        with_club: Iterable[Registration | EventClub | PlayerInvitation] = chain(
            rows, EventClub.objects.filter(club=club), PlayerInvitation.objects.filter(club=club)
        )
        organiser = Organiser.objects.filter(club=club).first()
        return (
            any(self._is_own(row.event) for row in rows)
            and all(self._is_own(row.event) for row in with_club)
            and not any(map(self._has_ties_elsewhere, club.players.all()))
            and (organiser is None or self._covers(organiser))
        )


@pytest.mark.parametrize("seed", range(3))
def test_people_and_clubs_are_those_of_a_comparison_row_by_row(seed: int) -> None:
    for user in make_register(Random(seed)):
        compared = Compared(user)
        known = list(Player.objects.known().prefetch_related("registrations__event__held_by", "memberships__organiser"))
        seen, kept = ({player for player in known if fits(player)} for fits in (compared.sees, compared.keeps))
        some = [player.pk for player in known[::2]]
        assert set(people_seen_by(user)) == seen
        assert set(people_kept_by(user)) == kept
        assert set(people_seen_by(user, some)) == {player for player in seen if player.pk in some}
        assert set(people_kept_by(user, some)) == {player for player in kept if player.pk in some}
        clubs = {club for club in Club.objects.all() if compared.keeps_club(club)}
        assert set(clubs_kept_by(user)) == clubs
        assert set(clubs_kept_by(user, [club.pk for club in clubs])) == clubs
