"""Returns the next position after each act of a game.

Each function expects an act that its ``may_…`` allows. Nothing is shuffled here; ``stock.for_new_stock`` gives the
cards to shuffle.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain

from romme_turnier.core.rules.melds.judge import judge_meld
from romme_turnier.core.rules.melds.lay_off import End, lay_off, take_joker
from romme_turnier.core.rules.play.position import Claim, Position, TableMeld, hands_with, table_with, without
from romme_turnier.core.rules.system.cards import JOKER, Card, is_joker, unnamed
from romme_turnier.core.rules.system.ruleset import PileRule


@dataclass(frozen=True, slots=True)
class Use:
    """A use of cards: new melds, or cards for a meld on the table."""

    melds: tuple[tuple[Card, ...], ...] = ()
    at: int | None = None  # the meld on the table, from 0
    cards: tuple[Card, ...] = ()
    takes_joker: bool = False  # the only card replaces the meld's joker


def after_draw(position: Position) -> Position:
    """Returns the position with the top stock card in the hand; the stock must not be empty (see ``stock``)."""
    hands = hands_with(position, (*position.hand, position.stock[-1]))
    return position._replace(hands=hands, stock=position.stock[:-1], drawn=True)


def after_take(position: Position, count: int = 1) -> Position:
    """Returns the position with the pile's top cards in the hand; under § 7.3, they are then owed."""
    taken = position.pile[len(position.pile) - count :]
    hands, pile = hands_with(position, (*position.hand, *taken)), position.pile[: len(position.pile) - count]
    owed = taken if position.rules.play.pile is PileRule.USED_AT_ONCE else ()
    return position._replace(hands=hands, pile=pile, drawn=True, owed=owed)


def after_use(position: Position, use: Use) -> Position:
    """Returns the position after new melds were laid, cards were laid off or a joker was taken."""
    if use.takes_joker and use.at is not None:
        return after_take_joker(position, use.at, use.cards[0])
    return after_lay_out(position, use.melds) if use.at is None else after_lay_off(position, use.at, use.cards)


def after_claim(position: Position, seat: int) -> Position:
    """Returns the position after ``seat`` claimed the top pile card and drew its cost; the turn continues."""
    cost = position.rules.play.claim_cards or 0
    rest = len(position.stock) - cost
    hand = (*position.hands[seat - 1], position.pile[-1], *position.stock[rest:])
    return position._replace(
        hands=hands_with(position, hand, seat),
        pile=position.pile[:-1],
        stock=position.stock[:rest],
        asked=(),
        claim=Claim.GRANTED,
    )


def after_refusal(position: Position) -> Position:
    """Returns the position after the claims were refused: the player in turn must take the card (Das Klopfen)."""
    return position._replace(asked=(), claim=Claim.REFUSED)


def after_lay_out(position: Position, melds: Sequence[Sequence[Card]]) -> Position:
    """Returns the position with the melds laid, naming each joker whose card is certain."""
    judged = [judge_meld(meld, position.rules) for meld in melds]
    table = (*position.table, *(TableMeld(position.turn, meld.cards) for meld in judged))
    return _after_laying(position, table, [*chain(*melds)], sum(meld.points or 0 for meld in judged))


def after_lay_off(position: Position, at: int, cards: Sequence[Card], end: End | None = None) -> Position:
    """Returns the position with the cards laid off on meld ``at``, counted from 0."""
    meld = lay_off(position.table[at].cards, cards, position.rules, end)
    return _after_laying(position, table_with(position, at, cards=meld.cards), cards, meld.points or 0)


def after_take_joker(position: Position, at: int, card: Card) -> Position:
    """Returns the position with the card exchanged for the joker, which is owed if it may not be kept."""
    meld = take_joker(position.table[at].cards, card, position.rules)
    hands = hands_with(position, (*without(position.hand, [card]), JOKER))
    after = position._replace(hands=hands, table=table_with(position, at, cards=meld.cards))
    if position.rules.play.keeps_joker:
        return after
    return after._replace(owed=(*position.owed, JOKER), owed_from=at)


def after_rearranging(position: Position, melds: Sequence[Sequence[Card]], cards: Sequence[Card]) -> Position:
    """Returns the position with ``melds`` on the table and without ``cards``; unchanged melds keep their owners."""
    before = list(position.table)
    table = []
    for meld in melds:
        laid = judge_meld(meld, position.rules).cards
        same = next((earlier for earlier in before if earlier.cards == laid), None)
        if same is not None:
            before.remove(same)  # of two equal melds each keeps its own owner
        table.append(same or TableMeld(position.turn, laid))
    return _after_laying(position, tuple(table), cards, 0)


def after_discard(position: Position, card: Card) -> Position:
    """Returns the position after the discard: in the next turn or, with the last card, after going out (§ 8.1)."""
    if len(position.hand) == 1:
        return after_going_out(position, card)
    return _next_turn(_discarded(position, card))


def after_pass(position: Position) -> Position:
    """Returns the position after a turn without a discard."""
    return _next_turn(position)


def after_going_out(position: Position, discard: Card | None) -> Position:
    """Returns the position after going out: the end of the game or, after an announcement, only of the turn."""
    after = position if discard is None else _discarded(position, discard)
    if position.announced is not None:
        return _next_turn(after)
    return after._replace(over=True, finisher=position.turn)


def after_announcing(position: Position, melds: Sequence[Sequence[Card]]) -> Position:
    """Returns the position with the melds laid; the others get one more turn (``classic``, ``without_laying_out``)."""
    return _next_turn(after_lay_out(position, melds)._replace(announced=position.turn))


def after_leaving(position: Position, seat: int) -> Position:
    """Returns the position after ``seat`` left the game (illness, exclusion; aussteigen, rauswerfen).

    The seat's cards are set aside and its claims end. The game is broken off if fewer players remain than the rule
    system requires, or if the announcer of the end leaves.
    """
    asked = tuple(asking for asking in position.asked if asking != seat)
    after = position._replace(left=(*position.left, seat), asked=asked)
    if len(after.seats) < position.rules.seats_min or seat == position.announced:
        return after_breaking_off(after)
    return _next_turn(after) if seat == position.turn else after


def after_breaking_off(position: Position) -> Position:
    """Returns the position with the game broken off; it will not count (§ 5.2, 5.3, 5.9, 6.7; spiel abbrechen)."""
    return position._replace(over=True, finisher=None, broken_off=True)


def _after_laying(position: Position, table: tuple[TableMeld, ...], cards: Sequence[Card], points: int) -> Position:
    hands = hands_with(position, without(position.hand, cards))
    owed = without(position.owed, cards)
    opened, noted = position.opened, position.noted
    if position.opened_in is None:
        opened = (*opened[: position.turn - 1], position.number, *opened[position.turn :])
    if position.rules.highest_wins:
        noted = noted or (0,) * len(position.hands)
        noted = (*noted[: position.turn - 1], noted[position.turn - 1] + points, *noted[position.turn :])
    owed_from = position.owed_from if any(map(is_joker, owed)) else None
    return position._replace(hands=hands, table=table, owed=owed, owed_from=owed_from, opened=opened, noted=noted)


def _discarded(position: Position, card: Card) -> Position:
    hands = hands_with(position, without(position.hand, [card]))
    return position._replace(hands=hands, pile=(*position.pile, unnamed(card)))


def _next_turn(position: Position) -> Position:
    """Returns the next turn's position, without owed cards and claims; after the last round, the announcer has won."""
    turn = position.next_seat
    over = turn == position.announced
    return position._replace(
        turn=turn,
        number=position.number + 1,
        drawn=False,
        owed=(),
        owed_from=None,
        asked=(),
        claim=Claim.NONE,
        over=over,
        finisher=turn if over else None,
    )
