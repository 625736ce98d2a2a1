"""The part of a rule system that the exact searches need."""

from dataclasses import dataclass
from functools import lru_cache

from romme_turnier.core.rules.melds.sets import set_most
from romme_turnier.core.rules.system.cards import ACE, JOKER, Card
from romme_turnier.core.rules.system.ruleset import RuleSet


@dataclass(frozen=True, slots=True)
class SearchRules:
    """The shape of melds, and the points of cards left in the hand."""

    run_min: int = 3
    run_max: int = 13
    set_max: int = 4
    set_jokers: int = 1  # the most in a set, which always has a natural card
    run_jokers: int = 13  # the same for a run
    suits_differ: bool = True  # no suit occurs twice in a set
    around: bool = True  # a run continues from the king over the ace to the two
    jokers_apart: bool = False  # jokers of a run are never adjacent, nor more than its natural cards (§ 4.4.1, III.5)
    ace_left: int = 11
    joker_left: int = 20

    def left(self, card: Card) -> int:
        """Returns the points of a card left in the hand."""
        if card == JOKER:
            return self.joker_left
        rank = card % 13
        return self.ace_left if rank == ACE else min(rank + 2, 10)


@lru_cache(maxsize=256)
def search_rules(ruleset: RuleSet) -> SearchRules:
    """Returns the part of ``ruleset`` that ``best`` and ``rearrange`` need."""
    melds, most = ruleset.melds, set_most(ruleset)
    return SearchRules(
        run_min=melds.run_least,
        run_max=melds.run_most,
        set_max=most,
        set_jokers=most - 1 if melds.jokers_in_set is None else melds.jokers_in_set,
        run_jokers=melds.run_most - 1 if melds.jokers_in_run is None else melds.jokers_in_run,
        suits_differ=melds.suits_differ,
        around=melds.corner,
        jokers_apart=melds.jokers_apart,
        ace_left=ruleset.values.hand_ace,
        joker_left=ruleset.values.hand_joker,
    )
