"""The table of the lists' hand-ins, for the desk, for collecting lists in the hall, and for files."""

from django import forms
from django.utils.translation import gettext, gettext_lazy as _

from romme_turnier.documents.tables.base import ListTable, SeriesForm
from romme_turnier.documents.tables.columns import (
    FILE,
    PAPER,
    SCREEN,
    TICK,
    AmountColumn,
    Column,
    LinesColumn,
    Medium,
    NumberColumn,
    PersonColumn,
)
from romme_turnier.tournament.lists.checking.hand_in_reading import SAID_BY_STATE, Lack, TableHandIn, hand_ins
from romme_turnier.tournament.lists.checking.hand_in_words import say_lack, say_lacks
from romme_turnier.tournament.models import Event

_LACKS = {
    "am-tisch": (Lack.LIST_OUT, _("noch am Tisch")),
    "nicht-eingetragen": (Lack.NOT_RECORDED, _("nicht eingetragen")),
    "verloren": (Lack.LIST_LOST, _("verloren")),
    "unterschrift": (Lack.UNSIGNED, _("Unterschrift fehlt")),
    "startkarte": (Lack.CARDS, _("Startkarte fehlt")),
    "bussgeld": (Lack.FINE, _("Bußgeld fehlt")),
}

TABS = [("", _("alle")), ("offen", _("offen")), *((name, label) for name, (_lack, label) in _LACKS.items())]


def open_items(row: TableHandIn) -> list[str]:
    """Returns the open items as text, without items that the state of the list already shows."""
    currency = row.spielliste.table.series.event.currency
    return [say_lack(lack, row, currency) for lack in row.lacks if lack not in SAID_BY_STATE]


class HandInTable(ListTable):
    """Rows come from `hand_ins`."""

    title = _("Abgabe")
    key = "hand_in"
    caption_is_hidden = True
    last = "spielliste__pk"

    series = NumberColumn(_("Serie"), media=FILE, source="spielliste__table__series__number")
    table = Column(_("Tisch"), names_row=True, footer=_("zusammen"), paper_css="col-table right figure")
    state = Column(
        _("Stand"),
        media=SCREEN | FILE,
        source="state__label",
        sort="state__urgency",
        template="organiser/lists/hand_in/_state.html",
    )
    open = LinesColumn(_("Offen"), media=SCREEN | FILE, source=open_items)
    lacks = LinesColumn(
        _("Was fehlt"),
        media=PAPER,
        source=lambda row: say_lacks(row, row.spielliste.table.series.event.currency),
        paper_css="col-lacks strong",
    )
    people = Column(
        _("Wer dort sitzt"),
        media=PAPER | FILE,
        source=lambda row: ", ".join(str(seat.registration) for seat in row.seats),
        orderable=False,
        paper_css="small",
    )
    due = AmountColumn(_("Bußgeld fällig"), media=SCREEN | FILE, default="–", summed=True)
    paid = AmountColumn(_("Bußgeld erhalten"), short=_("erhalten"), media=SCREEN | FILE, default="–", summed=True)
    by = PersonColumn(_("Eingetragen von"), media=SCREEN | FILE, default="–")
    done = Column(_("erledigt"), media=PAPER, source=lambda _row: TICK, orderable=False, paper_css="col-box")

    def render_table(self, value: int, _record: TableHandIn) -> str:
        if self.medium is Medium.PAPER:
            return str(value)
        return gettext("Tisch %(table)d") % {"table": value}


class HandInFilter(SeriesForm):
    """The page shows the field `zeige` as tabs."""

    zeige = forms.ChoiceField(choices=TABS, required=False)

    def rows(self, event: Event) -> list[TableHandIn]:
        return [table for number in self.series(event) for table in hand_ins(event, number) if self.passes(table)]

    def passes(self, table: TableHandIn) -> bool:
        return is_shown(table, self.asked.get("zeige", ""))


def is_shown(table: TableHandIn, tab: str) -> bool:
    return tab == "" or (bool(table.lacks) if tab == "offen" else _LACKS[tab][0] in table.lacks)
