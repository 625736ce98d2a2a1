"""How a game has ended, for everybody at its table: the hands lie open."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from romme_turnier.core.playing.table import Table
from romme_turnier.core.rules import points_left
from romme_turnier.core.rules.record import row_of
from romme_turnier.web.rule_check.drawn import ShownCard, shown_card


@dataclass(frozen=True, slots=True)
class ShownHand:
    """A hand that lies open after the end of a game, with what it counts and what the game cost or brought.

    ``points`` None: the seat was left. ``total`` of all games; None where a case was tried.
    """

    name: str
    cards: list[ShownCard]
    left: int
    points: int | None
    total: int | None
    finished: bool


def ended(table: Table) -> dict[str, Any]:
    """The hands as they lie open once a game is over, with its row; a game that was broken off has none."""
    if table.game is None or table.playing or not (table.finished or table.trial):
        return {"hands": [], "broken_off": False}
    position = table.game.position
    row = row_of(position) if table.trial else table.finished[-1].result
    if row is None:
        return {"hands": [], "broken_off": True}
    totals = table.match.sums.points if table.match is not None else (None,) * len(table.players)
    hands = [
        ShownHand(
            player.name,
            [shown_card(card) for card in hand],
            points_left(hand, table.rules),
            row.points[place],
            totals[place] if row.points[place] is not None else None,
            row.finisher == place + 1,
        )
        for place, (player, hand) in enumerate(zip(table.players, position.hands, strict=True))
    ]
    winners = [table.players[one - 1].name for one in table.winners]
    return {"hands": hands, "broken_off": False, "winners": winners, "rummy_hand": row.rummy_hand}
