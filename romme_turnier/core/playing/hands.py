"""The order in which a player holds cards. It is private and does not affect the game."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum

from romme_turnier.core.rules.system.cards import JOKER, Card, rank_of, suit_of


class Sorting(StrEnum):
    """The ways to sort cards; the values are words of the commands."""

    SUIT = "farbe"
    RANK = "wert"
    OWN = "eigen"


@dataclass(frozen=True, slots=True)
class HandOrder:
    """The order in which a player holds the hand."""

    sorting: Sorting = Sorting.SUIT
    cards: tuple[Card, ...] = ()  # as last held, if the order is the player's own; new cards follow them


def arranged(hand: Iterable[Card], order: HandOrder) -> tuple[Card, ...]:
    """Returns the cards of the hand in the player's order."""

    def place(card: Card) -> tuple[int, ...]:
        if card >= JOKER:
            return (JOKER,)
        rank, suit = rank_of(card), suit_of(card)
        return (rank, suit) if order.sorting is Sorting.RANK else (suit, rank)

    rest = sorted(hand, key=place)
    if order.sorting is not Sorting.OWN:
        return tuple(rest)
    known = []
    for card in order.cards:
        if card in rest:
            rest.remove(card)
            known.append(card)
    return (*known, *rest)


def in_own_order(hand: Sequence[Card], cards: Sequence[Card]) -> HandOrder | None:
    """Returns ``cards`` as the player's own order; None if they are not exactly the cards of ``hand``."""
    return HandOrder(Sorting.OWN, tuple(cards)) if sorted(hand) == sorted(cards) else None


def moved(hand: Sequence[Card], order: HandOrder, card: Card, beside: Card, *, behind: bool) -> HandOrder | None:
    """Returns the order with one card moved before or after another; None if the hand does not hold both."""
    held = list(arranged(hand, order))
    if card not in held:
        return None
    held.remove(card)
    if beside not in held:
        return None
    held.insert(held.index(beside) + behind, card)
    return HandOrder(Sorting.OWN, tuple(held))
