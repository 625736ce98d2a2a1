"""The places of a championship, and the players who qualify."""

from decimal import Decimal
from fractions import Fraction
from typing import Any

from django.utils.formats import number_format
from django.utils.translation import gettext, gettext_lazy as _, pgettext_lazy

from romme_turnier.core.seasons.ranking import two_digits
from romme_turnier.documents.tables.base import ListTable
from romme_turnier.documents.tables.columns import (
    FILE,
    PAPER,
    SCREEN,
    SHOWN,
    ActionColumn,
    Column,
    Medium,
    NumberColumn,
    OrdinalColumn,
    PersonColumn,
)
from romme_turnier.tournament.models import Quota
from romme_turnier.tournament.seasons.competitions.qualification import QualifiedRow
from romme_turnier.tournament.seasons.competitions.quotas import ShareLine, share_lines


class ExactColumn(NumberColumn):
    """A column of fractions, shown with two decimals; halves are rounded away from zero."""

    def render(self, value: Fraction, _record: Any) -> str:
        return number_format(Decimal(two_digits(value)), 2, use_l10n=True, force_grouping=True)

    def value(self, value: Fraction, _record: Any) -> Decimal:
        return Decimal(two_digits(value))


def remark_of(line: ShareLine) -> str:
    if line.by_lot:
        return gettext("ein Platz durch das Los")
    return gettext("mehr Plätze als Personen") if line.has_too_many else ""


class PlacesTable(ListTable):
    """Rows are lines of a quota (`share_lines`)."""

    title = _("Verteilung der Plätze")
    caption_is_hidden = True
    last = "position"

    name = Column(_("Für"), names_row=True, footer=_("zusammen"))
    people = NumberColumn(_("Personen"), summed=True, paper_css="col-fee")
    exact = ExactColumn(_("Genauer Anteil"), paper_css="col-fee")
    places = NumberColumn(pgettext_lazy("not seats", "Plätze"), summed=True, paper_css="col-box")
    remark = Column(_("Bemerkung"), source=remark_of, orderable=False, paper_css="col-place")
    signature = Column(_("Unterschrift"), source=lambda _line: " ", media=PAPER, orderable=False, paper_css="col-place")


def places_table(medium: Medium, quota: Quota) -> PlacesTable:
    """Returns the table of a quota; without remarks if there are none, except in files."""
    lines = share_lines(quota)
    is_plain = medium is not Medium.FILE and not any(map(remark_of, lines))
    return PlacesTable.table_for(medium, lines, without=("remark",) if is_plain else ())


def registered_word(row: QualifiedRow) -> str:
    return gettext("gemeldet") if row.is_registered else gettext("noch nicht")


class QualifiedTable(ListTable):
    """Rows are the qualified players (`QualificationState.qualified`)."""

    title = _("Qualifizierte")
    caption_is_hidden = True
    last = "qualifier__position"

    rank = OrdinalColumn(_("Rang"), source="qualifier__rank", paper_css="col-number")
    name = PersonColumn(_("Name"), source="player__name", names_row=True, media=SHOWN)
    last_name = Column(_("Nachname"), source="player__last_name", media=FILE)
    first_name = Column(_("Vorname"), source="player__first_name", media=FILE)
    club = Column(_("Club"), source="player__club__name", paper_css="col-place")
    for_player = Column(_("Nachgerückt für"), source="for_player__name", paper_css="col-place")
    registered = Column(_("Im Turnier"), source=registered_word, media=SCREEN | FILE)
    signature = Column(_("Unterschrift"), source=lambda _row: " ", media=PAPER, orderable=False, paper_css="col-place")
    actions = ActionColumn(_("Absage"), "organiser/seasons/championship/decline_link.html")
