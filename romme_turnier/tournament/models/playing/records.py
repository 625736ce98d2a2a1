"""Records of the games that were played for a list."""

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from romme_turnier.fast.rows import Stored
from romme_turnier.tournament.models.spielliste import Spielliste


class GameRecord(Stored):
    """A game of a list, act by act, in the canonical form of a record, with its SHA-256.

    Start numbers stand for the players, so no name is in it. A game that was broken off is dealt again: `deal` counts.
    Records are added, never changed; the hash goes into every revision of the list.
    """

    spielliste = models.ForeignKey(Spielliste, models.CASCADE, related_name="records")
    game = models.PositiveSmallIntegerField(_("Spiel"))
    deal = models.PositiveSmallIntegerField(_("Gabe"), default=1)
    text = models.TextField(_("Aufzeichnung"))
    sha256 = models.CharField(max_length=64)
    at = models.DateTimeField(_("beendet"))

    class Meta:
        ordering = ["game", "deal"]
        verbose_name = _("Aufzeichnung")
        verbose_name_plural = _("Aufzeichnungen")
        constraints = [
            models.UniqueConstraint(fields=["spielliste", "game", "deal"], name="one_record_per_deal"),
            models.CheckConstraint(condition=Q(game__gte=1, deal__gte=1), name="record_from_one"),
        ]

    def __str__(self) -> str:
        return f"{self.spielliste}: {_('Aufzeichnung')} {self.game}.{self.deal}"
