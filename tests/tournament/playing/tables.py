"""Tables of games in the browser for the tests: opened, joined, played on."""

from __future__ import annotations

import random
from dataclasses import replace
from datetime import timedelta
from typing import Any

from django.utils import timezone

from romme_turnier.core.playing.commands.command import format_command
from romme_turnier.core.playing.game import MANY_SHUFFLES
from romme_turnier.core.playing.opponents import simple
from romme_turnier.core.playing.seat_view import view_at
from romme_turnier.core.playing.table import Plays, awaited
from romme_turnier.core.rules.play import format_position
from romme_turnier.tournament.models import PlayMove, PlayTable
from romme_turnier.tournament.playing import presence
from romme_turnier.tournament.playing.moving import say, step
from romme_turnier.tournament.playing.state import State, forget_all, keep, state_of
from romme_turnier.tournament.playing.tables import Wish, open_table
from tests.core.playing.tables import lying

LONG_AGO = timedelta(hours=1)


def restarted() -> None:
    """Empties the memory of the process."""
    forget_all()
    presence._noted.clear()


def opened(system: str = "rommeordnung", *, opponents: int = 2, secret: int = 7, **wish: Any) -> tuple[PlayTable, int]:
    """A table of Anna with `opponents` simple opponents, and the holder of her seat; equal secrets deal equal cards."""
    with_whom = {Plays.SIMPLE: opponents} if opponents else {}
    row, anna = open_table(Wish(system, "Anna", opponents=with_whom, **wish))
    row.secret = f"{secret:064x}"
    row.save()
    restarted()
    return row, anna


def with_dealer(dealer: int, *names: str, **wish: Any) -> tuple[PlayTable, list[int]]:
    """A table at which the lot lets this seat deal first, with the holders of Anna's seat and of these names'."""
    for secret in range(100):
        row, anna = opened(secret=secret, **wish)
        holders = [anna, *(joined(row, name) for name in names)]
        if state_of(row).table.dealer == dealer:
            return row, holders
        row.delete()
    raise AssertionError("no lot falls on this seat")


def joined(row: PlayTable, name: str) -> int:
    said = say(row, 0, [f"mitspielen {name}"])
    assert said.done
    return said.holder


def position_of(row: PlayTable) -> str:
    """The running game on one line, as the server has it now."""
    row.refresh_from_db()
    game = state_of(row).table.game
    assert game is not None
    return format_position(game.position)


def later(row: PlayTable, by: timedelta = LONG_AGO) -> None:
    """The last move was made so long before."""
    PlayTable.objects.filter(pk=row.pk).update(moved_at=timezone.now() - by)
    PlayMove.objects.filter(table=row).update(at=timezone.now() - by)
    restarted()
    row.refresh_from_db()


def line_of(state: State, seat: int, chance: random.Random) -> str:
    """Returns the move of a simple opponent in this person's seat."""
    view = view_at(state.table, seat)
    if view is None or view.position.over:
        return "mischen"
    return format_command(simple.decide(view, chance))


def moved_once(row: PlayTable, holders: dict[int, int]) -> None:
    """Makes the awaited player move: people play like a simple opponent, opponents move by themselves."""
    row.refresh_from_db()
    state = state_of(row)
    people = [seat for seat in awaited(state.table) if seat in holders]
    if len(people) < len(awaited(state.table)):
        step(row)
    else:
        said = say(row, holders[people[0]], [line_of(state, people[0], random.Random(state.number))])
        assert said.done, said.refused


def play_on(row: PlayTable, holders: dict[int, int], *, games: int = 1, most: int = 2000) -> State:
    """Plays the match until `games` games are over."""
    for _ in range(most):
        row.refresh_from_db()
        state = state_of(row)
        if len(state.table.finished) >= games and not state.table.playing:
            return state
        moved_once(row, holders)
    raise AssertionError("the game does not end")


def at_position(line: str) -> tuple[PlayTable, int]:
    """A table of Anna and others, all of them people, at a noted position, with the holder of Anna's seat.

    It is kept in memory only, as no moves lead to it.
    """
    table = lying(line)
    row, anna = opened(table.rules.key, opponents=0)
    holders = (anna, *(joined(row, player.name) for player in table.players[1:]))
    state = state_of(row)
    keep(row, replace(state, table=table, holders=holders))
    return row, anna


def shuffled_often(row: PlayTable, times: int = MANY_SHUFFLES) -> None:
    """The pile has become the stock this often; kept in memory only."""
    state = state_of(row)
    assert state.table.game is not None
    game = replace(state.table.game, shuffles=times)
    keep(row, replace(state, table=replace(state.table, game=game)))
