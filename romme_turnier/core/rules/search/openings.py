"""Finds openings of a hand under rules without contracts, also with a given card in one of the melds (§ 6.3).

The search is exact: the lowest card either stays in the hand or begins a meld. The best melds of the remaining cards
depend on nothing else; they are computed once for each collection of cards, and separately for zero, one and more
cards left in the hand, because the last discard and the exception of § 6.3 depend on that number.
"""

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache, lru_cache

from romme_turnier.core.rules.melds.opening import judge_opening
from romme_turnier.core.rules.search.all_melds import Meld, valued_melds
from romme_turnier.core.rules.system.cards import Card, unnamed
from romme_turnier.core.rules.system.ruleset import RuleSet

Laying = tuple[int, tuple[Meld, ...]]
"""The sum of the melds' points, and the melds."""
Layings = Mapping[int, Laying]
"""The layings worth most, by the number of cards that they leave: 0, 1, or 2 for two and more."""


def opening_with(hand: Sequence[Card], wanted: Card, ruleset: RuleSet) -> tuple[Meld, ...] | None:
    """Returns an opening of ``hand`` with ``wanted`` in a meld, or None; the minimum is for all melds together."""
    worth = worth_of_melds(tuple(sorted(hand)), ruleset)
    layings = best_layings(worth)
    for cards, (points, meld) in worth.items():
        rest = minus(tuple(sorted(hand)), cards) if wanted in cards else None
        if rest is None:
            continue
        for left, (others, melds) in layings(rest).items():
            opening = (meld, *melds)
            reaches = points + others >= ruleset.play.minimum or left == 1
            held = (wanted,) * left  # only their number matters
            if reaches and judge_opening(opening, ruleset, hand=held).valid:
                return opening
    return None


def most_with(hand: Sequence[Card], wanted: Card, ruleset: RuleSet) -> tuple[Meld, ...]:
    """Returns the most valuable melds that ``hand`` can lay if one meld includes ``wanted``; empty if there are none.

    Melds that leave a card in the hand are preferred to more valuable ones.
    """
    worth = worth_of_melds(tuple(sorted(hand)), ruleset)
    layings = best_layings(worth)
    ways = [
        (left > 0, points + others, (meld, *melds))
        for cards, (points, meld) in worth.items()
        if wanted in cards and (rest := minus(tuple(sorted(hand)), cards)) is not None
        for left, (others, melds) in layings(rest).items()
    ]
    return max(ways, default=(False, 0, ()))[2]


def openings(hand: tuple[Card, ...], ruleset: RuleSet) -> Iterator[tuple[Meld, ...]]:
    """Yields openings of a sorted ``hand``, each as soon as its melds suffice; the minimum is for all melds together.

    Melds are added in every combination until the opening is allowed.
    """
    layings = best_layings(worth_of_melds(hand, ruleset))
    melds = [(tuple(sorted(map(unnamed, meld))), points, meld) for meld, points in valued_melds(hand, ruleset)]

    def grown(first: int, laid: tuple[Meld, ...], points: int, rest: tuple[Card, ...]) -> Iterator[tuple[Meld, ...]]:
        reach = layings(rest).items()
        if all(points + others < ruleset.play.minimum and left != 1 for left, (others, _) in reach):
            return
        for at in range(first, len(melds)):
            cards, worth, meld = melds[at]
            left = minus(rest, cards)
            if left is None:
                continue
            if judge_opening((*laid, meld), ruleset, hand=left).valid:
                yield (*laid, meld)
            else:
                yield from grown(at, (*laid, meld), points + worth, left)

    return grown(0, (), 0, hand)


@lru_cache(maxsize=16)  # judging the taking of a card and showing its use need the same search
def worth_of_melds(hand: tuple[Card, ...], ruleset: RuleSet) -> Mapping[tuple[Card, ...], tuple[int, Meld]]:
    """Returns the melds of a sorted hand as pairs of points and meld, by their sorted cards with unnamed jokers.

    If several melds have the same cards, only the one worth most is kept.
    """
    best: dict[tuple[Card, ...], tuple[int, Meld]] = {}
    for meld, points in valued_melds(hand, ruleset):
        cards = tuple(sorted(map(unnamed, meld)))
        if cards not in best or points > best[cards][0]:
            best[cards] = points, meld
    return best


def best_layings(worth: Mapping[tuple[Card, ...], tuple[int, Meld]]) -> Callable[[tuple[Card, ...]], Layings]:
    """Returns a function that gives the best layings of sorted cards."""
    beginning = defaultdict(list)
    for cards, (points, meld) in worth.items():
        beginning[cards[0]].append((cards, points, meld))

    @cache
    def layings(rest: tuple[Card, ...]) -> Layings:
        if not rest:
            return {0: (0, ())}
        best: dict[int, Laying] = {}
        for left, laying in layings(rest[1:]).items():
            best[min(left + 1, 2)] = max(laying, best.get(min(left + 1, 2), laying))
        for cards, points, meld in beginning[rest[0]]:
            remaining = minus(rest, cards)
            if remaining is None:
                continue
            for left, (others, melds) in layings(remaining).items():
                if left not in best or points + others > best[left][0]:
                    best[left] = points + others, (meld, *melds)
        return best

    return layings


def minus(cards: tuple[Card, ...], gone: tuple[Card, ...]) -> tuple[Card, ...] | None:
    """Returns ``cards`` without ``gone``; None if a card of ``gone`` is missing."""
    rest = list(cards)
    for card in gone:
        if card not in rest:
            return None
        rest.remove(card)
    return tuple(rest)
