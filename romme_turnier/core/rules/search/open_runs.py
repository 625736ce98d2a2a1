"""Tracks the open runs of a suit while the search visits the ranks, and divides the cards of a rank into sets.

Only two properties of an open run matter: its length (3 stands for three or more), and whether it has a joker. Longer
runs need no separate length, because a run of six or more is two runs end to end. A joker never needs to come first:
runs go around the corner, so it can be at the other end.
"""

from functools import cache
from itertools import product

OpenRun = int
OpenRuns = tuple[OpenRun, ...]
"""The open runs of a suit, sorted: 1, 2, 3 by length; 5 and 6 for length 2 and 3 with a joker among them."""

WITH_JOKER = 4
Counts = tuple[int, int, int, int]


def length(run: OpenRun) -> int:
    return run if run < WITH_JOKER else run - 3


def with_natural(run: OpenRun) -> OpenRun:
    return run if run in (3, 6) else run + 1


def with_joker(run: OpenRun) -> OpenRun:
    return min(run + 4, 6)


def can_end(run: OpenRun) -> bool:
    return run in (3, 6)


@cache
def next_runs(runs: OpenRuns, naturals: int, jokers: int) -> tuple[OpenRuns, ...]:
    """Returns the best collections of open runs after a rank that gives this many natural cards and jokers to runs."""
    choices = set(_next_runs(runs, naturals, jokers))
    return tuple(
        sorted(choice for choice in choices if not any(serves(other, choice) for other in choices if other != choice))
    )


def _next_runs(runs: OpenRuns, naturals: int, jokers: int) -> list[OpenRuns]:
    if not runs:
        return [] if jokers else [(1,) * naturals]
    run, rest = runs[0], runs[1:]
    choices = []
    if naturals:
        choices += [(with_natural(run), *others) for others in _next_runs(rest, naturals - 1, jokers)]
    if jokers and run < WITH_JOKER:
        choices += [(with_joker(run), *others) for others in _next_runs(rest, naturals, jokers - 1)]
    if can_end(run):
        choices += _next_runs(rest, naturals, jokers)
    return [tuple(sorted(choice)) for choice in choices]


@cache
def serves(runs: OpenRuns, instead: OpenRuns) -> bool:
    """Returns whether ``runs`` can continue in every way that ``instead`` can; surplus runs must be able to end."""
    if not instead:
        return all(map(can_end, runs))
    return any(
        run_serves(run, instead[0]) and serves(runs[:place] + runs[place + 1 :], instead[1:])
        for place, run in enumerate(runs)
    )


def run_serves(run: OpenRun, instead: OpenRun) -> bool:
    return length(run) >= length(instead) and (run < WITH_JOKER or instead > WITH_JOKER)


@cache
def set_partitions(counts: Counts) -> dict[int, tuple[tuple[int, ...], ...]]:
    """Returns one way to divide the cards of a rank into sets, for each possible number of jokers.

    ``counts`` holds the number of cards by suit. A set is given by its suits, with -1 for a joker.
    """
    if not any(counts):
        return {0: ()}
    ways: dict[int, tuple[tuple[int, ...], ...]] = {}
    first = next(suit for suit in range(4) if counts[suit])
    for taken in product(*[range(2) if counts[suit] and suit != first else (suit == first,) for suit in range(4)]):
        suits = tuple(suit for suit in range(4) if taken[suit])
        rest = tuple(count - took for count, took in zip(counts, taken, strict=True))
        for jokers in range(max(0, 3 - len(suits)), min(1, 4 - len(suits)) + 1):
            for more, sets in set_partitions(rest).items():
                ways.setdefault(jokers + more, (suits + (-1,) * jokers, *sets))
    return ways
