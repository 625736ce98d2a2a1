"""The chart of fees and fines: what the ledger holds, for the officials."""

from typing import Any

from django.utils import timezone

from romme_turnier.tournament.models import Event
from romme_turnier.tournament.money.chart import fees_and_fines


def money_paper(event: Event) -> dict[str, Any]:
    """Fees and fines as a chart with its table; "money" is None before anything is received."""
    return {"event": event, "money": fees_and_fines(event), "now": timezone.now()}
