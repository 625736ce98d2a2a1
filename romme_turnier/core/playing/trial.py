"""A table for trying a case: people and computer opponents continue a game from a given position."""

from collections.abc import Iterable, Iterator, Sequence

from romme_turnier.core.playing.game import Game
from romme_turnier.core.playing.hands import HandOrder
from romme_turnier.core.playing.table import Player, Table, record_name
from romme_turnier.core.rules.play.position import Position
from romme_turnier.core.rules.record import FairDraw, Moment, Record
from romme_turnier.core.rules.record.moments import unseen
from romme_turnier.core.rules.system.cards import HIDDEN, Card


def trial(position: Position, players: Sequence[Player], secret: bytes) -> Table:
    """Returns a table with this position and ``players`` by seat; unknown cards are dealt at random.

    The record of its single game begins without a deal, because the beginning is unknown. Raises ValueError for a wrong
    number of players, for a game that is over, and for a secret that does not have 32 bytes.
    """
    if len(players) != len(position.hands) or position.over:
        raise ValueError("a case to try has a player for every seat and a game that goes on")
    others = iter(FairDraw(secret).order(sorted(unseen(position).elements())))
    filled = position._replace(
        hands=tuple(tuple(sorted(_known(hand, others))) for hand in position.hands),
        pile=tuple(_known(position.pile, others)),
        stock=tuple(_known(position.stock, others)),
    )
    seats = tuple(record_name(player.name) for player in players)
    record = Record(rules=position.rules, seats=seats, game=position.round_number, seed=secret)
    return Table(
        rules=position.rules,
        secret=secret,
        players=tuple(players),
        game=Game(record, (), Moment.of(filled)),
        trial=True,
        orders=(HandOrder(),) * len(players),
    )


def _known(cards: Iterable[Card], others: Iterator[Card]) -> Iterator[Card]:
    return (next(others) if card == HIDDEN else card for card in cards)
