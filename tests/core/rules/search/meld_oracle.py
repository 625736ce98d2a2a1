"""Melds judged one by one, straight from the table of rules, and hands written in the notation."""

from __future__ import annotations

from collections import Counter
from itertools import combinations, pairwise, permutations

from romme_turnier.core.rules.search.rules import SearchRules, search_rules
from romme_turnier.core.rules.system.cards import JOKER, RANKS, SUITS
from romme_turnier.core.rules.system.registry import RULE_SYSTEMS

MELD_RULES = {key: search_rules(ruleset) for key, ruleset in RULE_SYSTEMS.items()}


def cards(text: str) -> tuple[int, ...]:
    return tuple(JOKER if name == "*" else SUITS.index(name[-1]) * 13 + RANKS.index(name[:-1]) for name in text.split())


def is_set(meld: tuple[int, ...], rules: SearchRules) -> bool:
    natural = [card for card in meld if card != JOKER]
    return (
        bool(natural)
        and 3 <= len(meld) <= rules.set_max
        and len(meld) - len(natural) <= rules.set_jokers
        and len({card % 13 for card in natural}) == 1
        and (not rules.suits_differ or len({card // 13 for card in natural}) == len(natural))
    )


def is_run(meld: tuple[int, ...], rules: SearchRules) -> bool:
    """Does it lie as an upward run? Tried with every rank for its first card."""
    natural = [card for card in meld if card != JOKER]
    jokers = len(meld) - len(natural)
    if not natural or len({card // 13 for card in natural}) > 1 or not rules.run_min <= len(meld) <= rules.run_max:
        return False
    if jokers > rules.run_jokers:
        return False
    if rules.jokers_apart and (jokers > len(natural) or (JOKER, JOKER) in pairwise(meld)):
        return False
    for first in range(13):
        ranks = [(first + place + 12) % 13 for place in range(len(meld))]  # from the ace up
        beyond = not rules.around and first + len(meld) - 1 > 13
        if not beyond and all(card in (JOKER, *range(rank, 52, 13)) for card, rank in zip(meld, ranks, strict=True)):
            return True
    return False


def lies_as_meld(meld: tuple[int, ...], rules: SearchRules) -> bool:
    return is_set(meld, rules) or is_run(meld, rules)


def can_be_meld(collection: tuple[int, ...], rules: SearchRules) -> bool:
    """In some order. Only for few cards."""
    return is_set(collection, rules) or any(is_run(order, rules) for order in set(permutations(collection)))


def least_left(hand: tuple[int, ...], rules: SearchRules) -> int:
    """The fewest points that can be left, by taking every part of the hand for a first meld."""
    melds = {
        part
        for size in range(3, len(hand) + 1)
        for part in combinations(sorted(hand), size)
        if can_be_meld(part, rules)
    }

    def least(rest: Counter[int]) -> int:
        worth = sum(rules.left(card) * count for card, count in rest.items())
        return min([worth, *(least(rest - Counter(meld)) for meld in melds if not Counter(meld) - rest)])

    return least(Counter(hand))
