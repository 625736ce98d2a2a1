"""Finds the payments that settle a group, so that every balance becomes zero.

The number of payments is small: a group whose balances add up to zero needs one payment fewer than it has people, so
more such groups mean fewer payments. Finding the most groups takes time that doubles with each person, so it is done
for up to `EXACT_UP_TO` people. With more people, pairs and groups of three that add up to zero are taken first, and the
rest form one group; this seldom costs an extra payment. The time grows with the square of the number of people: less
than a tenth of a second for a thousand.
"""

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import combinations
from typing import Generic, TypeVar

EXACT_UP_TO = 14

Person = TypeVar("Person", bound=Hashable)


@dataclass(frozen=True, slots=True)
class Payment(Generic[Person]):
    """A payment of ``cents`` from ``payer`` to ``payee``."""

    payer: Person
    payee: Person
    cents: int


def payments(balances: Mapping[Person, int]) -> list[Payment[Person]]:
    """Returns the payments that settle all debts; ``balances`` are in cents, negative for debts.

    Payments are sorted by payer, then by payee, in the order of ``balances``. Raises ValueError if the balances do not
    add up to 0.
    """
    if sum(balances.values()):
        raise ValueError("what some get is what others pay")
    open_ = {person: cents for person, cents in balances.items() if cents}
    transfers: list[Payment[Person]] = []
    for group in _groups(open_):
        transfers += _within({person: open_[person] for person in group})
    order = {person: place for place, person in enumerate(balances)}
    return sorted(transfers, key=lambda payment: (order[payment.payer], order[payment.payee]))


def _groups(balances: dict[Person, int]) -> Iterator[tuple[Person, ...]]:
    """Yields groups with a balance of zero that together contain every person."""
    left = list(balances)
    for size in (2, 3):
        if len(left) <= EXACT_UP_TO:
            break
        grouped: set[Person] = set()
        for group in _small_groups({person: balances[person] for person in left}, size):
            yield group
            grouped.update(group)
        left = [person for person in left if person not in grouped]
    if len(left) > EXACT_UP_TO:
        yield tuple(left)
    elif left:
        yield from _most_groups(left, [balances[person] for person in left])


def _small_groups(balances: dict[Person, int], size: int) -> Iterator[tuple[Person, ...]]:
    """Yields disjoint groups of ``size`` people whose balances sum to zero, in the order of the people."""
    people, amounts = list(balances), list(balances.values())
    free: dict[int, list[int]] = defaultdict(list)  # indexes of people without a group, by balance
    for place, cents in enumerate(amounts):
        free[cents].append(place)
    taken: set[int] = set()
    for front in combinations(range(len(people)), size - 1):
        if taken.isdisjoint(front):
            wanted = free.get(-sum(amounts[place] for place in front), [])
            last = bisect_right(wanted, front[-1])
            if last < len(wanted):
                group = (*front, wanted[last])
                for place in group:
                    free[amounts[place]].remove(place)
                taken.update(group)
                yield tuple(people[place] for place in group)


def _most_groups(people: list[Person], amounts: list[int]) -> Iterator[tuple[Person, ...]]:
    """Yields as many groups with a balance of zero as possible; a bit mask represents a set of people."""
    everybody = (1 << len(people)) - 1
    together = [0] * (everybody + 1)
    most = [0] * (everybody + 1)  # the most groups that can be split off in turn
    for chosen in range(1, everybody + 1):
        lowest = chosen & -chosen
        together[chosen] = together[chosen ^ lowest] + amounts[lowest.bit_length() - 1]
        most[chosen] = max(most[chosen ^ 1 << index] for index in _bits(chosen)) + (together[chosen] == 0)
    chosen, group = everybody, 0
    while chosen:
        comes_out = together[chosen] == 0
        if comes_out and group:
            yield tuple(people[index] for index in _bits(group))
            group = 0
        want = most[chosen] - comes_out
        index = next(index for index in _bits(chosen) if most[chosen ^ 1 << index] == want)
        group |= 1 << index
        chosen ^= 1 << index
    yield tuple(people[index] for index in _bits(group))


def _bits(number: int) -> Iterator[int]:
    return (place for place in range(number.bit_length()) if number >> place & 1)


def _within(balances: dict[Person, int]) -> Iterable[Payment[Person]]:
    """Yields the payments within a group: the largest debtor pays the largest creditor as much as possible."""
    while any(balances.values()):
        payer = min(balances, key=lambda person: balances[person])
        payee = max(balances, key=lambda person: balances[person])
        cents = min(-balances[payer], balances[payee])
        balances[payer] += cents
        balances[payee] -= cents
        yield Payment(payer, payee, cents)
