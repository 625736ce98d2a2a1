"""The chart of fees and fines: what the ledger holds, for the officials."""

from typing import Any

from django.utils import timezone

from romme_turnier.documents.tables.charts import money_chart_of
from romme_turnier.documents.tables.columns import Medium
from romme_turnier.tournament.models import Event


def money_paper(event: Event) -> dict[str, Any]:
    """Fees and fines as a chart with its table; "money" is None before anything is received."""
    return {"event": event, **money_chart_of(Medium.PAPER, event), "now": timezone.now()}
