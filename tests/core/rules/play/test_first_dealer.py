"""The dealer of the first game."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest

from romme_turnier.core.rules.play import first_dealer, highest_card
from romme_turnier.core.rules.system.cards import parse_card
from tests.core.rules.written import rules


def drawn(*cards: str) -> tuple[int, ...]:
    return highest_card({seat: parse_card(card) for seat, card in enumerate(cards, start=1)})


def test_the_highest_card_deals_and_equals_draw_once_more() -> None:
    assert drawn("KH", "AS", "10C") == (2,)
    assert drawn("KH", "10S", "KC") == (1, 3)
    assert drawn("*", "2S") == (2,)
    assert drawn("*", "*") == (1, 2)


def below(*numbers: int) -> Callable[[int], int]:
    """Chance that is known beforehand."""
    rest = iter(numbers)

    def following(limit: int) -> int:
        number = next(rest)
        assert number < limit
        return number

    return following


def test_seat_1_of_the_list_deals_first_where_a_list_is_written() -> None:
    assert first_dealer(rules("rommeordnung"), 4, below()) == 1


@pytest.mark.parametrize("key", ["rommee", "treppenromme", "contract"])
def test_the_lot_decides_in_the_other_sources(key: str) -> None:
    assert first_dealer(rules(key), 4, below(2)) == 3
    found = {first_dealer(rules(key), 4, random.Random(seed).randrange) for seed in range(40)}
    assert found == {1, 2, 3, 4}


def test_classic_each_draws_from_the_pack_and_equals_once_more() -> None:
    # Place 24 and 25 of the sorted pack are the aces of clubs, 22 and 23 its kings.
    assert first_dealer(rules("classic"), 3, below(0, 24, 0)) == 2
    assert first_dealer(rules("classic"), 3, below(24, 0, 23, 0, 22)) == 3
