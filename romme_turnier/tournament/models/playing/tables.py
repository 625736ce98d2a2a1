"""Rommé tables in the browser, both public ones and those of events, and the records of their games.

A table stores its moves in order; its state follows from them and the table's secret (`tournament/playing/state.py`).
Players' names occur only in moves and in `PlayTable.players`, which are deleted with the table; event tables use start
numbers instead.
"""

import secrets

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from romme_turnier.core.playing.commands.words import Word
from romme_turnier.fast.rows import Stored
from romme_turnier.tournament.models.fields import new_token
from romme_turnier.tournament.models.spielliste import Spielliste

SECRET_BYTES = 32
DEAL = str(Word.SHUFFLE)  # the dealing command, as in moves


def new_secret() -> str:
    """Returns a new secret, in hexadecimal digits, that determines the cards of all games at a table."""
    return secrets.token_hex(SECRET_BYTES)


class PlayTable(Stored):
    """A table in the browser. The `token` of its link lets people watch, and sit down at a free seat.

    At a table opened from a rule case, `position` is the starting position as one line of text, and `players` are the
    players' names and kinds (`core/playing/table.py: Plays`), by seat. Other tables have neither: their players follow
    from the moves.
    """

    token = models.CharField(max_length=32, unique=True, default=new_token, editable=False)
    system = models.CharField(_("Regelwerk"), max_length=32)
    secret = models.CharField(max_length=2 * SECRET_BYTES, default=new_secret, editable=False)
    position = models.TextField(_("Lage"), blank=True)
    players = models.JSONField(default=list, blank=True)
    fast = models.BooleanField(_("Gegner spielen schnell"), default=False)
    opened_at = models.DateTimeField(_("eröffnet"))
    moved_at = models.DateTimeField(_("letzter Zug"), db_index=True)
    moves = models.PositiveIntegerField(_("Züge"), default=0)
    # For an event table: the list that its games fill, until officials move the games to the hall.
    spielliste = models.OneToOneField(Spielliste, models.CASCADE, null=True, related_name="play_table")
    ended_at = models.DateTimeField(_("im Saal weitergespielt"), null=True, blank=True)

    class Meta:
        ordering = ["pk"]
        verbose_name = _("Spieltisch")
        verbose_name_plural = _("Spieltische")

    def __str__(self) -> str:
        return f"{self._meta.verbose_name} {self.pk}"


class PlayMove(Stored):
    """A move at a table: a command in its full form. Moves are added, never changed.

    `seat` is 0 if no seated player makes the move: for sitting down, the opening of an event table, halts of its clock,
    and officials' orders, which are lines of the record. `key` is the key of the request, "" for moves by the program.
    """

    table = models.ForeignKey(PlayTable, models.CASCADE, related_name="made")
    number = models.PositiveIntegerField(_("Nummer"))
    seat = models.PositiveSmallIntegerField(_("Platz"))
    command = models.CharField(_("Befehl"), max_length=600)
    key = models.CharField(max_length=64, blank=True)
    at = models.DateTimeField(_("Zeit"))

    class Meta:
        ordering = ["table", "number"]
        verbose_name = _("Zug")
        verbose_name_plural = _("Züge")
        constraints = [
            models.UniqueConstraint(fields=["table", "number"], name="play_move_number"),
            models.UniqueConstraint(fields=["table", "key"], condition=~Q(key=""), name="play_move_key"),
        ]

    def __str__(self) -> str:
        return f"{self.table}: {self.number}"


class PlayVisit(Stored):
    """The time of the last request from a player's page; `joined` is the number of the move that seated the player."""

    table = models.ForeignKey(PlayTable, models.CASCADE, related_name="visits")
    joined = models.PositiveIntegerField()
    at = models.DateTimeField(_("zuletzt gesehen"))

    class Meta:
        ordering = ["table", "joined"]
        constraints = [models.UniqueConstraint(fields=["table", "joined"], name="play_visit")]

    def __str__(self) -> str:
        return f"{self.table}: {self.joined}"


class GameRecord(Stored):
    """A game of a list, move by move, as a canonical record with its SHA-256.

    Players appear by start number, so no name is stored. An aborted game is dealt again; `deal` counts the deals.
    Records are added, never changed; every later revision of the list contains their hashes.
    """

    spielliste = models.ForeignKey(Spielliste, models.CASCADE, related_name="records")
    game = models.PositiveSmallIntegerField(_("Spiel"))
    deal = models.PositiveSmallIntegerField(_("Gabe"), default=1)
    text = models.TextField(_("Aufzeichnung"))
    sha256 = models.CharField(max_length=64)
    at = models.DateTimeField(_("beendet"))

    class Meta:
        ordering = ["game", "deal"]
        verbose_name = _("Aufzeichnung")
        verbose_name_plural = _("Aufzeichnungen")
        constraints = [
            models.UniqueConstraint(fields=["spielliste", "game", "deal"], name="one_record_per_deal"),
            models.CheckConstraint(condition=Q(game__gte=1, deal__gte=1), name="record_from_one"),
        ]

    def __str__(self) -> str:
        return f"{self.spielliste}: {self._meta.verbose_name} {self.game}.{self.deal}"
