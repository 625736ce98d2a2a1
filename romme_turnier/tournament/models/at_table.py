"""Lists that tables keep on phones: access, phones, and players' statements."""

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from romme_turnier.fast.rows import Stored
from romme_turnier.tournament.models.fields import SEATS_MAX
from romme_turnier.tournament.models.registration import Registration
from romme_turnier.tournament.models.spielliste import Spielliste


class TableAccess(Stored):
    """Phones' access to a list: PIN resets, wrong codes since the last reset, and whether officials write.

    The row is created when a phone sends the first code, or when officials first reset the PIN, take the pen or give
    it back. A code counts as wrong while it is being compared.
    """

    spielliste = models.OneToOneField(Spielliste, models.CASCADE, primary_key=True, related_name="access")
    pins_ended = models.PositiveSmallIntegerField(_("PIN zurückgesetzt"), default=0)
    wrong_codes = models.PositiveSmallIntegerField(_("falsche Codes"), default=0)
    # While officials write, the table's phones are read-only; afterwards the pen writes again.
    desk_has_pen = models.BooleanField(_("Spielleitung schreibt"), default=False)

    def __str__(self) -> str:
        return f"{self.spielliste}: Zugang"


class TablePhone(Stored):
    """A phone on which a player opened their table's list. At most one phone of a list writes; it has the pen.

    The phone has a secret; only its hash is stored. Once officials have ended its access (`ended_at`), it can no longer
    open the list. A newer phone of the same player does not end the older one, which may still have games to send.
    """

    spielliste = models.ForeignKey(Spielliste, models.CASCADE, related_name="phones")
    registration = models.ForeignKey(Registration, models.CASCADE, related_name="+")
    token_hash = models.CharField(max_length=64, unique=True, editable=False)
    is_pen = models.BooleanField(_("schreibt"), default=False)
    opened_at = models.DateTimeField(_("angemeldet"))
    seen_at = models.DateTimeField(_("zuletzt gesehen"), null=True, blank=True)  # to the minute
    ended_at = models.DateTimeField(_("beendet"), null=True, blank=True)

    class Meta:
        ordering = ["pk"]
        verbose_name = _("Handy am Tisch")
        verbose_name_plural = _("Handys am Tisch")
        constraints = [
            models.UniqueConstraint(fields=["spielliste"], condition=Q(is_pen=True), name="one_pen_per_list"),
            models.CheckConstraint(condition=Q(ended_at__isnull=True) | Q(is_pen=False), name="ended_phone_is_no_pen"),
        ]

    def __str__(self) -> str:
        return f"{self.spielliste}: Handy von {self.registration}"


class Statement(Stored):
    """A player's confirmation of the written list, or objection to it.

    `agrees` is None while the player has only typed points from memory (tournament/at_table/memory.py).

    A statement applies to the list that was shown: `content_hash` is the SHA-256 of its players and games, `version`
    the version of the list. Changing a game or a seat ends the statement permanently, even if the old figures return;
    so does a later statement of the same seat.
    """

    class Way(models.TextChoices):
        """The player's means of identification."""

        OWN_PHONE = "own_phone", _("am eigenen Handy")
        CARD = "card", _("mit dem Code der Startkarte am Handy des Schreibers")

    spielliste = models.ForeignKey(Spielliste, models.CASCADE, related_name="statements")
    seat = models.PositiveSmallIntegerField(_("Platz"))
    registration = models.ForeignKey(Registration, models.CASCADE, related_name="+")
    agrees = models.BooleanField(_("stimmt"), null=True)
    game = models.PositiveSmallIntegerField(_("Spiel"), null=True, blank=True)  # the disputed game, if only one
    text = models.CharField(_("was nicht stimmt"), max_length=300, blank=True)
    # The points typed from memory, {"3": 40} for game 3; None if not requested, `ERASED` if the person was erased.
    remembered = models.JSONField(_("Gegenprobe"), null=True, blank=True)
    content_hash = models.CharField(max_length=64, blank=True, editable=False)  # "" in old rows
    version = models.PositiveIntegerField(null=True, editable=False)
    word = models.CharField(_("Prüfwort"), max_length=7)
    way = models.CharField(_("bestätigt"), max_length=9, choices=Way)
    phone = models.ForeignKey(TablePhone, models.SET_NULL, null=True, related_name="+")
    at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["pk"]
        verbose_name = _("Bestätigung")
        verbose_name_plural = _("Bestätigungen")
        constraints = [
            models.UniqueConstraint(
                fields=["spielliste", "seat"], condition=Q(ended_at__isnull=True), name="one_statement_holds_per_seat"
            ),
            models.CheckConstraint(condition=Q(seat__gte=1) & Q(seat__lte=SEATS_MAX), name="statement_is_of_a_seat"),
            models.CheckConstraint(
                condition=Q(agrees=False) | Q(text="", game__isnull=True), name="who_agrees_names_nothing_wrong"
            ),
        ]

    def __str__(self) -> str:
        does = {True: "bestätigt", False: "widerspricht", None: "erinnert sich"}[self.agrees]
        return f"{self.spielliste}: Platz {self.seat} {does}"
