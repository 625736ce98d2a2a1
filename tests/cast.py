"""The people of the tests: the same names with the same tasks everywhere."""

from dataclasses import dataclass

from django.test import Client

from romme_turnier.accounts.models import User
from romme_turnier.tournament.models import Event, EventRole
from tests.factories import make_event, new_user

Role = EventRole.Role


@dataclass(frozen=True)
class Cast:
    """Petra directs and may make events, Rudi is a referee, Ella types lists, Karl keeps the cash; Frieda directs
    another event.
    """

    petra: User
    rudi: User
    ella: User
    karl: User
    frieda: User


TASKS = {
    "petra": Role.DIRECTOR,
    "rudi": Role.REFEREE,
    "ella": Role.ENTRY,
    "karl": Role.CASHIER,
    "frieda": Role.DIRECTOR,
}


def make_cast(event: Event) -> Cast:
    """The people and their tasks, unless a test made them already."""
    elsewhere = Event.objects.filter(slug="anderswo").first() or make_event(players=0, slug="anderswo")
    known = {user.username: user for user in User.objects.filter(username__in=TASKS)}
    new = User.objects.bulk_create(new_user(name, makes_events=name == "petra") for name in TASKS if name not in known)
    people = known | {user.username: user for user in new}
    EventRole.objects.bulk_create(
        (
            EventRole(event=elsewhere if name == "frieda" else event, user=people[name], role=role)
            for name, role in TASKS.items()
        ),
        ignore_conflicts=True,
    )
    return Cast(**people)


def signed_in(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client
