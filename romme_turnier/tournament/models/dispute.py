"""Disputes and their decisions (§ 1.2, § 2.3.2)."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from romme_turnier.fast.rows import Stored
from romme_turnier.tournament.models.event import Event
from romme_turnier.tournament.models.fields import Acted


class Dispute(Stored):
    """A call for a referee, the decision, and the appeal against it to the Spielleitung.

    Consequences are applied to the list or the registration; `effects` only describe them.
    """

    class Appeal(models.TextChoices):
        NONE = "none", _("keine Berufung")
        OPEN = "open", _("Berufung eingelegt")
        UPHELD = "upheld", _("Entscheidung bestätigt")
        CHANGED = "changed", _("Entscheidung geändert")

    event = models.ForeignKey(Event, models.CASCADE, related_name="disputes")
    number = models.PositiveSmallIntegerField(_("Nummer"))
    # Numbers instead of foreign keys, so that later draws and swaps do not change the record.
    series_number = models.PositiveSmallIntegerField(_("Serie"), null=True, blank=True)
    table_number = models.PositiveSmallIntegerField(_("Tisch"), null=True, blank=True)
    game = models.PositiveSmallIntegerField(_("Spiel"), null=True, blank=True)
    seats = models.JSONField(_("beteiligte Plätze"), default=list, blank=True)  # in order
    players = models.JSONField(default=list, blank=True)  # their start numbers, in the order of `seats`
    clause = models.CharField(_("Paragraph"), max_length=40, blank=True)
    facts = models.TextField(_("Was geschehen ist"))
    # The question to Regel-Check and its answer as shown then (disputes/kept_case.py); None without a case.
    case = models.JSONField(_("Fall mit Karten"), null=True, blank=True)
    called_at = models.DateTimeField(_("gerufen"))
    called_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+")

    decision = models.TextField(_("Entscheidung"), blank=True)
    referee = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, blank=True, related_name="+")
    referee_of_same_club = models.BooleanField(_("Schiedsrichter aus dem Club eines Beteiligten"), default=False)
    decided_at = models.DateTimeField(_("entschieden"), null=True, blank=True)

    appeal = models.CharField(_("Berufung"), max_length=8, choices=Appeal, default=Appeal.NONE)
    appeal_grounds = models.TextField(_("Begründung der Berufung"), blank=True)
    appealed_at = models.DateTimeField(_("Berufung eingelegt"), null=True, blank=True)
    appeal_decision = models.TextField(_("Entscheidung der Spielleitung"), blank=True)
    appeal_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, blank=True, related_name="+")
    appeal_at = models.DateTimeField(_("Berufung entschieden"), null=True, blank=True)

    version = models.PositiveIntegerField(default=0)

    class Meta:
        ordering = ["number"]
        verbose_name = _("Streitfall")
        verbose_name_plural = _("Streitfälle")
        constraints = [
            models.UniqueConstraint(fields=["event", "number"], name="disputes_are_numbered"),
            models.CheckConstraint(
                condition=Q(series_number__isnull=True, table_number__isnull=True)
                | Q(series_number__isnull=False, table_number__isnull=False),
                name="table_is_of_a_series",
            ),
            models.CheckConstraint(
                condition=Q(decision="", decided_at__isnull=True) | (~Q(decision="") & Q(decided_at__isnull=False)),
                name="decision_has_its_time",
            ),
            models.CheckConstraint(
                condition=Q(appeal="none") | Q(decided_at__isnull=False), name="appeal_is_against_a_decision"
            ),
            models.CheckConstraint(
                condition=Q(appeal__in=["none", "open"], appeal_at__isnull=True)
                | (Q(appeal__in=["upheld", "changed"], appeal_at__isnull=False) & ~Q(appeal_decision="")),
                name="appeal_decision_has_words",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.event}: Streitfall {self.number}"

    @property
    def is_open(self) -> bool:
        """Whether a decision is pending."""
        return self.decided_at is None or self.appeal == self.Appeal.OPEN


class DisputeEffect(Acted):
    """A consequence of a dispute as text; the change itself is stored in the list or the registration."""

    dispute = models.ForeignKey(Dispute, models.CASCADE, related_name="effects")
    words = models.CharField(_("Wirkung"), max_length=300)

    class Meta:
        ordering = ["pk"]
        verbose_name = _("Wirkung")
        verbose_name_plural = _("Wirkungen")

    def __str__(self) -> str:
        return f"{self.dispute}: {self.words}"
