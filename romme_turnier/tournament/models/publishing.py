"""Records about the packages with which laptops publish events: on the laptop, and on the hosted program."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from romme_turnier.fast.rows import Stored
from romme_turnier.tournament.models.event import Event
from romme_turnier.tournament.models.organiser import Organiser


class Publication(Stored):
    """On the laptop: the newest package made from an event.

    The package itself is not stored, because it names people. If it is made again from the same facts, its content is
    the same.
    """

    event = models.OneToOneField(Event, models.CASCADE, related_name="publication")
    number = models.PositiveIntegerField(_("Paket"))
    digest = models.CharField(max_length=64, editable=False)  # SHA-256 of its content
    history = models.JSONField(default=list)  # the digests of the earlier packages, shortened
    made_at = models.DateTimeField(_("angelegt"))

    class Meta:
        verbose_name = _("Paket")
        verbose_name_plural = _("Pakete")

    def __str__(self) -> str:
        return f"{self.event}: Paket {self.number}"


class LaptopKey(Stored):
    """On the hosted copy: a key that signs packages for an organiser, accepted by its chair.

    It does not verify papers: codes signed with it name events by their primary keys on the laptop.
    """

    organiser = models.ForeignKey(Organiser, models.CASCADE, related_name="laptop_keys")
    public = models.CharField(max_length=64, unique=True)  # hexadecimal
    since = models.DateTimeField(_("seit"))
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+")
    ended_at = models.DateTimeField(_("bis"), null=True, blank=True)

    class Meta:
        ordering = ["-pk"]
        verbose_name = _("Schlüssel eines Laptops")
        verbose_name_plural = _("Schlüssel von Laptops")

    def __str__(self) -> str:
        return f"{self.organiser}: {self.public[:16]}"


class EventCopy(Stored):
    """On the hosted copy: the newest package that was accepted for an event.

    `line` is the shortened digest of the event's first package; packages of another line come from another laptop.
    `chains` are the last hashes of the lists on the laptop: series, table, revision, hash.
    """

    event = models.OneToOneField(Event, models.CASCADE, related_name="copy")
    key = models.ForeignKey(LaptopKey, models.PROTECT, related_name="copies")
    line = models.CharField(max_length=32, unique=True)
    number = models.PositiveIntegerField(_("Paket"))
    digest = models.CharField(max_length=64, editable=False)  # SHA-256 of its content
    history = models.JSONField(default=list)  # the digests of the earlier packages, shortened
    chains = models.JSONField(default=list)
    made_at = models.DateTimeField(_("angelegt"))
    accepted_at = models.DateTimeField(_("angenommen"))
    handed_over_at = models.DateTimeField(_("übergeben"), null=True, blank=True)

    class Meta:
        verbose_name = _("Kopie vom Laptop")
        verbose_name_plural = _("Kopien vom Laptop")

    def __str__(self) -> str:
        return f"{self.event}: Paket {self.number}"
