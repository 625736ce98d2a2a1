"""The grid of a list on paper: its games in groups, and its sums."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from romme_turnier.core.lists import picture
from romme_turnier.core.lists.sums import Counted, SumKey
from romme_turnier.core.rules.system.ruleset import RuleSet
from romme_turnier.tournament.lists.words import demand_in_words, factor_mark, sum_label, sum_label_for_pen
from romme_turnier.tournament.shared.numbers import figure_or_dash, number_format

GAMES_A_GROUP = 4  # lines between groups guide the eye, and the pen gets a row to add up in
LABEL_CHARS = 12  # characters of a label that fit in one line
FINISHED, HANDROMME = "X", "H"  # marks in the narrow column


@dataclass(frozen=True, slots=True)
class Cell:
    points: str
    mark: str  # next to the points: the sign of the finisher, or the sum so far
    scored: str  # the scoring points; "" if the event has none
    deals: bool
    vacated: bool

    @property
    def look(self) -> str:
        """The additional CSS classes of the points cell."""
        return self.mark_look + (" deals" if self.deals and not self.vacated else "")

    @property
    def mark_look(self) -> str:
        return " vacated" if self.vacated else ""


@dataclass(frozen=True, slots=True)
class Row:
    game: int
    dealer: int | None  # start number of the dealer
    cells: tuple[Cell, ...]
    noted: bool  # whether a note under the list refers to this row
    factor: str  # "× 2" if its points count more than once
    contract: str  # the contract of the game, in a line above it
    hands: bool  # whether a line for the cards left in hands follows

    @property
    def opens(self) -> bool:
        """Whether the game is the first of four, with a strong line above; False if it has a contract."""
        return not self.contract and (self.game - 1) % GAMES_A_GROUP == 0

    @property
    def look(self) -> str:
        return " first" if self.opens else ""


@dataclass(frozen=True, slots=True)
class Group:
    """The games between two lines. If `adds_up`, a row for the running sum follows."""

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
        """The contract of the only game in the group; "" if the rule system has no contracts."""
        return self.rows[0].contract


@dataclass(frozen=True, slots=True)
class Sum:
    label: str
    values: tuple[str, ...]
    is_result: bool = False
    is_scored: bool = False  # of scoring points, which have a separate column
    ruled: bool = False  # a strong line above

    @property
    def look(self) -> str:
        return (" strong-top" if self.ruled else "") + (" result" if self.is_result or self.is_scored else "")

    @property
    def label_look(self) -> str:
        return self.look + (" sum-label--long" if len(self.label) > LABEL_CHARS else "")


def rows_of(
    seen: picture.Picture, players: Sequence[int | None], rules: RuleSet, noted: Collection[int] = ()
) -> tuple[Row, ...]:
    """Returns the games of a filled list; `players` are the start numbers by seat, `noted` the games with notes."""
    rows = []
    for row in seen.rows:
        cells = []
        for cell in row.cells:
            points = "" if cell.points is None else str(cell.points)
            mark = (HANDROMME if row.game.handromme else FINISHED) if cell.ended else ""
            if rules.running_sums:
                points, mark = f"{mark} {points}".strip(), "" if cell.so_far is None else str(cell.so_far)
            scored = "" if cell.scoring_points is None else str(cell.scoring_points)
            cells.append(Cell(points, mark, scored, cell.deals, cell.vacant))
        rows.append(_row(row, cells, players, noted=row.number in noted))
    return tuple(rows)


def blank_rows_of(seen: picture.Picture, players: Sequence[int | None], *, hands: bool) -> tuple[Row, ...]:
    """Returns the games of a blank list, with their dealers."""
    return tuple(
        _row(row, [Cell("", "", "", cell.deals, vacated=False) for cell in row.cells], players, hands=hands)
        for row in seen.rows
    )


def _row(
    row: picture.Row, cells: Sequence[Cell], players: Sequence[int | None], *, noted: bool = False, hands: bool = False
) -> Row:
    return Row(
        game=row.number,
        dealer=players[row.dealer - 1],
        cells=tuple(cells),
        noted=noted,
        factor=factor_mark(row.factor),
        contract=demand_in_words(row.contract),
        hands=hands,
    )


def groups_of(rows: Sequence[Row], *, add_up: bool) -> tuple[Group, ...]:
    """Returns the games in groups of four; with `add_up` a row for the running sum follows each group except the last.

    Games with a contract or a line for hands are groups of one; the running sum still follows every fourth game.
    """
    if any(row.contract or row.hands for row in rows):
        ends = {row.game for row in rows[GAMES_A_GROUP - 1 : -1 : GAMES_A_GROUP] if add_up}
        return tuple(Group((row,), adds_up=row.game in ends) for row in rows)
    parts = [tuple(rows[start : start + GAMES_A_GROUP]) for start in range(0, len(rows), GAMES_A_GROUP)]
    return tuple(Group(part, add_up and part is not parts[-1]) for part in parts)


def ends_of_groups(games: int) -> int:
    """Returns the number of gaps between groups of games."""
    return max(0, (games - 1) // GAMES_A_GROUP)


def sums_of(seen: picture.Picture, *, blank: bool) -> tuple[Sum, ...]:
    """Returns the sums below the games; strong lines separate them from the games, and the result from other sums.

    A `blank` list already has the figures that are the same for every player who plays to the end (§ 3.2.1).
    """
    rows: list[Sum] = []
    for shown in seen.sums:
        line = shown.line
        printed = number_format(line.sign * line.each) if line.counted is Counted.LIST else ""
        values = tuple(printed if blank else figure_or_dash(value) for value in shown.values)
        is_scored = line.key is SumKey.SCORING_POINTS
        ruled = not rows or line.is_result or is_scored or rows[-1].is_result
        label = sum_label(line, provisional=True) if shown.provisional and not blank else sum_label_for_pen(line)
        rows.append(Sum(label, values, line.is_result, is_scored, ruled))
    return tuple(rows)
