"""The screen of the hall (Leinwand): its programme of boards, set by the officials."""

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _, pgettext_lazy

from romme_turnier.fast.rows import Stored
from romme_turnier.tournament.models.event import Event


class Board(models.TextChoices):
    """The boards of the wall, in the order of the usual programme."""

    CLOCK = "clock", pgettext_lazy("Gerät", "Uhr")
    SEATS = "seats", _("Plätze nach Namen")
    TABLES = "tables", _("Stand der Tische")
    STANDINGS = "standings", _("Rangliste")
    NEXT = "next", _("Was als Nächstes kommt")
    MESSAGES = "messages", _("Durchsagen")
    PLAY_OFF = "play_off", _("Entscheidungsspiele")


class Wall(Stored):
    """The look of the wall, and the board that it stays on. `held` is empty while boards change."""

    class Look(models.TextChoices):
        LIGHT = "light", _("hell")
        DARK = "dark", _("dunkel")

    event = models.OneToOneField(Event, models.CASCADE, related_name="wall")
    look = models.CharField(_("Farben"), max_length=5, choices=Look, default=Look.LIGHT)
    held = models.CharField(max_length=10, choices=Board, blank=True)

    def __str__(self) -> str:
        return f"{self.event}: {self.get_look_display()}"


class WallBoard(Stored):
    """A board of an event's programme; without boards the usual programme is shown (tournament/hall/wall.py)."""

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
