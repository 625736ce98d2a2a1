"""The ledger of an event, including reversed entries."""

from decimal import Decimal

from django import forms
from django.db.models import QuerySet
from django.utils.translation import gettext, gettext_lazy as _
from django_filters import CharFilter, ChoiceFilter

from romme_turnier.core.people.names import holds
from romme_turnier.documents.tables.base import ListTable, TableFilter
from romme_turnier.documents.tables.columns import (
    FILE,
    SCREEN,
    SHOWN,
    ActionColumn,
    AmountColumn,
    Column,
    NumberColumn,
    OrdinalColumn,
    PersonColumn,
    TimeColumn,
)
from romme_turnier.tournament.models import Event, LedgerEntry


def _what(entry: LedgerEntry) -> str:
    """Returns text such as "7 Vera Sommer (Die Asse): Nachzahlung · storniert mit 12"."""
    player = entry.registration
    who = (str(player.number or ""), player.name) if player else ()
    team = f"({entry.team})" if entry.team else ""
    facts = [": ".join(filter(None, (" ".join(filter(None, (*who, team))), entry.words)))]
    if entry.reverses:
        facts.append(gettext("Storno zu %(number)s") % {"number": entry.reverses.number})
    if counter := getattr(entry, "reversed_by", None):
        facts.append(gettext("storniert mit %(number)s") % {"number": counter.number})
    return " · ".join(filter(None, facts))


class LedgerTable(ListTable):
    """Rows are entries from `entries_of`.

    Files show income and expenses without a sign, because spreadsheets may read "-5" as a formula.
    """

    title = _("Buchungen")
    key = "ledger"
    page_order = "-number"
    has_pages = True

    number = OrdinalColumn(_("Beleg"), names_row=True, paper_css="number")
    at = TimeColumn(_("Zeit"), paper_css="at short")
    kind = Column(_("Art"), source="get_kind_display", paper_css="kind short")
    what = Column(_("Wer und wofür"), media=SHOWN, source=_what, sort="registration__player")
    method = Column(_("Zahlungsweg"), source="get_method_display", paper_css="method short")
    amount = AmountColumn(_("Betrag"), media=SHOWN, paper_css="amount")
    income = NumberColumn(_("Eingang"), media=FILE, source="amount")
    expense = NumberColumn(_("Ausgang"), media=FILE, source="amount")
    player = OrdinalColumn(_("Startnummer"), media=FILE, source="registration__number")
    name = PersonColumn(_("Name"), media=FILE, source="registration__name")
    team = Column(_("Mannschaft"), media=FILE, source="team__name")
    words = Column(_("Text"), media=FILE)
    reverses = OrdinalColumn(_("Storno zu"), media=FILE, source="reverses__number")
    by = PersonColumn(_("Gebucht von"), short=_("Von"), media=SCREEN | FILE)
    actions = ActionColumn(_("Was damit geht"), "organiser/money/cells/entry_actions.html")

    def value_income(self, value: Decimal, _record: LedgerEntry) -> Decimal | None:
        return value if value > 0 else None

    def value_expense(self, value: Decimal, _record: LedgerEntry) -> Decimal | None:
        return -value if value < 0 else None


class LedgerFilter(TableFilter):
    """Filters the entries from `entries_of`."""

    q = CharFilter(label=_("Name, Beleg oder Text"), method="mentions", max_length=120, widget=forms.SearchInput)
    art = ChoiceFilter("kind", label=_("Art"), empty_label=_("alle"), choices=LedgerEntry.Kind.choices)
    weg = ChoiceFilter("method", label=_("Zahlungsweg"), empty_label=_("alle"), choices=LedgerEntry.Method.choices)

    def mentions(self, entries: QuerySet[LedgerEntry], _name: str, text: str) -> QuerySet[LedgerEntry]:
        passing = []
        for entry in entries:
            player = entry.registration
            texts = (player.name if player else "", entry.team.name if entry.team else "", entry.words)
            if holds(text, *texts, numbers=(entry.number, player.number if player else None)):
                passing.append(entry.pk)
        return entries.filter(pk__in=passing)


def entries_of(event: Event) -> QuerySet[LedgerEntry]:
    """Returns the entries with every related row that the table shows."""
    return event.ledger.select_related("registration__player", "team", "by", "reverses", "reversed_by")
