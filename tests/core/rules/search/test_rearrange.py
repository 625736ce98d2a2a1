"""Rearranging the table (Umbauen): known tables, and small ones against an exact cover by plain recursion."""

from __future__ import annotations

import random
from collections import Counter
from itertools import chain, combinations

import pytest
from hypothesis import given, settings, strategies as st

from romme_turnier.core.rules.melds.judge import judge_meld
from romme_turnier.core.rules.search.rearrange import rearrange
from romme_turnier.core.rules.system.cards import JOKER
from romme_turnier.core.rules.system.registry import get_ruleset
from tests.core.rules.search.meld_oracle import MELD_RULES, cards, lies_as_meld
from tests.core.rules.search.tables import legal_table, with_one_swapped

RULES = MELD_RULES["rommee"]


def points_left(table: str, hand: str = "") -> int | None:
    found = rearrange(cards(table), cards(hand), RULES)
    return found.points_left if found else None


def assert_holds(table, hand, found):
    """The answer consists of melds, contains the whole table, and adds no card."""
    assert all(lies_as_meld(meld, RULES) for meld in found.melds)
    assert Counter(chain(*found.melds, found.left)) == Counter([*table, *hand])
    assert not Counter(found.left) - Counter(hand)
    assert found.points_left == sum(map(RULES.left, found.left))


def test_three_runs_and_an_eight_become_four_sets():
    table, hand = cards("8C 9C 10C JC 8S 9S 10S JS 8H 9H 10H JH"), cards("8D")
    found = rearrange(table, hand, RULES)
    assert found is not None
    assert found.melds == tuple(map(cards, ("8C 8S 8H 8D", "9C 9S 9H", "10C 10S 10H", "JC JS JH")))
    assert found.left == ()


def test_a_card_between_two_runs_makes_one_of_them():
    assert points_left("8S 9S 10S QS KS AS", "JS") == 0


@pytest.mark.parametrize(
    ("table", "hand", "left"),
    [
        ("", "", 0),
        ("", "5H 6H 7H 2C", 2),
        ("QH KH AH", "2H 3H", 0),  # around the corner
        ("KH AH 2H", "KC KS", 20),
        ("KH AH 2H 3H", "KC KS", 0),
        ("2C 3C 4C 5C 6C 7C 8C 9C 10C JC QC KC AC", "AC", 0),
        ("2C 3C 4C 5C 6C 7C 8C 9C 10C JC QC KC AC 2C 3C 4C 5C 6C 7C 8C 9C 10C JC QC KC AC", "", 0),
        ("7H 7S 7C", "* *", 20),  # one joker to a meld
        ("7H 7S *", "7D 7C", 7),
        ("9H * JH", "10H", 0),
        ("5H 6H 7H", "*", 0),
        ("5H 6H", "", None),
        ("5H 6H 7H 9H", "", None),
        ("5H 6H 7H 9H", "8H", 0),
        ("5H * *", "", None),
        ("5H 6H 7H * *", "", None),
        ("5H 6H 7H 8H 9H * *", "", 0),
        ("5H 6H 7H 8H * *", "", 0),
        ("*", "", None),
        ("7H 7S 7C 7D *", "", None),  # a joker has no place in four
        ("7H 7S 7C 7D * *", "", 0),  # in two sets of two it has
        ("7H 7S 7C 7D", "* *", 0),
        ("7H 7S 7C 7D", "*", 20),
        ("QH KH AH 2H * *", "", 0),  # two runs around the corner
        ("QH KH * 2H 3H *", "", 0),
        ("7H 7H 7S 7S 7C 7C", "", 0),
        ("7H 7H 7S 7S 7C", "", None),
    ],
)
def test_points_left_at_a_known_table(table, hand, left):
    assert points_left(table, hand) == left


def every_meld(most: int) -> list[tuple[int, ...]]:
    plain = [
        tuple(suit * 13 + rank for suit in suits)
        for rank in range(13)
        for size in (3, 4)
        for suits in combinations(range(4), size)
    ]
    plain += [
        tuple(suit * 13 + (first + place) % 13 for place in range(size))
        for suit in range(4)
        for first in range(13)
        for size in range(3, most + 1)
    ]
    with_joker = [(*meld[:place], *meld[place + 1 :], JOKER) for meld in plain for place in range(len(meld))]
    return sorted({tuple(sorted(meld)) for meld in plain + with_joker})


MELDS = every_meld(13)


def without(rest: tuple[int, ...], taken: tuple[int, ...]) -> tuple[int, ...]:
    left = list(rest)
    for card in taken:
        left.remove(card)
    return tuple(left)


def fewest_left(table, hand):
    """By plain recursion: the lowest card stays in the hand, or is in a meld with higher ones."""
    everything = tuple(sorted([*table, *hand]))
    there = set(everything)
    melds = [meld for meld in MELDS if there.issuperset(meld)]  # no meld has a card twice

    def fewest(rest: tuple[int, ...], may_stay: tuple[int, ...]) -> int | None:
        if not rest:
            return 0
        card, ways = rest[0], []
        if card in may_stay:
            ways.append((RULES.left(card), fewest(rest[1:], without(may_stay, (card,)))))
        ways += [
            (0, fewest(without(rest, meld), may_stay)) for meld in melds if meld[0] == card and {*rest}.issuperset(meld)
        ]
        return min((points + further for points, further in ways if further is not None), default=None)

    return fewest(everything, tuple(hand))


@st.composite
def small_tables(draw):
    """A few cards of few suits and neighbouring ranks, so that much can be done with them."""
    suits, ranks = draw(st.sampled_from([(1, 13), (2, 6), (3, 4), (4, 3), (4, 4)]))
    first = draw(st.integers(0, 12))
    pack = [suit * 13 + (first + rank) % 13 for suit in range(suits) for rank in range(ranks)] * 2
    pack += [JOKER] * draw(st.integers(0, 3))
    taken = draw(st.permutations(pack))
    on_table = draw(st.integers(0, 8))
    return tuple(taken[:on_table]), tuple(taken[on_table : on_table + draw(st.integers(0, 4))])


@settings(max_examples=100, deadline=None)
@given(small_tables())
def test_no_other_way_leaves_less_and_none_is_overlooked(case):
    table, hand = case
    found = rearrange(table, hand, RULES)
    assert (found.points_left if found else None) == fewest_left(table, hand)
    if found:
        assert_holds(table, hand, found)


@settings(max_examples=100, deadline=None)
@given(small_tables(), st.integers(0, 12))
def test_it_does_not_matter_where_the_circle_is_cut(case, cut):
    table, hand = case
    found = rearrange(table, hand, RULES, cut=cut)
    assert (found.points_left if found else None) == fewest_left(table, hand)
    if found:
        assert_holds(table, hand, found)


def test_a_table_of_sixty_cards_that_needs_a_joker_beyond_the_cut_can_lie():
    table = [37, 24, 11, 50, 25, 13, 52, 15, 28, 52, 48, 49, 42, 51, 39, 5, 31, 18, 44, 1, 14, 40, 32, 33, 34, 35, 36]
    table += [49, 10, 36, 23, 24, 25, 13, 14, 15, 1, 2, 3, 4, 5, 6, 32, 6, 19, 33, 20, 46, 7, 35, 48, 9, 19, 20, 21]
    table += [51, 39, 40, 41, 42]
    found = rearrange(table, (), RULES)
    assert found is not None
    assert_holds(table, (), found)
    assert sorted(chain(*found.melds)) == sorted(table)
    assert all(judge_meld(meld, get_ruleset("rommee")).valid for meld in found.melds)


@settings(max_examples=100, deadline=None)
@given(seed=st.integers(0, 10**6), size=st.integers(6, 13), jokers=st.integers(0, 2), in_hand=st.integers(0, 3))
def test_one_card_of_a_small_legal_table_swapped_has_the_verdict_of_plain_recursion(seed, size, jokers, in_hand):
    table = with_one_swapped(list(chain(*legal_table(size, jokers, seed))), seed)
    hand = random.Random(seed).sample([card for card in range(52) if card not in table], in_hand)
    found = rearrange(table, hand, RULES)
    assert (found.points_left if found else None) == fewest_left(table, hand)


@pytest.mark.parametrize("jokers", [0, 2])
@pytest.mark.parametrize("size", [30, 45, 60])
def test_legal_tables_are_found_legal(size, jokers):
    for seed in range(20):
        table = list(chain(*legal_table(size, jokers, seed)))
        found = rearrange(table, (), RULES)
        assert found is not None, seed
        assert_holds(table, (), found)


@settings(max_examples=30, deadline=None)
@given(seed=st.integers(0, 10**6), jokers=st.integers(0, 1))
def test_a_hand_besides_a_legal_table_never_makes_it_impossible(seed, jokers):
    table = list(chain(*legal_table(40, jokers, seed)))
    there = Counter(table)
    rest = [card for card in range(52) for _ in range(2 - there[card])]
    hand = random.Random(seed).sample(rest, 12)
    found = rearrange(table, hand, RULES)
    assert found is not None
    assert_holds(table, hand, found)


@settings(max_examples=60, deadline=None)
@given(
    seed=st.integers(0, 10**6),
    size=st.integers(9, 13),
    jokers=st.integers(1, 3),
    in_hand=st.integers(0, 2),
    cut=st.integers(0, 12),
)
def test_jokers_of_table_and_hand_lie_as_by_plain_recursion(seed, size, jokers, in_hand, cut):
    table = [*chain(*legal_table(size, 0, seed)), *[JOKER] * jokers]
    hand = [JOKER] * in_hand
    found = rearrange(table, hand, RULES, cut=cut)
    assert (found.points_left if found else None) == fewest_left(table, hand)
    if found:
        assert_holds(table, hand, found)


@pytest.mark.parametrize("jokers", [3, 4, 5, 6])
def test_sixty_cards_with_many_jokers_are_found_legal(jokers):
    for seed in range(5):
        table = list(chain(*legal_table(60, jokers, seed)))
        found = rearrange(table, (), RULES)
        assert found is not None, seed
        assert_holds(table, (), found)


def test_other_systems_are_refused():
    with pytest.raises(ValueError, match="one joker"):
        rearrange((), (), MELD_RULES["classic"])
