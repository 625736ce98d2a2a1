"""The grid of a list on paper: its games in groups, and its sums."""

from collections.abc import Sequence
from dataclasses import dataclass

GAMES_A_GROUP = 4  # after so many games the eye finds a line, and the pen a row to add up in
LABEL_CHARS = 12  # so many letters of a label find room in one line


@dataclass(frozen=True, slots=True)
class Cell:
    points: str = ""
    mark: str = ""  # in the column beside the points: who ended the game, or the sum so far
    deals: bool = False
    vacated: bool = False

    @property
    def look(self) -> str:
        """Further classes of the cell for points."""
        return self.mark_look + (" deals" if self.deals and not self.vacated else "")

    @property
    def mark_look(self) -> str:
        return " vacated" if self.vacated else ""


@dataclass(frozen=True, slots=True)
class Row:
    game: int
    dealer: int | None  # start number of who deals
    cells: tuple[Cell, ...]
    noted: bool  # there is a note on this row under the list
    factor: str = ""  # "× 2" where its points count more than once
    opens: bool = False  # the first of its group: a strong line above
    contract: str = ""  # what the game demands, in a line above it
    hands: bool = False  # a line below it is for what the others still hold

    @property
    def look(self) -> str:
        return " first" if self.opens else ""


@dataclass(frozen=True, slots=True)
class Group:
    """Games between two lines. `adds_up`: below it stands a row for the sum so far."""

    rows: tuple[Row, ...]
    adds_up: bool

    @property
    def last(self) -> int:
        return self.rows[-1].game

    @property
    def opens(self) -> bool:
        return self.rows[0].opens

    @property
    def hands(self) -> bool:
        return self.rows[-1].hands

    @property
    def contract(self) -> str:
        """What stands above its one game, where the rule system says what that demands."""
        return self.rows[0].contract


@dataclass(frozen=True, slots=True)
class Sum:
    label: str
    values: tuple[str, ...]
    is_result: bool = False
    ruled: bool = False  # a strong line above

    @property
    def look(self) -> str:
        return (" strong-top" if self.ruled else "") + (" result" if self.is_result else "")

    @property
    def label_look(self) -> str:
        return self.look + (" sum-label--long" if len(self.label) > LABEL_CHARS else "")


def groups_of(rows: Sequence[Row], *, add_up: bool) -> tuple[Group, ...]:
    """Sums so far are added after each group but the last, whose sum is that of the list. Games with a contract or a
    line for hands stand alone.
    """
    if any(row.contract or row.hands for row in rows):
        ends = {row.game for row in rows[GAMES_A_GROUP - 1 : -1 : GAMES_A_GROUP] if add_up}
        return tuple(Group((row,), adds_up=row.game in ends) for row in rows)
    parts = [tuple(rows[start : start + GAMES_A_GROUP]) for start in range(0, len(rows), GAMES_A_GROUP)]
    return tuple(Group(part, add_up and part is not parts[-1]) for part in parts)


def ends_of_groups(games: int) -> int:
    """Returns how many groups of so many games are followed by another."""
    return max(0, (games - 1) // GAMES_A_GROUP)
