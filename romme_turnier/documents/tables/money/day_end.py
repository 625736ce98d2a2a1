"""Tables for the end of the day at the cash desk: the ledger by kind, and the counts of the box."""

from django.utils.translation import gettext_lazy as _

from romme_turnier.documents.tables.base import ListTable
from romme_turnier.documents.tables.columns import AmountColumn, Column, NumberColumn, PersonColumn, TimeColumn


class KindsTable(ListTable):
    """Rows are lines of a cash report."""

    title = _("Buchungen nach Art")
    key = "cash_kinds"
    page_css = "table--stack narrow"
    last = "kind"

    kind = Column(_("Art"), source="kind__label", names_row=True, footer=_("zusammen"))
    entries = NumberColumn(_("Buchungen"), summed=True)
    cash = AmountColumn(_("bar"), summed=True)
    bank = AmountColumn(_("Überweisung"), summed=True)
    total = AmountColumn(_("zusammen"), summed=True)


class CountsTable(ListTable):
    title = _("Gezählt")
    key = "cash_counts"
    last = "pk"

    at = TimeColumn(_("Zeit"), names_row=True)
    counted = AmountColumn(_("gezählt"))
    expected = AmountColumn(_("laut Buchungen"))
    note = Column(_("Bemerkung"), default="–")
    by = PersonColumn(_("Von"), default="–")


class PiecesTable(ListTable):
    """Rows are the notes and coins in a count: value as text, number, amount."""

    title = _("Kasse gezählt")

    value = Column(_("Schein oder Münze"), source="0", names_row=True, footer=_("gezählt"))
    pieces = NumberColumn(_("Stück"), source="1")
    amount = AmountColumn(_("Betrag"), source="2", summed=True)
