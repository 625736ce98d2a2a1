"""The layout of a list, which fills exactly one portrait A4 sheet.

All lengths are in millimetres. At a table of four, the cells for writing are at most 34 by 10 and 7 by 10, rows of sums
are 9 high, and there is a block for corrections. If long names or many games need room, rows of games shrink first,
then rows of sums. Signatures are at the foot of the grid and of the sheet. Estimates err on the side of more room.
"""

import math
import textwrap
from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum

from django.utils.translation import ngettext

from romme_turnier.documents.lists.grid import ends_of_groups

SHEET = 275.0  # inside the margins and above the footer
PAPER_HEAD = 21.5
SPACE = 2.0
SUM_ROW, SUM_ROW_LEAST = 9.0, 6.4
SO_FAR_ROW = 4.6  # for the sum of the games so far
EXTRA_ROW = 4.6  # above a game that has a contract, below one with a line for hands
SEAT_LINE = 7.4
COLUMN_HEADS = 3.6  # below the names, if seats have a column for scoring points
SIGN_ROW = 11.5
OFFICIALS = 12.5
CODE, CODE_WITHOUT_FIGURES = 34.0, 27.5  # the foot of a filled list with a code, instead of OFFICIALS
LEGEND_LINE, LEGEND_CHARS = 4.3, 62
LEGEND_GAP, WIDE_LEGEND_CHARS = 1.0, 110  # of the legend of a filled list
CORRECTION_HEAD, CORRECTION_ROW, CORRECTIONS_LEAST, CORRECTIONS_MOST = 4.6, 6.0, 2, 8
NOTE_LINE, NOTE_CHARS = 4.5, 45  # two columns of notes
ROW_LEAST, ROW_MOST = 4.7, 10.0
ROW_WITH_HANDS = 5.5  # lower rows have no line for hands below them
ROW_TIGHT = 8.0  # lower rows of games take room from the sums
LEAD = 24.0  # width of the columns before the seats
GRID = 164.0  # width of all seats together
EDGE = 6.0  # width of the column after them
WIDE_SEATS, NARROW_SEATS = 4, 7  # the most seats with large names; the fewest with everything small
LONG_NAME = 34  # letters; longer names are set smaller


class NameSize(Enum):
    """The size of a name in print: the width of a letter and the height of a line."""

    LARGE = (2.42, 5.5)
    MIDDLING = (2.0, 4.3)
    SMALL = (1.85, 3.5)


def name_size(name: str, seats: int) -> NameSize:
    """Returns the size of a name at a table with this number of seats."""
    if seats >= NARROW_SEATS:
        return NameSize.SMALL
    return NameSize.LARGE if seats <= WIDE_SEATS and len(name) <= LONG_NAME else NameSize.MIDDLING


@dataclass(frozen=True, slots=True)
class Page:
    seats: int
    row: float  # height of a game's row
    sum_row: float
    adds_up: bool  # whether there are rows for the sums so far
    corrections: int  # rows to write corrections in; none on a filled list
    note_lines: int  # lines of notes that fit, in both columns together
    wide: bool
    running: bool  # the second column has the sum after every game, and is as wide as the points
    counts_scoring_points: bool
    fits: bool = True  # whether the rows of games fit on the sheet

    @property
    def figures(self) -> str:
        """The additional CSS classes for points in half of a seat's column, and for the sums below them."""
        return self._halves("half")

    @property
    def beside(self) -> str:
        """The CSS classes of the cells next to the points."""
        return f"points{self.figures}{self._halves('so-far-half')}" if self.running else "mark"

    def _halves(self, name: str) -> str:
        if not self.running:
            return ""
        return f" {name} {name}--small" if self.small_halves else f" {name}"

    @property
    def small_halves(self) -> bool:
        return self.running and (self.seats >= NARROW_SEATS or (self.scores and not self.wide))

    @property
    def row_class(self) -> str:
        """The CSS class for this row height, shared by all lists to keep the number of style rules low."""
        return f"row-{self.row * 10:.0f}"

    @property
    def sum_class(self) -> str:
        return f"sums-{self.sum_row * 10:.0f}"

    @property
    def columns(self) -> int:
        """The number of columns in the grid: two before the seats, those of the seats, one after them."""
        return 3 + self.seat_columns * self.seats

    @property
    def scores(self) -> bool:
        """Whether a third column of each seat has the scoring points of every game."""
        return self.counts_scoring_points and not (self.running and self.seats >= NARROW_SEATS)

    @property
    def seat_columns(self) -> int:
        return 3 if self.scores else 2

    @property
    def scored_column(self) -> str:
        """The CSS classes of the column of scoring points."""
        return "col-scored" if self.wide else "col-scored col-scored--narrow"

    @property
    def column_class(self) -> str:
        return f"column-{self.row * 10:.0f}"

    @property
    def line(self) -> tuple[str, str]:
        """The CSS class, and the line height for a cell that holds the games of a group as one text.

        Each line is 0.1 mm lower than a row, so that four lines make room for the strong line above their group.
        """
        return self.column_class, f"{self.row - 0.1:.1f}"

    @property
    def heights(self) -> dict[str, str]:
        """The row heights for the style rules, keyed by class, as text with a decimal point in every language."""
        return {self.row_class: f"{self.row:.1f}", self.sum_class: f"{self.sum_row:.1f}"}


@dataclass(frozen=True, slots=True)
class Person:
    name: str
    club: str


def blank_page(
    people: Sequence[Person],
    games: int,
    sums: int,
    legend: Sequence[str],
    *,
    contracts: int = 0,
    hands: int = 0,
    running: bool = False,
    scores: bool = False,
) -> Page:
    """Returns the page of a blank list.

    `sums` is the number of rows below the games; `contracts` and `hands` count the lines above and below single games.
    Rows of running sums are left out if there are contracts, or if every game has its sum (`running`). They are also
    left out if the rows of games would become too low and there are no lines for hands.
    """
    least = max(
        LEGEND_LINE * sum(-(-len(line) // LEGEND_CHARS) for line in legend),
        CORRECTION_HEAD + CORRECTION_ROW * CORRECTIONS_LEAST,
    )
    left = SHEET - PAPER_HEAD - _head(people, scores=scores) - SIGN_ROW - OFFICIALS - SPACE
    left -= least + EXTRA_ROW * (contracts + hands)
    adds_up = not contracts and not running
    so_far = SO_FAR_ROW * ends_of_groups(games) if adds_up else 0.0
    row, sum_row = (left - SUM_ROW * sums - so_far) / games, SUM_ROW
    if row < ROW_TIGHT and hands:
        row, sum_row = (left - SUM_ROW_LEAST * sums - so_far) / games, SUM_ROW_LEAST
    elif row < ROW_TIGHT:
        row, sum_row, adds_up = (left - SUM_ROW_LEAST * sums) / games, SUM_ROW_LEAST, False
    row = _tenths(max(ROW_LEAST, min(ROW_MOST, row)))
    over = left - sum_row * sums - row * games - (so_far if adds_up else 0)
    corrections = min(CORRECTIONS_MOST, int((least + max(0.0, over) - CORRECTION_HEAD) / CORRECTION_ROW))
    return Page(len(people), row, sum_row, adds_up, corrections, 0, len(people) <= WIDE_SEATS, running, scores)


def filled_page(
    people: Sequence[Person],
    games: int,
    sums: int,
    notes: Sequence[str],
    *,
    legend: str = "",
    contracts: int = 0,
    running: bool = False,
    scores: bool = False,
    foot: float = OFFICIALS,
) -> Page:
    """Returns the page of a filled list. Its rows are as high as the sheet, its foot and the notes allow.

    If even the lowest rows are too high, `fits` is False.
    """
    left = SHEET - PAPER_HEAD - _head(people, scores=scores) - SIGN_ROW - foot - SPACE - EXTRA_ROW * contracts
    wanted = NOTE_LINE * (1 + -(-sum(_note_lines(note) for note in notes) // 2)) if notes else 0
    sum_row = SUM_ROW if (left - wanted - SUM_ROW * sums) / games >= ROW_TIGHT else SUM_ROW_LEAST
    left -= sum_row * sums
    if legend:
        left -= LEGEND_GAP + LEGEND_LINE * -(-len(legend) // WIDE_LEGEND_CHARS)
    row = _tenths(max(ROW_LEAST, min(ROW_MOST, (left - wanted) / games)))
    lines = 2 * int((left - row * games) / NOTE_LINE)
    wide, fits = len(people) <= WIDE_SEATS, row * games <= left
    return Page(len(people), row, sum_row, False, 0, lines, wide, running, scores, fits)


def _head(people: Sequence[Person], *, scores: bool) -> float:
    """Returns the height of the row with the names, and of the heads of the columns below it."""
    width = GRID / len(people) - 1.8
    wide = len(people) <= WIDE_SEATS
    heights = []
    for person in people:
        char, line = name_size(person.name, len(people)).value
        club_char, club_line = (1.65, 3.6) if wide else (1.6, 2.9)
        heights.append(line * _lines(person.name, width / char) + club_line * _lines(person.club, width / club_char))
    return SEAT_LINE + max(heights) + (COLUMN_HEADS if scores else 0)


def _tenths(height: float) -> float:
    """Returns a height rounded down to tenths, so that the rows together fit their space."""
    return math.floor(height * 10 + 1e-6) / 10


def _lines(text: str, chars: float) -> int:
    return len(textwrap.wrap(text, max(1, int(chars))))


def _note_lines(note: str) -> int:
    return -(-len(note) // NOTE_CHARS)


def fit(notes: Sequence[str], page: Page) -> tuple[str, ...]:
    """Returns the notes that fit; if some do not, a last text gives their number."""
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
