"""The choice of the dealer of the first game, according to the sources."""

from collections.abc import Callable, Mapping

from romme_turnier.core.rules.play.dealing import whole_pack
from romme_turnier.core.rules.system.cards import JOKER, Card, rank_of
from romme_turnier.core.rules.system.ruleset import FirstDealer, RuleSet


def first_dealer(rules: RuleSet, players: int, below: Callable[[int], int]) -> int:
    """Returns the seat that deals first: seat 1 of the list, who draws the highest card, or by lot.

    ``below(n)`` returns a number from 0 to n − 1 by chance, like ``random.randrange`` or ``FairDraw.below``.
    """
    match rules.play.first_dealer:
        case FirstDealer.SEAT_ONE:
            return 1
        case FirstDealer.LOT:
            return below(players) + 1
        case FirstDealer.HIGHEST_CARD:
            drawing: tuple[int, ...] = tuple(range(1, players + 1))
            while len(drawing) > 1:
                spread = list(whole_pack(rules, players))
                drawing = highest_card({seat: spread.pop(below(len(spread))) for seat in drawing})
            return drawing[0]


def highest_card(drawn: Mapping[int, Card]) -> tuple[int, ...]:
    """Returns the seats with the highest of the cards drawn, A K D B 10 …; if there are several, they draw again.

    A joker has no place in that order and counts as the lowest card.
    """
    height = {seat: -1 if card >= JOKER else rank_of(card) for seat, card in drawn.items()}
    return tuple(seat for seat in sorted(drawn) if height[seat] == max(height.values()))
