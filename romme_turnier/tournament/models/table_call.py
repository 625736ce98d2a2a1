"""Calls for an official (Ruf) that a table sends in writing from a phone."""

from datetime import timedelta

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from romme_turnier.fast.rows import Stored
from romme_turnier.tournament.models.fields import SEATS_MAX
from romme_turnier.tournament.models.registration import Registration
from romme_turnier.tournament.models.series import Table


class TableCall(Stored):
    """A table's call for an official, with its reason and answer; kept after the call is over.

    `seat` and `registration` are the caller, if known. `about` and `text` are for officials only: public pages name
    only the table. `answered_at` is the time of the first "Ich komme"; `answered_by` is the official who comes, who may
    have taken over from another.
    """

    class About(models.TextChoices):
        RULE = "rule", _("Frage zu den Regeln")
        LIST = "list", _("Fehler in der Liste")
        ILL = "ill", _("Jemandem geht es nicht gut")
        OTHER = "other", _("Etwas anderes")

    table = models.ForeignKey(Table, models.CASCADE, related_name="calls")
    seat = models.PositiveSmallIntegerField(_("Platz"), null=True, blank=True)
    registration = models.ForeignKey(Registration, models.CASCADE, null=True, blank=True, related_name="table_calls")
    about = models.CharField(_("Anlass"), max_length=5, choices=About)
    text = models.CharField(_("Bemerkung"), max_length=200, blank=True)
    called_at = models.DateTimeField(_("gerufen"))
    answered_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, blank=True, verbose_name=_("wer kommt"), related_name="+"
    )
    answered_at = models.DateTimeField(_("beantwortet"), null=True, blank=True)
    ended_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.PROTECT,
        null=True,
        blank=True,
        verbose_name=_("erledigt von"),
        related_name="+",
    )
    ended_at = models.DateTimeField(_("erledigt"), null=True, blank=True)
    withdrawn_at = models.DateTimeField(_("zurückgenommen"), null=True, blank=True)

    class Meta:
        ordering = ["pk"]  # not by time, because clocks may be set back
        verbose_name = _("Ruf")
        verbose_name_plural = _("Rufe")
        constraints = [
            models.UniqueConstraint(
                fields=["table"], condition=Q(ended_at=None, withdrawn_at=None), name="one_open_call_per_table"
            ),
            models.CheckConstraint(
                condition=Q(answered_by=None, answered_at=None)
                | Q(answered_by__isnull=False, answered_at__isnull=False),
                name="answer_to_a_call_has_its_time",
            ),
            models.CheckConstraint(
                condition=Q(ended_by=None, ended_at=None) | Q(ended_by__isnull=False, ended_at__isnull=False),
                name="end_of_a_call_has_its_time",
            ),
            models.CheckConstraint(condition=Q(ended_at=None) | Q(withdrawn_at=None), name="call_is_over_once"),
            models.CheckConstraint(
                condition=Q(seat=None) | Q(seat__gte=1, seat__lte=SEATS_MAX), name="call_comes_from_a_seat"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.table}: {self.get_about_display()}"

    @property
    def is_open(self) -> bool:
        return self.ended_at is None and self.withdrawn_at is None

    @property
    def until_answer(self) -> timedelta | None:
        """The time until an official answered; None if the call is unanswered."""
        return None if self.answered_at is None else max(self.answered_at - self.called_at, timedelta(0))

    @property
    def until_end(self) -> timedelta | None:
        """The time until the call was settled; None if it is open or was withdrawn."""
        return None if self.ended_at is None else max(self.ended_at - self.called_at, timedelta(0))
