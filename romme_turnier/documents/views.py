"""Views for officials: a printout at its own address, many printouts in one file, and the archive of an event."""

from collections.abc import Callable, Mapping, Sequence

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.functional import lazy
from django.utils.translation import gettext as _, gettext_lazy
from django.views.decorators.http import require_safe
from django_stubs_ext import StrOrPromise

from romme_turnier.address import for_phones, remember_printed
from romme_turnier.documents.bundles import day, of_series, ticked
from romme_turnier.documents.delivery import archive_response, file_response, progress_response
from romme_turnier.documents.printout import WHOLE, Job, Phase, Printout
from romme_turnier.documents.render.page import page_response, pdf_is_possible
from romme_turnier.documents.render.pdf import pdf_response, render_pdf
from romme_turnier.tournament.events.appearance import speaking_for
from romme_turnier.tournament.models import Event
from romme_turnier.tournament.organisers.signing_keys import private_key
from romme_turnier.tournament.permissions import OfficialRequest, Right, demand_series, for_officials, may
from romme_turnier.tournament.shared.numbers import whole_number

NO_KEY = gettext_lazy(
    "Der Veranstalter hat auf diesem Rechner noch keinen Schlüssel zum Unterschreiben. Er entsteht, wenn eine Serie "
    "abgeschlossen wird."
)
AS_PAGE = "seite"  # in the query of an address: a page for the browser to print, even if PDF is possible


def as_page(address: str) -> str:
    """Returns the address of a printout, changed so that it leads to a web page instead of a PDF."""
    return f"{address}{'&' if '?' in address else '?'}{AS_PAGE}"


def view_of(printout: Printout) -> Callable[..., HttpResponse]:
    """Returns the view of a printout, for officials with its right.

    It answers 409 with the reason if the printout cannot be made yet, and 404 for an unknown number in the address.
    """

    @require_safe
    @for_officials(printout.right)
    def view(request: HttpRequest, event: Event, /, series: int | None = None, **numbers: int) -> HttpResponse:
        for name in printout.parameters:
            if name in request.GET:
                number = whole_number(request.GET[name])
                if number is None:
                    raise Http404
                numbers[name] = number
        job = _job(request, event, series, numbers)
        if printout.phase is Phase.SERIES and job.of_series is None:
            return _refused(request, event, printout.title, _("Diese Serie ist noch nicht ausgelost."))
        if why := printout.why_not(job):
            return _refused(request, event, printout.title, why)
        if progress := progress_response(request, event, title=printout.title, name=printout.file_name(job)):
            return progress
        with speaking_for(event):
            return _printed(request, printout, job)

    return view


@require_safe
@for_officials(Right.SEE)
def series_papers(request: HttpRequest, event: Event, series: int) -> HttpResponse:
    """Sends the printouts of a series for the hall, as one file; answers 409 before the draw."""
    title = lazy(lambda: _("Alles für Serie %(number)d") % {"number": series}, str)()
    job = _job(request, event, series, {})
    if job.of_series is None or not job.series.tables.exists():
        return _refused(request, event, title, _("Diese Serie ist noch nicht ausgelost."))

    wanted = of_series(job.series, base=job.base)
    return _many(request, event, title, wanted, f"{event.own_slug}-serie-{series}-alles")


@require_safe
@for_officials(Right.SEE)
def all_papers(request: OfficialRequest, event: Event) -> HttpResponse:
    """Sends the ticked printouts (`blatt`) as one file, or those of the whole day without ticks.

    With `auswahl` and no tick, answers 409. Raises Http404 for an unknown printout, and if the official may not see
    every one of them.
    """
    job = _job(request, event, None, {})
    ticks = request.GET.getlist("blatt")
    title = gettext_lazy("Blätter") if ticks else gettext_lazy("Alle Blätter")
    if "auswahl" in request.GET and not ticks:
        return _refused(request, event, title, _("Kein Blatt ist angekreuzt. Kreuzen Sie an, was Sie brauchen."))
    try:
        wanted = ticked(event, ticks, base=job.base) if ticks else day(event, base=job.base)
    except KeyError as error:
        raise Http404 from error
    if not all(may(request.user, printout.right, event) for printout, _job_of in wanted):
        raise Http404
    return _many(request, event, title, wanted, f"{event.own_slug}-{'blaetter' if ticks else 'alles'}")


@require_safe
@for_officials(Right.DIRECT)
def event_archive_file(request: OfficialRequest, event: Event) -> HttpResponse:
    """Orders and sends the signed archive of the event; answers 409 if the organiser has no key on this machine yet."""
    if private_key(event.held_by) is None:
        return _refused(request, event, gettext_lazy("Archiv"), NO_KEY)
    return archive_response(request, event)


def _job(request: HttpRequest, event: Event, series: int | None, numbers: Mapping[str, int]) -> Job:
    if series is not None:
        demand_series(event, series)
    of_series = None if series is None else event.series.filter(number=series).first()
    base = for_phones(request.build_absolute_uri("/"))
    remember_printed(base)
    return Job(event, of_series, numbers, base=base)


def _many(
    request: HttpRequest, event: Event, title: StrOrPromise, wanted: Sequence[tuple[Printout, Job]], name: str
) -> HttpResponse:
    """Returns the printouts as one file, or a page with the progress of the file.

    `title` is lazy, because files are in the event's language.
    """
    if progress := progress_response(request, event, title=title, name=name):
        return progress
    with speaking_for(event):
        return _joined(request, event, title, wanted, name)


def _joined(
    request: HttpRequest, event: Event, title: StrOrPromise, wanted: Sequence[tuple[Printout, Job]], name: str
) -> HttpResponse:
    """Returns one file or, without PDF, a page of links to the printouts, because their styles cannot share a page."""
    if pdf_is_possible():
        return file_response(request, f"{title} – {event.name}", wanted, name)
    of_series = _("Serie")
    parts = [
        (
            f"{printout.title}, {of_series} {job.series.number}" if job.of_series else printout.title,
            printout.address(job, WHOLE),
        )
        for printout, job in wanted
        if not printout.why_not(job)
    ]
    context = {"event": event, "title": title, "parts": parts, "papers": _print_page(event)}
    return render(request, "organiser/printouts/one_by_one.html", context)


def _printed(request: HttpRequest, printout: Printout, job: Job) -> HttpResponse:
    """Returns a PDF, or a page if PDF is impossible or a page is requested; answers 409 if there is nothing to print.

    For a printout in pieces, may redirect to the page of its progress instead. Raises Http404 for unknown numbers.
    """
    is_page = AS_PAGE in request.GET or not pdf_is_possible()
    if not is_page and printout.batch is not None and printout.batch.wanted(job):
        title = f"{printout.batch.title(job)} – {job.event.name}"
        return file_response(request, title, [(printout, job)], printout.file_name(job))
    context = printout.fill(job)
    if context is None and job.numbers:
        raise Http404
    if context is None:
        return _refused(request, job.event, printout.title, _("Darauf stünde noch nichts."))
    if is_page:
        return page_response(printout.template, context, back=_print_page(job.event))
    return pdf_response(render_pdf(printout.template, context), printout.file_name(job))


def _refused(request: HttpRequest, event: Event, title: StrOrPromise, why: StrOrPromise) -> HttpResponse:
    """Returns a page with the reason instead of the file. It is never cached, because a later request may succeed."""
    context = {"event": event, "title": title, "why": why, "papers": _print_page(event)}
    answer = render(request, "organiser/printouts/refused.html", context, status=409)
    answer["Cache-Control"] = "private, no-store"
    return answer


def _print_page(event: Event) -> str:
    return reverse("organiser:print_page", args=[event.slug])
