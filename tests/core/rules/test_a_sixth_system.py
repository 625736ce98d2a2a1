"""A further rule system is one more value: the same algorithms read it."""

from __future__ import annotations

from types import MappingProxyType

from romme_turnier.core.rules.cards import parse_cards, parse_hand
from romme_turnier.core.rules.hands import points_left, supply
from romme_turnier.core.rules.options import with_options
from romme_turnier.core.rules.ruleset import Change, MeldRules, Option, Pack, PlayRules, RuleSet, Values
from tests.core.rules.written import laid_off, opened, refused, said

KITCHEN_TABLE = RuleSet(
    key="kitchen",
    name="Küchentisch",
    seats_min=2,
    seats_max=4,
    games=None,
    finisher_required=True,
    highest_wins=False,
    left_min=2,
    left_max=500,
    hand_romme_min=None,
    hand_factor=1,
    clauses=MappingProxyType({"": "Hausregeln", "gap": "Hausregel 2"}),
    packs=(Pack(players=2, packs=1, jokers=1), Pack(players=4, packs=2, jokers=2)),
    melds=MeldRules(corner=False, run_most=5, jokers_in_set=0, jokers_in_run=1),
    values=Values(hand_ace=1, hand_joker=30, top_ace=20),
    play=PlayRules(minimum=15),
    options=MappingProxyType({"strict": Option(changes=(Change("play", "minimum", 51),))}),
)


def test_melds_of_a_system_that_is_only_data() -> None:
    assert said("QH KH AH", KITCHEN_TABLE) == "run 40: QH KH AH"
    assert said("AH * 3H", KITCHEN_TABLE) == "run 6: AH *2H 3H"
    assert said("KH AH 2H", KITCHEN_TABLE) == "ace_in_middle Hausregeln"
    assert said("5H 6H 8H", KITCHEN_TABLE) == "gap Hausregel 2"
    assert said("7H 7S *", KITCHEN_TABLE) == "too_many_jokers Hausregeln"
    assert said("2H 3H 4H 5H 6H 7H", KITCHEN_TABLE) == "run_too_long Hausregeln"


def test_its_hands_packs_openings_and_options() -> None:
    assert points_left(parse_hand("AS * 10H"), KITCHEN_TABLE) == 41
    assert supply(parse_cards("7H 7H"), KITCHEN_TABLE) == ()
    assert refused(supply(parse_cards("7H 7H"), with_options(KITCHEN_TABLE, {}, players=3))) == "not_in_deck Hausregeln"
    assert opened("4H 5H 6H", ruleset=KITCHEN_TABLE) == "15"
    assert opened("4H 5H 6H", ruleset=with_options(KITCHEN_TABLE, {"strict": True})) == "opening_too_low Hausregeln"
    assert laid_off("4H 5H 6H", "* 3H", KITCHEN_TABLE) == "3H 4H 5H 6H *7H"
