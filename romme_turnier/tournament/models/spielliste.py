"""The list of a table (Spielliste): its figures on paper, decisions about it, its totals, and its state for pages."""

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from romme_turnier.fast.rows import Stored
from romme_turnier.tournament.models.fields import SEATS_MAX, Acted, new_salt
from romme_turnier.tournament.models.reasons import reason_words
from romme_turnier.tournament.models.series import Seat, Table


class ListState(models.TextChoices):
    """The states of a list, the most urgent for officials first."""

    LOST = "lost", _("verloren")
    FAULTY = "faulty", _("mit Fehlern")  # something keeps the list from counting, regardless of earlier steps
    HANDED_IN = "handed_in", _("abgegeben")  # the paper is here, but no row has been entered
    STARTED = "started", _("angefangen")
    COMPLETE = "complete", _("vollständig")
    SIGNED = "signed", _("unterschrieben")
    AT_TABLE = "at_table", _("noch am Tisch")
    CHECKED = "checked", _("geprüft")
    INVALID = "invalid", _("ungültig")

    @property
    def urgency(self) -> int:
        """The position in the order of urgency, 0 for the most urgent state."""
        return list(ListState).index(self)

    @property
    def badge(self) -> str:
        """The kind of badge that pages show for the state."""
        match self:
            case ListState.LOST | ListState.FAULTY:
                return "problem"
            case ListState.HANDED_IN | ListState.STARTED:
                return "open"
            case ListState.COMPLETE | ListState.SIGNED:
                return "good"
            case ListState.AT_TABLE:
                return "missing"
            case ListState.CHECKED:
                return "done"
            case ListState.INVALID:
                return "quiet"

    @property
    def needs_somebody(self) -> bool:
        """Whether officials need to act."""
        return self not in (ListState.AT_TABLE, *SETTLED)

    @property
    def waits_for_check(self) -> bool:
        """Whether the list is complete and faultless, so that only the check is missing (§ 2.2.5)."""
        return self in (ListState.COMPLETE, ListState.SIGNED)

    def for_everybody(self, *, stays_at_table: bool) -> "ListState":
        """Returns the state shown to the public: at the table, handed in, or checked.

        `stays_at_table` means that the table keeps the list itself and still has it, regardless of the number of games.
        """
        if self in SETTLED:
            return ListState.CHECKED
        return ListState.AT_TABLE if stays_at_table or self is ListState.AT_TABLE else ListState.HANDED_IN


SETTLED = (ListState.CHECKED, ListState.INVALID)


def list_state(*, status: str, games_in: int, whole: bool, problems: int, paper: str | None) -> ListState:
    """Returns the state of a list.

    `status` is the stored status; `games_in`, `whole` (every game is in) and `problems` were computed at the last
    change. `paper` says where the paper is (`HandIn.Custody`), None if no hand-in was recorded; it is ignored once a
    game has been entered.
    """
    if status == ListState.INVALID:
        return ListState.INVALID
    if problems:
        return ListState.FAULTY
    if whole and status in (ListState.COMPLETE, ListState.SIGNED, ListState.CHECKED):
        return ListState(status)
    if games_in:
        return ListState.STARTED
    return {"lost": ListState.LOST, "in": ListState.HANDED_IN}.get(paper or "", ListState.AT_TABLE)


class Spielliste(Stored):
    class Status(models.TextChoices):
        OPEN = "open", _("offen")
        COMPLETE = "complete", _("vollständig")
        SIGNED = "signed", _("unterschrieben")
        CHECKED = "checked", _("geprüft")
        INVALID = "invalid", _("ungültig")

    table = models.OneToOneField(Table, models.CASCADE, related_name="spielliste")
    status = models.CharField(_("Status"), max_length=10, choices=Status, default=Status.OPEN)
    version = models.PositiveIntegerField(default=0)  # counts every change of the list
    invalid_reason = models.CharField(_("Grund der Ungültigkeit"), max_length=300, blank=True)
    salt = models.CharField(max_length=32, default=new_salt, editable=False)
    # The key of the check word, which never leaves the server; "" for lists confirmed before it existed.
    word_salt = models.CharField(max_length=32, default=new_salt, blank=True, editable=False)
    # Derived values, stored for the overview of the hall:
    games_in = models.PositiveSmallIntegerField(default=0)
    whole = models.BooleanField(default=False)  # every game is in
    problems = models.PositiveSmallIntegerField(default=0)  # violations that keep the list from counting

    class Meta:
        verbose_name = _("Spielliste")
        verbose_name_plural = _("Spiellisten")

    def __str__(self) -> str:
        return f"Liste {self.table}"

    @property
    def state(self) -> ListState:
        """The current state of the list."""
        hand_in = None if self.games_in else getattr(self, "hand_in", None)  # needed for an empty list only
        return list_state(
            status=self.status,
            games_in=self.games_in,
            whole=self.whole,
            problems=self.problems,
            paper=hand_in.paper if hand_in else None,
        )

    @property
    def invalid_words(self) -> str:
        """The reason as shown, with codes put into words."""
        return reason_words(self.invalid_reason)


class GameRow(Stored):
    """A game of a list as written, even if it breaks the rules. `version` counts the saves of the row."""

    spielliste = models.ForeignKey(Spielliste, models.CASCADE, related_name="rows")
    number = models.PositiveSmallIntegerField(_("Spiel"))
    finisher = models.PositiveSmallIntegerField(_("beendet von Platz"), null=True, blank=True)
    handromme = models.BooleanField(_("Handrommé"), default=False)
    version = models.PositiveIntegerField(default=1)
    # Set by the service: whether the row obeys the rule system, and whether the rule system requires a finisher.
    stands = models.BooleanField(default=False)
    finisher_required = models.BooleanField(default=True)

    cells: "list[GameEntry]"  # the entries by seat, if they were read with the row (lists/loaded_list.py)

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["spielliste", "number"], name="one_row_per_game"),
            models.CheckConstraint(condition=Q(number__gte=1), name="game_from_one"),
            models.CheckConstraint(
                condition=Q(finisher__isnull=True) | (Q(finisher__gte=1) & Q(finisher__lte=SEATS_MAX)),
                name="finisher_is_a_seat",
            ),
            models.CheckConstraint(
                condition=Q(stands=False) | Q(finisher_required=False) | Q(finisher__isnull=False),
                name="standing_row_has_finisher",
            ),
            models.CheckConstraint(
                condition=Q(stands=False) | Q(handromme=False) | Q(finisher__isnull=False),
                name="standing_handromme_has_finisher",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.spielliste}, Spiel {self.number}"


class GameEntry(Stored):
    """One seat's points in a game.

    `least` and `most` are the limits of the rule system: set in rows that obey it, but empty in other rows and for
    vacated seats.
    """

    row = models.ForeignKey(GameRow, models.CASCADE, related_name="entries")
    seat = models.PositiveSmallIntegerField(_("Platz"))
    points = models.PositiveSmallIntegerField(_("Punkte"), null=True, blank=True)
    least = models.PositiveSmallIntegerField(null=True)
    most = models.PositiveSmallIntegerField(null=True)

    class Meta:
        ordering = ["seat"]
        constraints = [
            models.UniqueConstraint(fields=["row", "seat"], name="one_entry_per_seat"),
            models.CheckConstraint(condition=Q(seat__gte=1) & Q(seat__lte=SEATS_MAX), name="entry_is_of_a_seat"),
            models.CheckConstraint(
                condition=Q(least__isnull=True, most__isnull=True)
                | Q(
                    least__isnull=False,
                    most__isnull=False,
                    points__isnull=False,
                    points__gte=F("least"),
                    points__lte=F("most"),
                ),
                name="standing_entry_obeys_its_rules",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.row}, Platz {self.seat}"


class Decision(Acted):
    """An official decision about a list. The reason is free text and enters hashes only as a commitment."""

    reason = models.CharField(_("Grund"), max_length=300)
    salt = models.CharField(max_length=32, default=new_salt, editable=False)

    class Meta:
        abstract = True


class Penalty(Decision):
    """Penalty points (§ 8.3) for a player in a game."""

    spielliste = models.ForeignKey(Spielliste, models.CASCADE, related_name="penalties")
    seat = models.PositiveSmallIntegerField(_("Platz"))
    game = models.PositiveSmallIntegerField(_("Spiel"))
    points = models.PositiveSmallIntegerField(_("Strafpunkte"))

    class Meta:
        ordering = ["game", "seat", "pk"]

    def __str__(self) -> str:
        return f"{self.spielliste}: {self.points} Strafpunkte, Platz {self.seat}"


class RowRuling(Decision):
    """The officials' ruling that a row counts although it breaks a rule."""

    spielliste = models.ForeignKey(Spielliste, models.CASCADE, related_name="rulings")
    game = models.PositiveSmallIntegerField(_("Spiel"))

    class Meta:
        ordering = ["game"]
        constraints = [models.UniqueConstraint(fields=["spielliste", "game"], name="one_ruling_per_row")]

    def __str__(self) -> str:
        return f"{self.spielliste}: Entscheidung zu Spiel {self.game}"


class Vacancy(Decision):
    """A seat vacated before a game (illness, exclusion). If `counts`, officials ruled that the list counts anyway."""

    spielliste = models.ForeignKey(Spielliste, models.CASCADE, related_name="vacancies")
    seat = models.PositiveSmallIntegerField(_("Platz"))
    from_game = models.PositiveSmallIntegerField(_("ab Spiel"))
    counts = models.BooleanField(_("Liste zählt trotzdem"), default=False)

    class Meta:
        ordering = ["seat"]
        constraints = [models.UniqueConstraint(fields=["spielliste", "seat"], name="one_vacancy_per_seat")]

    def __str__(self) -> str:
        return f"{self.spielliste}: Platz {self.seat} verlassen"


class Reading(Stored):
    """Possible readings of an unclear entry, as points (§ 2.2.6); the row holds the worst one for the player."""

    spielliste = models.ForeignKey(Spielliste, models.CASCADE, related_name="readings")
    game = models.PositiveSmallIntegerField(_("Spiel"))
    seat = models.PositiveSmallIntegerField(_("Platz"))
    values = models.JSONField()

    class Meta:
        ordering = ["game", "seat"]
        constraints = [models.UniqueConstraint(fields=["spielliste", "game", "seat"], name="one_reading_per_cell")]

    def __str__(self) -> str:
        return f"{self.spielliste}: {'/'.join(map(str, self.values))}"


class EndingReading(Decision):
    """Possible endings of a game: the finisher, and whether it was a Handrommé (§ 2.2.6).

    The row holds the facts common to all readings. Each of `endings` is a pair: the finisher's seat, None for no
    player, and whether the game ended by Handrommé.
    """

    spielliste = models.ForeignKey(Spielliste, models.CASCADE, related_name="ending_readings")
    game = models.PositiveSmallIntegerField(_("Spiel"))
    endings = models.JSONField()

    class Meta:
        ordering = ["game"]
        constraints = [models.UniqueConstraint(fields=["spielliste", "game"], name="one_ending_reading_per_game")]

    def __str__(self) -> str:
        return f"{self.spielliste}: Ende von Spiel {self.game} unklar"


class Claim(Stored):
    """The scorer's sums on paper for one seat, possibly wrong."""

    spielliste = models.ForeignKey(Spielliste, models.CASCADE, related_name="claims")
    seat = models.PositiveSmallIntegerField(_("Platz"))
    total = models.IntegerField(_("Summe laut Liste"), null=True, blank=True)
    result = models.IntegerField(_("Ergebnis laut Liste"), null=True, blank=True)
    finished = models.PositiveSmallIntegerField(_("beendete Spiele laut Liste"), null=True, blank=True)

    class Meta:
        ordering = ["seat"]
        constraints = [models.UniqueConstraint(fields=["spielliste", "seat"], name="one_claim_per_seat")]

    def __str__(self) -> str:
        return f"{self.spielliste}: Platz {self.seat}"


class ListTotal(Stored):
    """One seat's totals, stored when the list changes, so that standings read one row per player and series."""

    seat = models.OneToOneField(Seat, models.CASCADE, related_name="total")
    counts = models.BooleanField(default=False)
    minus = models.IntegerField(default=0)
    bonus = models.IntegerField(default=0)
    handromme_bonus = models.IntegerField(default=0)
    penalties = models.IntegerField(default=0)
    result = models.IntegerField(default=0)
    finished = models.PositiveSmallIntegerField(default=0)
    handrommes = models.PositiveSmallIntegerField(default=0)
    half_points = models.PositiveSmallIntegerField(default=0)
    scoring_points = models.PositiveIntegerField(default=0)

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(result=F("minus") - F("bonus") - F("handromme_bonus") + F("penalties")),
                name="result_is_the_sum",
            )
        ]

    def __str__(self) -> str:
        return f"{self.seat}: {self.result}"
