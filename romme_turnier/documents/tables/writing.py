"""Writes rows as CSV, XLSX or ODS, without any cell that could be read as a formula, and as JSON."""

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from datetime import date, datetime
from decimal import Decimal
from fractions import Fraction
from io import BytesIO
from typing import Any
from xml.sax.saxutils import escape, quoteattr
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

import tablib
from django.utils import timezone
from django.utils.functional import Promise

from romme_turnier.tournament.money.words import plain
from romme_turnier.tournament.shared.numbers import Number

Cell = str | Number | Decimal | datetime | None  # amounts, halves and times are German text in CSV, otherwise values

BYTE_ORDER_MARK = "\ufeff"  # tells German Excel that the file is UTF-8
_FORMULA = re.compile(r"[\s\x00-\x1f]*[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]")
_FORMATS: Mapping[type, str] = {Decimal: "#,##0.00", datetime: "dd.mm.yyyy hh:mm"}  # Excel translates them
ODS = "application/vnd.oasis.opendocument.spreadsheet"
_XML = '<?xml version="1.0" encoding="UTF-8"?>'
_OASIS = "urn:oasis:names:tc:opendocument:xmlns"
_NAMESPACES = " ".join(f'xmlns:{name}="{_OASIS}:{name}:1.0"' for name in ("office", "table", "text"))
_MANIFEST = (
    f'{_XML}<manifest:manifest xmlns:manifest="{_OASIS}:manifest:1.0" manifest:version="1.2">'
    f'<manifest:file-entry manifest:full-path="/" manifest:media-type="{ODS}"/>'
    '<manifest:file-entry manifest:full-path="content.xml" manifest:media-type="text/xml"/></manifest:manifest>'
)
_LONGEST_SHEET = 100  # characters of a name
_CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]")  # not allowed in XML


def safe(cell: Cell | float) -> Cell | float:
    """Returns a cell without characters that XML forbids; an apostrophe precedes text that a spreadsheet would run."""
    if not isinstance(cell, str):
        return cell
    starts_one = _FORMULA.match(cell) is not None
    text = _CONTROL.sub(" ", cell)
    return f"'{text}" if starts_one or _FORMULA.match(text) else text


def as_csv(title: str, lines: Iterable[Sequence[Cell]]) -> bytes:
    """Returns CSV that German Excel opens correctly: semicolons, byte order mark, CR LF. Headings come first."""
    headings, *rows = [[_in_words(safe(cell)) for cell in line] for line in lines]
    text: str = tablib.Dataset(*rows, headers=headings, title=title).export("csv", delimiter=";", lineterminator="\r\n")
    return (BYTE_ORDER_MARK + text).encode()


def as_xlsx(title: str, lines: Iterable[Sequence[Cell]]) -> bytes:
    """Returns XLSX with numbers, amounts and times as values. Headings come first."""
    headings, *rows = [[_as_value(safe(cell)) for cell in line] for line in lines]
    book: bytes = tablib.Dataset(*rows, headers=headings, title=title).export("xlsx")
    formats = {place: _FORMATS[type(cell)] for row in rows for place, cell in enumerate(row) if type(cell) in _FORMATS}
    return _with_formats(book, formats) if formats else book


def as_ods(title: str, lines: Iterable[Sequence[Cell]]) -> bytes:
    """Returns ODS (OpenDocument 1.2) with numbers, amounts and times as values. Headings come first."""
    rows = "".join(
        f"<table:table-row>{''.join(_ods_cell(_as_value(safe(cell))) for cell in line)}</table:table-row>"
        for line in lines
    )
    name = quoteattr(_CONTROL.sub(" ", title)[:_LONGEST_SHEET])
    table = f"<table:table table:name={name}>{rows}</table:table>"
    body = f"<office:body><office:spreadsheet>{table}</office:spreadsheet></office:body>"
    content = f'{_XML}<office:document-content {_NAMESPACES} office:version="1.2">{body}</office:document-content>'
    target = BytesIO()
    with ZipFile(target, "w") as archive:
        archive.writestr(ZipInfo("mimetype"), ODS)  # first, and not compressed
        for path, text in (("META-INF/manifest.xml", _MANIFEST), ("content.xml", content)):
            archive.writestr(ZipInfo(path), text, ZIP_DEFLATED)
    return target.getvalue()


def as_json(content: Mapping[str, Any]) -> bytes:
    """Returns JSON of a table and of facts about it; `_json_cell` writes amounts, halves and times."""
    return json.dumps(content, default=_json_cell, ensure_ascii=False, separators=(",", ":")).encode()


def _json_cell(cell: object) -> str | float:
    """Returns whole numbers and halves as numbers, amounts as decimal text, times and days in ISO 8601 format.

    Also turns lazy translations into text. Raises TypeError for any other value.
    """
    if isinstance(cell, Fraction):
        return _plain_number(cell)
    if isinstance(cell, datetime):
        return timezone.localtime(cell).isoformat(timespec="seconds")
    if isinstance(cell, date):
        return cell.isoformat()
    if isinstance(cell, Decimal | Promise):
        return str(cell)
    raise TypeError(type(cell))


def _ods_cell(cell: Cell | float) -> str:
    if cell is None or cell == "":
        return "<table:table-cell/>"
    if isinstance(cell, datetime):
        value = f'office:value-type="date" office:date-value="{cell.isoformat()}"'
        return f"<table:table-cell {value}><text:p>{cell:%d.%m.%Y %H:%M}</text:p></table:table-cell>"
    if isinstance(cell, str):
        return f'<table:table-cell office:value-type="string"><text:p>{escape(cell)}</text:p></table:table-cell>'
    return (
        f'<table:table-cell office:value-type="float" office:value="{cell}"><text:p>{cell}</text:p></table:table-cell>'
    )


def _in_words(cell: Cell | float) -> str | float | None:
    if isinstance(cell, Decimal):
        return plain(cell)
    if isinstance(cell, Fraction):
        return str(_plain_number(cell)).replace(".", ",")
    return f"{timezone.localtime(cell):%d.%m.%Y %H:%M}" if isinstance(cell, datetime) else cell


def _plain_number(fraction: Fraction) -> float:
    """Returns a whole number as an integer and a half as a float, both of which spreadsheets hold exactly."""
    return fraction.numerator if fraction.denominator == 1 else float(fraction)


def _as_value(cell: Cell | float) -> Cell | float:
    """Returns the value for a spreadsheet; times are local, to the minute and without a time zone."""
    if isinstance(cell, Fraction):
        return _plain_number(cell)
    if not isinstance(cell, datetime):
        return cell
    return timezone.localtime(cell).replace(tzinfo=None, second=0, microsecond=0)


def _with_formats(book: bytes, formats: Mapping[int, str]) -> bytes:
    """Returns the workbook with the number formats of its columns; `formats` is keyed by column index, from 0."""
    from openpyxl import load_workbook  # noqa: PLC0415 - takes a while, and few files need it

    opened, target = load_workbook(BytesIO(book)), BytesIO()
    sheet = opened.worksheets[0]
    for place, number_format in formats.items():
        for row in range(2, sheet.max_row + 1):
            sheet.cell(row, place + 1).number_format = number_format
    opened.save(target)
    return target.getvalue()
