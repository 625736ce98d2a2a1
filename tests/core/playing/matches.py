"""Whole matches by opponents, in all systems and with their options, each command written and read again."""

from __future__ import annotations

import random
from collections.abc import Iterator

from romme_turnier.core.playing.actions import carry_out
from romme_turnier.core.playing.commands.command import Command, format_command
from romme_turnier.core.playing.commands.reading import parse_command
from romme_turnier.core.playing.opponents import decide, simple
from romme_turnier.core.playing.seat_view import view_at
from romme_turnier.core.playing.table import Player, Plays, Table, awaited
from romme_turnier.core.rules.system.ruleset import RuleSet

MOST_MOVES = 3000


def table_of(rules: RuleSet, *plays: Plays, secret: bytes = bytes(32)) -> Table:
    """A table at which only opponents sit."""
    names = ("Anton", "Berta", "Cäsar", "Dora", "Emil", "Frieda", "Gustav", "Hedwig")
    players = tuple(Player(name, plays=kind, person=False) for name, kind in zip(names, plays, strict=False))
    return Table(rules, secret, players)


def played(rules: RuleSet, seed: int, *plays: Plays, games: int = 2) -> Iterator[tuple[int, Command, Table]]:
    """Yields seat, command and the next table, until a number of games is over; every command is accepted."""
    rng = random.Random(seed)
    seats = rng.randint(rules.seats_min, min(rules.seats_max, 4))
    table = table_of(rules, *(plays or (Plays.SIMPLE,) * seats), secret=rng.randbytes(32))
    for _ in range(MOST_MOVES):
        if table.over or (len(table.finished) >= games and not table.playing):
            return
        seat = awaited(table)[-1]
        command = decide(table, seat, rng)
        assert parse_command(format_command(command), online=rules.online_notation) == command
        then = carry_out(table, seat, command)
        assert isinstance(then, Table), (seat, format_command(command), then)
        table = then
        yield seat, command, table
    raise AssertionError("the match does not end")


def goes_on(table: Table) -> Table:
    """The table after its game, in which every seat does what a simple opponent would."""
    rng = random.Random(1)
    for _ in range(MOST_MOVES):
        if not table.playing:
            return table
        seat = awaited(table)[0]
        view = view_at(table, seat)
        assert view is not None
        then = carry_out(table, seat, simple.decide(view, rng))
        assert isinstance(then, Table), then
        table = then
    raise AssertionError("the game does not end")
