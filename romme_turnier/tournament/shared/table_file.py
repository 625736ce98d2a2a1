"""Lists as others send them: pasted, CSV or XLSX → the headings of the first line, and the cells below them."""

import csv
import io
import re
import zipfile
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import tablib
from django.utils.translation import gettext as _

from romme_turnier.tournament.shared.errors import TournamentError

BYTES_MAX = 1_000_000
UNPACKED_MAX = 20_000_000  # an XLSX file is packed, and small ones can unfold without end
ROWS_MAX = 1_000
COLUMNS_MAX = 50

Lines = list[tuple[int, list[str]]]  # line number, cells
Columns = list[str | None]  # what each column holds, by the name of a field; None for what is not read


class FileRefused(TournamentError):
    """The file or text cannot be read as a list."""


def lines_of_text(text: str) -> Lines:
    """Returns the cells of pasted text, line by line. Raises FileRefused if it is no table."""
    demand_text(text)
    return _split(text)


def demand_text(text: str) -> None:
    """Raises FileRefused for what is too large or no text."""
    if len(text.encode()) > BYTES_MAX:
        raise _too_large()
    if "\0" in text:
        raise FileRefused(_("Das ist keine Textdatei. Gelesen werden CSV und XLSX."))


def lines_of_upload(name: str, content: bytes) -> Lines:
    """Returns the cells of a CSV or XLSX file, row by row. Raises FileRefused if it is no table."""
    if len(content) > BYTES_MAX:
        raise _too_large()
    if content.startswith(b"PK"):
        return _workbook(content)
    if content.startswith(b"\xd0\xcf\x11\xe0") or name.lower().endswith(".xls"):
        raise FileRefused(_("Das alte XLS-Format liest das Programm nicht. Bitte speichern Sie als XLSX oder CSV."))
    return _split(_decoded(content))


def _too_large() -> FileRefused:
    return FileRefused(_("Die Liste ist zu groß. Höchstens 1 MB wird gelesen."))


def _decoded(content: bytes) -> str:
    utf_16 = content.startswith((b"\xff\xfe", b"\xfe\xff"))  # what spreadsheets call Unicode text
    encodings = ["utf-16"] if utf_16 else ["utf-8-sig", "cp1252"]
    for encoding in encodings:
        try:
            text = content.decode(encoding)
        except UnicodeDecodeError:
            continue
        if "\0" not in text:
            return text
    raise FileRefused(_("Das ist keine Textdatei. Gelesen werden CSV und XLSX."))


def _split(text: str) -> Lines:
    if "\0" in text:
        raise FileRefused(_("Das ist keine Textdatei. Gelesen werden CSV und XLSX."))
    text = text.removeprefix("\ufeff")
    first = next((line for line in text.splitlines() if line.strip()), "")
    delimiter = max("\t;,", key=first.count)  # the first on a tie: tab before semicolon before comma
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter)
    lines: Lines = []
    try:
        for cells in reader:
            lines.append((reader.line_num, cells))
            demand_few(len(lines), len(cells))
    except csv.Error as error:
        raise FileRefused(_("Zeile %(line)d lässt sich nicht lesen.") % {"line": reader.line_num}) from error
    return lines


def _workbook(content: bytes) -> Lines:
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            if sum(entry.file_size for entry in archive.infolist()) > UNPACKED_MAX:
                raise _too_large()
        data = tablib.Dataset().load(content, format="xlsx", headers=False)
    except FileRefused:
        raise
    except Exception as error:  # whatever a broken workbook makes the parser raise
        raise FileRefused(_("Diese Datei lässt sich nicht als XLSX lesen.")) from error
    lines = [(number, [_as_text(cell) for cell in cells]) for number, cells in enumerate(data, start=1)]
    for _number, cells in lines:
        demand_few(len(lines), len(cells))
    return lines


def _as_text(cell: Any) -> str:
    """Returns a cell of a workbook as a person would type it."""
    if cell is None:
        return ""
    if isinstance(cell, bool):
        return "ja" if cell else "nein"
    if isinstance(cell, float) and cell.is_integer():
        return str(int(cell))
    return str(cell)


def demand_few(rows: int, columns: int) -> None:
    if rows > ROWS_MAX + 1:
        raise FileRefused(_("Die Liste hat mehr als %(rows)d Zeilen.") % {"rows": ROWS_MAX})
    if columns > COLUMNS_MAX:
        raise FileRefused(_("Die Liste hat mehr als %(columns)d Spalten.") % {"columns": COLUMNS_MAX})


def as_text(name: str, content: bytes) -> str:
    """Returns the upload as text with tabs, to be corrected in the page."""
    lines = lines_of_upload(name, content)
    return "\n".join("\t".join(" ".join(cell.split()) for cell in cells) for _number, cells in lines)


def table_of(
    lines: Lines, headings: Mapping[str, Sequence[str]], settle: Callable[[Columns], Columns]
) -> tuple[list[str], Columns, Lines]:
    """Returns the headings as written, what their columns hold, and the non-empty lines below.

    `headings` gives the ways to write each field, without case, blanks, dots and dashes. `settle` may change the
    columns, and raises FileRefused where they do not do.
    """
    filled = [(number, [cell.strip() for cell in cells]) for number, cells in lines if any(map(str.strip, cells))]
    if not filled:
        raise FileRefused(_("Die Liste ist leer."))
    (_line, first), *rest = filled
    field_of = {heading: name for name, ways in headings.items() for heading in ways}
    columns = settle([field_of.get(re.sub(r"[\s.\-–/:_]", "", heading).casefold()) for heading in first])
    if not rest:
        raise FileRefused(_("Unter den Überschriften steht noch niemand."))
    return first, columns, rest


def unused(headings: Sequence[str], columns: Columns) -> list[str]:
    """Headings of the columns that mean nothing here."""
    return [heading for heading, column in zip(headings, columns, strict=True) if column is None and heading]
