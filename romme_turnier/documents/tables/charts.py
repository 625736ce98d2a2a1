"""The figures of each chart as a table, on the page and on paper."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext_lazy as _

from romme_turnier.documents.tables.base import ListTable
from romme_turnier.documents.tables.columns import Column, Medium
from romme_turnier.tournament.models import Event
from romme_turnier.tournament.money.chart import fees_and_fines
from romme_turnier.tournament.standings.charts import RankChart, rank_chart, result_chart
from romme_turnier.tournament.standings.rankings import Source


class _RankTable(ListTable):
    title = _("Rang nach jeder Serie")
    page_css = ""
    paper_css = "rows chart-rows"

    name = Column(_("Name"), source="label__text", names_row=True)


class _ResultTable(ListTable):
    title = _("Wie viele Listen mit wie vielen Punkten endeten")
    page_css = "narrow"
    paper_css = "rows chart-rows"

    label = Column(_("Punkte"), names_row=True)
    value = Column(_("Listen"), css="number", paper_css="right strong")


class _MoneyTable(ListTable):
    title = _("Was eingenommen ist, nach Abzug von Stornierungen")
    page_css = "narrow"
    paper_css = "rows chart-rows"

    label = Column(_("Wofür"), names_row=True)
    value = Column(_("Betrag"), css="number", paper_css="right strong")


def charts_of(
    medium: Medium, source: Source, names: Mapping[int | None, str], chosen: int | None = None
) -> dict[str, Any]:
    """Returns the charts of the standings with their tables; None for a chart of nothing."""
    ranks, results = rank_chart(source, names, chosen), result_chart(source)
    return {
        "ranks": ranks,
        "rank_table": ranks and _rank_table(medium, ranks),
        "results": results,
        "result_table": results and _ResultTable.table_for(medium, results.bars),
    }


def money_chart_of(medium: Medium, event: Event) -> dict[str, Any]:
    """Returns fees and fines as a chart with its table; None before anything is received."""
    money = fees_and_fines(event)
    return {"money": money, "money_table": money and _MoneyTable.table_for(medium, money.bars)}


def _rank_table(medium: Medium, chart: RankChart) -> _RankTable:
    series = [
        (f"series_{place}", Column(column.text, source=f"ranks__{place}", css="number", paper_css="col-series right"))
        for place, column in enumerate(chart.columns)
    ]
    marked = {"class": lambda course: "is-current" if course.chosen else None}
    return _RankTable.table_for(medium, chart.courses, extra_columns=series, row_attrs=marked)
