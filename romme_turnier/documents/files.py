"""Finds the finished file of several printouts or an archive, or places a job; makes files of printouts in the worker.

Files are looked up by the state of their event, because making the HTML for a comparison would take longer than reading
the file. Every change to a tournament leaves a row in the log, so the newest row stands for the whole event and the
register; `state_of` adds the few facts outside the log. Requests, papers made in advance and other servers share
finished files.
"""

import hashlib
import json
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from django.conf import settings
from django.db.models import Q
from django.utils import timezone

from romme_turnier import paths
from romme_turnier.accounts.models import User
from romme_turnier.documents import jobs
from romme_turnier.documents.bundles import pieces_of
from romme_turnier.documents.catalogue import BY_KEY
from romme_turnier.documents.models import Job
from romme_turnier.documents.printout import Job as PrintJob, Printout
from romme_turnier.documents.render import paper_cache
from romme_turnier.documents.render.pdf import html_of, static
from romme_turnier.documents.render.pieces import atomic_path
from romme_turnier.documents.render.press import print_pieces
from romme_turnier.tournament.events.appearance import speaking_for
from romme_turnier.tournament.models import Event, EventLog, StandingsRelease
from romme_turnier.tournament.models.public_names import lasting_names

KIND, ARCHIVE = "papers", "archive"  # kinds of jobs; archives.py makes archives
_REPORTS = 20  # the most reports of progress for one file


def job_for(title: str, printouts: Sequence[tuple[Printout, PrintJob]], *, ahead: bool = False) -> Job:
    """Returns the job for these printouts, at least one; it is finished already if an up-to-date file exists.

    Printouts that show the time always get a new job. Raises OSError if no file can be kept or the worker cannot be
    started, and DatabaseError if no job can be stored.
    """
    asked = {
        "title": title,
        "event": printouts[0][1].event.pk,
        "printouts": [
            (printout.key, job.of_series and job.of_series.number, dict(sorted(job.numbers.items())), job.base)
            for printout, job in printouts
        ],
    }
    key = "" if any(printout.is_timestamped for printout, _job in printouts) else _key(asked)
    return kept_or_placed(KIND, asked, key, ahead=ahead)


def kept_or_placed(kind: str, asked: dict[str, Any], key: str, *, ahead: bool = False) -> Job:
    """Returns the finished job with this key whose file still exists, or places a job.

    Also deletes files that have not been used for a week. Raises the same errors as `job_for`.
    """
    paper_cache.tidy()
    for job in Job.objects.filter(key=key, state=Job.State.FINISHED).order_by("-heard_at") if key else ():
        if paper_cache.is_finished(file_of(job)):
            return job
    paper_cache.require_space()
    return jobs.place(kind, asked, key, ahead=ahead)


def file_of(job: Job) -> Path:
    """Returns the path of a finished job's file, which may have been deleted."""
    return paper_cache.path_named(job.result, "zip" if job.kind == ARCHIVE else "pdf")


def make(asked: Mapping[str, Any], key: str, tell: Callable[..., None]) -> dict[str, str]:
    """Makes the file that `asked` describes, reporting progress to `tell`; returns the final values of the job's row.

    If the event has changed since the request, the key is empty, so that later requests do not find this file.
    """
    event = Event.objects.get(pk=asked["event"])
    series = {series.number: series for series in event.series.all()}
    printouts = [
        (BY_KEY[name], PrintJob(event, series.get(number), numbers, base))
        for name, number, numbers, base in asked["printouts"]
    ]
    with speaking_for(event):
        texts = [html_of(template, context) for template, context in pieces_of(printouts)]
    piece_paths = [str(paper_cache.path_of(text)) for text in texts]
    path = paper_cache.path_of("\0".join([asked["title"], *piece_paths])) or Path()
    if not paper_cache.is_finished(path):
        tell(pieces=len(texts))
        pieces_a_report = len(texts) // _REPORTS + 1  # each report is a write to the database

        def progress(done: int) -> None:
            if done % pieces_a_report == 0:
                tell(done=done)

        with atomic_path(path) as unfinished:
            print_pieces(zip(piece_paths, texts, strict=True), unfinished, static(), asked["title"], progress=progress)
    return {"result": path.stem, "key": key if key and _key(asked) == key else ""}


def _key(asked: Mapping[str, Any]) -> str:
    return key_of(asked, state_of(asked["event"]))


def key_of(asked: Mapping[str, Any], state: object) -> str:
    """Returns the key of a job, which depends on the request, the state of its facts and the program."""
    facts = (_program(), json.dumps(asked, sort_keys=True), state)
    return hashlib.sha256(repr(facts).encode()).hexdigest()


def state_of(event: int) -> tuple[object, ...]:
    """Returns a value that changes as soon as anything on the event's papers may change.

    It includes the time of the newest log row, because two databases restored from one backup may reach the same
    number.
    """
    rows = EventLog.objects.filter(Q(event=event) | Q(event=None)).order_by("-pk")
    may_be_appealed = StandingsRelease.objects.filter(event=event, appeal_until__gt=timezone.now())
    officials = User.objects.order_by("pk").values_list("pk", "display_name", "username")
    lasting = lasting_names(Event.objects.select_related("held_by").get(pk=event))
    names = None if lasting is None else tuple(sorted(lasting))
    return event, names, rows.values_list("pk", "at").first(), *may_be_appealed.values_list("pk"), *officials


@cache
def _program() -> str:
    """Returns a hash of everything that turns facts into text: code, templates, catalogues, time zone."""
    catalogues = [(Path(folder), "*.mo") for folder in settings.LOCALE_PATHS]
    kinds = [(paths.PACKAGE, "*.py"), (paths.RESOURCES / "templates", "*"), *catalogues]
    return paper_cache.hash_of_files(kinds, settings.TIME_ZONE)
