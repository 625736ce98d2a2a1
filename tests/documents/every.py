"""Every paper of the day for an event that has something to say on each: (name, template, context)."""

from collections.abc import Iterator
from typing import Any

from romme_turnier.documents import cash_report, lists, minutes, notices, prize_list, receipts, standings, table_plan
from romme_turnier.documents.drawing_cards import drawing_cards_document
from romme_turnier.documents.papers.catalogue import EVENT_PAPERS, SERIES_PAPERS
from romme_turnier.documents.papers.rankings import money_paper
from romme_turnier.tournament import models
from romme_turnier.tournament.services.drawn_cards import draw_by_hand

Piece = tuple[str, str, dict[str, Any]]


def pieces_of(event: models.Event) -> Iterator[Piece]:
    """Papers that have nothing to say are left out."""
    for name, paper in EVENT_PAPERS.items():
        yield from _if_any(name, paper.template, paper.fill(event))
    for series in event.series.select_related("event"):
        yield from _of_series(series)
    for issue in event.issues.select_related("event", "series"):
        yield f"rangliste-{issue.series.number}", "documents/standings.html", standings.issue_document(issue)
    disputes = list(event.disputes.order_by("number"))
    if disputes:
        yield "streitfaelle", "documents/minutes.html", minutes.minutes_document(event, disputes)
        yield "streitfall", "documents/minutes.html", minutes.minutes_document(event, disputes[:1])
    yield "mitteilungen", "documents/notices.html", notices.notices_document(event)
    yield "quittungen", "documents/receipts.html", receipts.receipts_document(event)
    if event.ledger.exists():
        yield "quittung", "documents/receipts.html", receipts.receipts_document(event, 1)
    yield "startgeld-und-bussgeld", "documents/papers/money_chart.html", money_paper(event)
    yield "kassenbericht", "documents/cash_report.html", cash_report.cash_report_document(event)
    yield "preisliste", "documents/prize_list.html", prize_list.prize_list_document(event)


def _of_series(series: models.Series) -> Iterator[Piece]:
    number = series.number
    draw = draw_by_hand(series)
    if draw is not None:
        yield f"karten-{number}", "documents/drawing_cards.html", drawing_cards_document(draw)
    if not series.tables.exists():
        return
    for name, paper in SERIES_PAPERS.items():
        yield from _if_any(f"{name}-{number}", paper.template, paper.fill(series))
    yield f"tischplan-{number}", "documents/table_plan.html", table_plan.table_plan_document(series)
    for empty, name in ((True, "leere-listen"), (False, "listen")):
        yield f"{name}-{number}", "documents/lists.html", lists.lists_document(series, empty=empty)
        for part, context in enumerate(lists.lists_in_parts(series, empty=empty, part=5)):
            yield f"{name}-{number}-stapel-{part}", "documents/lists_batch.html", context


def _if_any(name: str, template: str, context: dict[str, Any] | None) -> Iterator[Piece]:
    if context is not None:
        yield name, template, context
