"""Participants of an event, with their categories, consents, lasting pages and teams."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from romme_turnier.accounts.fields import NameField
from romme_turnier.core.people.names import NAMELESS, PersonName
from romme_turnier.fast.rows import Stored
from romme_turnier.tournament.models.club import Club, Player
from romme_turnier.tournament.models.event import Event, FeeKind
from romme_turnier.tournament.models.fields import new_salt
from romme_turnier.tournament.models.public_names import lasting_names


class Category(Stored):
    """A group with separate standings and prizes (Damen, Senioren, Jugend)."""

    event = models.ForeignKey(Event, models.CASCADE, related_name="categories")
    name = NameField(_("Sonderwertung"), max_length=60)
    position = models.PositiveSmallIntegerField(default=0)

    class Meta:
        ordering = ["position", "pk"]
        verbose_name = _("Sonderwertung")
        verbose_name_plural = _("Sonderwertungen")
        constraints = [models.UniqueConstraint(fields=["event", "name"], name="one_category_per_name")]

    def __str__(self) -> str:
        return self.name


class Registrations(models.QuerySet["Registration"]):
    """All registrations, including waiting and withdrawn ones."""

    def taking_part(self) -> "Registrations":
        """Leaves out the waiting list, and self-registered players who withdrew before they had a number."""
        left = Q(status="withdrawn", left_before_series=1, number=None, token__isnull=False)
        return self.exclude(Q(status="waiting") | left)


class Registration(Stored):
    """A player's registration for an event, with the player's club at that time; the register may change later."""

    class Status(models.TextChoices):
        ACTIVE = "active", _("dabei")
        WITHDRAWN = "withdrawn", _("zurückgezogen")
        EXCLUDED = "excluded", _("ausgeschlossen")
        WAITING = "waiting", _("auf der Warteliste")

    event = models.ForeignKey(Event, models.CASCADE, related_name="registrations")
    player = models.ForeignKey(Player, models.PROTECT, related_name="registrations")
    club = models.ForeignKey(Club, models.PROTECT, null=True, blank=True, related_name="registrations")
    number = models.PositiveSmallIntegerField(_("Startnummer"), null=True, blank=True)
    paid = models.BooleanField(_("Startgeld bezahlt"), default=False)
    status = models.CharField(_("Status"), max_length=10, choices=Status, default=Status.ACTIVE)
    left_before_series = models.PositiveSmallIntegerField(_("erste nicht gespielte Serie"), null=True, blank=True)
    leaving_reason = models.CharField(_("Grund"), max_length=300, blank=True)  # of an exclusion (§ 1.4)
    fixed_table = models.PositiveSmallIntegerField(_("sitzt immer an Tisch"), null=True, blank=True)
    out_of_competition = models.BooleanField(_("spielt außer Konkurrenz"), default=False)
    guest = models.BooleanField(_("Gast"), default=False)  # ranked in a season only if its formula includes guests
    fee = models.ForeignKey(FeeKind, models.PROTECT, null=True, blank=True, related_name="registrations")
    pays_later = models.BooleanField(_("zahlt später"), default=False)  # allowed to play with an open fee (§ 1.3)
    checked_in_at = models.DateTimeField(_("eingetroffen"), null=True, blank=True)
    # For registrations without an account: contact, and the secret of the link for changing or withdrawing.
    contact = models.CharField(_("E-Mail oder Telefon"), max_length=120, blank=True)
    token = models.CharField(max_length=43, unique=True, null=True, blank=True, default=None, editable=False)
    captain = models.ForeignKey("self", models.SET_NULL, null=True, blank=True, related_name="registered_by_captain")
    invitation = models.ForeignKey(
        "PlayerInvitation", models.SET_NULL, null=True, blank=True, related_name="registrations"
    )
    categories = models.ManyToManyField(Category, blank=True, related_name="registrations")
    publish_name = models.BooleanField(_("Name darf veröffentlicht werden"), default=False)
    salt = models.CharField(max_length=32, default=new_salt, editable=False)
    lost_cards = models.PositiveSmallIntegerField(default=0, editable=False)  # each one changed the card's code
    registered_at = models.DateTimeField(auto_now_add=True)

    objects = Registrations.as_manager()

    class Meta:
        ordering = [models.F("number").asc(nulls_last=True), "pk"]
        verbose_name = _("Teilnehmer")
        verbose_name_plural = _("Teilnehmer")
        constraints = [
            models.UniqueConstraint(fields=["event", "number"], name="one_player_per_number"),
            models.UniqueConstraint(fields=["event", "player"], name="one_registration_per_player"),
            models.CheckConstraint(condition=Q(number__isnull=True) | Q(number__gte=1), name="number_from_one"),
            models.CheckConstraint(
                condition=Q(status__in=("active", "waiting"), left_before_series__isnull=True)
                | (Q(status__in=("withdrawn", "excluded")) & Q(left_before_series__gte=1)),
                name="leaving_names_the_series",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.number or '–'} {self.player}"

    @property
    def name(self) -> str:
        return self.player.name

    @property
    def is_named(self) -> bool:
        """Whether people other than officials may see the name. This may end some years after the event."""
        lasting = lasting_names(self.event)
        return lasting is None or self.number in lasting

    @property
    def hall_name(self) -> PersonName:
        """The name on paper in the hall: in full if the event or the player allows it, NAMELESS unless `is_named`."""
        return self._name(in_full=self.publish_name or self.event.names == Event.Names.HALL)

    @property
    def internet_name(self) -> PersonName:
        """The name on the internet, in any mode: in full only with the player's consent, NAMELESS unless `is_named`."""
        return self._name(in_full=self.publish_name)

    def _name(self, *, in_full: bool) -> PersonName:
        if not self.is_named:
            return NAMELESS
        return self.player.full_name if in_full else self.player.full_name.short

    @property
    def shown_name(self) -> PersonName:
        """The name on public pages: `internet_name` if the program runs on the internet, otherwise `hall_name`."""
        return self.internet_name if settings.MODE == "public" else self.hall_name

    @property
    def public_name(self) -> str:
        return str(self.shown_name)

    def belongs_to(self, series_number: int) -> bool:
        """Returns whether the player is active, or withdrew or was excluded only after that series."""
        return self.status == self.Status.ACTIVE or (
            self.left_before_series is not None and series_number < self.left_before_series
        )

    def plays_in(self, series_number: int) -> bool:
        """Returns whether a draw seats the player in that series: still taking part, not on the bench, not absent."""
        return (
            self.belongs_to(series_number)
            and not self.on_bench(series_number)
            and all(absence.series_number != series_number for absence in self.absences.all())
        )

    @property
    def is_substitute(self) -> bool:
        """Whether the player is a substitute (Ersatz) of a team."""
        membership: TeamMember | None = getattr(self, "team_membership", None)
        return membership is not None and membership.substitute

    def on_bench(self, series_number: int) -> bool:
        """Returns whether the player is a substitute who is not called in for that series."""
        return self.is_substitute and not any(call.covers(series_number) for call in self.call_ins.all())


class Consent(Stored):
    """A player's consent to one use of the name or of pictures, with its withdrawal.

    The consent is in force while `withdrawn_at` is None. For the name at an event or in the table of a season, the row
    only records when and how the player agreed: `Registration.publish_name` or `SeasonPlayer.publish_name` decides
    whether the full name is shown, because these fields are older than the rows. Consent for a season belongs to its
    `entrant` instead of a registration.
    """

    class Purpose(models.TextChoices):
        EVENT = "event", _("voller Name bei diesem Turnier")
        SEASON = "season", _("voller Name in der Saisontabelle")
        YEARS = "years", _("Name bleibt danach öffentlich")
        PICTURE = "picture", _("Bilder")

    class Speaker(models.TextChoices):
        PLAYER = "player", _("auf der eigenen Seite")
        CAPTAIN = "captain", _("durch die Mannschaftsführung")
        OFFICIAL = "official", _("bei der Leitung")

    registration = models.ForeignKey(Registration, models.CASCADE, null=True, related_name="consents")
    entrant = models.ForeignKey("SeasonPlayer", models.CASCADE, null=True, related_name="consents")
    purpose = models.CharField(_("Zweck"), max_length=7, choices=Purpose)
    given_at = models.DateTimeField(_("gegeben am"))
    speaker = models.CharField(_("gegeben"), max_length=8, choices=Speaker)
    official = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    withdrawn_at = models.DateTimeField(_("zurückgenommen am"), null=True)

    class Meta:
        ordering = ["pk"]
        verbose_name = _("Zustimmung")
        verbose_name_plural = _("Zustimmungen")
        constraints = [
            models.UniqueConstraint(
                fields=["registration", "purpose"], condition=Q(withdrawn_at=None), name="one_consent_for_a_purpose"
            ),
            models.UniqueConstraint(
                fields=["entrant"], condition=Q(withdrawn_at=None), name="one_consent_for_a_season"
            ),
            models.CheckConstraint(
                condition=Q(purpose="season", entrant__isnull=False, registration__isnull=True)
                | (~Q(purpose="season") & Q(entrant__isnull=True, registration__isnull=False)),
                name="consent_to_an_event_or_a_season",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.registration or self.entrant}: {self.get_purpose_display()}"


class LastingPage(Stored):
    """A page with a player's results that the player created and that remains after the event.

    Its address contains a secret; only the hash is stored. Deleting the row ends the page.
    """

    registration = models.OneToOneField(Registration, models.CASCADE, related_name="lasting_page")
    token_hash = models.CharField(max_length=64, unique=True, editable=False)
    made_at = models.DateTimeField(_("angelegt"))

    class Meta:
        verbose_name = _("Bleibende Seite")
        verbose_name_plural = _("Bleibende Seiten")

    def __str__(self) -> str:
        return f"{self.registration}: bleibende Seite"


class Team(Stored):
    event = models.ForeignKey(Event, models.CASCADE, related_name="teams")
    key = models.CharField(_("Kürzel"), max_length=64)
    name = NameField(_("Name"), max_length=120)
    size = models.PositiveSmallIntegerField(_("Mitglieder"), null=True, blank=True)  # 2: a tandem
    position = models.PositiveSmallIntegerField(default=0)
    members = models.ManyToManyField(Registration, through="TeamMember", related_name="+")

    class Meta:
        ordering = ["position", "pk"]
        verbose_name = _("Mannschaft")
        verbose_name_plural = _("Mannschaften")
        constraints = [models.UniqueConstraint(fields=["event", "key"], name="one_team_per_key")]

    def __str__(self) -> str:
        return self.name


class TeamMember(Stored):
    team = models.ForeignKey(Team, models.CASCADE, related_name="memberships")
    registration = models.OneToOneField(Registration, models.CASCADE, related_name="team_membership")
    position = models.PositiveSmallIntegerField(default=0)
    substitute = models.BooleanField(_("Ersatz"), default=False)  # plays only if a member of the team drops out

    class Meta:
        ordering = ["position", "pk"]

    def __str__(self) -> str:
        return f"{self.team}: {self.registration}"
