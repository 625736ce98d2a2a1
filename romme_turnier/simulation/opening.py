"""Simulates the time before the first series, from the announcement to the teams, and players who come late."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import time, timedelta
from itertools import islice

from django.utils import timezone

from romme_turnier.accounts.models import User
from romme_turnier.simulation import cashier
from romme_turnier.simulation.participants.duplicates import register_somebody_twice
from romme_turnier.simulation.participants.names import keep_members
from romme_turnier.simulation.participants.offices import hold_offices
from romme_turnier.simulation.participants.online_registration import sign_up
from romme_turnier.simulation.participants.people import entries
from romme_turnier.simulation.scenario import Scenario
from romme_turnier.simulation.simulated_event import Doorkeeper, Officials, SimulatedEvent, Watcher, give_tasks
from romme_turnier.tournament import models
from romme_turnier.tournament.events import announcements
from romme_turnier.tournament.participants import registrations, start_numbers, teams
from romme_turnier.tournament.participants.registrations import Entry

_STARTS_AT = time(10)
TEAM_SIZE = 4


def open_event(
    scenario: Scenario, people: Officials, released: Watcher, door: Doorkeeper, director: User | None = None
) -> SimulatedEvent:
    """Creates and publishes the event, and gives the officials their tasks; returns the simulated event."""
    start = timezone.localtime().replace(hour=_STARTS_AT.hour, minute=0, second=0, microsecond=0)
    if scenario.self_registration:
        start += timedelta(days=1)  # registration closes by itself
    announcement = announcements.Announcement(
        name=scenario.name,
        slug=scenario.slug,
        starts_at=start,
        organiser="Rommé-Club Lindenhof",
        venue="Gasthaus Zur Linde",
        access=models.Event.Access.CLOSED if scenario.closed else models.Event.Access.OPEN,
        self_registration=scenario.self_registration,
        capacity=scenario.capacity,
        prizes=models.Event.Prizes.BOTH if scenario.teams else models.Event.Prizes.INDIVIDUAL,
        ruleset=scenario.ruleset,
        options=scenario.options,
        scoring=scenario.scoring,
        points_per_game=scenario.points_per_game,
        table_size=scenario.table_size,
        stake=scenario.stake,
        stake_booked=scenario.stake_booked,
        games_per_list=0 if scenario.length else scenario.games,
        length_unit=scenario.length.unit if scenario.length else "",
        length_number=scenario.length.number if scenario.length else None,
        series_count=scenario.series,
        bonus_mode=scenario.bonus_mode,
        bonus_four=scenario.bonus_four,
        bonus_three=scenario.bonus_three,
        bonus_handromme=scenario.bonus_handromme,
        series_minutes=60,
        hall_tables=scenario.hall_tables,
        entry_fee=scenario.entry_fee,
        fine_scale=scenario.fines,
        timetable=[(start + timedelta(hours=n - 1), "", n) for n in range(1, scenario.series + 1)],
    )
    event = announcements.create_event(announcement, by=people.director)
    give_tasks(event, people, director)
    announcements.publish_event(event, by=people.director)
    return SimulatedEvent(scenario, event, people, scenario.rng(), released, door)


def register_everybody(simulated: SimulatedEvent) -> Iterator[Entry]:
    """Registers all players, gives numbers, opens the cash box and takes fees.

    Teams, members and offices are included if the scenario asks for them. Returns an iterator of people who may still
    come.
    """
    people, event = simulated.people, simulated.event
    waiting = entries(simulated.scenario, simulated.rng)
    announced = list(islice(waiting, simulated.scenario.players))
    simulated.at_the_door(by_hand=False)
    if simulated.scenario.self_registration:
        alone = announced[: len(announced) * 3 // 4]
        sign_up(simulated, alone)
        announced = announced[len(alone) :]
    at_the_desk = announced[: len(announced) // 3]
    for entry in at_the_desk:
        registrations.register(event, entry, by=people.entry)
    registrations.register_rows(event, announced[len(at_the_desk) :], by=people.entry)
    simulated.at_the_door(by_hand=True)
    if simulated.happens(0.3):
        register_somebody_twice(simulated)
    start_numbers.give_numbers(event, simulated.rng.choice(["registration", "name"]), by=people.director)
    if simulated.scenario.teams:
        _make_teams(simulated)
    if simulated.scenario.members:
        keep_members(simulated)
    if simulated.scenario.offices:
        hold_offices(simulated)
    cashier.open_box(simulated)
    cashier.take_fees(simulated)
    simulated.tally["players"] = simulated.scenario.players
    return waiting


def _make_teams(simulated: SimulatedEvent) -> None:
    """Forms teams of players with consecutive numbers; some of these groups, and the last players, get no team."""
    rows = simulated.event.registrations.filter(number__isnull=False, team_membership=None)
    everybody = list(rows.order_by("number"))
    size = simulated.rng.choice([2, 3, TEAM_SIZE])
    for first in range(0, len(everybody) - size + 1, size):
        if not simulated.happens(0.1):
            members = everybody[first : first + size]
            bench = members[-1:] if size > 2 and simulated.happens(0.4, "substitutes") else []
            name = f"Mannschaft {first // size + 1}"
            pks = [substitute.pk for substitute in bench]
            teams.create_team(simulated.event, name, members, substitutes=pks, by=simulated.people.director)
            simulated.tally["teams"] += 1


def come_late(simulated: SimulatedEvent, entry: Entry, *, out_of_competition: bool = False) -> models.Registration:
    """Registers a player who comes late, or one who fills up a table out of competition."""
    who = replace(entry, out_of_competition=out_of_competition)
    registration = registrations.register(simulated.event, who, by=simulated.people.entry)
    start_numbers.give_number(registration, by=simulated.people.entry)
    simulated.tally["fillers" if out_of_competition else "late"] += 1
    return registration
