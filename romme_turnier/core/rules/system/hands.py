"""Counts the points of cards left in the hand, and checks whether the pack holds them."""

from collections import Counter
from collections.abc import Sequence

from romme_turnier.core.rules.system.cards import ACE, JOKER, Card, format_card, rank_of, unnamed
from romme_turnier.core.rules.system.codes import violation
from romme_turnier.core.rules.system.ruleset import RuleSet
from romme_turnier.core.violations import Violation


def card_left(held: Card, ruleset: RuleSet) -> int:
    """Returns the points of a card in the hand (§ 4.2, § 4.4.3)."""
    if held >= JOKER:
        return ruleset.values.hand_joker
    rank = rank_of(held)
    return ruleset.values.hand_ace if rank == ACE else min(rank + 2, 10)


def points_left(hand: Sequence[Card], ruleset: RuleSet) -> int:
    """Returns the points of the hand at the end of a game (§ 8.2)."""
    return sum(card_left(held, ruleset) for held in hand)


def supply(cards: Sequence[Card], ruleset: RuleSet) -> tuple[Violation, ...]:
    """Returns one violation for each card that occurs more often than in the largest possible pack."""
    pack = ruleset.pack()
    return tuple(
        violation(ruleset, "not_in_deck", card=format_card(held), count=count, most=pack.holds(held))
        for held, count in sorted(Counter(map(unnamed, cards)).items())
        if count > pack.holds(held)
    )
