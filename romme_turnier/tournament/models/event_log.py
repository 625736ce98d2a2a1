"""The log of an event: one row for each service call, numbered, never changed."""

from typing import Any, Never

from django.conf import settings
from django.core.serializers.json import DjangoJSONEncoder
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from romme_turnier.fast.rows import Stored
from romme_turnier.tournament.models.event import Event


class LogIsFinal(TypeError):
    """An attempt to change or delete a row of the log: a programming error."""

    def __init__(self) -> None:
        super().__init__("rows of the event log are only ever added")


class LogRows(models.QuerySet["EventLog"]):
    """Rows that can only be added."""

    def update(self, **_values: Any) -> Never:
        raise LogIsFinal

    def bulk_update(self, *_objects: Any, **_options: Any) -> Never:
        raise LogIsFinal

    def delete(self) -> Never:
        raise LogIsFinal


class EventLog(Stored):
    """One act: service, official, time, subject and changes (Protokoll).

    `event` is None for acts on the register only. `by` is None for players using their link, and for commands.
    The subject is named by its kind, its primary key and a number from paper ("12", "1/3"), never by a name, and it is
    not a foreign key: deleting or merging the subject does not change the row.

    `old` and `new` map "model:pk" to the fields that changed (a field that is None on both sides changed, but its value
    is not kept), and the names of further statements to values (shared/snapshots.py).
    """

    event = models.ForeignKey(Event, models.PROTECT, null=True, related_name="record")
    number = models.PositiveIntegerField(_("Nummer"))
    verb = models.CharField(max_length=60)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+")
    at = models.DateTimeField()
    reason = models.CharField(_("Grund"), max_length=300, blank=True)
    subject_kind = models.CharField(max_length=30, blank=True)  # name of a model, in lower case
    subject_pk = models.BigIntegerField(null=True)
    subject_number = models.CharField(max_length=20, blank=True)
    old = models.JSONField(encoder=DjangoJSONEncoder, default=dict)
    new = models.JSONField(encoder=DjangoJSONEncoder, default=dict)

    objects = LogRows.as_manager()

    class Meta:
        ordering = ["number"]
        verbose_name = _("Eintrag im Protokoll")
        verbose_name_plural = _("Protokoll")
        constraints = [
            models.UniqueConstraint(fields=["event", "number"], name="event_log_is_numbered"),
            models.UniqueConstraint(
                fields=["number"], condition=Q(event__isnull=True), name="log_of_the_register_is_numbered"
            ),
            models.CheckConstraint(condition=~Q(verb=""), name="event_log_names_a_verb"),
        ]

    def __str__(self) -> str:
        return f"{self.number}: {self.verb}"

    def save(self, *args: Any, **kwargs: Any) -> None:
        if not self._state.adding:
            raise LogIsFinal
        super().save(*args, **kwargs)

    def delete(self, *_args: Any, **_kwargs: Any) -> Never:
        raise LogIsFinal
