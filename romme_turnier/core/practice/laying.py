"""Makes problems about a hand: the single best way to lay as much as possible, and whether it can open."""

from collections import defaultdict
from functools import cache
from itertools import chain
from random import Random

from romme_turnier.core.practice.problem import Kind, Level, Melds, Problem
from romme_turnier.core.rules.melds.opening import judge_opening
from romme_turnier.core.rules.play import whole_pack
from romme_turnier.core.rules.play.position import without
from romme_turnier.core.rules.search.all_melds import melds_in
from romme_turnier.core.rules.search.best import best_melding
from romme_turnier.core.rules.search.openings import best_layings, minus, worth_of_melds
from romme_turnier.core.rules.system.cards import Card, unnamed
from romme_turnier.core.rules.system.hands import card_left, points_left
from romme_turnier.core.rules.system.ruleset import RuleSet

_CARDS = {Level.EASY: 8, Level.MEDIUM: 11, Level.HARD: 13}
Hand = tuple[Card, ...]


def lay_most(rules: RuleSet, level: Level, rng: Random) -> Problem:
    """Returns a problem with a hand; laying the most valuable melds first fails only in hard problems."""
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
    """Returns every possible remainder of the hand with the fewest points, by trying all combinations of melds."""
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
        choices += [least(left) for cards in beginning[rest[0]] if (left := minus(rest, cards)) is not None]
        fewest = min(points for points, _ in choices)
        return fewest, frozenset(chain(*(lefts for points, lefts in choices if points == fewest)))

    return set(least(tuple(sorted(hand)))[1])


# The distance of the best laying from the minimum: the nearer, the harder.
_AWAY = {Level.EASY: range(8, 60), Level.MEDIUM: range(4, 8), Level.HARD: range(4)}
_WORTH_A_LOOK = 15  # points of melds in a hand; fewer are not a problem to practise


def may_open(rules: RuleSet, level: Level, rng: Random) -> Problem:
    """Returns a problem with a hand before the discard; half of the problems have a hand that can open."""
    pack, wanted = whole_pack(rules, rules.seats_min), rng.random() < 0.5
    while True:
        hand = tuple(sorted(rng.sample(pack, rules.play.dealt + 1)))
        points, melds = most_laid(hand, rules)
        away = abs(points - rules.play.minimum)
        allowed = points >= rules.play.minimum
        if allowed is not wanted or away not in _AWAY[level] or points < _WORTH_A_LOOK:
            continue
        judged = judge_opening(melds, rules, hand=without(hand, [card for meld in melds for card in meld]))
        if judged.valid is not allowed:
            continue  # the exception of § 6.3, or no card left
        return Problem(
            Kind.MAY_OPEN,
            rules,
            level,
            hand,
            allowed=allowed,
            solution=melds,
            points=points,
            reasons=judged.violations,
        )


def most_laid(hand: Hand, rules: RuleSet) -> tuple[int, Melds]:
    """Returns the most points that can be laid together while a card is kept, and the melds."""
    layings = best_layings(worth_of_melds(hand, rules))(hand)
    return max((laying for left, laying in layings.items() if left), default=(0, ()))
