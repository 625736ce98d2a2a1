"""The figures of each chart as a table, on the page and on paper."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _
from django_stubs_ext import StrOrPromise

from romme_turnier.documents.tables.base import ListTable
from romme_turnier.documents.tables.columns import Column, Medium
from romme_turnier.tournament.models import Event
from romme_turnier.tournament.money.reading import fees_and_fines
from romme_turnier.tournament.standings.charts import BarChart, rank_chart, result_chart
from romme_turnier.tournament.standings.criteria_words import ranks_by_scoring_points
from romme_turnier.tournament.standings.rankings import Source


class ChartTable(ListTable):
    """A table whose caption and columns depend on the chart."""

    page_css = ""
    paper_css = "rows chart-rows"


def charts_of(
    medium: Medium, source: Source, names: Mapping[int | None, str], chosen: int | None = None
) -> dict[str, Any]:
    """Returns the context for the charts of the standings and their tables; each is None if it would be empty.

    `chosen` is the start number of the player to mark. Only pages have "near_ranks", the small chart.
    """
    ranks, results = rank_chart(source, names, chosen), result_chart(source)
    series = enumerate(ranks.columns if ranks else ())
    caption, points = _("Wie viele Listen mit wie vielen Punkten endeten"), _("Punkte")
    if ranks_by_scoring_points(source.rules):
        caption, points = _("Wie viele Listen mit wie vielen Wertungspunkten endeten"), _("Wertungspunkte")
    rank_columns = [
        ("name", Column(_("Name"), source="label__text", names_row=True)),
        *(
            (f"series_{place}", Column(text.text, source=f"ranks__{place}", css="number", paper_css="col-series right"))
            for place, text in series
        ),
    ]
    return {
        "ranks": ranks,
        "near_ranks": rank_chart(source, names, chosen, small=True) if medium is Medium.PAGE else None,
        "rank_table": ranks
        and ChartTable.table_for(
            medium,
            ranks.courses,
            caption=_("Rang nach jeder Serie"),
            extra_columns=rank_columns,
            row_attrs={"class": lambda course: "is-current" if course.chosen else None},
        ),
        "results": results,
        "result_table": results and _bars(medium, results, caption, points, _("Listen")),
    }


def money_chart_of(medium: Medium, event: Event) -> dict[str, Any]:
    """Returns the context for the chart of fees and fines and its table; both are None without a positive sum."""
    money, title = fees_and_fines(event), _("Was eingenommen ist, nach Abzug von Stornierungen")
    return {"money": money, "money_table": money and _bars(medium, money, title, _("Wofür"), _("Betrag"))}


def _bars(
    medium: Medium, chart: BarChart, caption: StrOrPromise, label: StrOrPromise, value: StrOrPromise
) -> ChartTable:
    columns = [
        ("label", Column(label, names_row=True)),
        ("value", Column(value, css="number", paper_css="right strong")),
    ]
    return ChartTable.table_for(medium, chart.bars, caption=caption, extra_columns=columns, attrs={"class": "narrow"})
