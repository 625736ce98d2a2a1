"""Splits text from outside, pasted or from a file, into lines of cells.

Cells are separated by the first usual separator that occurs on at least half of the lines (tabs on a quarter). A cell
in quotation marks may contain separators and line breaks. Text beyond the given limits is not read, so that a megabyte
of text cannot become millions of cells.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

CELL_MAX = 1_000  # characters; longer text is cut, because it is not a name
QUOTED_LINES = 10  # the most lines that a cell in quotation marks may span
# Each separator with a number n: at least one line in n must contain it. Dashes and slashes separate name and club:
# "Sommer, Petra – RC Nord".
_SEPARATORS = {"\t": 4, ";": 2, "|": 2, " – ": 2, " - ": 2, " / ": 2, ",": 2, "  ": 2}
_NUMBERED = re.compile(r"^[\W\d]+")  # a dash after a number is not a separator
_LEADERS = re.compile(r"(?:\.{4,}|…{2,}|_{4,})")  # between name and club
_SPACES = re.compile(r"\s{2,}")
_QUOTED = re.compile(r'"[^"\n]*"')


@dataclass(frozen=True, slots=True)
class Line:
    """A line of the list with its number, counted from 1, and its trimmed cells."""

    number: int
    cells: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Cells:
    """Non-empty lines that all have the same number of cells; none if a limit is exceeded."""

    lines: tuple[Line, ...]
    separator: str | None = None  # None if each line is one cell
    more_lines: bool = False  # the text has more lines than allowed
    more_columns: bool = False  # a line has more cells than allowed


def read_cells(text: str, *, lines_max: int, columns_max: int) -> Cells:
    """Returns the non-empty lines, padded to the same number of cells; none if there are too many lines or columns."""
    written = re.sub(r"\r\n?|[\v\u2028]", "\n", _LEADERS.sub("  ", text.removeprefix("\ufeff"))).split("\n")
    separator = _separator_of(list(islice((line for line in written if line.strip()), lines_max)))
    lines = list(islice(_lines(written, separator, columns_max + 1), lines_max + 1))
    width = max((len(line.cells) for line in lines), default=0)
    if len(lines) > lines_max or width > columns_max:
        return Cells((), separator, len(lines) > lines_max, width > columns_max)
    padded = (Line(line.number, line.cells + ("",) * (width - len(line.cells))) for line in lines)
    return Cells(tuple(padded), separator)


def _separator_of(lines: Sequence[str]) -> str | None:
    """Returns the first separator that at least half of the lines contain outside quotation marks; None without one.

    Tabs never occur within typed text, so for them a quarter of the lines is enough. Lines with only a number are
    ignored.
    """
    bare = [_QUOTED.sub('""', line.strip(" ")) for line in lines if not line.strip(" .\t").isdecimal()]
    for separator, share in _SEPARATORS.items():
        parted = [_NUMBERED.sub("", line) for line in bare] if separator.strip() in ("–", "-", "/") else bare
        count = sum(separator in line for line in parted)
        if count and share * count >= len(bare):
            return separator
    return None


def _lines(written: Sequence[str], separator: str | None, cells_max: int) -> Iterator[Line]:
    """Yields the non-empty lines, without empty cells at their ends.

    Cells beyond ``cells_max`` are not read or, if spaces separate the cells, remain a single cell.
    """
    at = 0
    while at < len(written):
        line, first = written[at], at
        at += 1
        if not line.strip():
            continue
        if separator is None or separator == "  ":
            cells = [line] if separator is None else _SPACES.split(line.strip(" "), cells_max)
        else:
            cells, further = _quoted_cells(written, first, separator, cells_max)
            at += further
        cells = [" ".join(cell.split())[:CELL_MAX] for cell in cells]
        while cells and not cells[-1]:
            cells.pop()
        if cells:
            yield Line(first + 1, tuple(cells))


def _quoted_cells(written: Sequence[str], at: int, separator: str, cells_max: int) -> tuple[list[str], int]:
    """Returns the first cells of a line, up to ``cells_max``, and the number of further lines that they span."""
    # A cell in quotation marks that ends before a separator or with the text.
    closed = re.compile(rf' *"((?:[^"]|""){{1,{CELL_MAX}}}+)" *(?={re.escape(separator)}|\Z)')
    line, further, start = written[at].rstrip(f"{separator} "), 0, 0
    cells: list[str] = []
    while len(cells) < cells_max:
        match = closed.match(line, start)
        if match is None and line[start : start + 9].lstrip(" ").startswith('"'):
            longer = line
            for count, below in enumerate(written[at + further + 1 : at + further + QUOTED_LINES], start=1):
                longer = f"{longer}\n{below}"
                if match := closed.match(longer, start):
                    line, further = longer, further + count
                    break
        if match is not None:
            cells.append(match[1].replace('""', '"'))
            end = match.end()
        else:
            end = line.find(separator, start)
            end = len(line) if end < 0 else end
            cells.append(line[start:end])
        if end >= len(line):
            break
        start = end + len(separator)
    return cells, further
