"""Papers about the lists: the card for phones, open hand-ins, and slips for players whose results were corrected."""

from dataclasses import dataclass
from typing import Any

from django.utils import timezone

from romme_turnier.documents.tables.columns import Medium
from romme_turnier.documents.tables.lists.hand_in import HandInTable
from romme_turnier.tournament import models
from romme_turnier.tournament.at_table.terms import phone_terms
from romme_turnier.tournament.lists.checking.hand_in_reading import hand_ins
from romme_turnier.tournament.lists.checking.notice_words import NoticeText, notices_of, texts

SLIPS_A_SHEET = 3
CHANGES = 4  # lines that fit on a slip; the rest is on the list
REASON_CHARS = 300


@dataclass(frozen=True, slots=True)
class Slip:
    text: NoticeText
    changes: tuple[str, ...]
    more: int  # changes that do not fit

    @property
    def reason(self) -> str:
        whole = self.text.reason
        return whole if len(whole) <= REASON_CHARS else whole[: REASON_CHARS - 1].rstrip() + "…"


def notices_document(event: models.Event) -> dict[str, Any]:
    """Returns the context of slips that inform players of corrected results (§ 2.2.5); "sheets" may be empty."""
    slips = [
        Slip(text, text.changes[:CHANGES], max(0, len(text.changes) - CHANGES))
        for text in texts(notices_of(event).waiting())
    ]
    return {
        "event": event,
        "sheets": [slips[start : start + SLIPS_A_SHEET] for start in range(0, len(slips), SLIPS_A_SHEET)],
    }


def missing_lists(series: models.Series) -> dict[str, Any] | None:
    """Returns the context of the tables that have not handed in everything; None if all tables have."""
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


def table_card(event: models.Event) -> dict[str, Any] | None:
    """Returns the context of a card that explains lists on phones; None if all lists are kept on paper.

    All tables of all series have the same card. It names the number of confirmations only if that is the same for all
    series.
    """
    terms = phone_terms(event)
    needed = {series_terms.confirmations for series_terms in terms}
    context = {"event": event, "rules": event.rules, "halves": ("left", "right"), "differ": len(needed) > 1}
    return {**context, "confirmations": terms[0].confirmations} if terms else None
