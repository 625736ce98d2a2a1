"""Papers of the cash desk: the report at the end of the day, settlements, prizes, and the chart of fees and fines."""

from decimal import Decimal
from typing import Any

from django.utils import timezone

from romme_turnier.documents.tables.charts import money_chart_of
from romme_turnier.documents.tables.columns import Medium
from romme_turnier.documents.tables.money.day_end import KindsTable, PiecesTable
from romme_turnier.documents.tables.money.ledger import LedgerTable, entries_of
from romme_turnier.documents.tables.money.prizes import PrizesTable, released_prizes
from romme_turnier.documents.tables.money.settlement import slips
from romme_turnier.tournament.events.announcement_words import stake_in_words
from romme_turnier.tournament.lists.checking.hand_in_reading import fine_totals, hand_ins_by_series
from romme_turnier.tournament.models import Event
from romme_turnier.tournament.money.reading import accounts, cash_report, fee_totals
from romme_turnier.tournament.money.settlements import settlement_of, settles
from romme_turnier.tournament.money.words import amount


def cash_report_document(event: Event) -> dict[str, Any]:
    """Returns the context of documents/money/cash_report.html, with amounts as text in the event's currency."""
    report, totals = cash_report(event), fee_totals(accounts(event))

    def say(value: Decimal) -> str:
        return amount(value, event.currency)

    fines = fine_totals(table for tables in hand_ins_by_series(event).values() for table in tables)
    count = report.counts[0] if report.counts else None
    pieces = [(say(Decimal(value)), n, Decimal(value) * n) for value, n in count.pieces.items()] if count else []
    return {
        "event": event,
        "now": timezone.now(),
        "report": report,
        "kinds": KindsTable.table_for(Medium.PAPER, report.lines, currency=event.currency),
        # Not in the ledger: fees noted as paid at the door, still open, or to be refunded.
        "noted": say(totals.noted) if totals.noted else "",
        "open": say(totals.open) if totals.open else "",
        "to_refund": say(totals.to_refund) if totals.to_refund else "",
        "fines": [say(value) for value in (fines.due, fines.paid, fines.short)] if fines.due or fines.paid else [],
        "opening": say(report.opening),
        "surplus": say(report.surplus),
        "count": count,
        "pieces": PiecesTable.table_for(Medium.PAPER, pieces, currency=event.currency),
        "expected": say(count.expected) if count else "",
        "difference": say(report.difference) if report.difference is not None else "",
        "table": LedgerTable.table_for(Medium.PAPER, entries_of(event).order_by("number"), currency=event.currency),
    }


def settlement_document(event: Event) -> dict[str, Any] | None:
    """Returns the context of documents/money/settlement.html; None if nothing is settled."""
    settled = settlement_of(event) if settles(event) else None
    if settled is None or settled.whole is None:
        return None
    return {"event": event, "stake": stake_in_words(event), "slips": slips(event, settled, Medium.PAPER)}


def prize_list_document(event: Event) -> dict[str, Any] | None:
    """Returns the context of documents/money/prize_list.html; None if nothing is released."""
    lines = released_prizes(event)
    return {"event": event, "table": PrizesTable.table_for(Medium.PAPER, lines)} if lines else None


def money_paper(event: Event) -> dict[str, Any]:
    """Returns the context of the chart of fees and fines; "money" is None without a positive sum."""
    return {"event": event, **money_chart_of(Medium.PAPER, event), "now": timezone.now()}
