"""The list of released prizes, with a line for each signature."""

from typing import Any

from romme_turnier.documents.tables.columns import Medium
from romme_turnier.documents.tables.money.prizes import PrizesTable, released_prizes
from romme_turnier.tournament.models import Event


def prize_list_document(event: Event) -> dict[str, Any] | None:
    """Context of documents/money/prize_list.html; None if nothing is released."""
    lines = released_prizes(event)
    return {"event": event, "table": PrizesTable.table_for(Medium.PAPER, lines)} if lines else None
