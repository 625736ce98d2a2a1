"""The data that all parts of a simulation share, such as officials and tally, and a check that acts are refused."""

import random
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from romme_turnier.accounts.models import User
from romme_turnier.simulation.scenario import Scenario
from romme_turnier.tournament import models
from romme_turnier.tournament.events import officials
from romme_turnier.tournament.shared.errors import TournamentError

Role = models.EventRole.Role
Watcher = Callable[[models.StandingsRelease], None]
Doorkeeper = Callable[[models.Event, bool], None]

_TASKS = {"leitung": Role.DIRECTOR, "schiedsrichter": Role.REFEREE, "eingabe": Role.ENTRY, "kasse": Role.CASHIER}


class Unexpected(Exception):
    """Raised if a service behaves wrongly."""


@contextmanager
def refused(otherwise: str, error: type[TournamentError] = TournamentError) -> Iterator[None]:
    """Expects the block to raise `error`; raises Unexpected, with the text `otherwise`, if the block does not."""
    try:
        yield
    except error:
        return
    raise Unexpected(otherwise)


@dataclass(frozen=True, slots=True)
class Officials:
    """The accounts of the officials by task; they have no usable password."""

    director: User
    referee: User
    entry: User
    cashier: User


def make_accounts() -> Officials:
    """Returns the accounts of the simulated officials, which all events share; creates missing ones.

    The director may make events.
    """
    accounts = []
    for name, role in _TASKS.items():
        username, is_director = f"simulation-{name}", role == Role.DIRECTOR
        user = User.objects.filter(username=username).first()
        accounts.append(
            user or User.objects.create_user(username, display_name=str(role.label), makes_events=is_director)
        )
    return Officials(*accounts)


def give_tasks(event: models.Event, people: Officials, director: User | None) -> None:
    """Gives the referee, the entry clerk and the cashier their roles, and `director`, if given, that of a director."""
    for user, role in (
        (people.referee, Role.REFEREE),
        (people.entry, Role.ENTRY),
        (people.cashier, Role.CASHIER),
    ):
        officials.set_roles(event, user, [role], by=people.director)
    if director is not None:
        officials.set_roles(event, director, [Role.DIRECTOR], by=people.director)


@dataclass
class SimulatedEvent:
    """A running simulation of an event."""

    scenario: Scenario
    event: models.Event
    people: Officials
    rng: random.Random
    released: Watcher
    door: Doorkeeper
    tally: Counter[str] = field(default_factory=Counter)

    def happens(self, chance: float, what: str = "") -> bool:
        """Returns whether an occasional mistake happens now; counts it under `what`."""
        happens = self.chooses(min(0.9, chance * self.scenario.trouble), what)
        if happens and what:
            self.tally[what] += 1
        return happens

    def chooses(self, chance: float, what: str = "") -> bool:
        """Returns a random choice; True at the first opportunity if the scenario demands `what`."""
        by_chance = self.rng.random() < chance
        return by_chance or (what in self.scenario.surely and not self.tally[what])

    def at_the_door(self, *, by_hand: bool) -> None:
        """Lets `door` check the current state; `by_hand` is true if officials have just admitted a player."""
        self.door(self.event, by_hand)

    def key(self) -> str:
        """Returns a random request key like those of pages."""
        return f"{self.event.own_slug}-{self.rng.getrandbits(64):016x}"[-64:]
