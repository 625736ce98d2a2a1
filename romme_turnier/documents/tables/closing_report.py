"""Tables of the closing report: series, corrections of lists, decisions on lists, standings."""

from typing import Any

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.html import format_html
from django.utils.translation import gettext, gettext_lazy as _

from romme_turnier.documents.tables.base import ListTable
from romme_turnier.documents.tables.columns import Column, NumberColumn, OrdinalColumn
from romme_turnier.tournament.shared.numbers import DASH


class _PartColumn(NumberColumn):
    """A column of numbers out of a total, such as "29 von 30"; bold if some are missing."""

    def __init__(self, heading: Any, whole: str, **options: Any) -> None:
        super().__init__(heading, **options)
        self.whole = whole

    def render(self, value: int, record: Any) -> str:
        whole = getattr(record, self.whole)
        text = gettext("%(n)s von %(of)s") % {"n": value, "of": whole}
        return format_html("<b>{}</b>", text) if value < whole else text


class SeriesReportTable(ListTable):
    title = _("Serien")

    number = Column(_("Serie"), names_row=True, paper_css="col-table strong")
    closed = Column(_("abgeschlossen"), source=lambda _series: True, paper_css="col-place")
    tables = NumberColumn(_("Tische"), paper_css="col-table")
    lists_in = _PartColumn(_("Listen zurück"), "tables")
    checked = _PartColumn(_("geprüft"), "tables")
    invalid = NumberColumn(_("ungültig"))
    cards_in = _PartColumn(_("Startkarten zurück"), "cards")
    unsigned = NumberColumn(_("ohne Unterschrift"))

    def render_closed(self, _value: bool, record: Any) -> str:
        if record.closed_at is None:
            return format_html("<b>{}</b>", gettext("noch nicht"))
        return date_format(timezone.localtime(record.closed_at), "j.n., H:i")


class CorrectionsTable(ListTable):
    title = _("Berichtigungen")

    place = Column(_("Liste"), names_row=True, paper_css="col-place")
    at = Column(
        _("wann, durch wen"),
        source=lambda row: f"{date_format(timezone.localtime(row.at), 'j.n., H:i')}, {row.by}",
        paper_css="col-club",
    )
    reason = Column(_("Grund"))


class DecisionsTable(ListTable):
    """Rows are pairs of the place and the decision as text."""

    title = _("Entscheidungen zu Listen")

    place = Column(_("Liste"), source="0", names_row=True, paper_css="col-place")
    decision = Column(_("Entscheidung"), source="1")


class RanksTable(ListTable):
    title = _("Rangliste")

    rank = Column(_("Rang"), default=DASH, paper_css="col-number right strong")
    number = OrdinalColumn(_("Nr."), paper_css="col-number")
    name = Column(_("Name"), names_row=True, paper_css="strong")
    club = Column(_("Club"), paper_css="small")

    def render_name(self, value: str, record: Any) -> str:
        return format_html('{}<p class="because">{}</p>', value, record.reason) if record.reason else value
