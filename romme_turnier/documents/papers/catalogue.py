"""Which paper is made how: by the name in its address, its template and what fills it."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from romme_turnier.documents.issues import newest_issue
from romme_turnier.documents.lists import batch_of_lists
from romme_turnier.documents.papers.after import certificates, closing_report, speakers_sheet
from romme_turnier.documents.papers.before import (
    announcement_paper,
    registration_list,
    start_cards,
    table_signs,
    table_signs_with_names,
)
from romme_turnier.documents.papers.during import missing_lists, own_results
from romme_turnier.documents.papers.rankings import charts, further_rankings
from romme_turnier.documents.render import Piece
from romme_turnier.documents.standings import issue_document
from romme_turnier.documents.table_plan import table_plan_document
from romme_turnier.tournament.models import Event, Series
from romme_turnier.tournament.queries import drawn_series

Context = dict[str, Any] | None  # None: there is nothing to print


@dataclass(frozen=True, slots=True)
class EventPaper:
    template: str
    fill: Callable[..., Context]
    asks: str = ""  # the one number that its address may carry: ?nr=7 narrows it
    says_where: bool = False  # it holds addresses: `fill` takes base=, where phones reach the program


@dataclass(frozen=True, slots=True)
class SeriesPaper:
    template: str
    fill: Callable[[Series], Context]


EVENT_PAPERS: Mapping[str, EventPaper] = {
    "ausschreibung": EventPaper("documents/papers/announcement.html", announcement_paper),
    "meldeliste": EventPaper("documents/papers/registration_list.html", registration_list),
    "startkarten": EventPaper("documents/papers/start_cards.html", start_cards, says_where=True),
    "ergebnisse": EventPaper("documents/papers/own_results.html", own_results, asks="nr"),
    "wertungen": EventPaper("documents/papers/rankings.html", further_rankings),
    "diagramme": EventPaper("documents/papers/charts.html", charts),
    "siegerehrung": EventPaper("documents/papers/speakers_sheet.html", speakers_sheet, asks="bis"),
    "urkunden": EventPaper("documents/papers/certificates.html", certificates, asks="bis"),
    "abschlussbericht": EventPaper("documents/papers/closing_report.html", closing_report),
}

SERIES_PAPERS: Mapping[str, SeriesPaper] = {
    "tischschilder": SeriesPaper("documents/papers/table_signs.html", table_signs),
    "tischschilder-mit-namen": SeriesPaper("documents/papers/table_signs.html", table_signs_with_names),
    "fehlende-listen": SeriesPaper("documents/papers/missing_lists.html", missing_lists),
}


def papers_of_series(series: Series, *, base: str = "") -> Iterator[Piece]:
    """All that a series needs, in the order in which it is laid out: what hangs on the wall, then the tables.

    Before the first one the start cards and the signs for the tables, later the standings so far.
    """
    event = series.event
    if series.number == 1:
        yield from _filled(EVENT_PAPERS["startkarten"].template, start_cards(event, base=base))
        yield from _filled(SERIES_PAPERS["tischschilder"].template, table_signs(series))
    yield from standings_before(event, series.number)
    yield "documents/table_plan.html", table_plan_document(series)
    yield from batch_of_lists(series, empty=True)


def papers_of_event(event: Event) -> Iterator[Piece]:
    """The whole day in its order, as far as it has come: before, each series with its lists, the prize-giving.

    Without what only some officials may see: money and disputes have papers of their own.
    """
    yield from _of_event(event, "ausschreibung", "meldeliste")
    for series in drawn_series(event).select_related("event"):
        yield from papers_of_series(series)
        yield from batch_of_lists(series, empty=False)
    issue = newest_issue(event)
    if issue is not None:
        yield "documents/standings.html", issue_document(issue)
    yield from _of_event(event, "wertungen", "diagramme", "ergebnisse", "siegerehrung", "urkunden", "abschlussbericht")


def _of_event(event: Event, *papers: str) -> Iterator[Piece]:
    for paper in papers:
        yield from _filled(EVENT_PAPERS[paper].template, EVENT_PAPERS[paper].fill(event))


def standings_before(event: Event, number: int) -> Iterator[Piece]:
    """The newest issue after the series before, if there is one."""
    issue = newest_issue(event, after=number - 1)
    if issue is not None:
        yield "documents/standings.html", issue_document(issue)


def _filled(template: str, context: Context) -> Iterator[Piece]:
    if context is not None:
        yield template, context
