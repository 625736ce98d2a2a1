"""The exact searches for a rule system and its options; and the shape of melds as they read it."""

from collections.abc import Sequence
from functools import lru_cache

from romme_turnier.core.rules.melds.sets import set_most
from romme_turnier.core.rules.search.best import BestMelding, best
from romme_turnier.core.rules.search.rearrange import Rearrangement, rearrange
from romme_turnier.core.rules.search.rules import SearchRules
from romme_turnier.core.rules.system.cards import Card
from romme_turnier.core.rules.system.ruleset import RuleSet


def best_melding(hand: Sequence[Card], ruleset: RuleSet) -> BestMelding:
    """Returns the melds of ``hand`` that leave the fewest points, see ``best``; jokers of the hand have no name."""
    return best(hand, search_rules(ruleset))


def best_rearrangement(
    table: Sequence[Card], hand: Sequence[Card], ruleset: RuleSet, *, most: int | None = None
) -> Rearrangement | None:
    """Returns all cards of ``table`` and as many points of ``hand`` as possible in melds, see ``rearrange``.

    None if the table cannot be melded. For rule systems that know rearranging; others raise ValueError. After ``most``
    positions it raises TooManyWaysError.
    """
    return rearrange(table, hand, search_rules(ruleset), most=most)


@lru_cache(maxsize=256)
def search_rules(ruleset: RuleSet) -> SearchRules:
    """Returns the part of ``ruleset`` that ``best`` and ``rearrange`` need."""
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
