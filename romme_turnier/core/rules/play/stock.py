"""Refills the stock when it is used up, and ends the games that end with it.

Usually the discard pile is shuffled and becomes the stock; with contracts its top card stays. If a game may end without
a finisher (``treppenromme``) it ends with the stock.
"""

from collections.abc import Sequence

from romme_turnier.core.rules.play.position import Position
from romme_turnier.core.rules.system.cards import Card


def for_new_stock(position: Position, claim_cards: int = 0) -> tuple[Card, ...]:
    """Returns the cards of the pile to shuffle before the next card is drawn; none while the stock suffices.

    With ``claim_cards``, the next act is a claim of the top card: that card stays, and the claim costs this many stock
    cards. A stock that ends the game is never refilled.
    """
    if len(position.stock) >= max(1, claim_cards) or not position.rules.finisher_required:
        return ()
    staying = bool(position.rules.play.contracts) + bool(claim_cards)
    return position.pile[: max(0, len(position.pile) - staying)]


def lasts_for_claim(position: Position, claim_cards: int) -> bool:
    """Returns whether stock and pile suffice for a claim of the top card and the next draw of the player in turn."""
    cards = len(position.stock)
    if position.rules.finisher_required:
        cards += max(0, len(position.pile) - 1 - bool(position.rules.play.contracts))
    return cards > claim_cards


def after_shuffling(position: Position, shuffled: Sequence[Card]) -> Position:
    """Returns the position with ``shuffled``, the cards of ``for_new_stock``, at the bottom of the stock.

    Raises ValueError unless ``shuffled`` are the lowest cards of the pile, in any order.
    """
    if sorted(shuffled) != sorted(position.pile[: len(shuffled)]):
        raise ValueError("only cards of the pile become a new stock, the lowest first")
    return position._replace(stock=(*shuffled, *position.stock), pile=position.pile[len(shuffled) :])


def ends_with_stock(position: Position) -> bool:
    """Returns whether the used-up stock ends the game before a draw, without a finisher (``treppenromme``)."""
    return not position.rules.finisher_required and not position.drawn and not position.stock


def after_last_card_of_stock(position: Position) -> Position:
    """Returns the position with the game ended without a finisher; hands are not counted."""
    return position._replace(over=True)
