"""A player's page about all of their years, which the player creates and may publish."""

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from romme_turnier.fast.rows import Stored
from romme_turnier.tournament.models.club import Player


class YearsPage(Stored):
    """A player's page about all of their events and seasons, created by the player; deleting the row ends it.

    Its address contains a secret; only the hash is stored. If `public_since` is set, tables of seasons link to the
    page; if `compares_since` is set, it may be compared with pages of other players who agreed to that. Both are the
    times of the player's consent.
    """

    player = models.OneToOneField(Player, models.CASCADE, related_name="years_page")
    token_hash = models.CharField(max_length=64, unique=True, editable=False)
    made_at = models.DateTimeField(_("angelegt"))
    public_since = models.DateTimeField(_("öffentlich seit"), null=True, blank=True)
    compares_since = models.DateTimeField(_("zu vergleichen seit"), null=True, blank=True)

    class Meta:
        verbose_name = _("Seite „Meine Jahre“")
        verbose_name_plural = _("Seiten „Meine Jahre“")
        constraints = [
            models.CheckConstraint(
                condition=Q(compares_since__isnull=True) | Q(compares_since__gte=F("public_since")),
                name="only_public_years_are_compared",
            )
        ]

    def __str__(self) -> str:
        return f"{self.player}: Meine Jahre"
