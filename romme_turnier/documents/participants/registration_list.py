"""The registration list for the desk: everybody who plays, with boxes to tick."""

from typing import Any

from django.db.models import QuerySet

from romme_turnier.documents.tables.columns import Medium
from romme_turnier.documents.tables.participants import ParticipantsTable, prepared
from romme_turnier.tournament.models import Event, Registration


def active_registrations(event: Event) -> QuerySet[Registration]:
    """Returns the active registrations of the event, with their players and clubs."""
    return event.registrations.filter(status=Registration.Status.ACTIVE).select_related("player", "club")


def registration_list(event: Event) -> dict[str, Any] | None:
    """Everybody who plays, by last name, with boxes to tick."""
    registrations = sorted(prepared(event, active_registrations(event)), key=lambda row: row.player.order)
    if not registrations:
        return None
    unpaid = sum(not row.paid and not row.owes_nothing for row in registrations)  # type: ignore[attr-defined]
    table = ParticipantsTable.table_for(Medium.PAPER, registrations)
    return {"event": event, "table": table, "count": len(registrations), "unpaid": unpaid}
