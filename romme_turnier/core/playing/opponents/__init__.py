"""Opponents, which play for seats without a person. They get only the seat's view, never the full position."""

from random import Random
from typing import assert_never

from romme_turnier.core.playing.commands.command import Command, with_named_jokers
from romme_turnier.core.playing.commands.words import Word
from romme_turnier.core.playing.opponents import simple, strong
from romme_turnier.core.playing.seat_view import view_at
from romme_turnier.core.playing.table import Plays, Table, answers_itself


def decide(table: Table, seat: int, rng: Random) -> Command:
    """Returns the program's next command for ``seat``, which must be in ``awaited`` and satisfy ``answers_itself``.

    Raises ValueError if a person has to decide during a game.
    """
    view = view_at(table, seat)
    if view is None or view.position.over:
        return Command(Word.SHUFFLE)
    match table.players[seat - 1].plays:
        case Plays.SIMPLE:
            command = simple.decide(view, rng)
        case Plays.STRONG:
            command = strong.decide(view_at(table, seat, lines=True) or view, rng)
        case Plays.PERSON if answers_itself(table, seat):
            command = Command(Word.WAIVE)
        case Plays.PERSON:
            raise ValueError(f"seat {seat} is played by a person")
        case never:
            assert_never(never)
    return with_named_jokers(command, table.rules)
