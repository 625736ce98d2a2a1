"""Clubs, the register of players, and the program's operator, which all outlive events."""

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from romme_turnier.accounts.fields import NameField
from romme_turnier.core.people.names import OrderKey, PersonName, PersonOrder, order_of
from romme_turnier.fast.rows import Stored


class Club(Stored):
    name = NameField(_("Name"), max_length=120, unique=True)

    class Meta:
        ordering = ["pk"]  # sorting by name: core/people/names.py, the same on every database
        verbose_name = _("Club")
        verbose_name_plural = _("Clubs")

    def __str__(self) -> str:
        return self.name

    @property
    def order(self) -> OrderKey:
        """The sort key by name."""
        return order_of(self.name)


class Players(models.QuerySet["Player"]):
    """The players in the register, including erased ones."""

    def known(self) -> "Players":
        """Returns the players who are not erased: erased ones are never offered, found or linked again."""
        return self.filter(erased_at=None)


class Player(Stored):
    """A person in the register. Two people may share a name, so a name never identifies a person."""

    key = models.CharField(
        _("Registerschlüssel"), max_length=64, unique=True, null=True, blank=True, default=None
    )  # from a federation or another program; the event file links by this key
    first_name = NameField(_("Vorname"), max_length=80)
    last_name = NameField(_("Nachname"), max_length=80)
    club = models.ForeignKey(Club, models.SET_NULL, null=True, blank=True, related_name="players")
    erased_at = models.DateTimeField(_("gelöscht"), null=True, editable=False)

    objects = Players.as_manager()

    class Meta:
        ordering = ["pk"]
        verbose_name = _("Spieler")
        verbose_name_plural = _("Spieler")

    def __str__(self) -> str:
        return self.name

    @property
    def full_name(self) -> PersonName:
        return PersonName(self.first_name, self.last_name)

    @property
    def name(self) -> str:
        return str(self.full_name)

    @property
    def order(self) -> tuple[PersonOrder, int]:
        """The sort key by name."""
        return self.full_name.order, self.pk


class EarlierName(Stored):
    """A person's earlier name, kept so that erasing finds it in texts, too.

    `entry` is the primary key of a duplicate that had the name and was merged into this person.
    """

    player = models.ForeignKey(Player, models.CASCADE, related_name="earlier_names")
    first_name = NameField(_("Vorname"), max_length=80)
    last_name = NameField(_("Nachname"), max_length=80)
    entry = models.BigIntegerField(null=True)

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return f"{self.first_name} {self.last_name} → {self.player}"


class Different(Stored):
    """Two similar entries that an official declared different; they are not offered as duplicates again."""

    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        abstract = True
        constraints = [
            models.UniqueConstraint(fields=["one", "other"], name="%(class)s_once"),
            models.CheckConstraint(condition=Q(one__lt=F("other")), name="%(class)s_in_order"),
        ]


class DifferentPlayers(Different):
    one = models.ForeignKey(Player, models.CASCADE, related_name="+")
    other = models.ForeignKey(Player, models.CASCADE, related_name="+")

    def __str__(self) -> str:
        return f"{self.one} ≠ {self.other}"


class DifferentClubs(Different):
    one = models.ForeignKey(Club, models.CASCADE, related_name="+")
    other = models.ForeignKey(Club, models.CASCADE, related_name="+")

    def __str__(self) -> str:
        return f"{self.one} ≠ {self.other}"


class MergeProposal(Stored):
    """A proposal to merge `drop` into `keep`, two people of the register, by an official without the right to do so.

    Accepting it merges them and removes the row. A refusal has a reason.
    """

    keep = models.ForeignKey(Player, models.CASCADE, related_name="+")
    drop = models.ForeignKey(Player, models.CASCADE, related_name="+")
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    at = models.DateTimeField(auto_now_add=True)
    refused_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+")
    refused_at = models.DateTimeField(null=True, blank=True)
    reason = models.CharField(_("Grund"), max_length=300, blank=True)  # of the refusal

    class Meta:
        ordering = ["pk"]
        verbose_name = _("Vorschlag zum Zusammenlegen")
        verbose_name_plural = _("Vorschläge zum Zusammenlegen")
        constraints = [
            models.UniqueConstraint(
                fields=["keep", "drop"], condition=Q(refused_at__isnull=True), name="one_open_proposal"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.drop} → {self.keep}"


class Operator(Stored):
    """The operator's texts for the pages "Impressum" and "Ihre Daten", in a single row."""

    imprint = models.TextField(_("Impressum"), max_length=2000, blank=True)
    privacy = models.TextField(_("Zum Datenschutz"), max_length=4000, blank=True)

    class Meta:
        verbose_name = _("Betreiber")
        verbose_name_plural = _("Betreiber")

    def __str__(self) -> str:
        return "Betreiber"
