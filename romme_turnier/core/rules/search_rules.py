"""The shape of melds as the exact searches read it, taken from a rule system with its options."""

from __future__ import annotations

from functools import lru_cache

from romme_turnier.core.rules.melding_rules import MeldRules as SearchRules
from romme_turnier.core.rules.ruleset import RuleSet
from romme_turnier.core.rules.sets import set_most


@lru_cache(maxsize=256)
def search_rules(ruleset: RuleSet) -> SearchRules:
    """What ``best`` and ``rearrange`` need to know of ``ruleset``."""
    melds, pack = ruleset.melds, ruleset.pack()
    most = set_most(ruleset)
    return SearchRules(
        run_min=melds.run_least,
        run_max=melds.run_most,
        set_max=most,
        set_jokers=most - 1 if melds.jokers_in_set is None else melds.jokers_in_set,
        run_jokers=melds.run_most - 1 if melds.jokers_in_run is None else melds.jokers_in_run,
        suits_differ=melds.suits_differ,
        around=melds.corner,
        jokers_apart=not melds.jokers_adjacent,
        decks=pack.packs,
        jokers=pack.jokers,
        ace_left=ruleset.values.hand_ace,
        joker_left=ruleset.values.hand_joker,
        clause=ruleset.clause("not_in_deck"),
    )
