"""Payments after an evening: everybody gets their due, with the fewest payments."""

from __future__ import annotations

from itertools import chain, combinations

import pytest
from hypothesis import given, settings, strategies as st

from romme_turnier.core.money.settlement import EXACT_UP_TO, Payment, _small_groups, payments
from romme_turnier.core.rules.outcome.sheets import settle


def test_example_of_the_source_is_paid_by_two_to_one_and_one_more() -> None:
    balances = dict(zip("ABCD", settle([108, 132, 128, 32]), strict=True))
    assert balances == {"A": -2, "B": -14, "C": -10, "D": 26}
    assert payments(balances) == [Payment("A", "D", 2), Payment("B", "D", 14), Payment("C", "D", 10)]


def test_two_pairs_need_two_payments() -> None:
    assert payments({1: -5, 2: 7, 3: -7, 4: 5}) == [Payment(1, 4, 5), Payment(3, 2, 7)]


def test_nobody_pays_where_nobody_owes() -> None:
    assert payments({1: 0, 2: 0}) == []
    assert payments({}) == []


def test_balances_that_do_not_add_up_are_refused() -> None:
    with pytest.raises(ValueError, match="others pay"):
        payments({1: -5, 2: 4})


def balanced(most: int) -> st.SearchStrategy[list[int]]:
    return st.lists(st.integers(-9, 9), min_size=1, max_size=most - 1).map(lambda amounts: [*amounts, -sum(amounts)])


def after(amounts: list[int], paid: list[Payment[int]]) -> list[int]:
    left = dict(enumerate(amounts))
    for payment in paid:
        assert payment.cents > 0
        left[payment.payer] += payment.cents
        left[payment.payee] -= payment.cents
    return list(left.values())


def fewest(amounts: list[int]) -> int:
    """The number of payments needed: people with a balance, less the most balanced groups, by trying all."""
    if not any(amounts):
        return 0
    first, *others = (amount for amount in amounts if amount)
    best = len(others)
    for size in range(len(others)):
        for group in combinations(range(len(others)), size):
            if first + sum(others[one] for one in group) == 0:
                rest = [amount for place, amount in enumerate(others) if place not in group]
                best = min(best, size + fewest(rest))
    return best


@settings(max_examples=60)
@given(balanced(7))
def test_payments_are_as_few_as_can_be(amounts: list[int]) -> None:
    paid = payments(dict(enumerate(amounts)))
    assert not any(after(amounts, paid))
    assert len(paid) == fewest(amounts)


@settings(max_examples=30)
@given(balanced(40))
def test_many_people_are_settled_with_fewer_payments_than_people(amounts: list[int]) -> None:
    paid = payments(dict(enumerate(amounts)))
    assert not any(after(amounts, paid))
    assert len(paid) < max(1, sum(map(bool, amounts))) or not any(amounts)


def groups_in_order(amounts: dict[int, int], size: int) -> list[tuple[int, ...]]:
    """Tries every group."""
    groups: list[tuple[int, ...]] = []
    for group in combinations(amounts, size):
        if sum(amounts[person] for person in group) == 0 and not {*group} & {*chain(*groups)}:
            groups.append(group)
    return groups


@settings(max_examples=60)
@given(st.lists(st.integers(-9, 9).filter(bool), max_size=14), st.sampled_from([2, 3]))
def test_small_groups_are_those_that_trying_all_finds(amounts: list[int], size: int) -> None:
    balances = dict(enumerate(amounts))
    assert list(_small_groups(balances, size)) == groups_in_order(balances, size)


def test_groups_of_three_among_very_many_people_need_two_payments_each() -> None:
    balances = {3 * n + place: share * (3 * n + 1000) for n in range(100) for place, share in enumerate((1, 1, -2))}
    assert len(payments(balances)) == 200


def test_pairs_among_many_people_need_one_payment_each() -> None:
    pairs = {place: (place // 2 + 1) * (-1) ** place for place in range(4 * EXACT_UP_TO)}
    assert len(payments(pairs)) == len(pairs) // 2
