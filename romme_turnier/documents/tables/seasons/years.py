"""The years of a player."""

from collections.abc import Iterable
from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Decimal
from typing import Self

from django.utils.formats import number_format
from django.utils.translation import gettext_lazy as _

from romme_turnier.documents.tables.base import ListTable
from romme_turnier.documents.tables.columns import FILE, Column, Medium, NumberColumn
from romme_turnier.tournament.seasons.years.reading import Figures, Kind


@dataclass(frozen=True, slots=True)
class YearLine:
    """A year's figures for lists of one kind."""

    year: int
    kind: Kind
    figures: Figures

    @property
    def mean(self) -> Decimal:
        return _digit(self.figures.mean)

    @property
    def spread(self) -> Decimal | None:
        return None if self.figures.spread is None else _digit(self.figures.spread)


def _digit(value: float) -> Decimal:
    return Decimal(str(value)).quantize(Decimal("0.1"), ROUND_HALF_UP)


class YearsTable(ListTable):
    """Rows are `YearLine`s, of one kind of lists on pages and of all kinds in files."""

    title = _("Jahr für Jahr")
    caption_is_hidden = True
    last = "year"
    page_css = "years__table"

    rules = Column(_("Regelwerk"), source="kind__rules__name", media=FILE, orderable=False)
    length = Column(_("Länge einer Liste"), source="kind__length_words", media=FILE, orderable=False)
    year = Column(_("Jahr"), names_row=True)
    evenings = NumberColumn(_("Abende"), source="figures__evenings", css="not-on-phone")
    lists = NumberColumn(_("Listen"), source="figures__lists")
    mean = NumberColumn(_("Mittel"))
    spread = NumberColumn(_("Unsicherheit"), media=FILE, orderable=False)
    best = NumberColumn(_("beste"), source="figures__best__0")

    @classmethod
    def of(cls, medium: Medium, kinds: Iterable[Kind]) -> Self:
        lines = [YearLine(year, kind, figures) for kind in kinds for year, figures in kind.years]
        return cls.table_for(medium, lines)

    def render_mean(self, value: Decimal, record: YearLine) -> str:
        mean = number_format(value, 1)
        return mean if record.spread is None else f"{mean} ± {number_format(record.spread, 1)}"
