"""What is still missing at the tables of a series: for the walk through the hall."""

from typing import Any

from django.utils import timezone

from romme_turnier.documents.tables.columns import Medium
from romme_turnier.documents.tables.lists.hand_in import HandInTable
from romme_turnier.tournament.lists.checking.hand_in_reading import hand_ins
from romme_turnier.tournament.models import Series


def missing_lists(series: Series) -> dict[str, Any] | None:
    """Every table that has not handed in everything; None when all have."""
    tables = [table for table in hand_ins(series.event, series.number) if table.lacks]
    if not tables:
        return None
    return {
        "event": series.event,
        "series": series,
        "count": len(tables),
        "table": HandInTable.table_for(Medium.PAPER, tables, show_footer=False),
        "now": timezone.now(),
    }
