"""What officials order in a game that goes on at a table of an event, as a line of its record."""

from __future__ import annotations

from dataclasses import replace

from romme_turnier.core.playing.game import after_act, with_ruling
from romme_turnier.core.playing.refusals import Refused, refusal
from romme_turnier.core.playing.table import Table, settled
from romme_turnier.core.rules.record import Act, Ruling, Verb, parse_line

Order = Ruling | Act  # an act is that the game is broken off

DEAL_ANEW = Act(0, Verb.BREAK)


def read_order(text: str, seats: int) -> Order | None:
    """Returns what officials have ordered; None for anything else than a ruling or the end of the game."""
    if not text.startswith("0 "):
        return None
    line = parse_line(text, seats)
    return line if isinstance(line, Ruling) or line == DEAL_ANEW else None


def ordered(table: Table, order: Order) -> Table | Refused:
    """Returns the table afterwards: the game goes on with the ruling in its record, or it is to be dealt anew.

    Nothing before it can be taken back any more. Acts against the rules do not come to a table, so none is marked: the
    ruling stands where it was made. Its points are entered on the list, not in the row of the game (§ 8.3).
    """
    if table.game is None or table.game.over:
        return (refusal(table.rules, "no_game"),)
    if isinstance(order, Ruling):
        return replace(table, game=with_ruling(table.game, order), back=())
    return settled(replace(table, game=after_act(table.game, order)))
