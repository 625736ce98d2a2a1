"""The papers of a day, for the officials of the event."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from romme_turnier.documents.lists import LISTS_AS_ONE, batch_of_lists, lists_document
from romme_turnier.documents.minutes import minutes_document
from romme_turnier.documents.notices import notices_document
from romme_turnier.documents.render import pdf_response, render_batch, render_pdf
from romme_turnier.documents.standings import issue_document
from romme_turnier.documents.table_plan import table_plan_document
from romme_turnier.tournament.figures import whole_number
from romme_turnier.tournament.models import Event, Series
from romme_turnier.tournament.permissions import Right, for_officials
from romme_turnier.tournament.queries import drawn_series


def get_drawn(event: Event, number: int) -> Series:
    return get_object_or_404(drawn_series(event).select_related("event"), number=number)


def asked_number(text: str) -> int | None:
    """The number after `?…=`, None where there is none; Http404 for anything else."""
    number = whole_number(text)
    if text and number is None:
        raise Http404
    return number


@require_safe
@for_officials(Right.SEE)
def lists_pdf(request: HttpRequest, event: Event, number: int) -> HttpResponse:
    """`?leer=1`: blank, for the game; `?tisch=7`: of one table only."""
    series = get_drawn(event, number)
    empty = request.GET.get("leer") == "1"
    table = asked_number(request.GET.get("tisch", ""))
    name = f"{event.slug}-serie-{number}-{'leere-listen' if empty else 'listen'}"
    if table is None and series.tables.count() > LISTS_AS_ONE:
        title = _("Spiellisten Serie %(number)d") % {"number": number}
        return pdf_response(render_batch(batch_of_lists(series, empty=empty), title=f"{title} – {event.name}"), name)
    context = lists_document(series, empty=empty, table=table)
    if not context["lists"]:
        raise Http404
    return pdf_response(render_pdf("documents/lists.html", context), f"{name}-tisch-{table}" if table else name)


@require_safe
@for_officials(Right.SEE)
def notices_pdf(request: HttpRequest, event: Event) -> HttpResponse:
    """Slips for everybody who still has to be told; 404 when nobody has."""
    context = notices_document(event)
    if not context["sheets"]:
        raise Http404
    return pdf_response(render_pdf("documents/notices.html", context), f"{event.slug}-mitteilungen")


@require_safe
@for_officials(Right.SEE)
def table_plan_pdf(request: HttpRequest, event: Event, number: int) -> HttpResponse:
    series = get_drawn(event, number)
    pdf = render_pdf("documents/table_plan.html", table_plan_document(series))
    return pdf_response(pdf, f"{event.slug}-serie-{number}-tischplan")


@require_safe
@for_officials(Right.SEE)
def issue_pdf(request: HttpRequest, event: Event, after: int, number: int) -> HttpResponse:
    issues = event.issues.select_related("event", "series")
    issue = get_object_or_404(issues, series__number=after, number=number)
    pdf = render_pdf("documents/standings.html", issue_document(issue))
    return pdf_response(pdf, f"{event.slug}-rangliste-serie-{after}-ausgabe-{number}")


@require_safe
@for_officials(Right.RULE)
def minutes_pdf(request: HttpRequest, event: Event, number: int | None = None) -> HttpResponse:
    """Of one dispute, or of all. 404 when there is none."""
    found = event.disputes.select_related("referee", "appeal_by").prefetch_related("effects__by")
    disputes = list(found if number is None else found.filter(number=number))
    if not disputes:
        raise Http404
    pdf = render_pdf("documents/minutes.html", minutes_document(event, disputes))
    return pdf_response(pdf, f"{event.slug}-streitfaelle" if number is None else f"{event.slug}-streitfall-{number}")
