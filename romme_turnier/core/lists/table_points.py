"""Points for the place at a table, one way to score a list."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction


def table_points(results: Sequence[int | None], *, highest_wins: bool) -> tuple[Fraction, ...]:
    """Returns the points of each seat for its place at the table.

    At a table of n seats place p gives n − p. Equals share the mean of their places, which is a whole number or a half,
    as those places follow each other. `results` by seat; None for a list that does not count: such a seat comes after
    all others and gets nothing, while the table keeps its size.
    """
    sign = 1 if highest_wins else -1
    merits = [None if result is None else sign * result for result in results]
    counting = [merit for merit in merits if merit is not None]
    points = []
    for mine in merits:
        if mine is None:
            points.append(Fraction(0))
            continue
        better = sum(other > mine for other in counting)
        equals = counting.count(mine)  # on the places better + 1 … better + equals
        points.append(len(results) - better - Fraction(equals + 1, 2))
    return tuple(points)
