"""Fines for the lost games of a list."""

import random
from decimal import Decimal

import pytest
from hypothesis import given, strategies as st

from romme_turnier.core.money.amounts import fine

SAMPLE = [(Decimal("0.20"), 1), (Decimal("0.50"), 9)]

amounts = st.decimals(min_value=0, max_value=20, places=2)
scales = st.dictionaries(st.integers(1, 20), amounts, max_size=5).map(
    lambda steps: [(amount, first) for first, amount in sorted(steps.items())]
)


def priced_one_by_one(lost_games: int, scale: list[tuple[Decimal, int]]) -> Decimal:
    owed = Decimal(0)
    for game in range(1, lost_games + 1):
        price = Decimal(0)
        for amount, first in scale:
            if first <= game:
                price = amount
        owed += price
    return owed


@pytest.mark.parametrize(
    ("lost_games", "owed"),
    [(0, "0.00"), (1, "0.20"), (8, "1.60"), (9, "2.10"), (10, "2.60"), (12, "3.60")],
)
def test_fine_of_the_sample_scale_when_games_are_lost(lost_games: int, owed: str) -> None:
    assert fine(lost_games, SAMPLE) == Decimal(owed)


def test_fine_is_exact_to_the_cent_when_amounts_have_cents() -> None:
    assert str(fine(10, SAMPLE)) == "2.60"


def test_nothing_is_owed_when_the_announcement_has_no_scale() -> None:
    assert fine(12, []) == Decimal(0)


def test_games_before_the_first_step_are_free_when_the_scale_begins_later() -> None:
    assert fine(5, [(Decimal("1.00"), 4)]) == Decimal("2.00")


def test_fine_is_refused_when_the_number_of_lost_games_is_negative() -> None:
    with pytest.raises(ValueError, match="-1"):
        fine(-1, SAMPLE)


@given(st.integers(0, 40), scales)
def test_fine_equals_the_sum_game_by_game_when_scale_is_any(lost_games: int, scale: list[tuple[Decimal, int]]) -> None:
    assert fine(lost_games, scale) == priced_one_by_one(lost_games, scale)


@given(st.integers(0, 40), scales, st.randoms(use_true_random=False))
def test_fine_is_the_same_when_steps_come_in_another_order(
    lost_games: int, scale: list[tuple[Decimal, int]], rng: random.Random
) -> None:
    mixed = list(scale)
    rng.shuffle(mixed)
    assert fine(lost_games, mixed) == fine(lost_games, scale)
