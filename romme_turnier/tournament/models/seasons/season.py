"""Seasons of a club, association or federation, with their dates, the numbers of their players, and results."""

from datetime import date

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from romme_turnier.accounts.fields import NameField
from romme_turnier.fast.rows import Stored
from romme_turnier.tournament.models.club import Club, Player
from romme_turnier.tournament.models.event import Event
from romme_turnier.tournament.models.organiser import Organiser
from romme_turnier.tournament.models.registration import Registration
from romme_turnier.tournament.models.release import StandingsRelease


class Season(Stored):
    """A period of days, with rankings that count events of its organiser and of the organisers below.

    Each evening copies its terms from the one before (`Event`), so the newest evening holds the current terms. A season
    stores only data for which an event has no field.
    """

    class Seating(models.TextChoices):
        """The evenings on which the seats of the first series follow the season's first ranking."""

        NEVER = "never", _("immer auslosen")
        LAST_OF_MONTH = "last_of_month", _("am letzten Abend im Monat nach der Tabelle")
        FROM_DAY = "from_day", _("ab einem Tag nach der Tabelle")
        ALWAYS = "always", _("immer nach der Tabelle")

    organiser = models.ForeignKey(Organiser, models.PROTECT, related_name="seasons")
    name = NameField(_("Name"), max_length=120)
    slug = models.SlugField(_("Adresse"), max_length=40)
    first_day = models.DateField(_("erster Tag"))
    last_day = models.DateField(_("letzter Tag"))
    weekday = models.PositiveSmallIntegerField(_("Wochentag"), null=True, blank=True)  # Monday is 0; None: single dates
    evenings_at = models.TimeField(_("Beginn der Abende"), null=True, blank=True)
    names = models.CharField(_("Namen"), max_length=10, choices=Event.Names, default=Event.Names.usual)
    seating = models.CharField(_("Plätze der ersten Serie"), max_length=13, choices=Seating, default=Seating.NEVER)
    seating_from = models.DateField(_("nach der Tabelle ab"), null=True, blank=True)  # with FROM_DAY
    guests_from_table = models.PositiveSmallIntegerField(_("Gäste sitzen ab Tisch"), null=True, blank=True)
    # Whether the evenings that a new member played as a guest count.
    guest_evenings_count = models.BooleanField(_("Gastabende zählen nach dem Beitritt"), default=True)
    elsewhere = models.CharField(max_length=6, choices=Event.Elsewhere, blank=True, editable=False)  # as in `Event`
    previous = models.ForeignKey("self", models.SET_NULL, null=True, blank=True, related_name="following")
    published_at = models.DateTimeField(_("öffentlich seit"), null=True, blank=True)
    closed_at = models.DateTimeField(_("abgeschlossen"), null=True, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["-first_day", "slug"]
        verbose_name = _("Saison")
        verbose_name_plural = _("Saisons")
        constraints = [
            models.UniqueConstraint(fields=["organiser", "slug"], name="one_season_per_address"),
            models.CheckConstraint(condition=Q(last_day__gte=F("first_day")), name="season_ends_after_it_begins"),
            models.CheckConstraint(condition=Q(weekday__isnull=True) | Q(weekday__lte=6), name="weekday_of_a_week"),
            models.CheckConstraint(
                condition=Q(seating="from_day", seating_from__isnull=False)
                | (~Q(seating="from_day") & Q(seating_from__isnull=True)),
                name="seating_names_its_day",
            ),
            models.CheckConstraint(
                condition=Q(guests_from_table__isnull=True) | Q(guests_from_table__gte=1), name="guests_from_a_table"
            ),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def address(self) -> str:
        """The part of addresses that names the season: "rc-herz/saison-2026"."""
        return f"{self.organiser.slug}/{self.slug}"

    @property
    def is_public(self) -> bool:
        return self.published_at is not None

    @property
    def is_copy(self) -> bool:
        """Whether this is a copy that packages from a laptop keep up to date (`tournament/publishing`)."""
        return self.elsewhere == Event.Elsewhere.LAPTOP

    @property
    def is_from_laptop(self) -> bool:
        """Whether this is or was the copy of a laptop's season, whose editions name addresses on the laptop."""
        return hasattr(self, "copy")

    def includes(self, day: date) -> bool:
        return self.first_day <= day <= self.last_day


class SeasonDate(Stored):
    """A day on which an evening is planned, was held or was cancelled.

    `moved_from` is the day for which the evening was originally planned; `moved_reason` keeps the reason for the move
    while the evening is cancelled. `event` is the evening, once it has been opened. If the evening ended early,
    `announced_series` is the number of series that were announced.

    `taken_back` is the release that officials took back: it and earlier ones are not in force (`Releases.in_force`).
    """

    season = models.ForeignKey(Season, models.CASCADE, related_name="dates")
    day = models.DateField(_("Tag"))
    moved_from = models.DateField(_("verlegt vom"), null=True, blank=True)
    cancelled = models.BooleanField(_("fällt aus"), default=False)
    reason = models.CharField(_("Grund"), max_length=200, blank=True)  # of moving or cancelling
    moved_reason = models.CharField(max_length=200, blank=True, editable=False)
    event = models.OneToOneField(Event, models.SET_NULL, null=True, blank=True, related_name="season_date")
    announced_series = models.PositiveSmallIntegerField(_("Serien laut Ausschreibung"), null=True, blank=True)
    taken_back = models.ForeignKey(StandingsRelease, models.SET_NULL, null=True, blank=True, related_name="+")

    class Meta:
        ordering = ["day"]
        verbose_name = _("Termin")
        verbose_name_plural = _("Termine")
        constraints = [
            models.UniqueConstraint(fields=["season", "day"], name="one_evening_per_day"),
            models.CheckConstraint(condition=Q(cancelled=False) | Q(event__isnull=True), name="cancelled_is_not_held"),
        ]

    def __str__(self) -> str:
        return f"{self.season}: {self.day}"


class SeasonPlayers(models.QuerySet["SeasonPlayer"]):
    """The players of a season. A merged person has several rows, one for each number."""

    def current(self) -> "SeasonPlayers":
        """Returns each player once, with the number that editions use today."""
        return self.filter(replaced=False)


class SeasonPlayer(Stored):
    """A player's number in a season, assigned by the first edition that includes the player.

    Editions name people by this number only, so that erasing a person changes no edition. If two entries of a person
    have numbers and are merged, one number is `replaced`: it still identifies the person in editions issued before, and
    later editions use the other number.
    """

    season = models.ForeignKey(Season, models.CASCADE, related_name="players")
    player = models.ForeignKey(Player, models.PROTECT, related_name="seasons")
    number = models.PositiveIntegerField(_("Nummer"))
    publish_name = models.BooleanField(_("voller Name in der Saisontabelle"), default=False)
    replaced = models.BooleanField(default=False)

    objects = SeasonPlayers.as_manager()

    class Meta:
        ordering = ["-replaced", "number"]
        constraints = [
            models.UniqueConstraint(
                fields=["season", "player"], condition=Q(replaced=False), name="one_number_per_season"
            ),
            models.UniqueConstraint(fields=["season", "number"], name="one_player_per_number_in_season"),
            models.CheckConstraint(condition=Q(number__gte=1), name="season_number_from_one"),
        ]

    def __str__(self) -> str:
        return f"{self.season}: {self.number}"


class Result(Stored):
    """A player's result in one series, derived from the event's newest release in force; never edited.

    It repeats facts of the event, so that a season reads one narrow table. `club` is the club of that day, `player` the
    person in the register. `counts` is False for results outside the standings (excluded or out of competition).
    """

    event = models.ForeignKey(Event, models.CASCADE, related_name="results")
    season = models.ForeignKey(Season, models.SET_NULL, null=True, related_name="results")
    organiser = models.ForeignKey(Organiser, models.PROTECT, related_name="+")
    kind = models.CharField(max_length=12, choices=Event.Kind)
    day = models.DateField()
    series = models.PositiveSmallIntegerField()
    player = models.ForeignKey(Player, models.PROTECT, related_name="results")
    registration = models.ForeignKey(Registration, models.CASCADE, null=True, related_name="results")
    club = models.ForeignKey(Club, models.SET_NULL, null=True, related_name="results")
    guest = models.BooleanField()
    counts = models.BooleanField()
    result = models.IntegerField()
    finished = models.PositiveSmallIntegerField()
    handrommes = models.PositiveSmallIntegerField()
    half_points = models.PositiveSmallIntegerField()
    scoring_points = models.PositiveIntegerField()

    class Meta:
        ordering = ["day", "event", "series"]
        constraints = [
            models.UniqueConstraint(fields=["event", "series", "player"], name="one_result_per_list_and_player")
        ]

    def __str__(self) -> str:
        return f"{self.event}, Serie {self.series}: {self.result}"
