"""Players change their consents, and the organiser keeps members; both are compared with a separate count.

The random numbers are separate from those of the event, so that the same seed still plays the same event.
"""

import random
from collections import defaultdict
from dataclasses import dataclass, field
from datetime import date, timedelta

from romme_turnier.accounts.models import User
from romme_turnier.simulation.simulated_event import SimulatedEvent, Unexpected, refused
from romme_turnier.tournament import models
from romme_turnier.tournament.organisers.retention import set_names_years
from romme_turnier.tournament.participants.members.memberships import (
    MembershipDetails,
    add_member,
    change_membership,
    store_member_list,
)
from romme_turnier.tournament.participants.names.consents import change_own_consents

CHANGED = 0.15  # of the players, before each series
NUMBERS, DAYS = 12, 9000  # few, so that numbers and days collide
_FIRST, _LAST = date(2000, 1, 1), date(2025, 12, 31)
_FOR_EVER = date(2100, 1, 1)


def change_consents(simulated: SimulatedEvent, number: int) -> None:
    """Lets some players change their consents on their own pages before a series.

    Raises Unexpected if the stored consents differ from the chosen ones.
    """
    rng = _rng(simulated, f"consents {number}")
    asked = {"years"} if simulated.event.held_by.names_years else set()
    for registration in simulated.event.registrations.order_by("pk"):
        if rng.random() < CHANGED:
            named, agrees = rng.random() < 0.5, [purpose for purpose in ("years", "picture") if rng.random() < 0.5]
            change_own_consents(registration, publish_name=named, agrees=agrees)
            simulated.tally["consents_changed"] += 1
            expected = asked & set(agrees) | ({"event"} if named else set())
            in_force = registration.consents.filter(withdrawn_at=None)
            if set(in_force.values_list("purpose", flat=True)) != expected:
                raise Unexpected(f"registration {registration.pk} should have these consents: {sorted(expected)}")


@dataclass
class _Members:
    """The members that an organiser should have: the days of each person, and the holders of numbers."""

    days: dict[int, list[tuple[date, date | None]]] = field(default_factory=lambda: defaultdict(list))
    holders: dict[str, int] = field(default_factory=dict)

    def refuses(self, player: int, since: date, until: date | None, number: str) -> bool:
        taken = self.holders.get(number, player) != player
        return taken or any(_days(since, until) & _days(*other) for other in self.days[player])


def _days(since: date, until: date | None) -> set[int]:
    return set(range(since.toordinal(), (until or _FOR_EVER).toordinal() + 1))


def keep_members(simulated: SimulatedEvent) -> None:
    """Adds participants as members, ends memberships, lets some join again, and limits the years of public names.

    Creates an account with all rights, so only throw-away databases have such scenarios. Raises Unexpected if the
    stored members differ from the expected ones.
    """
    rng, by, members = _rng(simulated, "members"), operator(), _Members()
    organiser = set_names_years(simulated.event.held_by, 2, by=by)
    people = [registration.player for registration in simulated.event.registrations.order_by("pk")]
    for player in [*people, *people]:
        since = _FIRST + timedelta(days=rng.randrange(DAYS))
        until = min(_LAST, since + timedelta(days=rng.randrange(DAYS))) if rng.random() < 0.6 else None
        details = MembershipDetails(since=since, until=until, number=str(rng.randrange(NUMBERS) or ""))
        if members.refuses(player.pk, since, until, details.number):
            with refused("a membership was stored with a taken number, or in the days of another one"):
                add_member(organiser, player, "", "", details, by=by)
            simulated.tally["members_refused"] += 1
            continue
        add_member(organiser, player, "", "", details, by=by)
        members.days[player.pk].append((since, until))
        if details.number:
            members.holders[details.number] = player.pk
        simulated.tally["members"] += 1
    _end_some(simulated, organiser, members, rng, by)
    _compare(organiser, members)


def _end_some(
    simulated: SimulatedEvent, organiser: models.Organiser, members: _Members, rng: random.Random, by: User
) -> None:
    """Ends some open memberships, the first one by itself and the others together."""
    still_open = organiser.memberships.filter(until=None, player__in=members.days).order_by("pk")
    ended = [row for row in still_open if rng.random() < 0.5]
    for row in ended[:1]:
        change_membership(row, MembershipDetails(since=row.since, until=_LAST, number=row.number), by=by)
    store_member_list(organiser, (), ended[1:], until=_LAST, by=by)
    for row in ended:
        spans = members.days[row.player_id]
        spans[spans.index((row.since or _FIRST, None))] = (row.since or _FIRST, _LAST)
    simulated.tally["members_left"] += len(ended)


def _compare(organiser: models.Organiser, members: _Members) -> None:
    rows = organiser.memberships.filter(player__in=members.days)
    stored = sorted(rows.values_list("player", "since", "until"), key=str)
    if stored != sorted(((pk, *days) for pk, spans in members.days.items() for days in spans), key=str):
        raise Unexpected("the stored memberships are not those that were added and ended")
    if dict(rows.exclude(number="").values_list("number", "player")) != members.holders:
        raise Unexpected("the numbers of members are not held by those who were given them")


def operator() -> User:
    username = "simulation-betrieb"
    user = User.objects.filter(username=username).first()
    return user or User.objects.create_superuser(username, display_name="Betrieb")


def _rng(simulated: SimulatedEvent, what: str) -> random.Random:
    return random.Random(f"{what} {simulated.scenario.seed}")  # noqa: S311 - repeatable, not secret
