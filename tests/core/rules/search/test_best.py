"""The melds that leave the fewest points: known hands, and every small hand against a search without any cleverness."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace
from itertools import chain

import pytest
from hypothesis import given, settings, strategies as st

from romme_turnier.core.rules.search.best import best
from romme_turnier.core.rules.system.cards import JOKER
from romme_turnier.core.rules.system.registry import RULE_SYSTEMS
from tests.core.rules.search.meld_oracle import MELD_RULES, cards, least_left, lies_as_meld

SYSTEMS = sorted(MELD_RULES)


@pytest.mark.parametrize(
    ("system", "hand", "left"),
    [
        ("rommeordnung", "", 0),
        ("rommeordnung", "2C", 2),
        ("rommeordnung", "*", 20),
        ("rommeordnung", "AC", 11),
        ("rommeordnung", "AH * QH *", 0),  # the jokers as king and jack
        ("rommeordnung", "AH * * JH", 61),
        ("rommeordnung", "* AH *", 51),  # jokers in the majority
        ("rommeordnung", "7H 7S 7H", 21),  # a suit twice
        ("rommeordnung", "7H * *", 47),
        ("rommeordnung", "5H 6H 8H", 19),
        ("rommeordnung", "KH AH 2H", 0),
        ("rommeordnung", "KH AH 2H 3H 4H", 0),
        ("rommeordnung", "7H 7S 7C * 7D", 7),  # a set holds four cards
        ("rommeordnung", "8C 8S 8H 9H 10H", 16),
        ("classic", "KH AH 2H", 23),  # never K A 2
        ("classic", "7H * *", 0),
        ("classic", "* 9H * QH", 0),
        ("rommee", "9H * * QH", 59),  # one joker to a run
        ("rommee", "9H * JH", 0),
        ("rommee", "KS AS 2S", 0),
        ("treppenromme", "AC 2D", 17),
        ("treppenromme", "QC KC AC 2C", 0),
        ("contract", "5H 6H 7H", 18),  # runs of four and more
        ("contract", "5H 6H 7H 8H", 0),
        ("contract", "5H 5H 5H", 0),  # suits do not matter
        ("contract", "AC 2C 3C 4C 5C 6C 7C 8C 9C 10C JC QC KC AC", 0),  # the ace at both ends
        ("contract", "QC KC AC 2C", 37),
    ],
)
def test_points_left_of_a_known_hand(system, hand, left):
    assert best(cards(hand), MELD_RULES[system]).points_left == left


def test_runs_become_sets_when_that_leaves_less():
    hand = cards("8C 9C 10C JC 8S 9S 10S JS 8H 9H 10H JH 8D")
    assert best(hand, MELD_RULES["rommee"]).points_left == 0


def test_joker_lies_where_it_stands_for_a_card():
    assert best(cards("JH * 9H"), MELD_RULES["rommeordnung"]).melds == (cards("9H * JH"),)


def test_a_card_lies_in_the_run_that_needs_it_not_in_the_fuller_set():
    melding = best(cards("2H 2C 2S 2D 3H 4H"), MELD_RULES["rommeordnung"])
    assert (sorted(map(len, melding.melds)), melding.left) == ([3, 3], ())


def test_a_meld_lies_twice_when_all_its_cards_are_there_twice():
    melding = best(cards("5H 6H 7H 5H 6H 7H"), MELD_RULES["rommee"])
    assert (melding.melds, melding.left) == ((cards("5H 6H 7H"), cards("5H 6H 7H")), ())
    melding = best(cards("5H 6H 5H 6H * * * *"), replace(MELD_RULES["rommee"], around=False))
    assert (len(melding.melds), melding.left) == (2, cards("* *"))


def test_long_runs_go_around_the_corner_where_a_rule_system_has_both():
    assert best(cards("KD AD 2D 3D"), replace(MELD_RULES["contract"], around=True, run_max=13)).left == ()


def test_fewer_cards_stay_when_points_are_equal():
    melding = best(cards("3C 4C 5C 6C 6S 6H"), MELD_RULES["contract"])  # three cards of twelve points, or two
    assert (melding.melds, melding.left) == ((cards("3C 4C 5C 6C"),), cards("6S 6H"))


def test_lower_cards_stay_when_points_and_cards_are_equal():
    assert best(cards("5C 6C 7C 6S 6H"), MELD_RULES["rommeordnung"]).left == cards("5C 7C")


@st.composite
def small_hands(draw):
    """A hand of the pack, rich in melds: few suits, or few ranks."""
    system = draw(st.sampled_from(SYSTEMS))
    whole = RULE_SYSTEMS[system].pack()
    first, ranks = draw(st.sampled_from([(0, 13), (0, 4), (10, 5), (8, 7), (4, 3)])), draw(st.integers(1, 4))
    some = [suit * 13 + (first[0] + rank) % 13 for suit in range(ranks) for rank in range(first[1])]
    pack = some * whole.packs + [JOKER] * min(whole.jokers, 3)
    return system, tuple(draw(st.permutations(pack))[:6])


@settings(max_examples=100, deadline=None)
@given(small_hands())
def test_no_way_of_melding_leaves_less(case):
    system, hand = case
    rules = MELD_RULES[system]
    assert best(hand, rules).points_left == least_left(hand, rules)


@settings(max_examples=200, deadline=None)
@given(system=st.sampled_from(SYSTEMS), seed=st.integers(0, 10**6), size=st.integers(0, 14))
def test_what_is_answered_are_melds_and_all_cards_of_the_hand(system, seed, size):
    rules, pack = MELD_RULES[system], RULE_SYSTEMS[system].pack()
    hand = random.Random(seed).sample([*range(52)] * pack.packs + [JOKER] * pack.jokers, size)
    melding = best(hand, rules)
    assert Counter(chain(*melding.melds, melding.left)) == Counter(hand)
    assert all(lies_as_meld(meld, rules) for meld in melding.melds)
    assert melding.points_left == sum(map(rules.left, melding.left))
    assert melding == best(hand[::-1], rules)
