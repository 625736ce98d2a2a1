"""Responds with a file of many printouts if it is finished soon, otherwise with a page that shows its progress."""

from collections.abc import Mapping, Sequence

from django.conf import settings
from django.core.signing import BadSignature, Signer
from django.db import DatabaseError
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext_lazy as _
from django_stubs_ext import StrOrPromise

from romme_turnier.documents import files, jobs
from romme_turnier.documents.bundles import pieces_of
from romme_turnier.documents.models import Job
from romme_turnier.documents.printout import Job as PrintJob, Printout
from romme_turnier.documents.render import paper_cache
from romme_turnier.documents.render.pdf import pdf_response, render_batch
from romme_turnier.tournament.models import Event

PATIENCE = 1.5  # seconds; a file finished by then is sent without the page
LOOK_AGAIN = 1  # seconds until the page reloads

_JOB = "auftrag"  # the parameter with the signed job; each signature is valid for one address

LIBRARIES_MISSING = _(
    "Auf diesem Rechner fehlen Programmteile für PDF. Was zu tun ist, steht im Handbuch unter „Drucken“."
)
_WHY: Mapping[str, StrOrPromise] = {
    Job.Why.BROKEN_OFF: _("Die Arbeit daran wurde abgebrochen, etwa weil das Programm neu gestartet ist."),
    Job.Why.MISTAKE: _("Ein Blatt ließ sich nicht setzen: ein Fehler im Programm. Drucken Sie die Blätter einzeln."),
    Job.Why.DISK: _("Auf der Festplatte dieses Rechners ist kein Platz mehr."),
    Job.Why.LIBRARIES: LIBRARIES_MISSING,
}


def file_response(
    request: HttpRequest, title: str, printouts: Sequence[tuple[Printout, PrintJob]], name: str
) -> HttpResponse:
    """Returns the file, or a redirect to the page that shows its progress.

    `title` is in the language of the event; `name` is the name of the saved file, without extension.
    """
    try:
        job = files.job_for(title, printouts) if settings.KEPT_PAPERS else None
    except (OSError, DatabaseError):  # no file can be kept
        job = None
    if job is None:
        return pdf_response(render_batch(pieces_of(printouts), title=title), name)
    jobs.wait(job, PATIENCE)
    if (pdf := _finished(job)) is not None:
        return pdf_response(pdf, name)
    query = request.GET.copy()
    query[_JOB] = _signer(request).sign(str(job.pk))
    return HttpResponseRedirect(f"{request.path}?{query.urlencode()}")


def _finished(job: Job) -> bytes | None:
    return paper_cache.fetch(files.file_of(job)) if job.state == Job.State.FINISHED else None


def progress_response(request: HttpRequest, event: Event, *, title: StrOrPromise, name: str) -> HttpResponse | None:
    """Returns the file of the job in the address or a page with its progress; None if the address names no job.

    If the job or its file has been deleted, redirects to the address without the job. Raises Http404 for a forged job.
    """
    if _JOB not in request.GET:
        return None
    try:
        job = Job.objects.filter(pk=_signer(request).unsign(request.GET[_JOB])).first()
    except BadSignature as error:
        raise Http404 from error
    if job is not None and (pdf := _finished(job)) is not None:
        return pdf_response(pdf, name)
    if job is None or job.state == Job.State.FINISHED:  # deleted after a week
        return HttpResponseRedirect(_address(request))
    jobs.hand_out()
    failed = not jobs.is_open(job)
    context = {
        "event": event,
        "title": title,
        "job": job,
        "why": _WHY[job.result or Job.Why.BROKEN_OFF] if failed else "",
        "again": _address(request),
        "look_again": LOOK_AGAIN,
        "papers": reverse("organiser:print_page", args=[event.slug]),
    }
    answer = render(request, "organiser/printouts/in_work.html", context, status=503 if failed else 200)
    answer["Cache-Control"] = "private, no-store"
    return answer


def _address(request: HttpRequest) -> str:
    """Returns the address without the job; opening the address places a new job."""
    query = request.GET.copy()
    query.pop(_JOB, None)
    return f"{request.path}?{query.urlencode()}" if query else request.path


def _signer(request: HttpRequest) -> Signer:
    return Signer(salt=f"papers {_address(request)}")
