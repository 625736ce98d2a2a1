"""A list as kept on paper by a scorer who knows the rules and not the program: rows, versions, sums (§ 3.2).

It predicts the answer of the server to each request, and the stored rows.
"""

import random
from dataclasses import dataclass, field
from typing import Any

from tests.safety.sizes import GAMES

SEATS = 4
_BONUS, _BONUS_HANDROMME = 20, 50  # at a table of four, for a Handrommé


@dataclass(frozen=True, slots=True)
class Cell:
    """The entry of one seat in a game. `mark`: "R" or "H" written before the points; several `values` are readings."""

    values: tuple[int, ...] = ()
    mark: str = ""

    @property
    def text(self) -> str:
        return self.mark + "/".join(map(str, self.values))

    @property
    def points(self) -> int | None:
        """The worst reading; a mark without points means none left."""
        return max(self.values, default=0 if self.mark else None)


@dataclass(frozen=True, slots=True)
class Row:
    cells: tuple[Cell, ...]

    @property
    def finisher(self) -> int | None:
        """The marked seat, otherwise the seat with 0; None if there are several."""
        marked = [seat for seat, cell in enumerate(self.cells) if cell.mark]
        seats = marked or [seat for seat, cell in enumerate(self.cells) if cell.values == (0,)]
        return seats[0] if len(seats) == 1 else None

    @property
    def handromme(self) -> bool:
        return any(cell.mark == "H" for cell in self.cells)

    @property
    def is_whole(self) -> bool:
        return self.finisher is not None and all(cell.points is not None for cell in self.cells)

    @property
    def said(self) -> tuple[Any, ...]:
        """Rows that say the same are the same, however they are written."""
        readings = tuple(cell.values if len(cell.values) > 1 else () for cell in self.cells)
        return tuple(cell.points for cell in self.cells), self.finisher, self.handromme, readings


def row_by_chance(rng: random.Random) -> Row:
    """Most rows are correct; others have two finishers, none, a missing figure or one with two readings."""
    cells = [Cell((rng.randint(2, 90),)) for _seat in range(SEATS)]
    ended = rng.randrange(SEATS)
    kind = rng.choices(("plain", "hand", "marked", "nobody", "two", "missing", "readings"), (10, 2, 2, 1, 1, 1, 2))[0]
    cells[ended] = {"hand": Cell(mark="H"), "marked": Cell((rng.randint(2, 20),), "R")}.get(kind, Cell((0,)))
    other = (ended + 1) % SEATS
    if kind == "nobody":
        cells[ended] = Cell((5,))
    elif kind == "two":
        cells[other] = Cell((0,))
    elif kind == "missing":
        cells[other] = Cell()
    elif kind == "readings":
        cells[other] = Cell((37, 87))
    return Row(tuple(cells))


@dataclass
class Paper:
    """One list and its changes; `version` counts those with an effect."""

    rows: dict[int, tuple[Row, int]] = field(default_factory=dict)  # with the version of the row
    claims: list[str] = field(default_factory=lambda: [""] * 3 * SEATS)
    version: int = 0
    completed_at: int | None = None  # the version that the list then had
    by_key: dict[str, tuple[int, Row, int]] = field(default_factory=dict)  # game, row, version of requests with effect
    games: int = GAMES

    def row_version(self, game: int) -> int:
        return self.rows[game][1] if game in self.rows else 0

    def save(self, game: int, row: Row, expected: int, key: str) -> tuple[int, int | None]:
        """The status and the version that the server has to answer."""
        if key in self.by_key:
            same_game, same_row, version = self.by_key[key]
            return (200, version) if (same_game, same_row.said) == (game, row.said) else (409, None)
        if self.completed_at is not None:
            return 409, None
        if expected != self.row_version(game):
            stored = self.rows.get(game)
            return (200, stored[1]) if stored and stored[0].said == row.said else (409, None)
        self.version += 1
        self.rows[game] = row, expected + 1
        self.by_key[key] = game, row, expected + 1
        return 200, expected + 1

    def claim(self, cells: list[str], *, is_stale: bool) -> int:
        if cells == self.claims:
            return 200
        if is_stale or self.completed_at is not None:
            return 409
        self.claims, self.version = cells, self.version + 1
        return 200

    def finish(self, expected: int) -> int:
        if self.completed_at is not None:
            return 200 if self.version == expected + 1 else 409
        if expected != self.version or not self.is_whole:
            return 409
        self.version += 1
        self.completed_at = self.version
        return 200

    @property
    def is_whole(self) -> bool:
        return len(self.rows) == self.games and all(row.is_whole for row, _version in self.rows.values())

    def totals(self, seat: int) -> tuple[int, ...]:
        """Points in hand, bonus, bonus of Handrommés, result, games ended, Handrommés."""
        rows = [row for row, _version in self.rows.values()]
        ended = [row for row in rows if row.finisher == seat]
        minus = sum(row.cells[seat].points or 0 for row in rows)
        bonus = _BONUS if self.is_whole else 0
        handrommes = sum(row.handromme for row in ended)
        result = minus - bonus - _BONUS_HANDROMME * handrommes
        return minus, bonus, _BONUS_HANDROMME * handrommes, result, len(ended), handrommes
