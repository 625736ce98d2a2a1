"""Jobs for work that takes too long for a response."""

from typing import Any
from uuid import uuid4

from django.db import models


class Job(models.Model):
    """A job for the worker. Only the server writes rows (jobs.py); the worker reads them.

    Jobs belong to this machine: restored backups and `copy_to` leave them out.
    """

    class State(models.TextChoices):
        OPEN = "open"
        FINISHED = "finished"
        FAILED = "failed"

    class Why(models.TextChoices):
        BROKEN_OFF = "broken off"  # the server or a process ended, or a person was erased
        MISTAKE = "mistake"
        DISK = "disk"
        LIBRARIES = "libraries"

    # A number would not work: after a restored backup, new jobs would get the numbers of running jobs.
    id = models.UUIDField(primary_key=True, default=uuid4, editable=False)
    kind = models.CharField(max_length=20)  # see `work` in worker.py
    asked: models.JSONField[dict[str, Any], dict[str, Any]] = models.JSONField()  # the request, in the form of its kind
    key = models.CharField(max_length=64, db_index=True)  # jobs with equal keys have equal results; "" matches no job
    ahead = models.BooleanField()  # not requested yet
    state = models.CharField(max_length=8, choices=State, default=State.OPEN)
    pieces = models.PositiveIntegerField(default=0)
    done = models.PositiveIntegerField(default=0)  # finished pieces
    result = models.CharField(max_length=64, default="")  # the name of the finished file, or a value of `Why`
    server = models.CharField(max_length=32)  # the server whose worker does the job
    heard_at = models.DateTimeField(auto_now_add=True)  # last news from the worker; until then the time of the request

    class Meta:
        db_table = "documents_job"

    def __str__(self) -> str:
        return f"{self.kind} {self.pk}"
