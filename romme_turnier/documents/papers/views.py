"""The papers of the catalogue, each alone, and all of a series as one file."""

from django.http import Http404, HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from romme_turnier.address import for_phones
from romme_turnier.documents.papers.catalogue import EVENT_PAPERS, SERIES_PAPERS, papers_of_event, papers_of_series
from romme_turnier.documents.render import pdf_response, render_batch, render_pdf
from romme_turnier.documents.views import asked_number, get_drawn
from romme_turnier.tournament.models import Event
from romme_turnier.tournament.permissions import Right, for_officials


@require_safe
@for_officials(Right.SEE)
def event_paper(request: HttpRequest, event: Event, paper: str) -> HttpResponse:
    """`?nr=7` or `?bis=3`, where the paper asks for it; 404 while there is nothing to print."""
    known = EVENT_PAPERS.get(paper)
    if known is None:
        raise Http404
    number = asked_number(request.GET.get(known.asks, "")) if known.asks else None
    more = {"base": for_phones(request.build_absolute_uri("/"))} if known.says_where else {}
    context = known.fill(event, **more) if number is None else known.fill(event, number)
    if context is None:
        raise Http404
    return pdf_response(render_pdf(known.template, context), f"{event.slug}-{paper}")


@require_safe
@for_officials(Right.SEE)
def series_paper(request: HttpRequest, event: Event, number: int, paper: str) -> HttpResponse:
    known = SERIES_PAPERS.get(paper)
    if known is None:
        raise Http404
    context = known.fill(get_drawn(event, number))
    if context is None:
        raise Http404
    return pdf_response(render_pdf(known.template, context), f"{event.slug}-serie-{number}-{paper}")


@require_safe
@for_officials(Right.SEE)
def series_papers(request: HttpRequest, event: Event, number: int) -> HttpResponse:
    series = get_drawn(event, number)
    title = _("Alles für Serie %(number)d") % {"number": number}
    pdf = render_batch(
        papers_of_series(series, base=for_phones(request.build_absolute_uri("/"))), title=f"{title} – {event.name}"
    )
    return pdf_response(pdf, f"{event.slug}-serie-{number}-alles")


@require_safe
@for_officials(Right.SEE)
def all_papers(request: HttpRequest, event: Event) -> HttpResponse:
    """The whole day as one file, in its order."""
    pdf = render_batch(papers_of_event(event), title=f"{_('Alle Blätter')} – {event.name}")
    return pdf_response(pdf, f"{event.slug}-alles")
