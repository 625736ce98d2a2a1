"""Simulates online registration: players register, some as a team; some wait for a place, some withdraw."""

from collections.abc import Sequence

from romme_turnier.simulation.simulated_event import SimulatedEvent, Unexpected, refused
from romme_turnier.tournament import models
from romme_turnier.tournament.participants import invitations, own_registration, registrations, waiting_list
from romme_turnier.tournament.participants.registrations import Entry
from romme_turnier.tournament.participants.self_registered_teams import TEAM_SIZE
from romme_turnier.tournament.participants.self_registration import (
    Person,
    RegistrationDetails,
    register_alone,
    register_team,
)

Status = models.Registration.Status
PRESENT = (Status.ACTIVE, Status.WAITING)


def sign_up(simulated: SimulatedEvent, entries: Sequence[Entry]) -> None:
    """Registers these people, some in teams, even beyond the capacity of the event.

    Occasionally, players withdraw in between, and officials admit a waiting player at the end.
    """
    left = list(entries)
    while left:
        if simulated.scenario.teams and len(left) > TEAM_SIZE and simulated.rng.random() < 0.25:
            size = simulated.rng.randint(2, TEAM_SIZE)
            substitute = simulated.rng.random() < 0.5
            _team(simulated, left[: size + substitute], substitute=substitute)
            left = left[size + substitute :]
        else:
            _alone(simulated, left.pop(0))
        simulated.at_the_door(by_hand=False)
        change_their_minds(simulated)
    waiting = list(waiting_list.waiting(simulated.event))
    simulated.tally["had_to_wait"] += len(waiting)
    if waiting and simulated.happens(0.3):
        take_in_by_hand(simulated, simulated.rng.choice(waiting))


def _alone(simulated: SimulatedEvent, entry: Entry) -> None:
    person = _person(entry)
    if _is_known(simulated, [entry], entry.club):
        with refused("a player registered twice"):
            contact = _known_contact(simulated, entry)  # with another one it may be a namesake
            register_alone(simulated.event, person, RegistrationDetails(club=entry.club, contact=contact))
        simulated.tally["sent_away"] += 1
        return
    asked = _details(simulated, entry, person.name)
    registration = register_alone(simulated.event, person, asked)
    again = asked.token and simulated.happens(0.1, "registered_twice")
    if again and register_alone(simulated.event, person, asked).pk != registration.pk:
        raise Unexpected("a registration that was sent twice was stored twice")
    simulated.tally["by_themselves"] += 1


def _team(simulated: SimulatedEvent, entries: Sequence[Entry], *, substitute: bool) -> None:
    """Lets a captain register a team whose members share the captain's club."""
    captain = entries[0]
    if _is_known(simulated, entries, captain.club):
        return
    people = [_person(entry) for entry in entries]
    asked = _details(simulated, captain, None)
    name = f"Team {simulated.tally['captains'] + 1}"
    regular = people[:-1] if substitute else people
    register_team(simulated.event, name, regular, asked, substitute=people[-1] if substitute else None)
    simulated.tally["captains"] += 1
    simulated.tally["by_themselves"] += len(people)


def _person(entry: Entry) -> Person:
    return Person(first_name=entry.first_name, last_name=entry.last_name, publish_name=entry.publish_name)


def _details(simulated: SimulatedEvent, entry: Entry, name: str | None) -> RegistrationDetails:
    """Returns the details of a registration. In a closed event, they include an invitation for `name` or the club."""
    token = f"{simulated.rng.getrandbits(160):040x}" if simulated.rng.random() < 0.5 else ""
    invitation = None
    if simulated.scenario.closed:
        by = simulated.people.director
        club = name is None or (entry.club != "" and simulated.rng.random() < 0.5)
        if club:
            invitation = invitations.invite_club(simulated.event, entry.club or "Rommé-Club Gäste", by=by)
        else:
            invitation = invitations.invite_player(simulated.event, name or "", by=by)
        simulated.tally["invitations"] += 1
    return RegistrationDetails(club=entry.club, contact="0151 2345678", invitation=invitation, token=token)


def _is_known(simulated: SimulatedEvent, entries: Sequence[Entry], club: str) -> bool:
    """Returns whether one of these players is already registered with this club, or is named twice."""
    rows = simulated.event.registrations.exclude(status=Status.WITHDRAWN)
    known = set(rows.values_list("player__first_name", "player__last_name", "club__name"))
    mine = {(entry.first_name, entry.last_name, club or None) for entry in entries}
    return len(mine) < len(entries) or not known.isdisjoint(mine)


def _known_contact(simulated: SimulatedEvent, entry: Entry) -> str:
    rows = simulated.event.registrations.exclude(status=Status.WITHDRAWN).select_related("captain")
    names = {"player__first_name": entry.first_name, "player__last_name": entry.last_name}
    known = rows.filter(club__name=entry.club or None, **names)[0]
    return known.contact or (known.captain.contact if known.captain else "")


def change_their_minds(simulated: SimulatedEvent) -> None:
    """Occasionally withdraws a player or a whole team by the link; waiting players get the freed places."""
    if not simulated.happens(0.1):
        return
    rows = simulated.event.registrations.filter(token__isnull=False, status__in=PRESENT)
    people = list(rows.order_by("registered_at", "pk").select_related("event"))
    if not people:
        return
    leaving = simulated.rng.choice(people)
    before = len(waiting_list.waiting(simulated.event))
    if own_registration.is_captain(leaving) and simulated.rng.random() < 0.5:
        own_registration.withdraw_team(leaving)
    else:
        own_registration.withdraw_own(leaving)
    simulated.at_the_door(by_hand=False)
    simulated.tally["withdrew_by_link"] += 1
    simulated.tally["moved_up"] += max(0, before - len(waiting_list.waiting(simulated.event)))


def take_in_by_hand(simulated: SimulatedEvent, registration: models.Registration) -> None:
    """Lets officials admit a player out of turn, even without a free place."""
    waiting_list.admit(registration, by=simulated.people.director)
    simulated.tally["admitted"] += 1
    simulated.at_the_door(by_hand=True)


def call_off(simulated: SimulatedEvent) -> None:
    """Lets officials withdraw some players who cancel before the first draw."""
    rows = simulated.event.registrations.filter(status=Status.ACTIVE).order_by("registered_at", "pk")
    for registration in list(rows):
        if simulated.happens(0.05, "called_off"):
            registrations.withdraw(registration, 1, by=simulated.people.director)
            simulated.at_the_door(by_hand=False)
