"""The registration list for the desk: everybody who plays, with boxes to tick."""

from dataclasses import dataclass
from typing import Any

from romme_turnier.documents.participants.active import active_registrations
from romme_turnier.tournament.models import Event, Registration
from romme_turnier.tournament.money.fees import owed


@dataclass(frozen=True, slots=True)
class Registered:
    """A line of the registration list."""

    number: int | None
    name: str
    club: str
    team: str
    paid: bool
    owes: bool  # False for who pays nothing: out of competition, on the bench, no fee at all


def registration_list(event: Event) -> dict[str, Any] | None:
    """Everybody who plays, by last name, with boxes to tick."""
    entries = active_registrations(event).select_related("event", "fee", "team_membership__team")
    entries = entries.prefetch_related("call_ins__member")
    lines = [_registered(entry) for entry in sorted(entries, key=lambda entry: entry.player.order)]
    if not lines:
        return None
    return {"event": event, "lines": lines, "unpaid": sum(line.owes and not line.paid for line in lines)}


def _registered(entry: Registration) -> Registered:
    membership = getattr(entry, "team_membership", None)
    return Registered(
        number=entry.number,
        name=entry.player.full_name.listed,
        club=entry.club.name if entry.club else "",
        team=membership.team.name if membership else "",
        paid=entry.paid,
        owes=owed(entry) > 0,
    )
