"""The time of the exact check of a reported game: ``python -m benchmarks.outcome``.

Processor time, random rows that no call has seen before, tables of the pack included in the first of them. The fixed
loop of plain Python shows how fast the machine is.
"""

from __future__ import annotations

import gc
import sys
from collections.abc import Callable
from random import Random
from time import process_time

from benchmarks.timing import fixed_loop
from romme_turnier.core.rules import check_outcome, get_ruleset
from romme_turnier.core.rules.outcome import exact as outcome_exact

ROWS = 10_000


def random_row(random: Random) -> tuple[tuple[int, ...], bool]:
    """Any points within the bounds of a single entry, at a table of three or four, one game in ten a Handrommé."""
    handromme = random.random() < 0.1
    return tuple(random.randint(31 if handromme else 2, 197) for _ in range(random.choice((2, 3, 3)))), handromme


def high_row(random: Random) -> tuple[tuple[int, ...], bool]:
    """About as much as the highest 39 cards count: 458."""
    first, second = random.randint(120, 197), random.randint(120, 170)
    return (first, second, min(197, max(31, 458 - first - second + random.randint(-12, 4)))), random.random() < 0.5


def low_row(random: Random) -> tuple[tuple[int, ...], bool]:
    """About as little as the lowest 39 cards count, 154, in a Handrommé."""
    return tuple(random.randint(31, 75) for _ in range(3)), True


def measure(name: str, make: Callable[[Random], tuple[tuple[int, ...], bool]], loop: float) -> None:
    random, rules = Random(name), get_ruleset("rommeordnung")  # noqa: S311 - rows to measure with
    times, impossible = [], 0
    for _ in range(ROWS):
        points, handromme = make(random)
        outcome_exact.forget_answers()
        start = process_time()
        found = check_outcome(rules, finisher=1, handromme=handromme, points=(0, *points))
        times.append((process_time() - start) * 1000)
        impossible += bool(found)
    times.sort()
    median, high, worst = times[ROWS // 2], times[ROWS * 99 // 100], times[-1]
    sys.stdout.write(
        f"{name:8} {ROWS} rows, {impossible} impossible: median {median:.3f} ms, 99 % {high:.3f} ms, "
        f"worst {worst:.3f} ms; of the fixed loop {median / loop:.5f}, {high / loop:.5f}, {worst / loop:.5f}\n"
    )


def main() -> None:
    gc.disable()
    loop = fixed_loop()
    sys.stdout.write(f"fixed loop: {loop:.1f} ms\n")
    measure("random", random_row, loop)
    measure("high", high_row, loop)
    measure("low", low_row, loop)


if __name__ == "__main__":
    main()
