"""One seat's view of a position: a separate position in which every other card is hidden."""

from collections.abc import Sequence

from romme_turnier.core.rules.play.position import Position
from romme_turnier.core.rules.system.cards import HIDDEN, Card
from romme_turnier.core.rules.system.ruleset import LastDiscard, PileRule, RuleSet


def seen_by(position: Position, seat: int | None) -> Position:
    """Returns the position as ``seat`` sees it, or as spectators do (None): the table, the pile, one hand, and counts.

    Unseen cards are HIDDEN in every field, also after the end of the game, so no order, size or equality reveals more
    than the table does. Questions about the seat's cards work as with any position.
    """
    pile = position.pile
    if covers_last_discard(position) and seat != position.finisher:
        pile = hidden(pile)
    elif not lies_open(position.rules):
        pile = (*hidden(pile[:-1]), *pile[-1:])
    return position._replace(
        hands=tuple(hand if place == seat else hidden(hand) for place, hand in enumerate(position.hands, start=1)),
        pile=pile,
        stock=hidden(position.stock),
    )


def hidden(cards: Sequence[Card]) -> tuple[Card, ...]:
    """Returns as many hidden cards."""
    return (HIDDEN,) * len(cards)


def lies_open(rules: RuleSet) -> bool:
    """Returns whether the whole pile can be read, because several cards may be taken; otherwise only its top card."""
    return rules.play.pile is PileRule.STAIRCASE or rules.play.take_many


def covers_last_discard(position: Position) -> bool:
    """Returns whether the game has ended with a card that went face down to the pile (Contract Rummy: Aus gehen)."""
    covers = position.rules.play.covers_last_discard and position.last_discard is not LastDiscard.FORBIDDEN
    return covers and position.finisher is not None
