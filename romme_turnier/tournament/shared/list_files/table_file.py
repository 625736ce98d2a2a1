"""Converts lists (pasted, CSV, XLSX or ODS) to text with one row per line, and parses such text into cells.

Every list of players or seats goes through this module. A file becomes text first, so that its faults can be corrected
on the page.
"""

from collections.abc import Callable
from dataclasses import dataclass

from django.utils.translation import gettext as _

from romme_turnier.core.people.cells import Cells, read_cells
from romme_turnier.core.people.encodings import decoded, repaired
from romme_turnier.tournament.shared.errors import TournamentError
from romme_turnier.tournament.shared.list_files.workbook_cells import Sheet, WorkbookError, WorkbookTooLargeError

BYTES_MAX = 1_000_000
ROWS_MAX = 1_000
COLUMNS_MAX = 50
_ABOVE_MAX = 20  # additional rows for titles and headings
_LINES_MAX = 10_000  # empty rows beyond this row number are left out of a workbook's text

Fits = Callable[[Cells], int]  # rates how well cells match the wanted list; 0: not at all


class FileRefused(TournamentError):
    """The file or text cannot be read as a list."""


class TooManyRows(FileRefused):
    """The list is longer than the program accepts."""


@dataclass(frozen=True, slots=True)
class SheetText:
    """A filled or hidden sheet of a workbook. `text` is "" if the sheet is hidden or too large."""

    name: str
    text: str


@dataclass(frozen=True, slots=True)
class ListText:
    """The text of a list.

    `encoding` is that of a CSV file, or "" for Unicode. `unread` holds the other filled or hidden sheets of a workbook;
    if there are any, `sheet` is the name of the sheet that was read.
    """

    text: str
    encoding: str = ""
    sheet: str = ""
    unread: tuple[SheetText, ...] = ()


def cells_of(text: str) -> Cells:
    """Returns the cells of a text. Raises FileRefused if the text is empty, unreadable or too large."""
    if len(text) > BYTES_MAX or len(text.encode(errors="replace")) > BYTES_MAX:
        raise _too_large()
    if "\0" in text:
        raise _no_text()
    cells = read_cells(repaired(text), lines_max=ROWS_MAX + _ABOVE_MAX, columns_max=COLUMNS_MAX)
    demand_few(rows=cells.more_lines, columns=cells.more_columns)
    if not cells.lines:
        raise FileRefused(_("Die Liste ist leer."))
    return cells


def demand_few(*, rows: bool, columns: bool) -> None:
    """Raises TooManyRows if the list has too many `rows`, and FileRefused if it has too many `columns`."""
    if rows:
        raise TooManyRows(_("Die Liste hat mehr als %(rows)d Zeilen.") % {"rows": ROWS_MAX})
    if columns:
        raise FileRefused(_("Die Liste hat mehr als %(columns)d Spalten.") % {"columns": COLUMNS_MAX})


def text_of_upload(name: str, content: bytes, fits: Fits) -> ListText:
    """Returns the text of a CSV file, or of the best matching sheet of an XLSX or ODS file.

    Raises FileRefused for a file that is too large, damaged, in the old XLS format or not text, and for a workbook
    without a readable sheet. The format is detected from the content; the file name only helps to recognise the old XLS
    format.
    """
    if len(content) > BYTES_MAX:
        raise _too_large()
    if content.startswith(b"PK"):
        return _workbook(content, fits)
    if content.startswith(b"\xd0\xcf\x11\xe0") or name.lower().endswith(".xls"):
        raise FileRefused(
            _("Das alte XLS-Format liest das Programm nicht. Bitte speichern Sie als XLSX, ODS oder CSV.")
        )
    text = decoded(content)
    if text is None:
        raise _no_text()
    return ListText(repaired(text[0].removeprefix("\ufeff")), encoding=text[1])


def _too_large() -> FileRefused:
    return FileRefused(_("Die Liste ist zu groß. Höchstens 1 MB wird gelesen."))


def _no_text() -> FileRefused:
    return FileRefused(_("Das ist keine Textdatei. Gelesen werden CSV, XLSX und ODS."))


def _workbook(content: bytes, fits: Fits) -> ListText:
    from romme_turnier.tournament.shared.list_files.workbook import (  # noqa: PLC0415 - openpyxl is slow to load
        read_workbook,
    )

    try:
        sheets = read_workbook(content, rows_max=ROWS_MAX + _ABOVE_MAX, columns_max=COLUMNS_MAX)
    except WorkbookTooLargeError as error:
        message = _(
            "Diese Datei enthält viel mehr als eine Liste. Bitte speichern Sie nur die Liste, am besten als CSV."
        )
        raise FileRefused(message) from error
    except WorkbookError as error:
        raise FileRefused(_("Diese Datei lässt sich nicht als XLSX oder ODS lesen.")) from error
    filled = [sheet for sheet in sheets if sheet.rows or sheet.hidden]
    texts = [SheetText(sheet.name, "" if sheet.hidden or sheet.more else _text(sheet)) for sheet in filled]
    readable = [sheet for sheet in texts if sheet.text and len(sheet.text) <= BYTES_MAX]
    if not readable:
        for sheet in filled:
            demand_few(rows=sheet.more_rows, columns=sheet.more_columns)
        raise FileRefused(_("Die Liste ist leer."))
    limits = {"lines_max": ROWS_MAX + _ABOVE_MAX, "columns_max": COLUMNS_MAX}
    best = max(readable, key=lambda sheet: fits(read_cells(sheet.text, **limits)))  # the first one in a tie
    unread = tuple(sheet for sheet in texts if sheet is not best)
    return ListText(best.text, sheet=best.name if unread else "", unread=unread)


def _text(sheet: Sheet) -> str:
    """Returns the rows as tab-separated lines at their row numbers, so that messages name the right line."""
    lines: list[str] = []
    for number, row in sorted(sheet.rows.items()):
        lines += [""] * (min(number, _LINES_MAX) - 1 - len(lines))
        lines.append("\t".join(_cell(row.get(column, "")) for column in range(1, max(row) + 1)))
    return "\n".join(lines)


def _cell(text: str) -> str:
    text = " ".join(text.split())
    return '"{}"'.format(text.replace('"', '""')) if text.startswith('"') else text
