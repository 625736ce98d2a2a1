"""Calls substitutes in for members of their team, for one series or for good; some of these calls are undone."""

from romme_turnier.simulation.simulated_event import SimulatedEvent
from romme_turnier.tournament import models
from romme_turnier.tournament.participants import substitutes


def call_substitutes_in(simulated: SimulatedEvent, number: int) -> None:
    """Calls substitutes in before a draw, usually for members who are missing."""
    for substitute in on_bench(simulated, number):
        mates = _replaceable(substitute, number)
        missing = [mate for mate in mates if not mate.plays_in(number)]
        if missing and simulated.rng.random() < 0.7:
            call = call_in(simulated, substitute, simulated.rng.choice(missing), number)
        elif mates and simulated.happens(0.3):
            call = call_in(simulated, substitute, simulated.rng.choice(mates), number)
        else:
            continue
        if simulated.happens(0.15, "call_ins_taken_back"):
            substitutes.take_back(call, by=simulated.people.director)


def on_bench(simulated: SimulatedEvent, number: int) -> list[models.Registration]:
    """Returns the substitutes who may be called in for a series, by team."""
    rows = models.Registration.objects.filter(event=simulated.event, team_membership__substitute=True)
    rows = rows.filter(number__isnull=False).order_by("team_membership__team", "pk")
    rows = rows.select_related("team_membership", "event").prefetch_related("call_ins")
    return [registration for registration in rows if registration.belongs_to(number) and registration.on_bench(number)]


def _replaceable(substitute: models.Registration, number: int) -> list[models.Registration]:
    """Returns the members of a substitute's team who have no substitute in the series yet."""
    rows = models.Registration.objects.filter(team_membership__team=substitute.team_membership.team_id)
    rows = rows.filter(number__isnull=False, team_membership__substitute=False).exclude(status="waiting")
    rows = rows.select_related("team_membership", "event").prefetch_related("absences", "replaced_by").order_by("pk")
    return [
        registration for registration in rows if not any(call.covers(number) for call in registration.replaced_by.all())
    ]


def call_in(
    simulated: SimulatedEvent, substitute: models.Registration, member: models.Registration, number: int
) -> models.CallIn:
    """Calls a substitute in for one series, or for good."""
    simulated.tally["called_in"] += 1
    for_good = simulated.rng.random() < 0.4
    return substitutes.call_in(substitute, member, number, for_good=for_good, by=simulated.people.director)


def substitute_for(simulated: SimulatedEvent, missing: models.Registration, number: int) -> models.CallIn | None:
    """Calls in a team's substitute for a player missing after the draw; returns None if no substitute can play."""
    membership = models.TeamMember.objects.filter(registration=missing, substitute=False).first()
    if membership is None:
        return None
    bench = [
        registration
        for registration in on_bench(simulated, number)
        if registration.team_membership.team_id == membership.team_id
    ]
    if not bench or missing not in _replaceable(bench[0], number):
        return None
    return call_in(simulated, bench[0], missing, number)
