"""An event with its announcement (§ 1.1), addresses, logo, timetable, fees, fines, clubs and officials.

Steps that officials declared done, and the counter of public changes, are here as well.
"""

import json
from dataclasses import replace
from decimal import Decimal
from functools import lru_cache

from django.conf import settings
from django.core.validators import MinValueValidator, RegexValidator
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _, pgettext_lazy

from romme_turnier.accounts.fields import NameField
from romme_turnier.core.lists.length import Length as ListLength, games
from romme_turnier.core.lists.sheet import BonusMode, BonusRule, Terms
from romme_turnier.core.organisers.addresses import own_part
from romme_turnier.core.rules.system.criteria import Scoring as ListScoring, criteria_under
from romme_turnier.core.rules.system.options import with_options
from romme_turnier.core.rules.system.registry import DEFAULT, get_ruleset
from romme_turnier.core.rules.system.ruleset import LengthUnit, RuleSet
from romme_turnier.fast.rows import Stored
from romme_turnier.tournament.models.club import Club
from romme_turnier.tournament.models.fields import Acted, PointsPerGameField, WordsField
from romme_turnier.tournament.models.organiser import LogoPicture, Organiser

_USUAL = get_ruleset(DEFAULT)  # defaults of a new event
_ADDRESS = RegexValidator(
    r"\A[-a-zA-Z0-9_]+(/[-a-zA-Z0-9_]+)?\Z", _("Nur Buchstaben ohne Umlaute, Ziffern, Unterstriche und Bindestriche.")
)


@lru_cache(maxsize=64)
def rules_with(key: str, options: str, table_size: int | None, *, scoring: ListScoring = ListScoring.SUM) -> RuleSet:
    """Returns the rule system with these options (JSON), this table size (None: the usual size) and this scoring.

    Raises UnknownRuleSetError for an unknown key, and OptionError for options that the rule system does not allow.
    """
    rules = with_options(get_ruleset(key), json.loads(options))
    return replace(rules, seats_wanted=table_size, criteria=criteria_under(rules.criteria, scoring))


class Event(Stored):
    # Computed columns for searching, to save together with the texts from which they are computed.
    WORDS = ("words", "venue_words")

    class Access(models.TextChoices):
        OPEN = "open", _("offen für alle")
        CLOSED = "closed", _("geschlossener Teilnehmerkreis")

    class Prizes(models.TextChoices):
        INDIVIDUAL = "individual", _("Einzelpreise")
        TEAM = "team", _("Mannschaftspreise")
        BOTH = "both", _("Einzel- und Mannschaftspreise")

    class Bonus(models.TextChoices):
        PER_LIST = BonusMode.PER_LIST.value, _("einmal je Spieler und Liste")
        PER_FINISHED_GAME = BonusMode.PER_FINISHED_GAME.value, _("für jedes selbst beendete Spiel")

    class Language(models.TextChoices):
        """The languages, each named in itself because readers may not understand the others."""

        GERMAN = "de", "Deutsch"
        ENGLISH = "en", "English"

    class Names(models.TextChoices):
        """The form in which names are shown. On the internet, full names require the player's consent."""

        HALL = "hall", _("in der Halle und auf Papier volle Namen, im Internet abgekürzt")
        SHORT = "short", _("überall abgekürzt, außer bei der Siegerehrung")

        @classmethod
        def usual(cls) -> str:
            """Returns the default: full names in the hall, or short names if the program is on the internet."""
            return cls.SHORT if settings.MODE == "public" else cls.HALL

    class Length(models.TextChoices):
        GAMES = LengthUnit.GAMES.value, _("Spiele")
        ROUNDS = LengthUnit.ROUNDS.value, _("Runden")
        TARGET = LengthUnit.TARGET.value, _("Punkte, bis zu denen gespielt wird")

    class Scoring(models.TextChoices):
        SUM = ListScoring.SUM.value, _("Summe der Ergebnisse")
        TABLE_POINTS = ListScoring.TABLE_POINTS.value, _("Tischpunkte")
        SCORING_POINTS = ListScoring.SCORING_POINTS.value, _("Wertungspunkte")

    class Kind(models.TextChoices):
        """The kinds of events that rankings of a season distinguish."""

        EVENING = "evening", _("Clubabend")
        TOURNAMENT = "tournament", _("Turnier")
        LEAGUE_DAY = "league_day", pgettext_lazy("of a league", "Spieltag")
        QUALIFIER = "qualifier", pgettext_lazy("kind of event", "Qualifikation")
        CHAMPIONSHIP = "championship", _("Meisterschaft")

    class Elsewhere(models.TextChoices):
        """The other installation where an event is kept. Here, only package verbs change it (`shared/event_log.py`)."""

        LAPTOP = "laptop", _("auf dem Laptop des Veranstalters")  # this is the published copy
        HOST = "host", _("im Internet weitergeführt")  # the laptop has handed it over

    class PhoneLists(models.TextChoices):
        """Whether tables keep their lists on phones. The paper remains the binding document (§ 2.2.4)."""

        PAPER = "paper", _("nur auf Papier")
        ALLOWED = "allowed", _("auf Papier; wer will, schreibt am Handy mit")
        ASKED = "asked", _("auf Papier und an jedem Tisch am Handy")
        PLAYED = "played", _("gespielt wird am Bildschirm, die Liste schreibt sich dabei selbst")

    # "abend-1", or "verein-a/abend-1" if the program has several organisers.
    slug = models.CharField(_("Adresse"), max_length=121, unique=True, validators=[_ADDRESS])
    # Grants rights beyond the event (permissions.entrusted_events); None: created by a command.
    made_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, editable=False, related_name="+")
    name = NameField(_("Name"), max_length=120)
    organiser = models.CharField(_("Veranstalter"), max_length=120, blank=True)  # as announced; free text
    held_by = models.ForeignKey(Organiser, models.PROTECT, related_name="events", verbose_name=_("Turnier von"))
    kind = models.CharField(_("Art"), max_length=12, choices=Kind, default=Kind.TOURNAMENT)
    season = models.ForeignKey(
        "Season", models.SET_NULL, null=True, blank=True, related_name="events", verbose_name=_("Saison")
    )
    venue = models.CharField(_("Spielort"), max_length=200, blank=True)
    # For searching. A change to `letters_text` needs a migration like 0055_fill_words_of_events.
    words = WordsField(of=("name", "organiser"))
    venue_words = WordsField(of=("venue",))
    starts_at = models.DateTimeField(_("Beginn"))
    registration_closes_at = models.DateTimeField(_("Meldeschluss"), null=True, blank=True)
    access = models.CharField(_("Teilnehmerkreis"), max_length=10, choices=Access, default=Access.OPEN)
    self_registration = models.BooleanField(_("Meldung über die öffentliche Seite"), default=False)
    capacity = models.PositiveSmallIntegerField(_("Höchstzahl der Teilnehmer"), null=True, blank=True)
    bank_details = models.CharField(_("Bankverbindung für das Startgeld"), max_length=200, blank=True)
    names = models.CharField(_("Namen"), max_length=10, choices=Names, default=Names.usual)
    prizes = models.CharField(_("Preise"), max_length=10, choices=Prizes, default=Prizes.INDIVIDUAL)
    announcement = models.TextField(_("Text der Ausschreibung"), blank=True)

    ruleset = models.CharField(_("Regelwerk"), max_length=20, default=DEFAULT)
    # The agreed options of the rule system; None: not announced, so any of them may apply.
    options = models.JSONField(_("Vereinbarungen"), default=dict, null=True, blank=True)
    table_size = models.PositiveSmallIntegerField(_("Plätze am Tisch"), null=True, blank=True)  # None: the usual size
    games_per_list = models.PositiveSmallIntegerField(_("Spiele je Liste"), default=_USUAL.games)
    # Set if the length is not a number of games; `games_per_list` is then unused and may be 0.
    length_unit = models.CharField(_("Länge einer Liste in"), max_length=10, choices=Length, blank=True)
    length_number = models.PositiveSmallIntegerField(_("Länge einer Liste"), null=True, blank=True)
    scoring = models.CharField(_("Wertung"), max_length=20, choices=Scoring, default=Scoring.SUM)
    # Set if and only if the event ranks by scoring points.
    points_per_game = PointsPerGameField(_("Wertungspunkte je Spiel"), null=True, blank=True)
    series_count = models.PositiveSmallIntegerField(_("Anzahl der Serien"), default=3)
    bonus_mode = models.CharField(_("Bonus am Ende der Liste"), max_length=20, choices=Bonus)
    bonus_four = models.PositiveSmallIntegerField(_("Bonus am Vierertisch"), default=_USUAL.usual_bonus[0])
    bonus_three = models.PositiveSmallIntegerField(_("Bonus am Dreiertisch"), default=_USUAL.usual_bonus[1])
    bonus_handromme = models.PositiveSmallIntegerField(_("Bonus für Handrommé"), default=_USUAL.usual_bonus[2])

    phone_lists = models.CharField(_("Listen der Tische"), max_length=7, choices=PhoneLists, default=PhoneLists.PAPER)
    # The number of players who must confirm a list kept on a phone; None: the whole table.
    confirmations = models.PositiveSmallIntegerField(_("Bestätigungen je Liste"), null=True, blank=True)
    # Whether players type their column from memory before they see it for confirmation.
    blind_check = models.BooleanField(_("Gegenprobe aus dem Gedächtnis"), default=False)
    # Exceptions for a series: tournament/at_table/terms.py.

    # Per point, if the rule system settles in money; booked in the ledger only with `stake_booked`.
    stake = models.DecimalField(
        _("Einsatz je Punkt"),
        max_digits=7,
        decimal_places=4,
        null=True,
        blank=True,
        validators=[MinValueValidator(Decimal("0.0001"))],
    )
    stake_booked = models.BooleanField(_("Der Einsatz geht durch die Kasse"), default=False)

    hall_tables = models.CharField(
        _("Tischnummern im Saal"), max_length=200, blank=True
    )  # "1-8, 11": core/seating/hall_tables.py
    series_minutes = models.PositiveSmallIntegerField(_("Spielzeit einer Serie in Minuten"), null=True, blank=True)

    entry_fee = models.DecimalField(
        _("Startgeld"),
        max_digits=8,
        decimal_places=2,
        default=Decimal("0.00"),
        validators=[MinValueValidator(Decimal(0))],
    )
    currency = models.CharField(_("Währung"), max_length=3, default="EUR")

    fines_handed_out = models.BooleanField(_("Bußgeld wird als Preis ausgeschüttet"), default=False)
    one_prize_each = models.BooleanField(_("Jeder erhält höchstens einen Preis"), default=False)
    prizes_only_if_present = models.BooleanField(_("Preise nur für Anwesende"), default=False)
    prizes_shared = models.BooleanField(_("Bei Gleichstand werden Geldpreise geteilt"), default=False)

    # The language of papers, the hall screen and mail. Pages use the reader's language.
    language = models.CharField(_("Sprache"), max_length=2, choices=Language, default=Language.GERMAN)
    accent = models.CharField(_("Farbe"), max_length=7, blank=True)  # "#0a5636"; "": the program's green

    published_at = models.DateTimeField(_("öffentlich seit"), null=True, blank=True)
    # Set while games, logs and revisions of the lists are packed (PackedLists).
    packed_at = models.DateTimeField(_("Listen verpackt"), null=True, blank=True, editable=False)
    elsewhere = models.CharField(max_length=6, choices=Elsewhere, blank=True, editable=False)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["-starts_at", "slug"]
        verbose_name = _("Turnier")
        verbose_name_plural = _("Turniere")
        indexes = [
            models.Index(fields=["starts_at", "slug", "published_at"], name="event_by_time"),
            # With all columns that lists need to find their rows: an association has tens of thousands of events.
            models.Index(fields=["held_by", "starts_at", "slug", "published_at"], name="event_of_organiser_by_time"),
        ]
        constraints = [
            models.CheckConstraint(
                condition=Q(length_unit="", length_number__isnull=True, games_per_list__gte=1)
                | (~Q(length_unit="") & Q(length_number__gte=1)),
                name="event_has_games",
            ),
            models.CheckConstraint(condition=Q(series_count__gte=1), name="event_has_series"),
            models.CheckConstraint(condition=Q(entry_fee__gte=0), name="entry_fee_not_negative"),
            models.CheckConstraint(
                condition=Q(confirmations__isnull=True) | Q(confirmations__gte=1), name="confirmations_from_one"
            ),
            models.CheckConstraint(condition=Q(stake__isnull=True) | Q(stake__gt=0), name="stake_above_zero"),
            models.CheckConstraint(
                condition=Q(stake_booked=False) | Q(stake__isnull=False), name="stake_is_booked_where_there_is_one"
            ),
            models.CheckConstraint(
                condition=Q(scoring=ListScoring.SCORING_POINTS.value, points_per_game__isnull=False)
                | (~Q(scoring=ListScoring.SCORING_POINTS.value) & Q(points_per_game__isnull=True)),
                name="event_has_points_per_game",
            ),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def own_slug(self) -> str:
        """The event's own part of its address, also used in file names: "abend-1"."""
        return own_part(self.slug)

    @property
    def is_evening(self) -> bool:
        """Whether the event is a club evening of a season.

        Such an evening has no title or certificates, and it has prizes only if they are planned.
        """
        return self.season_id is not None and self.kind == self.Kind.EVENING

    @property
    def is_copy(self) -> bool:
        """Whether this is a copy that packages from a laptop keep up to date (`tournament/publishing`)."""
        return self.elsewhere == self.Elsewhere.LAPTOP

    @property
    def is_public(self) -> bool:
        """Whether the event is public, even if `published_at` is in the future, because clocks may be set back."""
        return self.published_at is not None

    def next_to_draw(self) -> int | None:
        """Returns the number of the next series to draw; None if all are drawn."""
        number = self.series.last_drawn() + 1
        return number if number <= self.series_count else None

    @property
    def rules(self) -> RuleSet:
        """The rule system with this event's options, table size and scoring."""
        if not self.options and self.table_size is None and self.scoring == self.Scoring.SUM:
            return get_ruleset(self.ruleset)
        options = json.dumps(self.options or {})
        return rules_with(self.ruleset, options, self.table_size, scoring=ListScoring(self.scoring))

    @property
    def length(self) -> ListLength:
        """The announced length of a list: `games_per_list` games, unless it has another unit."""
        if self.length_unit and self.length_number:
            return ListLength(LengthUnit(self.length_unit), self.length_number)
        return games(self.games_per_list)

    @property
    def terms(self) -> Terms:
        """The terms under which the core adds up lists of this event."""
        return Terms(
            self.rules,
            self.length,
            self.bonus,
            options_known=self.options is not None,
            points_per_game=self.points_per_game,
        )

    @property
    def bonus(self) -> BonusRule:
        """The announced bonus, as stored; `terms` leaves out the amounts that the rule system does not have."""
        return BonusRule(
            mode=BonusMode(self.bonus_mode),
            four=self.bonus_four,
            three=self.bonus_three,
            handromme=self.bonus_handromme,
        )


class EarlierAddress(Stored):
    """An address that an event once had. It leads to that event while it exists, and no other event ever gets it."""

    address = models.CharField(max_length=121, unique=True)
    event = models.ForeignKey(Event, models.SET_NULL, null=True, related_name="earlier_addresses")

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return f"{self.address} → {self.event}"


class EventLogo(LogoPicture):
    event = models.OneToOneField(Event, models.CASCADE, primary_key=True, related_name="logo")

    def __str__(self) -> str:
        return f"{self.event}: {self.width} × {self.height}"


class SaidStep(Acted):
    """A step of the event day that an official declared done or unnecessary, because the program cannot detect it."""

    class Step(models.TextChoices):
        PUBLISH = "publish", _("Ohne öffentliche Seite")
        PLAN_PRIZES = "plan_prizes", _("Ohne Preisplan")
        CERTIFICATES = "certificates", _("Urkunden sind fertig")
        COLLECT = "collect", _("Der Rest bleibt offen")
        COUNT_CASH = "count_cash", _("Ohne Zählung der Kasse")
        BACK_UP = "back_up", _("Ohne Kopie abschließen")

    event = models.ForeignKey(Event, models.CASCADE, related_name="said_steps")
    step = models.CharField(_("Schritt"), max_length=12, choices=Step)

    class Meta:
        ordering = ["pk"]
        constraints = [models.UniqueConstraint(fields=["event", "step"], name="step_said_once")]

    def __str__(self) -> str:
        return f"{self.event}: {self.get_step_display()}"


class TimetableItem(Stored):
    """A line of the announced timetable; `starts_at` includes the date, because events may last several days."""

    event = models.ForeignKey(Event, models.CASCADE, related_name="timetable")
    starts_at = models.DateTimeField(_("Beginn"))
    what = models.CharField(_("Programmpunkt"), max_length=120)
    series_number = models.PositiveSmallIntegerField(_("Serie"), null=True, blank=True)
    # For calendar files (tournament/events/timetable.py): the number of changes, and the time of the last one.
    sequence = models.PositiveIntegerField(default=0, editable=False)
    changed_at = models.DateTimeField(null=True, editable=False)

    class Meta:
        ordering = ["starts_at", "pk"]
        verbose_name = _("Programmpunkt")
        verbose_name_plural = _("Zeitplan")

    def __str__(self) -> str:
        return self.what

    @property
    def time(self) -> str:
        """The local time of day: "14:00"."""
        return f"{timezone.localtime(self.starts_at):%H:%M}"


class PublicVersion(Stored):
    """The counter of public changes: pages rendered for another number are outdated.

    It is a separate row, so that saving an event never resets the number.
    """

    event = models.OneToOneField(Event, models.CASCADE, related_name="public_version")
    number = models.PositiveIntegerField(default=0)

    def __str__(self) -> str:
        return f"{self.event}: {self.number}"


class FineStep(Stored):
    """A step of the fine (Bußgeld): `amount` for each lost game of a list.

    It applies from a player's lost game number `from_game` up to the next step.
    """

    event = models.ForeignKey(Event, models.CASCADE, related_name="fine_steps")
    from_game = models.PositiveSmallIntegerField(_("ab dem verlorenen Spiel"))
    amount = models.DecimalField(_("Betrag"), max_digits=8, decimal_places=2)

    class Meta:
        ordering = ["from_game"]
        constraints = [
            models.UniqueConstraint(fields=["event", "from_game"], name="one_fine_step_per_game"),
            models.CheckConstraint(condition=Q(amount__gte=0), name="fine_not_negative"),
            models.CheckConstraint(condition=Q(from_game__gte=1), name="fine_from_a_game"),
        ]

    def __str__(self) -> str:
        return f"{self.amount} ab {self.from_game}"


class FeeKind(Stored):
    """A kind of entry fee (adults, juniors, late registration); players without a kind pay the event's fee."""

    event = models.ForeignKey(Event, models.CASCADE, related_name="fee_kinds")
    name = models.CharField(_("Wer zahlt es"), max_length=60)
    amount = models.DecimalField(_("Betrag"), max_digits=8, decimal_places=2)
    position = models.PositiveSmallIntegerField(default=0)

    class Meta:
        ordering = ["position", "pk"]
        verbose_name = _("Startgeld")
        verbose_name_plural = _("Startgelder")
        constraints = [
            models.UniqueConstraint(fields=["event", "name"], name="one_fee_per_name"),
            models.CheckConstraint(condition=Q(amount__gte=0), name="fee_not_negative"),
        ]

    def __str__(self) -> str:
        return self.name


class EventClub(Stored):
    """A club in an event file: `key` comes from the file, `club` from the register."""

    event = models.ForeignKey(Event, models.CASCADE, related_name="event_clubs")
    club = models.ForeignKey(Club, models.PROTECT, related_name="event_clubs")
    key = models.CharField(max_length=64)

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(fields=["event", "key"], name="one_club_per_key"),
            models.UniqueConstraint(fields=["event", "club"], name="one_key_per_club"),
        ]

    def __str__(self) -> str:
        return f"{self.key}: {self.club}"


class EventRole(Stored):
    """A role of an official at an event; an official may have several."""

    class Role(models.TextChoices):
        DIRECTOR = "director", _("Spielleitung")
        REFEREE = "referee", _("Schiedsrichter")
        ENTRY = "entry", _("Listenerfassung")
        CASHIER = "cashier", _("Kasse")

    event = models.ForeignKey(Event, models.CASCADE, related_name="roles")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="event_roles")
    role = models.CharField(_("Aufgabe"), max_length=10, choices=Role)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["event", "user", "role"], name="one_role_once")]

    def __str__(self) -> str:
        return f"{self.user}: {self.get_role_display()}"
