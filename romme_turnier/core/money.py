"""Money owed for the games of a list."""

from collections.abc import Iterable, Sequence
from decimal import Decimal


def fine(lost_games: int, scale: Sequence[tuple[Decimal, int]]) -> Decimal:
    """Return what a player owes for the lost games of one list, in the currency of the amounts.

    `scale` holds the steps of the announcement as (amount, first): from the first-th lost game of the
    list on, each lost game costs that amount, until the next step begins. The order of the steps does
    not matter. Lost games before the first step are free, and so are all without any step.

    With 0.20 from the 1st and 0.50 from the 9th game on, ten lost games cost 8 × 0.20 + 2 × 0.50 = 2.60.

    Raises ValueError when the number of lost games is negative.
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


def lost_games(games: Iterable[tuple[int, int | None]], seat: int, left_from: int | None = None) -> int:
    """Return how many games of a list the player of a seat lost: those that somebody else ended.

    `games` holds (number, seat that ended it); a game that nobody ended, or of which nobody knows who did, is lost
    by nobody. `left_from` is the first game that the player did not play.
    """
    played = (ended_by for number, ended_by in games if left_from is None or number < left_from)
    return sum(ended_by is not None and ended_by != seat for ended_by in played)
