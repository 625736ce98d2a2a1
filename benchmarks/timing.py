"""The yardstick of all times: a fixed loop of plain Python shows how fast the machine is."""

from __future__ import annotations

from time import process_time

ADDITIONS = 1_000_000
REPEATS = 5


def fixed_loop() -> float:
    """Milliseconds of processor time for a million additions, the best of five."""
    return min(_additions() for _ in range(REPEATS))


def _additions() -> float:
    start, total = process_time(), 0
    for number in range(ADDITIONS):
        total += number & 7
    return (process_time() - start) * 1000
