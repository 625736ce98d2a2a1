"""Reads the sheets of an ODS workbook (OpenDocument 1.3, part 3, chapter 9) from its part "content.xml"."""

from collections.abc import Mapping
from datetime import datetime

from romme_turnier.tournament.shared.list_files.workbook_cells import (
    CELL_MAX,
    MERGED_MAX,
    Sheet,
    WorkbookTooLargeError,
    date_in_words,
    number_in_words,
    spread,
    whole,
)

CELLS_MAX = 75_000  # in all sheets together; a single element can stand for thousands
_BREAKS = frozenset(("p", "s", "tab", "line-break"))


class OpenDocumentReader:
    """Handlers for the part "content.xml". Repeated rows and cells are expanded; the limits count each copy."""

    def __init__(self, rows_max: int, columns_max: int) -> None:
        self.sheets: list[Sheet] = []
        self._rows_max, self._columns_max = rows_max, columns_max
        self._hidden_styles: set[str] = set()
        self._style = ""
        self._row = self._rows = self._column = self._columns = self._skipped = 0
        self._filled: dict[int, str] = {}
        self._merged: list[tuple[int, int, int]] = []
        self._cell: Mapping[str, str] | None = None
        self._pieces: list[str] = []
        self._length = self._cells = 0

    def start(self, name: str, attributes: Mapping[str, str]) -> None:
        match name:
            case "style":
                self._style = attributes.get("name", "")
            case "table-properties" if attributes.get("display") == "false":
                self._hidden_styles.add(self._style)
            case "table":
                hidden = attributes.get("style-name") in self._hidden_styles
                self.sheets.append(Sheet(attributes.get("name", ""), hidden))
                self._row, self._merged = 0, []
            case "table-row":
                self._rows = max(whole(attributes.get("number-rows-repeated"), 1), 1)
                self._column, self._filled = 0, {}
            case "table-cell":
                self._columns = max(whole(attributes.get("number-columns-repeated"), 1), 1)
                self._cell, self._pieces, self._length = attributes, [], 0
            case "covered-table-cell":
                self._column += max(whole(attributes.get("number-columns-repeated"), 1), 1)
            case "annotation" | "shapes":  # comments and drawings hold paragraphs, too
                self._skipped += 1
            case _ if name in _BREAKS:
                self._pieces.append(" ")

    def text(self, piece: str) -> None:
        if self._cell is not None and not self._skipped and self._length < CELL_MAX:
            self._pieces.append(piece[:CELL_MAX])
            self._length += len(piece)

    def end(self, name: str) -> None:
        match name:
            case "annotation" | "shapes":
                self._skipped -= 1
            case "table-cell" if self._cell is not None:
                self._end_cell(self._cell)
                self._cell = None
            case "table-row" if self.sheets:
                self._end_row(self.sheets[-1])
            case "table" if self.sheets:
                spread(self.sheets[-1].rows, self._merged)

    def _end_cell(self, attributes: Mapping[str, str]) -> None:
        if text := _written(attributes, " ".join("".join(self._pieces).split())[:CELL_MAX]):
            for column in range(self._column + 1, min(self._column + self._columns, self._columns_max + 1) + 1):
                self._filled[column] = text
            if (span := whole(attributes.get("number-rows-spanned"), 1)) > 1:
                self._merged.append((self._column + 1, self._row + 1, self._row + span))
                if len(self._merged) > MERGED_MAX:
                    raise WorkbookTooLargeError(text)
        self._column += self._columns

    def _end_row(self, sheet: Sheet) -> None:
        first, self._row = self._row + 1, self._row + self._rows
        if not self._filled or sheet.hidden or sheet.more:
            return
        sheet.more_columns = max(self._filled) > self._columns_max
        sheet.more_rows = len(sheet.rows) + self._rows > self._rows_max
        if not sheet.more:
            self._cells += self._rows * len(self._filled)
            if self._cells > CELLS_MAX:
                raise WorkbookTooLargeError(sheet.name)
            sheet.rows |= {number: dict(self._filled) for number in range(first, self._row + 1)}


def _written(attributes: Mapping[str, str], text: str) -> str:
    """Returns a cell as a person would type it.

    Plain numbers, dates and booleans come from the value of the cell; percentages, amounts and times from its text.
    """
    match attributes.get("value-type", ""):
        case "float":
            return number_in_words(float(attributes["value"]))
        case "boolean":
            return "ja" if attributes.get("boolean-value") == "true" else "nein"
        case "date":
            return date_in_words(datetime.fromisoformat(attributes["date-value"]))
        case _:
            return text
