"""Records about the packages with which laptops publish events and seasons, on the laptop and on the hosted program."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from romme_turnier.fast.rows import Stored
from romme_turnier.tournament.models.event import Event
from romme_turnier.tournament.models.organiser import Organiser
from romme_turnier.tournament.models.seasons.season import Season


class MadePackages(Stored):
    """On the laptop: the newest package made from an event or a season.

    The package itself is not stored, because it names people. If it is made again from the same facts, its content is
    the same. `sent_number` is the number of the newest package that the hosted program has confirmed or no longer
    needs; 0 if there is none. `why` explains the outcome.
    """

    class Outcome(models.TextChoices):
        """Why the last attempt to send failed; blank before an attempt, after a success, and after a new request."""

        NETWORK = "network", _("kein Netz")
        REFUSED = "refused", _("abgewiesen")
        NEWER = "newer", _("dort liegt ein neueres")

    REFUSALS = (Outcome.REFUSED, Outcome.NEWER)

    number = models.PositiveIntegerField(_("Paket"))
    digest = models.CharField(max_length=64, editable=False)  # SHA-256 of its content
    history = models.JSONField(default=list)  # the digests of the earlier packages, shortened
    made_at = models.DateTimeField(_("angelegt"))
    sent_number = models.PositiveIntegerField(default=0, editable=False)
    sent_at = models.DateTimeField(_("bestätigt"), null=True, editable=False)
    outcome = models.CharField(max_length=7, choices=Outcome, blank=True, editable=False)
    why = models.CharField(max_length=300, blank=True, editable=False)

    class Meta:
        abstract = True

    @property
    def is_refused(self) -> bool:
        """Whether the hosted program refused the package. It is sent there again only at the request of an official."""
        return self.outcome in self.REFUSALS


class Publication(MadePackages):
    """On the laptop: the newest package made from an event.

    `seen_version` is the public version of the event (`PublicVersion`) that the package includes.
    """

    event = models.OneToOneField(Event, models.CASCADE, related_name="publication")
    seen_version = models.PositiveIntegerField(null=True, editable=False)

    class Meta:
        verbose_name = _("Paket")
        verbose_name_plural = _("Pakete")

    def __str__(self) -> str:
        return f"{self.event}: Paket {self.number}"


class SeasonPublication(MadePackages):
    """On the laptop: the newest package made from a season.

    `seen_version` is the newest act of the program (the primary key in `EventLog`) that the package can include.
    """

    season = models.OneToOneField(Season, models.CASCADE, related_name="publication")
    seen_version = models.PositiveBigIntegerField(null=True, editable=False)

    class Meta:
        verbose_name = _("Paket einer Saison")
        verbose_name_plural = _("Pakete von Saisons")

    def __str__(self) -> str:
        return f"{self.season}: Paket {self.number}"


class LaptopKey(Stored):
    """On the hosted program: a key that signs packages for an organiser, accepted by a chair or a command.

    It is not used to verify papers, because codes signed with it name events by their primary keys on the laptop.
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


class AcceptedPackages(Stored):
    """On the hosted program: the newest package that was accepted for an event or a season.

    `line` is the shortened digest of the first package; packages of another line come from another laptop. `digest` is
    blank if the chair has taken over the event of a lost laptop.
    """

    key = models.ForeignKey(LaptopKey, models.PROTECT, related_name="+")
    line = models.CharField(max_length=32, unique=True)
    number = models.PositiveIntegerField(_("Paket"))
    digest = models.CharField(max_length=64, editable=False)  # SHA-256 of its content
    history = models.JSONField(default=list)  # the digests of the earlier packages, shortened
    made_at = models.DateTimeField(_("angelegt"))
    accepted_at = models.DateTimeField(_("angenommen"))
    handed_over_at = models.DateTimeField(_("übergeben"), null=True, blank=True)  # kept here since then

    class Meta:
        abstract = True


class EventCopy(AcceptedPackages):
    """On the hosted program: the newest package that was accepted for an event.

    `chains` holds the last hash of each list on the laptop, as [series, table, revision, hash].
    """

    event = models.OneToOneField(Event, models.CASCADE, related_name="copy")
    chains = models.JSONField(default=list)

    class Meta:
        verbose_name = _("Kopie vom Laptop")
        verbose_name_plural = _("Kopien vom Laptop")

    def __str__(self) -> str:
        return f"{self.event}: Paket {self.number}"


class SeasonCopy(AcceptedPackages):
    """On the hosted program: the newest package that was accepted for a season, read-only until it is handed over.

    `events` lists the organiser's events in the season on the laptop, each as [own part of the address, kind, planned
    day of an evening or None]. Events without a release are missing until the season is handed over. Copies of the
    listed events belong to the season here.
    """

    season = models.OneToOneField(Season, models.CASCADE, related_name="copy")
    events = models.JSONField(default=list)

    class Meta:
        verbose_name = _("Kopie einer Saison vom Laptop")
        verbose_name_plural = _("Kopien von Saisons vom Laptop")

    def __str__(self) -> str:
        return f"{self.season}: Paket {self.number}"


class PublishingHost(Stored):
    """On the laptop: the hosted program to which an organiser's packages are sent over the network.

    `name` is the organiser's address there. `sealed` is the token, encrypted for this installation.
    """

    organiser = models.OneToOneField(Organiser, models.CASCADE, related_name="publishing_host")
    address = models.CharField(_("Adresse des Programms"), max_length=200)
    name = models.CharField(_("Adresse des Veranstalters dort"), max_length=40)
    sealed = models.TextField(editable=False)
    since = models.DateTimeField(_("seit"))

    class Meta:
        verbose_name = _("Programm im Internet")
        verbose_name_plural = _("Programme im Internet")

    def __str__(self) -> str:
        return f"{self.organiser}: {self.address}"
