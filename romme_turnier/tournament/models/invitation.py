"""Links that invite officials to an event, and players or clubs to a closed event; and bans."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from romme_turnier.accounts.fields import NameField
from romme_turnier.fast.rows import Stored
from romme_turnier.tournament.models.club import Club, Player
from romme_turnier.tournament.models.event import Event, EventRole
from romme_turnier.tournament.models.fields import Acted, new_token
from romme_turnier.tournament.models.organiser import Organiser


class OfficialInvitation(Acted):
    """A link with which one person can accept a role at an event."""

    event = models.ForeignKey(Event, models.CASCADE, related_name="official_invitations")
    role = models.CharField(_("Aufgabe"), max_length=10, choices=EventRole.Role)
    token = models.CharField(max_length=43, unique=True, default=new_token, editable=False)
    until = models.DateTimeField(_("gilt bis"))
    accepted_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, blank=True, related_name="+")
    accepted_at = models.DateTimeField(null=True, blank=True)
    withdrawn_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-pk"]

    def __str__(self) -> str:
        return f"{self.event}: {self.get_role_display()}"


class PlayerInvitation(Stored):
    """A link for registering for a closed event, valid for one player or for all members of a club."""

    event = models.ForeignKey(Event, models.CASCADE, related_name="player_invitations")
    club = models.ForeignKey(Club, models.CASCADE, null=True, blank=True, related_name="+")
    name = NameField(_("für wen"), max_length=120, blank=True)
    token = models.CharField(max_length=43, unique=True, default=new_token, editable=False)
    at = models.DateTimeField()
    withdrawn_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-pk"]

    def __str__(self) -> str:
        return f"{self.event}: {self.club or self.name}"


class Bans(models.QuerySet["Ban"]):
    """Bans, including past ones."""

    def in_force(self) -> "Bans":
        return self.filter(Q(until=None) | Q(until__gte=timezone.localdate()), lifted_at=None)


class Ban(Acted):
    """A ban from playing (§ 1.4), temporary or permanent; officials are warned at the next registration.

    It applies to events of its organiser and of all organisers below.
    """

    organiser = models.ForeignKey(Organiser, models.PROTECT, related_name="bans")
    player = models.ForeignKey(Player, models.CASCADE, related_name="bans")
    reason = models.CharField(_("Grund"), max_length=300)
    until = models.DateField(_("gesperrt bis"), null=True, blank=True)
    event = models.ForeignKey(Event, models.SET_NULL, null=True, blank=True, related_name="+")
    lifted_at = models.DateTimeField(null=True, blank=True)

    objects = Bans.as_manager()

    class Meta:
        ordering = ["-pk"]
        verbose_name = _("Sperre")
        verbose_name_plural = _("Sperren")

    def __str__(self) -> str:
        return str(self.player)
