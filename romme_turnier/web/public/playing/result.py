"""The result of a game, with open hands, for everyone at the table."""

from typing import Any

from romme_turnier.core.playing.table import Table
from romme_turnier.core.rules import points_left
from romme_turnier.core.rules.record import row_of
from romme_turnier.web.rule_check.card_images import shown_card


def result_of(table: Table) -> dict[str, Any]:
    """Returns the hands and the result of a game that is over. A running or broken-off game has no hands.

    ``left`` is the value of the cards held. ``points`` are the player's points in the game, None if the player has left
    the seat. ``total`` is the sum over all games, None for such a player and at a table that was opened from a case.
    """
    if table.game is None or table.playing or not (table.finished or table.trial):
        return {"hands": [], "broken_off": False}
    position = table.game.position
    row = row_of(position) if table.trial else table.finished[-1].result
    if row is None:
        return {"hands": [], "broken_off": True}
    totals = table.match.sums.points if table.match is not None else (None,) * len(table.players)
    hands = [
        {
            "name": player.name,
            "cards": [shown_card(card) for card in hand],
            "left": points_left(hand, table.rules),
            "points": row.points[place],
            "total": totals[place] if row.points[place] is not None else None,
            "finished": row.finisher == place + 1,
        }
        for place, (player, hand) in enumerate(zip(table.players, position.hands, strict=True))
    ]
    winners = [table.players[seat - 1].name for seat in table.winners]
    return {"hands": hands, "broken_off": False, "winners": winners, "rummy_hand": row.rummy_hand}
