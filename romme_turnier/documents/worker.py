"""The worker: `romme-turnier work` reads keys of jobs and writes new values of their rows, which jobs.py stores.

It writes nothing to the database except editions of large seasons. It loads the program once and forks a process for
each job, whose memory is freed when the job ends. On systems without fork it does one job after another.
"""

import json
import os
import signal
import sys
from contextlib import suppress
from datetime import timedelta
from functools import partial
from importlib import import_module
from typing import Any

import django
from django.conf import settings
from django.db import connection
from django.utils import timezone

LOWEST = 19  # priority
HEARTBEAT = 10  # seconds
_UNCOMMITTED = timedelta(seconds=10)  # how long before its end an act may have written its log row
IDLE = 300  # seconds without a new job until the worker ends; it takes 150 MB, and 3 seconds to start

_children: dict[int, str] = {}  # processes, with the key of their job


def main() -> int:
    """Works on jobs until standard input is closed; returns the exit code.

    On systems with fork, also ends once no job has come for `IDLE` seconds.
    """
    signal.signal(signal.SIGINT, _end)  # Ctrl+C ends the worker together with the server, without a traceback
    django.setup()
    from romme_turnier.documents.render import pdf, pieces, press, typefaces  # noqa: PLC0415 - needs django.setup()

    import_module(settings.ROOT_URLCONF)
    with suppress(pieces.LibrariesMissingError):  # reported for each job
        press.layout(pdf.static())
    forks = hasattr(os, "fork")
    if forks:
        signal.signal(signal.SIGCHLD, _children_ended)
        signal.signal(signal.SIGALRM, _end)
        signal.alarm(IDLE)
    for line in iter(sys.stdin.readline, ""):
        typefaces.only_bundled(pdf.static())  # in this process, which outlives the jobs and removes the files
        if not forks:
            work(line.strip())
            connection.close()
        elif child := os.fork():
            _children[child] = line.strip()
            signal.alarm(IDLE)
        else:
            _work_and_end(line.strip())
    return 0


def _end(*_signal: object) -> None:
    raise SystemExit


def _children_ended(*_signal: object) -> None:
    """Reports the jobs whose processes were killed or ended with an error."""
    while _children:
        child, status = os.waitpid(-1, os.WNOHANG)
        if not child:
            return
        pk = _children.pop(child, None)
        if status and pk:
            _tell(pk, state="failed", result="broken off")


def _work_and_end(pk: str) -> None:
    try:
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        signal.signal(signal.SIGALRM, lambda *_: _tell(pk))
        signal.setitimer(signal.ITIMER_REAL, HEARTBEAT, HEARTBEAT)
        work(pk, forked=True)
        os._exit(0)
    finally:
        os._exit(1)


def work(pk: str, *, forked: bool = False) -> None:
    """Does a job and reports its end; errors go to standard error.

    A job made ahead gets the lowest priority, but only if `forked`, because a process cannot raise its priority again.
    If a person was erased during a job for papers or archives, all finished files are deleted and the job fails.
    """
    from romme_turnier.documents import archives, files  # noqa: PLC0415 - needs django.setup()
    from romme_turnier.documents.models import Job  # noqa: PLC0415
    from romme_turnier.documents.render import paper_cache  # noqa: PLC0415
    from romme_turnier.documents.render.pieces import LibrariesMissingError  # noqa: PLC0415
    from romme_turnier.documents.seasons import editions  # noqa: PLC0415
    from romme_turnier.tournament.models import EventLog  # noqa: PLC0415

    was_erased = False
    try:
        job = Job.objects.get(pk=pk)
        if job.ahead and forked:
            os.nice(LOWEST)
        started = timezone.now()
        make = {files.KIND: files.make, files.ARCHIVE: archives.make, editions.KIND: editions.make}[job.kind]
        try:
            ended = {**make(job.asked, job.key, partial(_tell, pk)), "state": Job.State.FINISHED}
        finally:
            erasures = EventLog.objects.filter(event=None, verb="erasing.erase_player", at__gte=started - _UNCOMMITTED)
            was_erased = job.kind != editions.KIND and erasures.exists()
            if was_erased:  # the papers may name the person, even if the job failed
                paper_cache.forget_all()
    except Exception as error:
        sys.stderr.write(f"{type(error).__name__}: {error}\n")
        why = Job.Why.DISK if isinstance(error, OSError) else Job.Why.MISTAKE
        if isinstance(error, LibrariesMissingError):
            why = Job.Why.LIBRARIES
        ended = {"state": Job.State.FAILED, "result": why}
    if was_erased:
        ended = {"state": Job.State.FAILED, "result": Job.Why.BROKEN_OFF}
    _tell(pk, **ended)


def _tell(pk: str, **values: Any) -> None:
    try:
        os.write(sys.stdout.fileno(), json.dumps({"job": pk, **values}).encode() + b"\n")
    except BrokenPipeError:  # the server has ended
        raise SystemExit(1) from None
