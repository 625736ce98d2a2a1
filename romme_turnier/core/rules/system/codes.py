"""The violation codes that the rules engine finds in cards, with their parameters, and functions that make violations.

Parameters hold cards in the notation of the interface (``10H``). If several melds are judged together, ``meld``
(counted from 1) is an additional parameter.
"""

from collections.abc import Iterable, Iterator, Mapping

from romme_turnier.core.rules.system.cards import Card, format_card
from romme_turnier.core.rules.system.ruleset import RuleSet
from romme_turnier.core.violations import Violation

CARD_CODES: Mapping[str, frozenset[str]] = {
    "not_in_deck": frozenset({"card", "count", "most"}),
    "too_many_held": frozenset({"cards", "most"}),
    # the shape of a meld
    "meld_empty": frozenset(),
    "no_natural_card": frozenset(),
    "meld_too_short": frozenset({"kind", "cards", "least"}),
    "set_too_long": frozenset({"cards", "most"}),
    "run_too_long": frozenset({"cards", "most"}),  # a rank would occur twice
    "ranks_differ": frozenset(),
    "suits_differ": frozenset(),
    "suit_twice": frozenset({"card"}),
    "card_twice": frozenset({"card"}),
    "gap": frozenset({"before", "after"}),  # cards are missing between the two
    "joker_without_place": frozenset({"before", "after"}),  # no card is missing at that place
    "ace_in_middle": frozenset({"card"}),
    "order_unclear": frozenset(),  # not in order, and not exactly one way to sort the cards
    # jokers
    "too_many_jokers": frozenset({"kind", "jokers", "most"}),
    "jokers_adjacent": frozenset(),
    "jokers_prevail": frozenset({"jokers", "naturals"}),
    "joker_misnamed": frozenset({"named", "place"}),  # ``place``: the card that belongs there
    # laying off
    "nothing_to_lay_off": frozenset(),
    "does_not_fit": frozenset({"card"}),
    "belongs_on_joker": frozenset({"card"}),  # laid next to the joker that stands for it
    "both_ends_at_once": frozenset(),
    "joker_on_set": frozenset(),
    "joker_at_end": frozenset(),
    # taking a joker
    "joker_takes_nothing": frozenset(),  # only a natural card takes a joker
    "no_joker_for_card": frozenset({"card"}),
    "joker_unnamed": frozenset({"card"}),
    "fourth_card_missing": frozenset({"card"}),
    # the first laying-out
    "no_meld": frozenset(),
    "opening_too_low": frozenset({"points", "least"}),
    "no_discard": frozenset(),
    "contract_not_met": frozenset({"kind", "laid", "demanded"}),
    "meld_not_exact": frozenset({"kind", "cards", "demanded"}),
    "runs_follow_on": frozenset({"before", "after"}),
}


def violation(ruleset: RuleSet, code: str, **params: int | str | None) -> Violation:
    """Returns the violation with its clause in the rule system."""
    return Violation(code, ruleset.clause(code), params)


def card_violations(ruleset: RuleSet, code: str, cards: Iterable[Card]) -> Iterator[Violation]:
    """Yields one violation for each of the cards."""
    return (violation(ruleset, code, card=format_card(card)) for card in cards)
