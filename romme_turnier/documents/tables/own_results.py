"""Tables of one player's results: among neighbours in the standings, and in each series."""

from collections.abc import Iterable, Sequence
from typing import Any, Self

from django.utils.html import format_html, format_html_join
from django.utils.safestring import mark_safe
from django.utils.translation import gettext, gettext_lazy as _

from romme_turnier.core.rules.system.criteria import Criterion, leading
from romme_turnier.core.rules.system.ruleset import RuleSet
from romme_turnier.documents.tables.base import Link, ListTable, own_row
from romme_turnier.documents.tables.columns import Column, Medium, NumberColumn, OrdinalColumn
from romme_turnier.documents.tables.standings import total_of
from romme_turnier.tournament.models import Seat
from romme_turnier.tournament.shared.numbers import DASH
from romme_turnier.tournament.standings.criteria_words import lead_words, ranks_by_scoring_points, tie_break_words
from romme_turnier.tournament.standings.lines import StandingLine


class NeighboursTable(ListTable):
    """The standings around one player."""

    title = _("Wer davor und dahinter steht")
    page_css = "around"
    caption_is_hidden = True

    rank = Column(_("Rang"), default=DASH, css="rank")
    name = Column(_("Name"), default=DASH, names_row=True)

    @classmethod
    def around(cls, lines: Iterable[StandingLine], own: int, rules: RuleSet, link: Link) -> Self:
        """Returns the table, which marks the row of start number `own`; all other names are links."""

        def is_own(line: StandingLine) -> bool:
            return line.number == own

        return cls.table_for(
            Medium.PAGE,
            lines,
            extra_columns=[("total", NumberColumn(lead_words(rules).short, source=total_of, default=DASH))],
            links={"name": lambda line: "" if is_own(line) else link(line)},
            row_attrs=own_row(is_own),
            attrs={"thead": {"class": "visually-hidden"}},
        )


class SeriesResultsTable(ListTable):
    """The seat, result and rank of one player in each series."""

    title = _("Platz, Ergebnis und Rang je Serie")
    caption_is_hidden = True

    series = Column(_("Serie"), source=lambda result: gettext("Serie %(n)s") % {"n": result.series}, names_row=True)
    seat = Column(_("Platz"), default=DASH)
    figures = Column(_("Ergebnis"), source=lambda result: result.figures or None, default=DASH, css="number")
    rank = OrdinalColumn(_("Rang"), default=DASH)
    table = Column(
        _("Liste"),
        source=lambda result: result.table and gettext("Liste von Tisch %(table)s") % {"table": result.table},
        default=DASH,
    )

    def render_seat(self, value: Seat, _record: Any) -> str:
        return gettext("Tisch %(table)s, Platz %(seat)s") % {"table": value.table.number, "seat": value.number}

    def render_figures(self, value: Sequence[str], _record: Any) -> str:
        if len(value) == 1:
            return value[0]
        return format_html("<div>{}</div>", format_html_join(mark_safe("<br>"), "{}", ((words,) for words in value)))


class ResultSlipTable(ListTable):
    """The series of one player on paper."""

    title = _("Ergebnis")
    paper_css = "own__rows"

    series = Column(_("Serie"), names_row=True, paper_css="own__series")
    table = Column(_("Tisch"), paper_css="own__series right")
    with_whom = Column(_("mit"), paper_css="own__with")

    @classmethod
    def under(cls, lines: Iterable[Any], rules: RuleSet) -> Self:
        """Returns the table with the columns of results under these rules, scoring points before card points."""
        result = ("result", Column(_("Ergebnis"), paper_css="own__result right strong"))
        points = ("points", Column(lead_words(rules).short, paper_css="own__result right strong"))
        columns = [result] if leading(rules.criteria) is Criterion.TOTAL else [result, points]
        if ranks_by_scoring_points(rules):
            columns = [points, ("result", Column(tie_break_words(rules)[0].short, paper_css="own__result right"))]
        return cls.table_for(Medium.PAPER, lines, extra_columns=columns)
