"""The registration list for the desk: everybody who plays, with boxes to tick."""

from typing import Any

from romme_turnier.documents.participants.active import active_registrations
from romme_turnier.documents.tables.columns import Medium
from romme_turnier.documents.tables.participants import ParticipantsTable, prepared
from romme_turnier.tournament.models import Event


def registration_list(event: Event) -> dict[str, Any] | None:
    """Everybody who plays, by last name, with boxes to tick."""
    registrations = sorted(prepared(event, active_registrations(event)), key=lambda row: row.player.order)
    if not registrations:
        return None
    unpaid = sum(not row.paid and not row.owes_nothing for row in registrations)  # type: ignore[attr-defined]
    table = ParticipantsTable.table_for(Medium.PAPER, registrations)
    return {"event": event, "table": table, "count": len(registrations), "unpaid": unpaid}
