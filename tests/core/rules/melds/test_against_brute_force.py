"""What the engine says of a meld against every run and every set there can be."""

from __future__ import annotations

import random
from itertools import permutations

import pytest
from hypothesis import given, settings, strategies as st

from romme_turnier.core.rules.melds.judge import judge_meld
from romme_turnier.core.rules.melds.lay_off import lay_off
from romme_turnier.core.rules.system.cards import format_cards, parse_cards
from tests.core.rules.melds.meld_reading import FORMS, LOW_TO_HIGH, readings
from tests.core.rules.written import refused, rules

KEYS = sorted(FORMS)


@st.composite
def nearly_melds(draw: st.DrawFn, shortest: int = 1, longest: int = 14) -> list[str]:
    """Runs and sets, some cards of them jokers, named or not, and occasionally one wrong card."""
    length = draw(st.integers(shortest, longest))
    suit = draw(st.sampled_from("CSHD"))
    start = draw(st.integers(0, 12))
    if draw(st.booleans()):
        laid = [LOW_TO_HIGH[(start + place) % 13] + suit for place in range(length)]
    else:
        laid = [LOW_TO_HIGH[start] + draw(st.sampled_from("CSHD")) for _ in range(min(length, 6))]
    if draw(st.booleans()):
        laid.reverse()
    for place in range(len(laid)):
        kind = draw(st.integers(0, 9))
        if kind in {0, 1, 2}:
            laid[place] = "*"
        elif kind == 3:
            laid[place] = "*" + laid[place]
        elif kind == 4 and draw(st.integers(0, 3)) == 0:
            laid[place] = draw(st.sampled_from(["", "*"])) + draw(st.sampled_from(LOW_TO_HIGH)) + suit
    return laid


def without_order(laid: list[str], key: str) -> set[tuple[str, int]]:
    """Readings of a run without jokers in any order, by trying all orders (short ones only)."""
    if any(token[0] == "*" for token in laid) or len(laid) > 5:
        return set()
    return {found for way in permutations(laid) for found in readings(list(way), key)}


@pytest.mark.parametrize("key", KEYS)
@settings(max_examples=100)
@given(laid=nearly_melds())
def test_a_meld_is_valid_when_some_run_or_set_agrees_with_every_card(key: str, laid: list[str]) -> None:
    judged = judge_meld(parse_cards(" ".join(laid)), rules(key))
    found = readings(laid, key) or without_order(laid, key)
    assert judged.valid == bool(found)
    if judged.valid:
        assert judged.kind in {kind for kind, _ in found}
        if key != "contract":
            assert (judged.kind, judged.points) in found
    else:
        refused(judged.violations)


@pytest.mark.parametrize("key", KEYS)
@settings(max_examples=60)
@given(laid=nearly_melds())
def test_a_meld_with_its_jokers_named_is_the_same_meld(key: str, laid: list[str]) -> None:
    judged = judge_meld(parse_cards(" ".join(laid)), rules(key))
    if judged.valid:
        again = judge_meld(judged.cards, rules(key))
        assert (again.kind, again.points, again.cards) == (judged.kind, judged.points, judged.cards)
        assert sorted(min(c, 52) for c in judged.cards) == sorted(min(c, 52) for c in parse_cards(" ".join(laid)))


@pytest.mark.parametrize("key", ["rommeordnung", "treppenromme", "contract"])
@settings(max_examples=60)
@given(
    laid=nearly_melds(shortest=4, longest=9),
    seed=st.integers(0, 10**6),
    cut=st.tuples(st.integers(0, 3), st.integers(0, 3)),
)
def test_what_was_cut_off_the_ends_of_a_run_can_be_laid_off_again(
    key: str, laid: list[str], seed: int, cut: tuple[int, int]
) -> None:
    ruleset = rules(key)
    whole = judge_meld(parse_cards(" ".join(laid)), ruleset)
    if not whole.valid or whole.kind != "run":
        return
    below, above = cut
    lying = whole.cards[below : len(whole.cards) - above]
    added = [*whole.cards[:below], *whole.cards[len(whole.cards) - above :]]
    if not added or not lying or not judge_meld(lying, ruleset).valid or judge_meld(lying, ruleset).kind != "run":
        return
    random.Random(seed).shuffle(added)
    again = lay_off(lying, added, ruleset)
    assert again.valid, (format_cards(lying), format_cards(added), again.violations)
    assert judge_meld(again.cards, ruleset).valid


@pytest.mark.parametrize("key", KEYS)
@settings(max_examples=60)
@given(
    laid=nearly_melds(shortest=3, longest=6),
    added=st.lists(st.sampled_from([r + s for r in LOW_TO_HIGH for s in "CSHD"] + ["*"] * 8), min_size=1, max_size=2),
)
def test_what_was_laid_off_is_a_meld_of_exactly_those_cards(key: str, laid: list[str], added: list[str]) -> None:
    ruleset = rules(key)
    lying, more = parse_cards(" ".join(laid)), parse_cards(" ".join(added))
    after = lay_off(lying, more, ruleset)
    if after.valid:
        assert judge_meld(after.cards, ruleset).valid
        assert sorted(min(c, 52) for c in after.cards) == sorted(min(c, 52) for c in (*lying, *more))
    else:
        refused(after.violations)


@pytest.mark.parametrize("key", ["classic", "rommeordnung"])
@given(st.lists(st.sampled_from(LOW_TO_HIGH), min_size=3, max_size=4, unique=True), st.integers(1, 2), st.randoms())
def test_a_run_in_no_order_has_a_gap_if_it_has_one_in_every_order(
    key: str, ranks: list[str], jokers: int, rng: random.Random
) -> None:
    ruleset = rules(key)
    laid = [*parse_cards(" ".join(rank + "H" for rank in ranks)), *parse_cards("* " * jokers)]
    rng.shuffle(laid)
    codes = [found.code for found in judge_meld(laid, ruleset).violations]
    if "order_unclear" in codes:
        places = {"gap", "joker_without_place", "order_unclear", "ace_in_middle"}
        orders = (judge_meld(order, ruleset).violations for order in set(permutations(laid)))
        assert ("gap" in codes) != any(places.isdisjoint(found.code for found in order) for order in orders)
