"""A series: its draws, tables and seats."""

from datetime import timedelta

from django.conf import settings
from django.core.serializers.json import DjangoJSONEncoder
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from romme_turnier.fast.rows import Stored
from romme_turnier.tournament.models.event import Event
from romme_turnier.tournament.models.fields import SEATS_MAX
from romme_turnier.tournament.models.reasons import reason_words
from romme_turnier.tournament.models.registration import Registration


class SeriesRows(models.QuerySet["Series"]):
    def drawn(self) -> "SeriesRows":
        """Returns the series that have tables, released or not."""
        return self.filter(tables__isnull=False).distinct()

    def last_drawn(self) -> int:
        """Returns the number of the last series that has tables; 0 if there is none."""
        return self.drawn().aggregate(last=models.Max("number"))["last"] or 0

    def being_played(self) -> "SeriesRows":
        """Returns the series that have tables and are not closed yet, ordered by the event's start and their number."""
        return self.drawn().filter(closed_at=None).select_related("event").order_by("event__starts_at", "number")


class Series(Stored):
    """A series, created by its first draw or an import; an event announces `series_count` of them."""

    event = models.ForeignKey(Event, models.CASCADE, related_name="series")
    number = models.PositiveSmallIntegerField(_("Nummer"))
    held_on = models.DateField(_("Spieltag"), null=True, blank=True)  # None: the event's day
    seats_released_at = models.DateTimeField(_("Plätze freigegeben"), null=True, blank=True)
    # The hall clock: it ran for `played_before` until the last stop, and has run again since `clock_started_at`.
    minutes = models.PositiveSmallIntegerField(_("Spielzeit in Minuten"), null=True, blank=True)
    clock_started_at = models.DateTimeField(null=True, blank=True)
    played_before = models.DurationField(default=timedelta)
    closed_at = models.DateTimeField(_("abgeschlossen"), null=True, blank=True)
    closed_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, blank=True, related_name="+")
    # How the tables keep their lists, if not as announced; read only in tournament/at_table/terms.py.
    phone_lists = models.CharField(_("Listen der Tische"), max_length=7, choices=Event.PhoneLists, blank=True)
    confirmations = models.PositiveSmallIntegerField(
        _("Bestätigungen je Liste"), null=True, blank=True
    )  # 0: the whole table
    blind_check = models.BooleanField(_("Gegenprobe aus dem Gedächtnis"), null=True, blank=True)

    objects = SeriesRows.as_manager()

    class Meta:
        ordering = ["number"]
        verbose_name = _("Serie")
        verbose_name_plural = _("Serien")
        constraints = [
            models.UniqueConstraint(fields=["event", "number"], name="one_series_per_number"),
            models.CheckConstraint(condition=Q(number__gte=1), name="series_from_one"),
        ]

    def __str__(self) -> str:
        return f"{self.event}, Serie {self.number}"

    @property
    def is_closed(self) -> bool:
        return self.closed_at is not None


class Table(Stored):
    series = models.ForeignKey(Series, models.CASCADE, related_name="tables")
    number = models.PositiveSmallIntegerField(_("Tisch"))

    class Meta:
        ordering = ["number"]
        verbose_name = _("Tisch")
        verbose_name_plural = _("Tische")
        constraints = [
            models.UniqueConstraint(fields=["series", "number"], name="one_table_per_number"),
            models.CheckConstraint(condition=Q(number__gte=1), name="table_from_one"),
        ]

    def __str__(self) -> str:
        return f"{self.series}, Tisch {self.number}"


class Seat(Stored):
    """One player's seat in one series (§ 2.1.2). `series` repeats the table's series for a uniqueness constraint."""

    table = models.ForeignKey(Table, models.CASCADE, related_name="seats")
    series = models.ForeignKey(Series, models.CASCADE, related_name="seats")
    number = models.PositiveSmallIntegerField(_("Platz"))
    registration = models.ForeignKey(Registration, models.PROTECT, related_name="seats")

    class Meta:
        ordering = ["number"]
        verbose_name = _("Platz")
        verbose_name_plural = _("Plätze")
        constraints = [
            models.UniqueConstraint(fields=["table", "number"], name="one_player_per_seat"),
            models.UniqueConstraint(fields=["series", "registration"], name="one_seat_per_player_and_series"),
            models.CheckConstraint(condition=Q(number__gte=1) & Q(number__lte=SEATS_MAX), name="seat_in_range"),
        ]

    def __str__(self) -> str:
        return f"{self.table}, Platz {self.number}"


class Draw(Stored):
    """A draw, stored permanently so that anyone can repeat it."""

    class Status(models.TextChoices):
        PROPOSED = "proposed", _("Vorschau")
        APPLIED = "applied", _("gilt")
        DISCARDED = "discarded", _("verworfen")

    series = models.ForeignKey(Series, models.CASCADE, related_name="draws")
    status = models.CharField(max_length=10, choices=Status, default=Status.PROPOSED)
    algorithm = models.CharField(max_length=40)
    seed = models.CharField(max_length=64)
    inputs = models.JSONField(encoder=DjangoJSONEncoder)
    result = models.JSONField()  # [[start number, …], …]: tables in order, seat 1 first
    quality = models.JSONField(default=dict)
    author = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+")
    made_at = models.DateTimeField()
    applied_at = models.DateTimeField(null=True, blank=True)  # also set for draws that were discarded later
    discarded_at = models.DateTimeField(null=True, blank=True)
    discarded_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, blank=True, related_name="+")
    discard_reason = models.CharField(max_length=200, blank=True)

    class Meta:
        ordering = ["-pk"]
        verbose_name = _("Auslosung")
        verbose_name_plural = _("Auslosungen")
        constraints = [
            models.UniqueConstraint(fields=["series"], condition=Q(status="applied"), name="one_draw_applies"),
            models.UniqueConstraint(fields=["series"], condition=Q(status="proposed"), name="one_draw_proposed"),
        ]

    def __str__(self) -> str:
        return f"{self.series}: {self.get_status_display()}"

    @property
    def discard_words(self) -> str:
        """The reason as shown, with codes put into words."""
        return reason_words(self.discard_reason)

    @property
    def numbers(self) -> list[int]:
        """The table numbers, in the order of `result`."""
        return list(self.inputs["tables"])
