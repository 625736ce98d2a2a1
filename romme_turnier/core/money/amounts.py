"""Counts lost games, calculates the fine for them, and splits amounts to the cent."""

from collections.abc import Iterable, Sequence
from decimal import Decimal
from fractions import Fraction


def fine(lost_games: int, scale: Sequence[tuple[Decimal, int]]) -> Decimal:
    """Returns a player's fine for the lost games of one list, in the currency of the amounts.

    `scale` holds the steps of the announcement as (amount, first), in any order: each lost game costs the `amount` of
    the last step whose `first` it has reached. Lost games before the first step are free; without steps, all are.

    With 0.20 from game 1 and 0.50 from game 9, ten lost games cost 8 × 0.20 + 2 × 0.50 = 2.60.

    Raises ValueError if the number of lost games is negative.
    """
    if lost_games < 0:
        raise ValueError(f"negative number of lost games: {lost_games}")
    owed = Decimal(0)
    unpriced = lost_games
    for amount, first in sorted(scale, key=lambda step: step[1], reverse=True):
        games = max(0, unpriced - max(first, 1) + 1)
        owed += amount * games
        unpriced -= games
    return owed


SOMEBODY = 0


def lost_games(games: Iterable[tuple[int, int | None]], seat: int, left_from: int | None = None) -> int:
    """Returns the number of games of a list that the player at a seat lost because another player ended them.

    `games` holds (number, seat that ended it); a game without a finisher, or with an unknown one, is not lost.
    `SOMEBODY` marks a doubtful finisher (§ 2.2.6): the game counts as lost by all players. `left_from` is the first
    game that the player did not play.
    """
    played = (ended_by for number, ended_by in games if left_from is None or number < left_from)
    return sum(ended_by is not None and ended_by != seat for ended_by in played)


CENT = Decimal("0.01")


def split(total: Decimal, weights: Sequence[Decimal]) -> tuple[Decimal, ...]:
    """Returns the parts of an amount, in proportion to the weights and to the cent; they add up to ``total``.

    Each part is first rounded down to cents; the remaining cents go one each to the parts that lost most by rounding
    (largest remainder), to earlier parts first in a tie.

    Raises ValueError for a total below zero or with fractions of a cent, and for weights that are negative or all zero.
    """
    cents, weight = int(total / CENT), sum(weights, Decimal(0))
    if total < 0 or cents * CENT != total:
        raise ValueError(f"not an amount in cents: {total}")
    if weight <= 0 or min(weights) < 0:
        raise ValueError("nothing to divide by")
    exact = [Fraction(share) * cents / Fraction(weight) for share in weights]
    parts = [int(share) for share in exact]
    by_loss = sorted(range(len(parts)), key=lambda index: parts[index] - exact[index])
    for index in by_loss[: cents - sum(parts)]:
        parts[index] += 1
    return tuple(part * CENT for part in parts)
