"""Organisers of events (federation, associations, clubs): logos, keys, API tokens, offices, members and players."""

import base64
from datetime import date

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _, pgettext_lazy

from romme_turnier.accounts.fields import NameField
from romme_turnier.fast.rows import Stored
from romme_turnier.tournament.models.club import Club, Player


class LogoPicture(Stored):
    """The logo of an organiser or an event, stored in the database so that backups include it."""

    png = models.BinaryField()
    width = models.PositiveSmallIntegerField()
    height = models.PositiveSmallIntegerField()
    digest = models.CharField(max_length=32)  # of the picture, part of its address

    class Meta:
        abstract = True

    @property
    def inline(self) -> str:
        """The picture as a data URL, for papers, which load no files."""
        return "data:image/png;base64," + base64.b64encode(bytes(self.png)).decode()


class Organiser(Stored):
    """A federation, an association or a club that holds events.

    An installation has one organiser until a second one is added; until then, no page mentions it. The number contains
    the hierarchy (core/organisers/numbers.py); the parent is stored as well, so that the database protects it.
    """

    class Kind(models.TextChoices):
        FEDERATION = "federation", _("Verband")
        ASSOCIATION = "association", _("Landesverband")
        CLUB = "club", _("Verein")

    kind = models.CharField(_("Art"), max_length=11, choices=Kind, default=Kind.CLUB)
    name = NameField(_("Name"), max_length=120, blank=True)  # blank until an official enters it
    number = models.CharField(_("Nummer"), max_length=14, unique=True)
    slug = models.SlugField(_("Adresse"), max_length=40, unique=True)
    parent = models.ForeignKey("self", models.PROTECT, null=True, blank=True, related_name="children")
    # This organiser's entry among the clubs of the register; other clubs of the register are only names.
    club = models.OneToOneField(Club, models.SET_NULL, null=True, blank=True, related_name="organiser")
    # For the organiser's public page. New events of the organiser take over colour and logo.
    contact = models.TextField(_("Kontakt"), max_length=1000, blank=True)
    imprint = models.TextField(_("Impressum"), max_length=2000, blank=True)
    privacy = models.TextField(_("Zum Datenschutz"), max_length=4000, blank=True)
    accent = models.CharField(_("Farbe"), max_length=7, blank=True)  # "#0a5636"; "": the program's green
    # The years for which an event's names are public (public_names.py). None: for ever, as for the first organiser.
    names_years = models.PositiveSmallIntegerField(_("Jahre mit Namen"), null=True, blank=True)

    class Meta:
        ordering = ["number"]
        verbose_name = _("Veranstalter")
        verbose_name_plural = _("Veranstalter")
        constraints = [
            models.CheckConstraint(
                condition=Q(names_years__isnull=True) | Q(names_years__gte=1), name="names_years_from_one"
            )
        ]

    def __str__(self) -> str:
        return self.name


class OrganiserLogo(LogoPicture):
    organiser = models.OneToOneField(Organiser, models.CASCADE, primary_key=True, related_name="logo")

    def __str__(self) -> str:
        return f"{self.organiser}: {self.width} × {self.height}"


class SigningKey(Stored):
    """A key with which an organiser signs the codes of its papers (Ed25519).

    An organiser has at most one key in use. `sealed` is the private key, encrypted for this installation
    (`shared/sealing.py`); it is "" once the key is out of use. The public key stays, so that old papers can be checked.
    Papers signed with a key that was replaced but not revoked stay valid. A `revoked` key may be in the wrong hands, so
    papers signed with it are valid only if the stored figures agree.
    """

    organiser = models.ForeignKey(Organiser, models.CASCADE, related_name="signing_keys")
    public = models.CharField(max_length=64, unique=True)  # hexadecimal
    sealed = models.TextField(blank=True, editable=False)
    since = models.DateTimeField(_("seit"))
    ended_at = models.DateTimeField(_("bis"), null=True, blank=True)
    ended_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, blank=True, related_name="+")
    revoked = models.BooleanField(_("widerrufen"), default=False)
    reason = models.CharField(_("Grund"), max_length=200, blank=True)

    class Meta:
        ordering = ["-since", "-pk"]
        verbose_name = _("Schlüssel")
        verbose_name_plural = _("Schlüssel")
        constraints = [
            models.UniqueConstraint(
                fields=["organiser"], condition=Q(ended_at__isnull=True), name="one_signing_key_in_use"
            ),
            models.CheckConstraint(
                condition=Q(ended_at__isnull=True, revoked=False) | Q(ended_at__isnull=False, sealed=""),
                name="ended_key_signs_nothing",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.organiser}: {self.public[:16]}"


class ApiToken(Stored):
    """A secret with which another program uses the API (web/public/api) for the organiser and those below it.

    It consists of "rt_", `key`, "_" and 32 more characters. It is shown only once, because only `hash`, the hash of the
    whole token, is stored. It is valid until the end of its last day, unless it is revoked.
    """

    class Scope(models.TextChoices):
        READ = "read", _("Freigegebene Daten lesen")
        WRITE = "write", _("Turniere vom Laptop annehmen")
        HOOKS = "hooks", _("Webhooks einrichten, Löschungen bestätigen")

    organiser = models.ForeignKey(Organiser, models.CASCADE, related_name="api_tokens")
    name = NameField(_("Wofür"), max_length=60)
    scopes = models.CharField(_("Erlaubt"), max_length=60)  # separated by blanks, as in OAuth: "read write"
    key = models.CharField(max_length=8, unique=True, editable=False)
    hash = models.CharField(max_length=64, editable=False)
    made_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+")
    made_at = models.DateTimeField(_("gemacht"))
    until = models.DateField(_("letzter Tag"))
    used_at = models.DateTimeField(_("zuletzt benutzt"), null=True, blank=True)  # to the minute
    revoked_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, blank=True, related_name="+")
    revoked_at = models.DateTimeField(_("widerrufen"), null=True, blank=True)

    class Meta:
        ordering = ["-made_at", "-pk"]
        verbose_name = _("Zugang für ein Programm")
        verbose_name_plural = _("Zugänge für Programme")

    def __str__(self) -> str:
        return self.name

    @property
    def is_good(self) -> bool:
        return self.revoked_at is None and self.until >= timezone.localdate()

    @property
    def scope_words(self) -> list[str]:
        """The scopes as text, in their usual order."""
        return [str(scope.label) for scope in self.Scope if scope in self.scopes.split()]


class Office(Stored):
    """A user's office. It applies to its organiser and to every organiser below, up to the end of its last day."""

    class Role(models.TextChoices):
        CHAIR = "chair", _("Vorsitz")
        SPORTS = "sports", _("Sportleitung")
        REGISTRAR = "registrar", _("Mitgliederverwaltung")
        TREASURER = "treasurer", pgettext_lazy("office", "Kasse")
        PRESS = "press", _("Presse")
        VIEWER = "viewer", _("Einsicht")

    organiser = models.ForeignKey(Organiser, models.CASCADE, related_name="offices")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="offices")
    role = models.CharField(_("Amt"), max_length=9, choices=Role)
    since = models.DateField(pgettext_lazy("first day", "von"))
    until = models.DateField(_("bis"), null=True, blank=True)
    # Whether the account was created with this office, so that offices above may renew its password.
    made_account = models.BooleanField(default=False, editable=False)

    class Meta:
        ordering = ["organiser__number", "pk"]
        verbose_name = _("Amt")
        verbose_name_plural = _("Ämter")
        constraints = [
            models.CheckConstraint(
                condition=Q(until__isnull=True) | Q(until__gte=F("since")), name="office_ends_after_it_begins"
            ),
            models.UniqueConstraint(fields=["organiser", "user", "role", "since"], name="one_office_once"),
        ]

    def __str__(self) -> str:
        return f"{self.user}: {self.get_role_display()}, {self.organiser}"

    @property
    def is_over(self) -> bool:
        return self.until is not None and self.until < timezone.localdate()

    @property
    def is_new(self) -> bool:
        """Whether the office begins today or later, so that it can still be taken back."""
        return self.since >= timezone.localdate()


class Membership(Stored):
    """A person's membership of an organiser. Joining again adds another row; the earlier one keeps its end."""

    class Kind(models.TextChoices):
        FULL = "full", _("Mitglied")
        YOUNG = "young", _("Jugendmitglied")
        GUEST = "guest", _("Gastmitglied")

    player = models.ForeignKey(Player, models.CASCADE, related_name="memberships")
    organiser = models.ForeignKey(Organiser, models.CASCADE, related_name="memberships")
    kind = models.CharField(_("Art"), max_length=5, choices=Kind, default=Kind.FULL)
    number = models.CharField(_("Mitgliedsnummer"), max_length=20, blank=True)
    since = models.DateField(_("Mitglied seit"), null=True, blank=True)  # unknown in many lists of members
    until = models.DateField(_("Mitglied bis"), null=True, blank=True)  # the last day

    class Meta:
        ordering = ["pk"]
        verbose_name = _("Mitgliedschaft")
        verbose_name_plural = _("Mitgliedschaften")
        constraints = [
            models.CheckConstraint(
                condition=Q(until__isnull=True) | Q(since__isnull=True) | Q(until__gte=F("since")),
                name="membership_ends_after_it_begins",
            ),
            models.UniqueConstraint(
                fields=["organiser", "number"], condition=~Q(number=""), name="one_number_per_organiser"
            ),
            models.UniqueConstraint(
                fields=["organiser", "player"], condition=Q(until__isnull=True), name="one_open_membership"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.player}: {self.organiser}"

    def overlaps(self, since: date | None, until: date | None) -> bool:
        """Returns whether this membership and one with these first and last days share a known day.

        None means an unknown first day or an open end.
        """
        (first, last), (other_first, other_last) = _known_days(self.since, self.until), _known_days(since, until)
        return first <= other_last and other_first <= last


class OrganiserPlayer(Stored):
    """A person with a registration for an event of the organiser.

    The rows follow from the registrations (participants/register/organiser_players.py). They exist because looking
    people up in the registrations of all events of an association takes too long.
    """

    # The index of the constraint begins with the organiser.
    organiser = models.ForeignKey(Organiser, models.CASCADE, related_name="players", db_index=False)
    player = models.ForeignKey(Player, models.CASCADE, related_name="organisers")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["organiser", "player"], name="one_row_per_organiser_and_player")]

    def __str__(self) -> str:
        return f"{self.player}: {self.organiser}"


def _known_days(since: date | None, until: date | None) -> tuple[date, date]:
    """Returns the first and the last known day of a membership; an unknown first day is taken to be the last one."""
    last = until or date.max
    return since or last, last
