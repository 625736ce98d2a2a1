"""The grid of the entry page: the picture of a list with typed entries, and texts for each game and sum."""

import uuid
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass

from romme_turnier.core.lists import picture
from romme_turnier.core.lists.claims import Figure
from romme_turnier.tournament import models
from romme_turnier.tournament.lists.remarks import remarks_on_list, remarks_on_row
from romme_turnier.tournament.lists.words import demand_in_words
from romme_turnier.web.organiser.lists.common import ListView
from romme_turnier.web.organiser.lists.sums import Sum, TypedClaims, sum_of
from romme_turnier.web.organiser.lists.typed import UnsavedRow, joined
from romme_turnier.web.rule_check.case import address_of_row


@dataclass(frozen=True, slots=True)
class Row:
    facts: picture.Row  # with the typed cells if the row was not saved
    shown: str  # the stored cells, in the form of `TypedRow.shown`
    version: int
    css: str
    sign: str
    lines: Sequence[str]
    remedy: Mapping[str, str] | None  # see `ListView.remedy`
    case: str  # address of the row in Regel-Check if it breaks a rule and is complete, or ""
    contract: str

    @property
    def number(self) -> int:
        return self.facts.number

    def new_key(self) -> str:
        """Returns a new key for the row's form, so that a form that arrives twice is stored once."""
        return f"{uuid.uuid4().hex}-{self.number}"


@dataclass(frozen=True, slots=True)
class Grid:
    seats: Sequence[models.Seat]
    rows: Sequence[Row]
    sums: Sequence[Sum]
    running_sums: bool
    scoring_points: bool
    loose: Sequence[str]  # remarks that belong to no row
    focus: tuple[int | Figure, int] | None  # the next cell to fill in: its game or its line of sums, and its seat


def build(
    view: ListView,
    *,
    unsaved: Mapping[int, UnsavedRow] | None = None,
    claims: TypedClaims | None = None,
    saved: Collection[int] = (),
    editable: bool = False,
) -> Grid:
    """Returns the grid of a list. If it is not `editable`, no cell gets the focus.

    `unsaved` and `claims` hold typed rows and sums that could not be saved, `saved` the numbers of games just saved.
    """
    loaded, typed = view.loaded, unsaved or {}
    rows = [
        _row(view, row, typed.get(row.number), changed=row.number in saved)
        for row in loaded.picture.rows[: loaded.length]
    ]
    sums = [sum_of(view, line, claims) for line in loaded.picture.sums]
    return Grid(
        seats=view.seats,
        rows=rows,
        sums=sums,
        running_sums=view.event.rules.running_sums,
        scoring_points=view.event.points_per_game is not None,
        loose=remarks_on_list(loaded),
        focus=next(_cells_to_fill_in(rows, sums if view.is_open else ()), None) if editable else None,
    )


def _row(view: ListView, row: picture.Row, unsaved: UnsavedRow | None, *, changed: bool) -> Row:
    if unsaved or row.violations:
        css, sign = "is-problem", "▲"
    elif row.ruled or row.in_doubt:
        css, sign = "is-ruled", "§"
    elif row.missing:
        css, sign = "is-open", "○"
    else:
        css, sign = "is-ok", "✓"
    return Row(
        facts=unsaved.over(row) if unsaved else row,
        shown=joined([cell.text for cell in row.cells]),
        version=view.loaded.version_of(row.number),
        css=f"{css} is-changed" if changed else css,
        sign=sign,
        lines=unsaved.lines if unsaved else remarks_on_row(row, view.loaded),
        remedy=view.remedy(row),
        case=address_of_row(view.event.rules, row.game) if row.violations and not unsaved else "",
        contract=demand_in_words(row.contract),
    )


def _cells_to_fill_in(rows: Sequence[Row], sums: Sequence[Sum]) -> Iterator[tuple[int | Figure, int]]:
    """Yields the faulty cells, then the empty cells, then the empty figures in the scorer's first line.

    Each is a pair: the game of the cell or the figure of the line, and the seat.
    """
    cells = [(row, cell) for row in rows for cell in row.facts.cells]
    yield from ((row.number, cell.seat) for row, cell in cells if "is-problem" in row.css and cell.wrong)
    for row, cell in cells:
        if not cell.text and not cell.vacant and (cell.wrong or row.facts.missing):
            yield row.number, cell.seat
    for line in sums:
        if line.facts.claim:
            yield from ((line.facts.claim, cell.seat) for cell in line.cells if not cell.text)
            return
