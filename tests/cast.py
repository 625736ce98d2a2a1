"""The people of the tests: the same names with the same tasks everywhere."""

from dataclasses import dataclass

from django.test import Client

from romme_turnier.accounts.models import User
from romme_turnier.tournament.models import Event, EventRole
from tests.factories import make_event, make_official

Role = EventRole.Role


@dataclass(frozen=True)
class Cast:
    """Petra directs, Rudi is a referee, Ella types lists, Karl keeps the cash; Frieda directs another event."""

    petra: User
    rudi: User
    ella: User
    karl: User
    frieda: User


def make_cast(event: Event) -> Cast:
    elsewhere = Event.objects.filter(slug="anderswo").first() or make_event(players=0, slug="anderswo")
    return Cast(
        petra=make_official(event, Role.DIRECTOR, "petra"),
        rudi=make_official(event, Role.REFEREE, "rudi"),
        ella=make_official(event, Role.ENTRY, "ella"),
        karl=make_official(event, Role.CASHIER, "karl"),
        frieda=make_official(elsewhere, Role.DIRECTOR, "frieda"),
    )


def signed_in(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client
