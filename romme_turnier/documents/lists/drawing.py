"""The grid of a list for the printer's batch: lines as a drawing, and the figures of each column as one text.

The same sheet as lists/sheets.html, where each figure has its own cell, in a third of the time: the number of boxes is
what costs time. Lengths are millimetres; the drawing begins below the heads of the columns.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from romme_turnier.documents.lists.grid import Row, Sum
from romme_turnier.documents.lists.page import GRID, LEAD, SUM_ROW, Page

DOT_FROM_LEFT = 2.0  # the middle of the dealer's sign, from the left edge of the seat's column
ACROSS = LEAD + GRID - 0.4  # from the middle of the outer line on the left to that on the right


@dataclass(frozen=True, slots=True)
class FormColumn:
    points: str
    marks: str


@dataclass(frozen=True, slots=True)
class Form:
    """Paths of the drawing, and texts with a line for each row."""

    width: str
    height: str
    thin: str
    thick: str
    dots: str
    grey: str
    games: SafeString
    dealers: str
    columns: tuple[FormColumn, ...]
    labels: SafeString
    sums: tuple[SafeString, ...]


def form_of(rows: Sequence[Row], sums: Sequence[Sum], page: Page) -> Form:
    row, seats = page.row, page.seats
    games_end = row * len(rows)
    height = games_end + SUM_ROW * len(sums)
    strong = [games_end + SUM_ROW * place for place, line in enumerate(sums) if line.ruled and place]
    between = [row * place for place in range(1, len(rows))]
    between += [games_end + SUM_ROW * place for place, line in enumerate(sums) if not line.ruled]
    seat = GRID / seats
    cells = [(place, at, cell) for place, line in enumerate(rows) for at, cell in enumerate(line.cells)]
    return Form(
        width=_mm(LEAD + GRID),
        height=_mm(height),
        thin=_across(between),
        thick=_across(strong),
        dots=" ".join(
            f"M{_mm(LEAD + seat * at + DOT_FROM_LEFT)} {_mm(row * (place + 0.5))}h0"
            for place, at, cell in cells
            if cell.deals and not cell.vacated
        ),
        grey=" ".join(
            f"M{_mm(LEAD + seat * at)} {_mm(row * place)}h{_mm(seat)}v{_mm(row)}h{_mm(-seat)}z"
            for place, at, cell in cells
            if cell.vacated
        ),
        games=_numbers(rows),
        dealers=_text("" if line.dealer is None else str(line.dealer) for line in rows),
        columns=tuple(
            FormColumn(_text(line.cells[at].points for line in rows), _text(line.cells[at].mark for line in rows))
            for at in range(seats)
        ),
        labels=_bold_results(sums, [line.label for line in sums]),
        sums=tuple(_bold_results(sums, [line.values[at] for line in sums]) for at in range(seats)),
    )


def _mm(length: float) -> str:
    return f"{length:.2f}"


def _across(heights: Iterable[float]) -> str:
    return " ".join(f"M0 {_mm(height)}h{_mm(ACROSS)}" for height in heights)


def _text(lines: Iterable[str]) -> str:
    """With a line for each row; empty where nothing is written, so that nothing is laid out."""
    return "\n".join(lines).rstrip("\n")


def _numbers(rows: Sequence[Row]) -> SafeString:
    sign = SafeString('<span class="noted">▸</span>')  # nothing in it comes from outside
    return format_html_join(
        "\n", "{}{}{}", ((sign if line.noted else "", line.game, _factor(line.factor)) for line in rows)
    )


def _factor(mark: str) -> SafeString:
    return format_html('<span class="factor"> {}</span>', mark) if mark else SafeString("")


def _bold_results(sums: Sequence[Sum], texts: Sequence[str]) -> SafeString:
    if not any(texts):
        return SafeString("")
    pairs = zip(sums, texts, strict=True)
    return format_html_join(
        "\n", "{}", ((format_html("<b>{}</b>", text) if line.is_result else text,) for line, text in pairs)
    )
