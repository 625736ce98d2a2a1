"""Spare jokers, laid to existing melds."""

from __future__ import annotations

from collections import Counter
from itertools import chain

import pytest
from hypothesis import given, strategies as st

from romme_turnier.core.rules.search.rearrange import with_spare_jokers
from romme_turnier.core.rules.system.cards import JOKER
from tests.core.rules.search.meld_oracle import MELD_RULES, cards, lies_as_meld
from tests.core.rules.search.tables import legal_table

RULES = MELD_RULES["rommee"]


@pytest.mark.parametrize(
    ("melds", "with_joker"),
    [
        (["7C 7S 7H"], ["7C 7S 7H *"]),
        (["5H 6H 7H"], ["5H 6H 7H *"]),
        (["QH KH AH"], ["QH KH AH *"]),
        (["5H 6H 7H 8H *"], ["5H 6H *", "7H 8H *"]),
        (["5H 6H * 8H 9H"], ["5H 6H *", "* 8H 9H"]),
        (["AH 2H 3H 4H 5H 6H 7H 8H 9H 10H JH QH KH"], ["AH 2H *", "3H 4H 5H 6H 7H 8H 9H 10H JH QH KH"]),
    ],
)
def test_a_spare_joker_finds_its_place(melds, with_joker):
    assert with_spare_jokers([*map(cards, melds)], 1) == tuple(sorted(map(cards, with_joker)))


@pytest.mark.parametrize("meld", ["7C 7S 7H 7D", "7C 7S *", "7C 7S 7H *", "5H 6H *", "5H * 7H 8H 9H", "5H 6H 7H *"])
def test_a_meld_that_takes_no_joker_as_it_lies(meld):
    assert with_spare_jokers([cards(meld)], 1) is None


def test_without_spare_jokers_the_melds_stay():
    assert with_spare_jokers([cards("7C 7S 7H")], 0) == (cards("7C 7S 7H"),)


@given(seed=st.integers(0, 10**6), size=st.integers(9, 60), jokers=st.integers(0, 2), spare=st.integers(1, 6))
def test_melds_stay_melds_and_no_card_goes(seed, size, jokers, spare):
    table = legal_table(size, jokers, seed)
    found = with_spare_jokers(table, spare)
    if found is not None:
        assert all(lies_as_meld(meld, RULES) for meld in found)
        assert Counter(chain(*found)) == Counter([*chain(*table), *[JOKER] * spare])
