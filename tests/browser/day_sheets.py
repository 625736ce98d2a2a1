"""The lists of a day, chosen so that the two best players end equal in everything (§ 1.5)."""

from collections.abc import Sequence

GAMES = 4
_BONUS = {4: 20, 3: 15}


def result_of(number: int) -> int:
    """The result of a list of this player, bonus included: 1 and 2 are equal, all others are worse by number."""
    return 60 if number <= 2 else 100 + 7 * number


def rows_of(numbers: Sequence[int]) -> list[list[str]]:
    """Four games at a table of these start numbers, seat 1 first: each seat ends one game.

    At a table of three one seat ends two games; neither 1 nor 2 does, so they stay equal in games ended.
    """
    seats = len(numbers)
    order = list(range(seats))
    if seats < GAMES:
        order.append(next(seat for seat, number in enumerate(numbers) if number > 2))
    cells = [["0" if order[game] == seat else "" for seat in range(seats)] for game in range(GAMES)]
    for seat, number in enumerate(numbers):
        lost = [game for game in range(GAMES) if order[game] != seat]
        share, rest = divmod(result_of(number) + _BONUS[seats], len(lost))
        for position, game in enumerate(lost):
            cells[game][seat] = str(share + (position < rest))
    return cells
