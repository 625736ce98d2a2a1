"""Sheets of workbooks, and handlers that read the cells of an XLSX sheet as text."""

import re
from bisect import bisect
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

CELL_MAX = 1_000  # characters; longer texts are cut, because they are not names
MERGED_MAX = 2_000
_CELL = re.compile(r"([A-Z]{1,3})([0-9]{1,7})")
_RANGE = re.compile(r"([A-Z]{1,3})([0-9]{1,7}):[A-Z]{1,3}([0-9]{1,7})")

Rows = dict[int, dict[int, str]]  # cells that are not empty, by row and column, both counted from 1


class WorkbookError(ValueError):
    """The file is not a workbook, or is damaged."""


class WorkbookTooLargeError(WorkbookError):
    """The workbook is larger than any list of players."""


class Stop(Exception):
    """Raised by a handler to end the parsing of a part early."""


@dataclass(slots=True)
class Sheet:
    """A sheet with its cells, up to the limits of rows and columns. The cells of `hidden` sheets are not read."""

    name: str
    hidden: bool = False
    rows: Rows = field(default_factory=dict)
    more_rows: bool = False
    more_columns: bool = False

    @property
    def more(self) -> bool:
        return self.more_rows or self.more_columns


class SheetReader:
    """Handlers of the XML parser, for the part of a workbook that holds one sheet."""

    def __init__(self, sheet: Sheet, cells: "CellReader", rows_max: int, columns_max: int) -> None:
        self._sheet, self._cells, self._rows_max, self._columns_max = sheet, cells, rows_max, columns_max
        self._row = self._column = 0
        self._kind = self._style = ""
        self._merged: list[tuple[int, int, int]] = []
        self.text = Text("v", "t")

    def start(self, name: str, attributes: Mapping[str, str]) -> None:
        match name:
            case "row":
                self._row, self._column = whole(attributes.get("r"), self._row + 1), 0
            case "c":
                place = _CELL.fullmatch(attributes.get("r", ""))
                self._column = _column(place[1]) if place else self._column + 1
                self._kind, self._style = attributes.get("t", "n"), attributes.get("s", "")
                self.text.clear()
            case "mergeCell":
                reference = attributes.get("ref", "")
                place = _RANGE.fullmatch(reference)
                if place and int(place[2]) < int(place[3]):
                    self._merged.append((_column(place[1]), int(place[2]), int(place[3])))
                if len(self._merged) > MERGED_MAX:
                    raise WorkbookTooLargeError(reference)
        self.text.start(name)

    def end(self, name: str) -> None:
        self.text.end(name)
        written = str(self.text).strip() if name == "c" else ""
        if written and (cell := self._cells.read(self._kind, self._style, written).strip()):
            self._put(cell)

    def _put(self, cell: str) -> None:
        sheet = self._sheet
        sheet.more_columns = self._column > self._columns_max
        sheet.more_rows = self._row not in sheet.rows and len(sheet.rows) == self._rows_max
        if sheet.more:
            raise Stop
        sheet.rows.setdefault(self._row, {})[self._column] = cell

    def spread(self) -> None:
        spread(self._sheet.rows, self._merged)


def spread(rows: Rows, merged: Sequence[tuple[int, int, int]]) -> None:
    """Copies the text of merged cells (column, first and last row) down, into the empty cells of non-empty rows.

    The text is not copied sideways, because a title may be wide.
    """
    numbers = sorted(rows)
    for column, first, last in merged:
        text = rows.get(first, {}).get(column)
        if text is not None:
            for number in numbers[bisect(numbers, first) : bisect(numbers, last)]:
                rows[number].setdefault(column, text)


class CellReader:
    """Reads cells as text in the form that a person would type."""

    def __init__(self, strings: Sequence[str], dates: frozenset[int], epoch: datetime) -> None:
        self._strings, self._dates, self._epoch = strings, dates, epoch

    def read(self, kind: str, style: str, text: str) -> str:
        from openpyxl.utils.datetime import from_excel  # noqa: PLC0415 - as slow to load as in table_file

        match kind:
            case "s":
                return self._strings[int(text)]
            case "b":
                return "ja" if text.strip() == "1" else "nein"
            case "d":
                return date_in_words(datetime.fromisoformat(text))
            case "n":
                number = float(text)
                is_date = (int(style) if style.isdecimal() else 0) in self._dates
                if is_date and 0 < number < 2_958_466:  # until the end of the year 9999
                    value: Any = from_excel(number, self._epoch)
                    return date_in_words(value) if isinstance(value, datetime) else str(value)
                return number_in_words(number)
            case _:
                return text


def number_in_words(number: float) -> str:
    return str(int(number)) if number.is_integer() and abs(number) < 1e15 else repr(number)


def date_in_words(value: datetime) -> str:
    return value.strftime("%d.%m.%Y %H:%M").removesuffix(" 00:00")


class Text:
    """Collects the text within elements of these names, without phonetic hints, up to CELL_MAX characters."""

    def __init__(self, *names: str) -> None:
        self._names = names
        self.clear()

    def clear(self) -> None:
        self._pieces: list[str] = []
        self._length = 0
        self._open = self._hint = False

    def start(self, name: str) -> None:
        self._hint = self._hint or name == "rPh"
        self._open = name in self._names and not self._hint

    def end(self, name: str) -> None:
        self._open = False
        self._hint = self._hint and name != "rPh"

    def add(self, piece: str) -> None:
        if self._open and self._length < CELL_MAX:
            self._pieces.append(piece[:CELL_MAX])
            self._length += len(piece)

    def __str__(self) -> str:
        return "".join(self._pieces)[:CELL_MAX]


def whole(text: str | None, otherwise: int) -> int:
    return int(text) if text and text.isdecimal() and len(text) < 8 else otherwise


def _column(letters: str) -> int:
    number = 0
    for letter in letters:
        number = number * 26 + ord(letter) - 64
    return number
