"""Responds with a file of many printouts or an archive if it is finished, otherwise with a page about its progress."""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Any

from django.conf import settings
from django.core.signing import BadSignature, Signer
from django.db import DatabaseError
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext, gettext_lazy as _
from django_stubs_ext import StrOrPromise

from romme_turnier.address import for_phones
from romme_turnier.documents import archives, files, jobs
from romme_turnier.documents.bundles import pieces_of
from romme_turnier.documents.models import Job
from romme_turnier.documents.printout import Job as PrintJob, Printout
from romme_turnier.documents.render import paper_cache
from romme_turnier.documents.render.pdf import pdf_response, render_batch
from romme_turnier.documents.render.pieces import PressError
from romme_turnier.tournament.models import Event, Season

PATIENCE = 1.5  # seconds; a file finished by then is sent without the page
LOOK_AGAIN = 1  # seconds until the page reloads

_JOB = "auftrag"  # the parameter with the signed job; each signature is valid for one address
_SAVE = "speichern"  # the parameter that requests a finished archive instead of the page that offers it

LIBRARIES_MISSING = _(
    "Auf diesem Rechner fehlen Programmteile für PDF. Was zu tun ist, steht im Handbuch unter „Drucken“."
)
NOT_LAID_OUT = _(
    "Ein Blatt ließ sich nicht setzen: ein Fehler im Programm. Drucken Sie mehrere Blätter einzeln. Bleibt der Fehler, "
    "sagen Sie es der Person, die das Programm betreut."
)
_WHY: Mapping[str, StrOrPromise] = {
    Job.Why.BROKEN_OFF: _("Die Arbeit daran wurde abgebrochen, etwa weil das Programm neu gestartet ist."),
    Job.Why.MISTAKE: NOT_LAID_OUT,
    Job.Why.DISK: _("Auf der Festplatte dieses Rechners ist kein Platz mehr."),
    Job.Why.LIBRARIES: LIBRARIES_MISSING,
}
ARCHIVE_FAILED = _(
    "Beim Zusammenstellen ist im Programm ein Fehler aufgetreten. Versuchen Sie es noch einmal. Bleibt er, sagen "
    "Sie es der Person, die das Programm betreut."
)
_WHY_NO_ARCHIVE: Mapping[str, StrOrPromise] = {**_WHY, Job.Why.MISTAKE: ARCHIVE_FAILED}


def file_response(
    request: HttpRequest, title: str, printouts: Sequence[tuple[Printout, PrintJob]], name: str
) -> HttpResponse:
    """Returns the file if it is finished within PATIENCE, otherwise a redirect to the page that shows its progress.

    `title` is in the language of the event; `name` is the name of the saved file, without extension. If no job can be
    placed, the file is made immediately, which raises LibrariesMissingError or PressError on failure.
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
    return HttpResponseRedirect(_address(request, job))


def archive_response(request: HttpRequest, subject: Event | Season) -> HttpResponse:
    """Returns the archive of an event or a season if one is kept, otherwise a redirect to the page of a new job.

    If the address names a job, returns that page, which shows the progress and then offers the archive. If no job can
    be placed, the archive is made immediately. The organiser must have a key on this machine. Raises Http404 for a
    forged job.
    """
    if _JOB in request.GET:
        return _ordered_archive(request, subject, _asked_job(request))
    base = for_phones(request.build_absolute_uri("/"))
    try:
        job = archives.job_for(subject, base=base) if settings.KEPT_PAPERS else None
    except (OSError, DatabaseError):  # as above
        job = None
    if job is None:
        try:
            return _zip_response(archives.archive_of(subject, base=base), subject)
        except PressError:
            return _ordered_archive(request, subject, Job(state=Job.State.FAILED, result=Job.Why.MISTAKE))
    archive = _finished(job)
    return HttpResponseRedirect(_address(request, job)) if archive is None else _zip_response(archive, subject)


def _ordered_archive(request: HttpRequest, subject: Event | Season, job: Job | None) -> HttpResponse:
    """Returns the job's archive, the page that offers it, or the page that shows its progress.

    If the job or its file has been deleted, redirects to the address without the job.
    """
    archive = None if job is None else _finished(job)
    if archive is not None and _SAVE in request.GET:
        return _zip_response(archive, subject)
    if job is None or (archive is None and job.state == Job.State.FINISHED):
        return HttpResponseRedirect(_address(request))
    if isinstance(subject, Event):
        context = _about(subject, gettext("Archiv"))
    else:
        context = {
            "season": subject,
            "title": gettext("Archiv %(season)s") % {"season": subject},
            "back": reverse("organiser:season_close", args=[subject.address]),
            "back_label": gettext("Zum Ende der Saison"),
        }
    context |= {
        "size": None if archive is None else len(archive),
        "save": f"{_address(request, job)}&{_SAVE}=1",
        "is_newest": archive is not None and archives.key_now(job.asked) == job.key,
    }
    return _page(request, job, "organiser/printouts/archive.html", context, _WHY_NO_ARCHIVE)


def _zip_response(archive: bytes, subject: Event | Season) -> HttpResponse:
    """Returns an archive to save. It is never cached, because it names people."""
    response = HttpResponse(archive, content_type="application/zip")
    slug = subject.own_slug if isinstance(subject, Event) else subject.slug
    response["Content-Disposition"] = f'attachment; filename="{slug}-archiv.zip"'
    response["Cache-Control"] = "private, no-store"
    return response


def _finished(job: Job) -> bytes | None:
    return paper_cache.fetch(files.file_of(job)) if job.state == Job.State.FINISHED else None


def progress_response(request: HttpRequest, event: Event, *, title: StrOrPromise, name: str) -> HttpResponse | None:
    """Returns the file of the job in the address or a page with its progress; None if the address names no job.

    If the job or its file has been deleted, redirects to the address without the job. Raises Http404 for a forged job.
    """
    if _JOB not in request.GET:
        return None
    job = _asked_job(request)
    if job is not None and (pdf := _finished(job)) is not None:
        return pdf_response(pdf, name)
    if job is None or job.state == Job.State.FINISHED:  # deleted after a week
        return HttpResponseRedirect(_address(request))
    return _page(request, job, "organiser/printouts/in_work.html", _about(event, title), _WHY)


def _about(event: Event, title: StrOrPromise) -> dict[str, Any]:
    return {
        "event": event,
        "title": title,
        "back": reverse("organiser:print_page", args=[event.slug]),
        "back_label": gettext("Zur Seite Drucken"),
    }


def _page(
    request: HttpRequest, job: Job, template: str, about: Mapping[str, Any], reasons: Mapping[str, StrOrPromise]
) -> HttpResponse:
    """Returns the page of a job, which reloads itself while the job is open; its status is 503 after a failure.

    Also hands out waiting jobs.
    """
    with suppress(OSError):  # no worker starts at this moment: the page asks again in a second
        jobs.hand_out()
    is_open = jobs.is_open(job)
    failed = not is_open and job.state != Job.State.FINISHED
    context = {
        **about,
        "job": job,
        "why": reasons[job.result or Job.Why.BROKEN_OFF] if failed else "",
        "again": _address(request),
        "look_again": LOOK_AGAIN if is_open else None,
    }
    answer = render(request, template, context, status=503 if failed else 200)
    answer["Cache-Control"] = "private, no-store"
    return answer


def _asked_job(request: HttpRequest) -> Job | None:
    """Returns the job in the address, None if it has been deleted. Raises Http404 for a forged job."""
    try:
        return Job.objects.filter(pk=_signer(request).unsign(request.GET[_JOB])).first()
    except BadSignature as error:
        raise Http404 from error


def _address(request: HttpRequest, job: Job | None = None) -> str:
    """Returns the address with a signed job, or without one; opening the latter places a new job."""
    query = request.GET.copy()
    for name in (_JOB, _SAVE):
        query.pop(name, None)
    if job is not None:
        query[_JOB] = _signer(request).sign(str(job.pk))
    return f"{request.path}?{query.urlencode()}" if query else request.path


def _signer(request: HttpRequest) -> Signer:
    return Signer(salt=f"papers {_address(request)}")
