"""Slips that say who pays whom: the whole event, each evening, each table."""

from typing import Any

from romme_turnier.documents.tables.columns import Medium
from romme_turnier.documents.tables.money.settlement import slips
from romme_turnier.tournament import models
from romme_turnier.tournament.events.announcement_words import stake_in_words
from romme_turnier.tournament.money.settlements import settlement_of, settles


def settlement_document(event: models.Event) -> dict[str, Any] | None:
    """Context of documents/money/settlement.html; None if nothing is settled."""
    settled = settlement_of(event) if settles(event) else None
    if settled is None or settled.whole is None:
        return None
    return {"event": event, "stake": stake_in_words(event), "slips": slips(event, settled, Medium.PAPER)}
