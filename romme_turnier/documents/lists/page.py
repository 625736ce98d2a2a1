"""The layout of a list, so that it always fills exactly one upright sheet of A4.

All lengths are millimetres. The signatures stand at the foot of the sheet; rows share what the head, the sums
and the notes leave. Estimates are for the widest font that may be installed, so they err towards more room.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import ngettext

SHEET = 268.0  # inside the margins and above the footer
PAPER_HEAD = 25.0
HINT = 10.0
SPACE = 5.0
SUM_ROWS = 6
SUM_ROW = 6.2
NAME_LINE, CLUB_LINE, SEAT_LINE = 4.2, 3.3, 7.5
NOTE_LINE, NOTE_CHARS = 3.7, 54  # two columns of notes
SIGNATURE_ROW = 16.4
ROW_LEAST, ROW_MOST = 4.7, 10.0
LEAD = 24.0  # width of the columns before the seats
GRID = 164.0  # width of all seats together
WIDE_SEATS = 4  # up to so many seats, rows for signatures hold everybody


@dataclass(frozen=True, slots=True)
class Page:
    seats: int
    row: float  # height of a game's row
    note_lines: int  # lines of notes that find room, both columns together
    wide: bool

    @property
    def row_height(self) -> str:
        """For the style sheet, whatever the language of the page."""
        return f"{self.row:.1f}"

    @property
    def row_class(self) -> str:
        """Lists of the same height share a style rule: each rule is tested against every cell of a batch."""
        return f"row-{self.row * 10:.0f}"

    @property
    def column_class(self) -> str:
        """Where a column of games is one text: its lines are as high as a row."""
        return f"column-{self.row * 10:.0f}"


def page_for(people: Sequence[tuple[str, str]], games: int, notes: Sequence[str] | None = None) -> Page:
    """`people`: name and club by seat; `notes`: None on a blank list, whose rows are for handwriting.

    Rows are as high as the sheet allows, and give way to notes as long as their figures fit.
    """
    seats = len(people)
    wide = seats <= WIDE_SEATS
    width = GRID / seats
    name_char, club_char = (2.3, 1.75) if wide else (1.8, 1.45)
    head = SEAT_LINE + max(
        NAME_LINE * _lines(name, width / name_char) + CLUB_LINE * _lines(club, width / club_char)
        for name, club in people
    )
    signatures = SIGNATURE_ROW * (2 if wide else 3)
    left = SHEET - PAPER_HEAD - head - SUM_ROWS * SUM_ROW - signatures - SPACE
    if notes is None:
        return Page(seats, _tenths(min(ROW_MOST, (left - HINT) / games)), 0, wide)
    wanted = NOTE_LINE * (1 + -(-sum(_note_lines(note) for note in notes) // 2))
    row = _tenths(max(ROW_LEAST, min(ROW_MOST, (left - wanted) / games)))
    return Page(seats, row, 2 * int((left - row * games) / NOTE_LINE), wide)


def _tenths(height: float) -> float:
    """Rounded down: many rows must not be higher than the space they share."""
    return math.floor(height * 10 + 1e-6) / 10


def _lines(text: str, chars: float) -> int:
    """Returns the lines that a text takes at worst, when its words do not break well."""
    if not text:
        return 0
    return max(1, -(-int(len(text) * 1.15) // max(1, int(chars)))) if len(text) > chars else 1


def _note_lines(note: str) -> int:
    return -(-len(note) // NOTE_CHARS)


def fit(notes: Sequence[str], page: Page) -> tuple[str, ...]:
    """Returns as many notes as fit; the last one says how many do not."""
    taken: list[str] = []
    lines = 0
    for note in notes:
        lines += _note_lines(note)
        if lines > page.note_lines:
            left = len(notes) - len(taken)
            more = ngettext("und %d weitere Anmerkung im Programm", "und %d weitere Anmerkungen im Programm", left)
            return (*taken, more % left)
        taken.append(note)
    return tuple(taken)
