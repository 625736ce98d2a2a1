"""Lists from hand-in (§ 2.3.3) to check (§ 2.2.5): papers, differences, notices to players, second readings."""

from decimal import Decimal

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from romme_turnier.core.lists.claims import Difference, Figure
from romme_turnier.fast.rows import Stored
from romme_turnier.tournament.models.fields import Acted
from romme_turnier.tournament.models.record import Revision
from romme_turnier.tournament.models.registration import Registration
from romme_turnier.tournament.models.spielliste import Spielliste


class HandIn(Stored):
    """A table's hand-in: its paper list, missing signatures and start cards, and the fine (§ 2.2.4, § 2.3.3)."""

    class Custody(models.TextChoices):
        OUT = "out", _("noch am Tisch")
        IN = "in", _("abgegeben")
        LOST = "lost", _("verloren")

    spielliste = models.OneToOneField(Spielliste, models.CASCADE, related_name="hand_in")
    paper = models.CharField(_("Liste"), max_length=4, choices=Custody, default=Custody.OUT)
    unsigned = models.JSONField(_("Unterschrift fehlt"), default=list, blank=True)  # seats, in order
    cards_missing = models.JSONField(_("Startkarte fehlt"), default=list, blank=True)  # seats, in order
    fine_paid = models.DecimalField(_("Bußgeld erhalten"), max_digits=8, decimal_places=2, null=True, blank=True)
    at = models.DateTimeField(null=True)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+")
    version = models.PositiveIntegerField(default=0)

    class Meta:
        verbose_name = _("Abgabe")
        verbose_name_plural = _("Abgaben")
        constraints = [
            models.CheckConstraint(
                condition=Q(fine_paid__isnull=True) | Q(fine_paid__gte=Decimal(0)), name="fine_paid_not_negative"
            )
        ]

    def __str__(self) -> str:
        return f"{self.spielliste}: {self.get_paper_display()}"


class ScorerError(Acted):
    """A difference between a figure of the scorer and the computed one, closed as the scorer's mistake.

    It applies to these two figures only: if either changes, the difference is open again.
    """

    class Figure(models.TextChoices):
        TOTAL = "total", _("Summe")
        RESULT = "result", _("Ergebnis")
        FINISHED = "finished", _("beendete Spiele")

    spielliste = models.ForeignKey(Spielliste, models.CASCADE, related_name="scorer_errors")
    seat = models.PositiveSmallIntegerField(_("Platz"))
    figure = models.CharField(max_length=8, choices=Figure)
    claimed = models.IntegerField(_("laut Liste"))
    computed = models.IntegerField(_("gerechnet"))

    class Meta:
        ordering = ["seat", "figure"]
        constraints = [
            models.UniqueConstraint(fields=["spielliste", "seat", "figure"], name="one_scorer_error_per_figure"),
            models.CheckConstraint(condition=~Q(claimed=models.F("computed")), name="scorer_error_is_a_difference"),
        ]

    def __str__(self) -> str:
        return f"{self.spielliste}, Platz {self.seat}: {self.claimed} statt {self.computed}"

    @property
    def difference(self) -> Difference:
        """The difference that was closed."""
        return Difference(self.seat, Figure(self.figure), self.claimed, self.computed)


class NoticeQuerySet(models.QuerySet["Notice"]):
    def waiting(self) -> "NoticeQuerySet":
        """Returns the notices that still have to be delivered."""
        return self.filter(told_at=None, withdrawn_at=None)


class Notice(Stored):
    """A notice that informs a player of a correction (§ 2.2.5), and its delivery.

    If corrections are undone before the player was informed, their notices are withdrawn. A player who reads the notice
    on a phone answers there; `told_by` then stays empty, unless an official had informed the player before.

    `left` marks a player removed from the list by a correction of the seats, if no other list can inform them: the list
    of the new table is open, or there is no new table. `seat` is then the former seat.
    """

    class Answer(models.TextChoices):
        SEEN = "seen", _("zur Kenntnis genommen")
        OBJECTS = "objects", _("widerspricht")

    revision = models.ForeignKey(Revision, models.CASCADE, related_name="notices")
    registration = models.ForeignKey(Registration, models.PROTECT, related_name="notices")
    seat = models.PositiveSmallIntegerField(_("Platz"))
    left = models.BooleanField(default=False)
    old_result = models.IntegerField(_("bisher"), null=True)
    new_result = models.IntegerField(_("jetzt"), null=True)
    told_at = models.DateTimeField(_("unterrichtet"), null=True, blank=True)
    told_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, blank=True, related_name="+")
    answer = models.CharField(_("Antwort"), max_length=7, choices=Answer, blank=True)
    answered_at = models.DateTimeField(_("beantwortet"), null=True, blank=True)
    withdrawn_at = models.DateTimeField(_("zurückgezogen"), null=True, blank=True)

    objects = NoticeQuerySet.as_manager()

    class Meta:
        ordering = ["pk"]
        verbose_name = _("Mitteilung")
        verbose_name_plural = _("Mitteilungen")
        constraints = [
            models.UniqueConstraint(fields=["revision", "seat", "left"], name="one_notice_per_seat"),
            models.CheckConstraint(
                condition=models.Q(told_at=None) | models.Q(withdrawn_at=None), name="notice_told_or_withdrawn"
            ),
            models.CheckConstraint(
                condition=models.Q(answer="", answered_at=None)
                | (~models.Q(answer="") & models.Q(answered_at__isnull=False, told_at__isnull=False)),
                name="who_answers_was_told",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.registration}: {self.revision}"


class SecondReading(Stored):
    """A second, blind reading of a list by another official."""

    spielliste = models.ForeignKey(Spielliste, models.CASCADE, related_name="second_readings")
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+")
    started_at = models.DateTimeField()
    compared_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-pk"]

    def __str__(self) -> str:
        return f"{self.spielliste}: zweite Lesung"


class SecondReadingRow(Stored):
    """One game's cells as typed by the second reader."""

    reading = models.ForeignKey(SecondReading, models.CASCADE, related_name="rows")
    game = models.PositiveSmallIntegerField(_("Spiel"))
    cells = models.JSONField()

    class Meta:
        ordering = ["game"]
        constraints = [models.UniqueConstraint(fields=["reading", "game"], name="one_second_row_per_game")]

    def __str__(self) -> str:
        return f"{self.reading}, Spiel {self.game}"
