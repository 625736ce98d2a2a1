"""Records kept as proof: logs and revisions of lists, their packed form, request keys, and the log of events."""

from django.core.serializers.json import DjangoJSONEncoder
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from romme_turnier.fast.rows import Stored
from romme_turnier.tournament.models.at_table import TablePhone
from romme_turnier.tournament.models.event import Event
from romme_turnier.tournament.models.fields import Acted, Final, new_salt
from romme_turnier.tournament.models.reasons import reason_words
from romme_turnier.tournament.models.spielliste import Spielliste


class LogEntry(Acted):
    """A change to an open list: author, time, old and new value. `version` is the list's version after the change."""

    spielliste = models.ForeignKey(Spielliste, models.CASCADE, related_name="log")
    version = models.PositiveIntegerField()
    what = models.CharField(max_length=20)  # "row", "claims", "penalty", "ruling", "vacancy", "seats", …
    game = models.PositiveSmallIntegerField(null=True)
    row_version = models.PositiveIntegerField(null=True)
    old = models.JSONField(null=True)
    new = models.JSONField(null=True)
    phone = models.ForeignKey(TablePhone, models.SET_NULL, null=True, related_name="+")  # if a table's phone wrote

    class Meta:
        ordering = ["version"]
        constraints = [
            models.UniqueConstraint(fields=["spielliste", "version"], name="one_log_entry_per_version"),
            models.UniqueConstraint(
                fields=["spielliste", "game", "row_version"],
                condition=Q(row_version__isnull=False),
                name="one_log_entry_per_row_version",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.spielliste}: {self.what} {self.version}"


class Revision(Acted):
    """A complete state of a list, chained to the previous one by hashes.

    Completing, importing or invalidating an open list creates revision 1. `content` holds seats, start numbers and
    roles, never database keys; names and free text appear only as salted commitments (lists/revision_chain.py), so
    that erasing a person breaks no chain.
    """

    spielliste = models.ForeignKey(Spielliste, models.CASCADE, related_name="revisions")
    number = models.PositiveIntegerField(_("Fassung"))
    reason = models.CharField(_("Grund"), max_length=300)
    salt = models.CharField(max_length=32, default=new_salt, editable=False)
    consent = models.JSONField(_("Einverständnis der Plätze"), default=list)
    content = models.JSONField()
    previous_hash = models.CharField(max_length=64, blank=True)
    hash = models.CharField(max_length=64)

    class Meta:
        ordering = ["number"]
        verbose_name = _("Fassung")
        verbose_name_plural = _("Fassungen")
        constraints = [
            models.UniqueConstraint(fields=["spielliste", "number"], name="revisions_are_numbered"),
            models.CheckConstraint(condition=Q(number__gte=1), name="revision_from_one"),
            models.CheckConstraint(
                condition=Q(number=1, previous_hash="") | (Q(number__gt=1) & ~Q(previous_hash="")),
                name="revisions_are_chained",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.spielliste}, Fassung {self.number}"

    @property
    def reason_words(self) -> str:
        """The reason as shown, with codes put into words."""
        return reason_words(self.reason)


class PackedLists(Stored):
    """The games, log entries and whole contents of revisions of an event's lists, packed (tournament/lists/packed.py).

    `data` holds no name and no free text: entries of the log that contain a text stay in their table.
    """

    event = models.OneToOneField(Event, models.CASCADE, related_name="packed_lists")
    data = models.BinaryField()
    digest = models.CharField(max_length=64)  # SHA-256 of the data

    def __str__(self) -> str:
        return f"{self.event}: {len(self.data)} Byte"


class SavedKey(Stored):
    """A request's key, stored in one transaction with its effect, so that a repeated request gets the first answer."""

    key = models.CharField(max_length=64, unique=True)
    body_hash = models.CharField(max_length=64)
    answer = models.JSONField()
    at = models.DateTimeField()

    def __str__(self) -> str:
        return self.key


class EventLog(Final):
    """An action in the log (Protokoll): service, official, time, subject and changes.

    `event` is None for actions that concern only the register. `by` is None for players using their link, and for
    commands. The subject is identified by its kind, its primary key and its number on paper ("12", "1/3"), never by a
    name. It is not a foreign key, so that deleting or merging the subject does not change the row.

    `old` and `new` map "model:pk" to the changed fields (None on both sides: the field changed, but its value is not
    kept), and the names of additional notes to their values (shared/event_log.py).
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
