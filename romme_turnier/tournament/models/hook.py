"""Webhooks: addresses of other programs, the outbox of messages, the log of attempts, and changes of people's names."""

import secrets

from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from romme_turnier.fast.rows import Stored
from romme_turnier.tournament.models.event import Event
from romme_turnier.tournament.models.fields import Acted
from romme_turnier.tournament.models.organiser import Organiser
from romme_turnier.tournament.models.seasons.season import Season


def new_message_key() -> str:
    """Returns the id of a message, which receivers use to recognise a repeated one; it has no full stop."""
    return f"msg_{secrets.token_hex(12)}"


class Hook(Acted):
    """The address of another program, which gets messages about the organiser and those below it.

    `sealed` is the secret of the signatures, encrypted for this installation (`shared/sealing.py`). `types` are the
    chosen kinds of messages; `PERSON_CHANGED` is always sent as well. `busy_until` is set while a thread delivers, so
    that other servers skip the hook; if that thread dies, they take the hook after that time. After a failure,
    `busy_until` is the end of the pause.
    """

    class Off(models.TextChoices):
        BY_HAND = "by_hand", _("hier abgeschaltet")
        GONE = "gone", _("von der Gegenstelle abgemeldet (Antwort 410)")
        SEALED = "sealed", _("auf einem anderen Rechner angelegt: Bitte ein neues Geheimnis machen")

    organiser = models.ForeignKey(Organiser, models.CASCADE, related_name="hooks")
    url = models.URLField(_("Adresse"), max_length=500)
    types = models.JSONField(default=list)
    sealed = models.TextField(editable=False)
    off_at = models.DateTimeField(_("aus seit"), null=True, blank=True)
    off_because = models.CharField(_("warum aus"), max_length=7, choices=Off, blank=True)
    delivered_at = models.DateTimeField(null=True, editable=False)  # the last success
    failing_since = models.DateTimeField(null=True, editable=False)  # None: the last attempt succeeded
    busy_until = models.DateTimeField(null=True, editable=False)

    class Meta:
        ordering = ["pk"]
        verbose_name = _("Webhook")
        verbose_name_plural = _("Webhooks")
        constraints = [
            models.CheckConstraint(
                condition=Q(off_at__isnull=True, off_because="") | (Q(off_at__isnull=False) & ~Q(off_because="")),
                name="hook_is_off_for_a_reason",
            ),
        ]

    def __str__(self) -> str:
        return self.host

    @property
    def host(self) -> str:
        """The host of the address; the rest of the address may contain a secret of the other program."""
        return self.url.removeprefix("https://").partition("/")[0]


class HookMessage(Stored):
    """A message in the outbox, for one hook. `ids` are identifiers as in public addresses.

    `due_at` is the time of the next attempt, None if there will be none. The other program confirms a message about a
    person once it has applied the change (`confirmed_at`).
    """

    class Type(models.TextChoices):
        STANDINGS_RELEASED = "standings.released", _("Rangliste freigegeben")
        STANDINGS_TAKEN_BACK = "standings.taken_back", _("Rangliste zurückgenommen")
        SEATS_RELEASED = "seats.released", _("Plätze freigegeben")
        EVENT_CHANGED = "event.changed", _("Ausschreibung geändert")
        EDITION_ISSUED = "edition.issued", _("Saisontabelle ausgegeben")
        SEASON_CLOSED = "season.closed", _("Saison abgeschlossen")
        PERSON_CHANGED = "person.changed", _("Person geändert")
        TEST = "test", _("Probe")

    hook = models.ForeignKey(Hook, models.CASCADE, related_name="messages")
    key = models.CharField(max_length=32, unique=True, default=new_message_key)
    type = models.CharField(_("Anlass"), max_length=20, choices=Type)
    ids = models.JSONField(default=dict)
    at = models.DateTimeField(default=timezone.now)
    due_at = models.DateTimeField(null=True)
    failures = models.PositiveSmallIntegerField(default=0)
    delivered_at = models.DateTimeField(null=True)
    confirmed_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["pk"]
        indexes = [models.Index(fields=["due_at"], condition=Q(due_at__isnull=False), name="hook_message_by_due_time")]

    def __str__(self) -> str:
        return self.key


class HookAttempt(Stored):
    """An attempt to deliver a message. `status` is the HTTP status of the answer; without one, `fault` says why."""

    class Fault(models.TextChoices):
        NOT_FOUND = "not_found", _("Den Namen in der Adresse gibt es nicht")
        NOT_PUBLIC = "not_public", _("Die Adresse führt nicht ins Internet, sondern in ein eigenes Netz")
        NO_CONNECTION = "no_connection", _("Keine Verbindung")
        CERTIFICATE = "certificate", _("Das Zertifikat der Gegenstelle gilt nicht")
        TIMEOUT = "timeout", _("Keine Antwort in der Zeit")
        NO_ANSWER = "no_answer", _("Keine verständliche Antwort")

    message = models.ForeignKey(HookMessage, models.CASCADE, related_name="attempts")
    at = models.DateTimeField(_("Zeit"))
    milliseconds = models.PositiveIntegerField(_("Dauer"))
    status = models.PositiveSmallIntegerField(_("Antwort"), null=True)
    fault = models.CharField(max_length=13, choices=Fault, blank=True)

    class Meta:
        ordering = ["-pk"]
        indexes = [models.Index(fields=["at"], name="hook_attempt_by_time")]

    def __str__(self) -> str:
        return f"{self.message}: {self.status or self.fault}"


class PersonChange(Stored):
    """A changed or removed name on public pages, identified by a start number at an event or a number in a season.

    A row has either an event or a season, so no row reveals that two numbers belong to the same person. Programs
    without a hook read these rows in order.
    """

    organiser = models.ForeignKey(Organiser, models.CASCADE, related_name="+")
    event = models.ForeignKey(Event, models.CASCADE, null=True, related_name="+")
    season = models.ForeignKey(Season, models.CASCADE, null=True, related_name="+")
    number = models.PositiveIntegerField()
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.CheckConstraint(
                condition=Q(event__isnull=True, season__isnull=False) | Q(event__isnull=False, season__isnull=True),
                name="change_at_an_event_or_in_a_season",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.event or self.season}: {self.number}"

    @property
    def ids(self) -> dict[str, str | int]:
        """The public identifiers of the person, as in addresses and files."""
        where = {"event": self.event.slug} if self.event else {"season": self.season.address if self.season else ""}
        return {**where, "number": self.number}
