"""The papers of the cash desk, and the ledger as a table: for those who keep the cash."""

from decimal import Decimal

from django.http import Http404, HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from romme_turnier.documents.cash_report import cash_report_document
from romme_turnier.documents.papers.rankings import money_paper
from romme_turnier.documents.prize_list import prize_list_document
from romme_turnier.documents.receipts import receipts_document, team_receipt
from romme_turnier.documents.render import pdf_response, render_pdf
from romme_turnier.documents.tables.writing import Cell, Table, as_csv, as_xlsx
from romme_turnier.tournament.figures import whole_number
from romme_turnier.tournament.models import Event, LedgerEntry
from romme_turnier.tournament.permissions import Right, for_officials


@require_safe
@for_officials(Right.CASH)
def receipts_pdf(request: HttpRequest, event: Event) -> HttpResponse:
    """`?beleg=7`: one receipt on A6, `?mannschaft=7` of all that a team paid with it; else all, four to a sheet."""
    if "mannschaft" in request.GET:
        return _team_receipt(request, event)
    text = request.GET.get("beleg", "")
    number = whole_number(text) if text else None
    if text and number is None:
        raise Http404
    context = receipts_document(event, number)
    if not context["sheets"]:
        raise Http404
    name = f"{event.slug}-quittung-{number}" if number is not None else f"{event.slug}-quittungen"
    return pdf_response(render_pdf("documents/receipts.html", context), name)


def _team_receipt(request: HttpRequest, event: Event) -> HttpResponse:
    number = whole_number(request.GET["mannschaft"])
    context = team_receipt(event, number) if number is not None else {"sheets": []}
    if not context["sheets"]:
        raise Http404
    return pdf_response(render_pdf("documents/receipts.html", context), f"{event.slug}-quittung-mannschaft-{number}")


@require_safe
@for_officials(Right.CASH)
def cash_report_pdf(request: HttpRequest, event: Event) -> HttpResponse:
    pdf = render_pdf("documents/cash_report.html", cash_report_document(event))
    return pdf_response(pdf, f"{event.slug}-kassenbericht")


@require_safe
@for_officials(Right.CASH)
def money_chart_pdf(request: HttpRequest, event: Event) -> HttpResponse:
    """Fees and fines as bars."""
    pdf = render_pdf("documents/papers/money_chart.html", money_paper(event))
    return pdf_response(pdf, f"{event.slug}-startgeld-und-bussgeld")


@require_safe
@for_officials(Right.CASH)
def prize_list_pdf(request: HttpRequest, event: Event) -> HttpResponse:
    context = prize_list_document(event)
    if not context["rows"]:
        raise Http404
    return pdf_response(render_pdf("documents/prize_list.html", context), f"{event.slug}-preisliste")


@require_safe
@for_officials(Right.CASH)
def ledger_csv(request: HttpRequest, event: Event) -> HttpResponse:
    return _file(as_csv(_ledger(event)), "text/csv; charset=utf-8", f"{event.slug}-buchungen.csv")


@require_safe
@for_officials(Right.CASH)
def ledger_xlsx(request: HttpRequest, event: Event) -> HttpResponse:
    kind = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
    return _file(as_xlsx(_ledger(event)), kind, f"{event.slug}-buchungen.xlsx")


def _file(content: bytes, kind: str, name: str) -> HttpResponse:
    response = HttpResponse(content, content_type=kind)
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    response["Cache-Control"] = "private, no-store"
    return response


def _ledger(event: Event) -> Table:
    entries = event.ledger.select_related("registration__player", "team", "by", "reverses").order_by("number")
    headings = (
        _("Beleg"),
        _("Zeit"),
        _("Art"),
        _("Zahlungsweg"),
        _("Eingang"),
        _("Ausgang"),
        _("Startnummer"),
        _("Name"),
        _("Mannschaft"),
        _("Text"),
        _("Storno zu"),
        _("Gebucht von"),
    )
    return Table(_("Buchungen"), headings, [_row(entry) for entry in entries])


def _row(entry: LedgerEntry) -> tuple[Cell, ...]:
    """Amounts without a sign in two columns, so that no spreadsheet takes one for a formula."""
    return (
        entry.number,
        entry.at,
        str(entry.get_kind_display()),
        str(entry.get_method_display()),
        entry.amount if entry.amount > Decimal(0) else None,
        -entry.amount if entry.amount < Decimal(0) else None,
        entry.registration.number if entry.registration else None,
        entry.registration.name if entry.registration else "",
        entry.team.name if entry.team else "",
        entry.text,
        entry.reverses.number if entry.reverses else None,
        str(entry.by) if entry.by else "",
    )
