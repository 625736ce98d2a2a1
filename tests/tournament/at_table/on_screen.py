"""A series that is played in the browser, for the tests: its tables play by themselves."""

from __future__ import annotations

import random
from typing import Any

from django.db import transaction

from romme_turnier.core.playing.table import awaited
from romme_turnier.tournament import models
from romme_turnier.tournament.at_table.on_screen.keeping import keep_games
from romme_turnier.tournament.at_table.on_screen.tables import open_play_tables, play_table_of
from romme_turnier.tournament.models import PlayTable
from romme_turnier.tournament.playing.moving import Said, say
from romme_turnier.tournament.playing.state import State, forget_all, state_of
from tests.tournament.at_table.scene import AtTable, at_table
from tests.tournament.playing.tables import line_of


def on_screen(*, games: int = 2, **fields: Any) -> AtTable:
    """A series of two tables that are played in the browser, with cards that are always the same."""
    scene = at_table(games=games, **{"phone_lists": "played", **fields})
    with transaction.atomic():
        open_play_tables(scene.series)
    for number, row in enumerate(PlayTable.objects.order_by("pk"), start=1):
        row.secret = f"{number + 6:064x}"
        row.save()
    forget_all()
    return scene


def table_of(spielliste: models.Spielliste) -> PlayTable:
    row = play_table_of(spielliste)
    assert row is not None
    return row


def said(row: PlayTable, seat: int, *lines: str, key: str = "") -> Said:
    """Says the lines as the player of a seat, who holds it by its number before the first deal."""
    return say(row, seat, list(lines), key=key, also_store=keep_games)


def play(row: PlayTable, *, games: int = 1, moves: int = 2000) -> State:
    """Plays until `games` games are over or `moves` moves are made; each seat plays like a simple opponent."""
    for number in range(moves):
        state = state_of(row)
        seats = awaited(state.table)
        if len(state.table.finished) >= games or not seats:
            return state
        done = said(row, state.holders[seats[0] - 1], line_of(state, seats[0], random.Random(number)))
        assert done.done, done.refused
    return state_of(row)
