"""Manages jobs in the server: places them, hands them to a worker process, and stores their progress.

The server starts the worker (worker.py) with the first job, or shortly before. The worker reads the keys of jobs from
standard input and writes new values of their rows to standard output. It ends with the server, or when it has had no
job for a while.
"""

import json
import subprocess
import threading
import time
from contextlib import suppress
from datetime import timedelta
from typing import IO, Any, cast
from uuid import uuid4

from django.conf import settings
from django.db import DatabaseError, connection
from django.utils import timezone

from romme_turnier import own_process
from romme_turnier.documents.models import Job

AT_A_TIME = {False: 2, True: 1}  # requested jobs, and jobs made ahead
KEPT_FOR = timedelta(days=7)
_SILENCE = timedelta(minutes=1)  # a server that is silent for longer counts as ended
_LOOK_AGAIN = 0.05  # seconds

SERVER = uuid4().hex
_Process = subprocess.Popen[bytes]
_lock = threading.RLock()
_newest: _Process | None = None  # the worker that takes jobs
_running: dict[str, tuple[_Process, bool]] = {}  # by key of a job: its worker, and whether the job is made ahead


def start() -> None:
    """Marks open jobs of an earlier server as failed, except on PostgreSQL, where other servers may be running."""
    if connection.vendor == "sqlite":
        Job.objects.filter(state=Job.State.OPEN).update(state=Job.State.FAILED, result=Job.Why.BROKEN_OFF)


def place(kind: str, asked: dict[str, Any], key: str, *, ahead: bool = False) -> Job:
    """Returns the open job with this key, or a new job, and hands out waiting jobs.

    The key "" always gets a new job. Before a new job is stored, all jobs without news for a week are deleted. A
    request that is not `ahead` raises an open job to normal priority. Raises DatabaseError if the job cannot be stored,
    and OSError if the worker cannot be started.
    """
    with _lock:
        same = Job.objects.filter(key=key, state=Job.State.OPEN) if key else []
        job = next(filter(is_open, same), None)
        if job is None:
            Job.objects.filter(heard_at__lt=timezone.now() - KEPT_FOR).delete()
            job = Job.objects.create(kind=kind, asked=asked, key=key, ahead=ahead, server=SERVER)
        elif job.ahead and not ahead:
            Job.objects.filter(pk=job.pk).update(ahead=False)
        hand_out()
    return job


def is_open(job: Job) -> bool:
    """Returns whether a worker is doing the job or will do it.

    A job of another server is open only if any job of that server was updated within the last minute. Times more than a
    minute ahead were written before the clock was set back, and are ignored.
    """
    if job.state != Job.State.OPEN or job.server == SERVER:
        return job.state == Job.State.OPEN
    now = timezone.now()
    return Job.objects.filter(server=job.server, heard_at__range=(now - _SILENCE, now + _SILENCE)).exists()


def wait(job: Job, seconds: float) -> None:
    """Waits until the job is no longer open, but at most `seconds`, and refreshes the job from the database."""
    until = time.monotonic() + seconds
    while is_open(job) and time.monotonic() < until:
        time.sleep(_LOOK_AGAIN)
        job.refresh_from_db()


def hand_out() -> None:
    """Gives open jobs of this server to the worker, a few at a time: requested jobs first, then by age.

    Starts the worker if a job needs it and none is running; raises OSError if that fails.
    """
    with _lock:
        waiting = Job.objects.filter(state=Job.State.OPEN, server=SERVER).exclude(pk__in=list(_running))
        for pk, ahead in waiting.order_by("ahead", "heard_at").values_list("pk", "ahead"):
            if [is_ahead for _worker, is_ahead in _running.values()].count(ahead) < AT_A_TIME[ahead]:
                worker = _worker()
                _running[str(pk)] = worker, ahead
                with suppress(OSError):  # the worker has just ended: `_listen` marks the job as failed
                    stream = cast(IO[bytes], worker.stdin)
                    stream.write(f"{pk}\n".encode())
                    stream.flush()


def get_ready() -> None:
    """Starts the worker early if papers are kept, since starting takes seconds and a job is likely to follow."""
    if settings.KEPT_PAPERS:
        with _lock, suppress(OSError):
            _worker()


def _worker() -> _Process:
    global _newest  # noqa: PLW0603 - the server has one worker
    if _newest is None or _newest.poll() is not None:
        pipe = subprocess.PIPE
        _newest = own_process.start(*own_process.command("work"), stdin=pipe, stdout=pipe)
        threading.Thread(target=_listen, args=(_newest,), daemon=True).start()
    return _newest


def _listen(worker: _Process) -> None:
    """Stores the progress of jobs until the worker and its last job have ended; marks unfinished jobs as failed."""
    for line in cast(IO[bytes], worker.stdout):
        _note(**json.loads(line))
        connection.close()
    worker.wait()
    for pk in [pk for pk, (its_worker, _ahead) in list(_running.items()) if its_worker is worker]:
        _note(pk, state=Job.State.FAILED, result=Job.Why.BROKEN_OFF)
    connection.close()


def _note(job: str, **values: Any) -> None:
    """Stores new values of a job, and hands out the next job if this one has ended.

    If the database cannot store the end of a job, the job stays open and is handed out again later. If no worker can be
    started, the next job waits for a later call.
    """
    has_ended = "state" in values
    with _lock, suppress(DatabaseError, OSError):
        if has_ended:
            _running.pop(job, None)
        Job.objects.filter(pk=job, state=Job.State.OPEN).update(**values, heard_at=timezone.now())
        if has_ended:
            hand_out()
