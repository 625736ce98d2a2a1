"""Problems: may a player open with this hand?"""

from random import Random

from romme_turnier.core.practice.problem import Kind, Level, Melds, Problem
from romme_turnier.core.rules.melds.opening import judge_opening
from romme_turnier.core.rules.play import whole_pack
from romme_turnier.core.rules.play.position import without
from romme_turnier.core.rules.search.openings import best_layings, worth_of_melds
from romme_turnier.core.rules.system.cards import Card
from romme_turnier.core.rules.system.ruleset import RuleSet

# The distance of the best laying from the requirement: the nearer, the harder.
_AWAY = {Level.EASY: range(8, 60), Level.MEDIUM: range(4, 8), Level.HARD: range(4)}
_WORTH_A_LOOK = 15  # points of melds in a hand; fewer are not a problem to practise


def may_open(rules: RuleSet, level: Level, rng: Random) -> Problem:
    """Returns a hand before the discard; half of them make an opening."""
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


def most_laid(hand: tuple[Card, ...], rules: RuleSet) -> tuple[int, Melds]:
    """Returns the most points of melds that leave a card; of one meld if that must reach the minimum by itself."""
    worth = worth_of_melds(hand, rules)
    if rules.play.one_meld_alone:
        points, meld = max(worth.values(), default=(0, ()))
        return points, (meld,) if meld else ()
    layings = best_layings(worth)(hand)
    return max((laying for left, laying in layings.items() if left), default=(0, ()))
