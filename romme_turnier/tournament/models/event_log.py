"""The log of an event: one row for each service call, numbered, never changed."""

from django.core.serializers.json import DjangoJSONEncoder
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from romme_turnier.tournament.models.event import Event
from romme_turnier.tournament.models.fields import Final


class EventLog(Final):
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
    reason = models.CharField(_("Grund"), max_length=300, blank=True)
    subject_kind = models.CharField(max_length=30, blank=True)  # name of a model, in lower case
    subject_pk = models.BigIntegerField(null=True)
    subject_number = models.CharField(max_length=20, blank=True)
    old = models.JSONField(encoder=DjangoJSONEncoder, default=dict)
    new = models.JSONField(encoder=DjangoJSONEncoder, default=dict)

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
