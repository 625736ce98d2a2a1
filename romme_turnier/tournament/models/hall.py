"""Absences, substitutions, repairs of seatings, drawn cards, messages, and the programme of the hall screen."""

from typing import assert_never

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext, gettext_lazy as _, pgettext_lazy

from romme_turnier.fast.rows import Stored
from romme_turnier.tournament.models.event import Event
from romme_turnier.tournament.models.fields import SEATS_MAX, Acted
from romme_turnier.tournament.models.reasons import reason_words
from romme_turnier.tournament.models.registration import Registration
from romme_turnier.tournament.models.series import Draw, Series, Table


class Absence(Acted):
    """A series that a player sits out; the player may return for the next. Leaving permanently is a withdrawal."""

    registration = models.ForeignKey(Registration, models.CASCADE, related_name="absences")
    series_number = models.PositiveSmallIntegerField(_("Serie"))
    reason = models.CharField(_("Grund"), max_length=200, blank=True)

    class Meta:
        ordering = ["series_number", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["registration", "series_number"], name="one_absence_per_series"),
            models.CheckConstraint(condition=Q(series_number__gte=1), name="absence_from_series_one"),
        ]

    def __str__(self) -> str:
        return f"{self.registration}: fehlt in Serie {self.series_number}"

    @property
    def reason_words(self) -> str:
        """The reason as shown, with codes put into words."""
        return reason_words(self.reason)


class CallIn(Acted):
    """A substitution: a substitute (Ersatz) plays for a team member in one series, or from that series to the end.

    `undone_at` is set if it was undone. `noted` is its effect on the member: none if the member would not have played
    anyway.
    """

    class Noted(models.TextChoices):
        NOTHING = "", _("nichts")
        ABSENT = "absent", _("fehlt in der Serie")
        WITHDRAWN = "withdrawn", _("zurückgezogen")

    substitute = models.ForeignKey(Registration, models.CASCADE, related_name="call_ins")
    member = models.ForeignKey(Registration, models.CASCADE, related_name="replaced_by")
    from_series = models.PositiveSmallIntegerField(_("ab Serie"))
    for_good = models.BooleanField(_("bis zum Ende"), default=False)
    noted = models.CharField(max_length=9, choices=Noted, blank=True)
    undone_at = models.DateTimeField(_("zurückgenommen"), null=True, blank=True)
    undone_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, blank=True, related_name="+")

    class Meta:
        ordering = ["from_series", "pk"]
        constraints = [models.CheckConstraint(condition=Q(from_series__gte=1), name="call_in_from_series_one")]

    def __str__(self) -> str:
        return f"{self.substitute} für {self.member} ab Serie {self.from_series}"

    def covers(self, series_number: int) -> bool:
        """Returns whether the substitution applies to that series."""
        if self.undone_at is not None:
            return False
        return series_number == self.from_series or (self.for_good and series_number > self.from_series)


class SeatingRepair(Acted):
    """A change to an existing seating, because a player came late, stayed away, or left.

    `before` and `after` hold the affected tables, {"table number": [start number, …]} with seat 1 first; a table
    missing on one side did not exist at that time.
    """

    series = models.ForeignKey(Series, models.CASCADE, related_name="repairs")
    reason = models.CharField(_("Grund"), max_length=200)
    before = models.JSONField()
    after = models.JSONField()
    undone_at = models.DateTimeField(null=True, blank=True)
    undone_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, blank=True, related_name="+")

    class Meta:
        ordering = ["-pk"]

    def __str__(self) -> str:
        return f"{self.series}: {self.reason_words}"

    @property
    def reason_words(self) -> str:
        """The reason as shown, with codes put into words."""
        return reason_words(self.reason)


class DrawnCard(Stored):
    """A card in a draw by hand (§ 2.1.1): a table, a seat and, once entered, the player who drew the card."""

    draw = models.ForeignKey(Draw, models.CASCADE, related_name="cards")
    table = models.PositiveSmallIntegerField(_("Tisch"))
    seat = models.PositiveSmallIntegerField(_("Platz"))
    registration = models.ForeignKey(Registration, models.PROTECT, null=True, blank=True, related_name="+")
    drawn_at = models.DateTimeField(null=True, blank=True)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, blank=True, related_name="+")

    class Meta:
        ordering = ["table", "seat"]
        constraints = [
            models.UniqueConstraint(fields=["draw", "table", "seat"], name="one_card_per_seat"),
            models.UniqueConstraint(fields=["draw", "registration"], name="one_card_per_player"),
            models.CheckConstraint(condition=Q(seat__gte=1) & Q(seat__lte=SEATS_MAX), name="card_names_a_seat"),
        ]

    def __str__(self) -> str:
        return f"Tisch {self.table}, Platz {self.seat}"


class HallMessage(Acted):
    """A message to the hall (Durchsage), shown on the hall screen and on phones.

    `text` is typed by an official; it is empty for a `call`, which is worded when shown. `table` is the table
    addressed, or the table that needs a referee; None addresses everybody.
    """

    class Call(models.TextChoices):
        """Ready-made messages. Each may name a `table`, and the call for a referee must name one."""

        SIT_DOWN = "sit_down", _("Bitte hinsetzen")
        HAND_IN = "hand_in", _("Listen abgeben")
        REFEREE = "referee", _("Schiedsrichter rufen")

    event = models.ForeignKey(Event, models.CASCADE, related_name="hall_messages")
    text = models.CharField(_("Durchsage"), max_length=200, blank=True)
    call = models.CharField(max_length=10, choices=Call, blank=True)
    table = models.ForeignKey(
        Table, models.CASCADE, null=True, blank=True, verbose_name=_("Tisch"), related_name="hall_messages"
    )
    until = models.DateTimeField(_("anzeigen bis"), null=True, blank=True)
    is_over = models.BooleanField(default=False)  # ended by an official, independent of the clock
    withdrawn_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-pk"]  # not by time, because clocks may be set back
        verbose_name = _("Durchsage")
        verbose_name_plural = _("Durchsagen")
        constraints = [
            models.CheckConstraint(
                condition=(Q(call="") & ~Q(text="")) | (~Q(call="") & Q(text="")), name="announcement_is_text_or_call"
            ),
            models.CheckConstraint(condition=~Q(call="referee") | Q(table__isnull=False), name="referee_to_a_table"),
        ]

    def __str__(self) -> str:
        return self.words

    @property
    def words(self) -> str:
        """The text of the message, shown next to `for_table`."""
        if not self.call:
            return self.text
        match HallMessage.Call(self.call):
            case HallMessage.Call.SIT_DOWN:
                return gettext("Bitte setzen Sie sich an Ihren Tisch.")
            case HallMessage.Call.HAND_IN:
                return gettext("Bitte geben Sie Ihre Liste ab.")
            case HallMessage.Call.REFEREE:
                number = self.table.number if self.table else 0
                return gettext("Ein Schiedsrichter bitte zu Tisch %(number)d.") % {"number": number}
            case unknown:
                assert_never(unknown)

    @property
    def for_table(self) -> Table | None:
        """The only table addressed; None if everybody is."""
        return None if self.call == HallMessage.Call.REFEREE else self.table


class Board(models.TextChoices):
    """The boards of the wall, in the order of the default programme."""

    CLOCK = "clock", pgettext_lazy("Gerät", "Uhr")
    SEATS = "seats", _("Plätze nach Namen")
    TABLES = "tables", _("Stand der Tische")
    STANDINGS = "standings", _("Rangliste")
    NEXT = "next", _("Was als Nächstes kommt")
    MESSAGES = "messages", _("Durchsagen")
    PLAY_OFF = "play_off", _("Entscheidungsspiele")


class Wall(Stored):
    """The look of the wall. `held` is the board on which the wall stays, empty while boards rotate."""

    class Look(models.TextChoices):
        LIGHT = "light", _("hell")
        DARK = "dark", _("dunkel")
        FELT = "felt", _("filzgrün")

    event = models.OneToOneField(Event, models.CASCADE, related_name="wall")
    look = models.CharField(_("Farben"), max_length=5, choices=Look, default=Look.LIGHT)
    held = models.CharField(max_length=10, choices=Board, blank=True)

    def __str__(self) -> str:
        return f"{self.event}: {self.get_look_display()}"


class WallBoard(Stored):
    """A board in an event's programme; without boards the default programme is shown (tournament/hall/wall.py)."""

    event = models.ForeignKey(Event, models.CASCADE, related_name="wall_boards")
    board = models.CharField(max_length=10, choices=Board)
    position = models.PositiveSmallIntegerField()
    seconds = models.PositiveSmallIntegerField(_("Sekunden"))

    class Meta:
        ordering = ["position"]
        constraints = [
            models.UniqueConstraint(fields=["event", "board"], name="one_place_per_board"),
            models.CheckConstraint(condition=Q(seconds__gte=3) & Q(seconds__lte=300), name="board_seconds_in_range"),
        ]

    def __str__(self) -> str:
        return f"{self.event}: {self.get_board_display()}"
