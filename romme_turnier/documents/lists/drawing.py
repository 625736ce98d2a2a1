"""Draws the games of a list for a batch: the lines as a drawing, the figures of each column as one text.

The result looks like lists/sheets.html, where each figure has its own cell, but takes a third of the time, because
layout time grows with the number of boxes. Lengths are in millimetres, from the upper left corner of a group of
games.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from romme_turnier.documents.lists.grid import Group
from romme_turnier.documents.lists.page import EDGE, GRID, LEAD, Page

DOT_FROM_LEFT, DOT_IN_HALF = 2.0, 1.4  # the middle of the dealer's sign, from the left edge of the seat's column
ACROSS = LEAD + GRID + EDGE - 0.4  # between the middles of the outer lines
TICK, TICK_FROM_RIGHT = 3.4, 1.2  # the dealer's box, and its distance from the first seat's column


@dataclass(frozen=True, slots=True)
class Form:
    """Paths of the drawing, and texts with one line for each row."""

    width: str
    height: str
    thin: str
    ticks: str
    dots: str
    grey: str
    games: SafeString
    dealers: str
    columns: tuple[tuple[str, str, str], ...]  # points, marks next to them, and scoring points
    edge: str


def form_of(group: Group, page: Page, *, ticks: bool) -> Form:
    """Returns the drawing of a group; `ticks` adds boxes for the dealers to tick."""
    row, seat, dot = page.row, GRID / page.seats, DOT_IN_HALF if page.small_halves else DOT_FROM_LEFT
    left = LEAD - TICK_FROM_RIGHT - TICK
    box = f"v{_mm(TICK)}h{_mm(-TICK)}z"
    sign = SafeString('<span class="noted">▸</span>')  # a constant
    games = (
        (
            sign if line.noted else "",
            line.game,
            format_html('<span class="factor"> {}</span>', line.factor) if line.factor else "",
        )
        for line in group.rows
    )
    cells = [(place, at, cell) for place, line in enumerate(group.rows) for at, cell in enumerate(line.cells)]
    return Form(
        width=_mm(LEAD + GRID + EDGE),
        height=_mm(row * len(group.rows)),
        thin=" ".join(f"M0 {_mm(row * place)}h{_mm(ACROSS)}" for place in range(1, len(group.rows))),
        ticks=" ".join(
            f"M{_mm(left)} {_mm(row * (place + 0.5) - TICK / 2)}h{_mm(TICK)}{box}" for place in range(len(group.rows))
        )
        if ticks
        else "",
        dots=" ".join(
            f"M{_mm(LEAD + seat * at + dot)} {_mm(row * (place + 0.5))}h0"
            for place, at, cell in cells
            if cell.deals and not cell.vacated
        ),
        grey=" ".join(
            f"M{_mm(LEAD + seat * at)} {_mm(row * place)}h{_mm(seat)}v{_mm(row)}h{_mm(-seat)}z"
            for place, at, cell in cells
            if cell.vacated
        ),
        games=format_html_join("\n", "{}{}{}", games),
        dealers=_text("" if line.dealer is None else str(line.dealer) for line in group.rows),
        columns=tuple(
            (
                _text(cell.points for cell in seat),
                _text(cell.mark for cell in seat),
                _text(cell.scored for cell in seat),
            )
            for seat in zip(*(line.cells for line in group.rows), strict=True)
        ),
        edge=_text(str(line.game) for line in group.rows),
    )


def _mm(length: float) -> str:
    return f"{length:.2f}"


def _text(lines: Iterable[str]) -> str:
    """Joins the lines of all rows; returns "" if no row has text, so that no box is laid out."""
    return "\n".join(lines).rstrip("\n")
