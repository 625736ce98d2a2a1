"""The cash report at the end of the day: the ledger by kind and method, the count of the box, the difference."""

from decimal import Decimal
from typing import Any

from django.utils import timezone

from romme_turnier.documents.tables.columns import Medium
from romme_turnier.documents.tables.money.day_end import KindsTable, PiecesTable
from romme_turnier.documents.tables.money.ledger import LedgerTable, entries_of
from romme_turnier.tournament import models
from romme_turnier.tournament.lists.checking.hand_in_reading import fine_totals, hand_ins_by_series
from romme_turnier.tournament.money.reading import accounts, cash_report, fee_totals
from romme_turnier.tournament.money.words import amount


def cash_report_document(event: models.Event) -> dict[str, Any]:
    """Context of documents/money/cash_report.html; amounts in words of the event's currency."""
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
        # What the ledger lacks: a fee noted as paid at the door, one still to come, one to be refunded.
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
