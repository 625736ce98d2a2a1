"""Events for tables that keep their lists on phones, one of each kind, and random games."""

import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from tests.safety.paper import SEATS, Cell, Row, row_by_chance
from tests.safety.sizes import SIZES

CONFIRMING = SEATS  # players of a table with phones, who complete its list by confirming it
_TARGET, _STEP = 50 * (SIZES.games_at_table - 1), 50


@dataclass(frozen=True, slots=True)
class Played:
    """`seats` and `games` of a list, and the game of a number; `fields` of the event."""

    slug: str
    tables: int
    seats: int
    games: int
    row: Callable[[int, random.Random], Row]
    fields: Mapping[str, Any]

    @property
    def seating(self) -> list[tuple[int, ...]]:
        """The start numbers of each table, seat 1 first."""
        firsts = range(1, self.seats * self.tables + 1, self.seats)
        return [tuple(range(first, first + self.seats)) for first in firsts]


def whole_row(_game: int, rng: random.Random) -> Row:
    """A game of the Romméordnung as it should be."""
    while not (row := row_by_chance(rng)).is_whole or any(len(cell.values) > 1 for cell in row.cells):
        pass
    return row


def _step(game: int, rng: random.Random) -> Row:
    """Two reach the score together and have to play one more game, which the first of them wins."""
    last = game == SIZES.games_at_table
    cells = [Cell((_STEP,), "R"), Cell((_STEP - 10 * last,))]
    return Row((*cells, *(Cell((rng.randint(0, 40),)) for _seat in range(2))))


def _of_ten(_game: int, rng: random.Random) -> Row:
    ended = rng.randrange(10)
    return Row(tuple(Cell(mark="R") if seat == ended else Cell((rng.randint(2, 90),)) for seat in range(10)))


GAMES = SIZES.games_at_table
# One more table than is played at: for the phone that is hostile.
OF_FOUR = Played("handys", SIZES.at_tables + 1, SEATS, GAMES, whole_row, {"games_per_list": GAMES})
TO_A_SCORE = Played(
    "stufen",
    SIZES.other_tables,
    SEATS,
    GAMES,
    _step,
    {"ruleset": "treppenromme", "games_per_list": 0, "length_unit": "target", "length_number": _TARGET},
)
OF_TEN = Played(
    "zehn",
    SIZES.other_tables,
    10,
    GAMES // 2,
    _of_ten,
    {"ruleset": "classic", "games_per_list": GAMES // 2, "confirmations": CONFIRMING},
)
EVERY = (OF_FOUR, TO_A_SCORE, OF_TEN)
