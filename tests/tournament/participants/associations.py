"""A federation with two clubs, each with an event, a person and an official, for tests of the register."""

from dataclasses import dataclass
from typing import Any

from django.utils import timezone

from romme_turnier.accounts.models import User
from romme_turnier.tournament.models import Club, Event, Membership, Organiser, Player, Registration
from romme_turnier.tournament.offices import OfficeRole
from tests.factories import make_event, make_office, make_organiser, new_user, register, register_player

# Facts of club B that no answer to club A may hold.
CANARY = {"first_name": "Kanarina", "last_name": "Fremdling", "contact": "kanarina@example.org", "ban": "Kanarienzwist"}


@dataclass
class Associations:
    """`federation` is above club `a` and club `b`; their events have one participant each, also a member."""

    federation: Organiser
    a: Organiser
    b: Organiser
    event_a: Event
    event_b: Event
    anna: Registration  # of club A
    foreign: Registration  # of club B

    def official(self, organiser: Organiser, role: str = OfficeRole.CHAIR) -> User:
        user = new_user(f"{role}-{organiser.number}")
        user.save()
        make_office(organiser, user, role)
        return user


def make_associations() -> Associations:
    federation = make_organiser(number="1", slug="landesbund", kind="federation", name="Verband")
    a, b = (
        make_organiser(number=f"1-{place}", slug=f"verein-{place}", name=f"Verein {name}", parent=federation)
        for place, name in ((1, "A"), (2, "B"))
    )
    event_a, event_b = (
        make_event(players=0, slug=f"abend-{one.pk}", held_by=one, starts_at=timezone.now()) for one in (a, b)
    )
    club = Club.objects.create(name="RC Ferne")
    anna = register(event_a, 1, first_name="Anna", last_name="Apel")
    names: dict[str, Any] = {name: CANARY[name] for name in ("first_name", "last_name", "contact")}
    foreign = register(event_b, 1, club=club, **names)
    for row, organiser in ((anna, a), (foreign, b)):
        Membership.objects.create(player=row.player, organiser=organiser, number="7")
    return Associations(federation, a, b, event_a, event_b, anna, foreign)


def guest_of_both(there: Associations) -> Player:
    """A person who plays at the events of both clubs."""
    row = register(there.event_a, 9, first_name="Gerda", last_name="Beide")
    register_player(there.event_b, row.player, number=9)
    return row.player
