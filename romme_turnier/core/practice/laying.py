"""Lay as much as possible: a hand with exactly one choice of cards that leaves the fewest points."""

from collections import defaultdict
from functools import cache
from itertools import chain
from random import Random

from romme_turnier.core.practice.problem import Kind, Level, Problem
from romme_turnier.core.rules.play import whole_pack
from romme_turnier.core.rules.play.position import without
from romme_turnier.core.rules.search.all_melds import melds_in
from romme_turnier.core.rules.search.best import best_melding
from romme_turnier.core.rules.system.cards import Card, unnamed
from romme_turnier.core.rules.system.hands import card_left, points_left
from romme_turnier.core.rules.system.ruleset import RuleSet

_CARDS = {Level.EASY: 8, Level.MEDIUM: 11, Level.HARD: 13}
Hand = tuple[Card, ...]


def lay_most(rules: RuleSet, level: Level, rng: Random) -> Problem:
    """Returns a hand to be laid; a hard one is not found by laying the most valuable meld first, an easy one is."""
    pack = whole_pack(rules, rules.seats_min)
    while True:
        hand = tuple(sorted(rng.sample(pack, _CARDS[level])))
        best = best_melding(hand, rules)
        enough = len(best.melds) >= (1 if level is Level.EASY else 2)
        if not enough or not best.left:
            continue
        rest = hand
        while melds := [tuple(map(unnamed, meld)) for meld in melds_in(rest, rules)]:
            rest = without(rest, max(melds, key=lambda meld: points_left(tuple(sorted(meld)), rules)))
        found_greedily = points_left(rest, rules) == best.points_left
        if found_greedily is (level is Level.HARD):
            continue
        if best_lefts(hand, rules) != {best.left}:
            continue
        laid = tuple(sorted(map(unnamed, chain(*best.melds))))
        return Problem(Kind.LAY_MOST, rules, level, hand, answer=laid, solution=best.melds, points=best.points_left)


def best_lefts(hand: Hand, rules: RuleSet) -> set[Hand]:
    """Returns every choice of kept cards with the fewest points, by trying all combinations of melds."""
    beginning: dict[Card, set[Hand]] = defaultdict(set)
    for meld in melds_in(hand, rules):
        cards = tuple(sorted(map(unnamed, meld)))
        beginning[cards[0]].add(cards)

    @cache
    def least(rest: Hand) -> tuple[int, frozenset[Hand]]:
        if not rest:
            return 0, frozenset({()})
        points, lefts = least(rest[1:])
        choices = [(points + card_left(rest[0], rules), frozenset((rest[0], *left) for left in lefts))]
        for cards in beginning[rest[0]]:
            remaining = without(rest, cards)
            if len(remaining) == len(rest) - len(cards):
                choices.append(least(remaining))
        fewest = min(points for points, _ in choices)
        return fewest, frozenset(chain(*(lefts for points, lefts in choices if points == fewest)))

    return set(least(tuple(sorted(hand)))[1])
