"""The ledger as a table: every entry, reversed ones too."""

from decimal import Decimal

from django.utils.translation import gettext as _

from romme_turnier.documents.tables.writing import Cell, Table
from romme_turnier.tournament.models import Event, LedgerEntry


def ledger(event: Event) -> Table:
    entries = event.ledger.select_related("registration__player", "team", "by", "reverses").order_by("number")
    headings = (
        _("Beleg"),
        _("Zeit"),
        _("Art"),
        _("Zahlungsweg"),
        _("Eingang"),
        _("Ausgang"),
        _("Startnummer"),
        _("Name"),
        _("Mannschaft"),
        _("Text"),
        _("Storno zu"),
        _("Gebucht von"),
    )
    return Table(_("Buchungen"), headings, [_row(entry) for entry in entries])


def _row(entry: LedgerEntry) -> tuple[Cell, ...]:
    """Amounts without a sign in two columns, so that no spreadsheet takes one for a formula."""
    return (
        entry.number,
        entry.at,
        str(entry.get_kind_display()),
        str(entry.get_method_display()),
        entry.amount if entry.amount > Decimal(0) else None,
        -entry.amount if entry.amount < Decimal(0) else None,
        entry.registration.number if entry.registration else None,
        entry.registration.name if entry.registration else "",
        entry.team.name if entry.team else "",
        entry.words,
        entry.reverses.number if entry.reverses else None,
        str(entry.by) if entry.by else "",
    )
