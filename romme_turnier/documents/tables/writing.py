"""Rows → CSV or XLSX that no spreadsheet program takes for formulas."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

import tablib

Cell = str | int | None

BYTE_ORDER_MARK = "\ufeff"  # by it German Excel knows that the file is UTF-8
_FORMULA = re.compile(r"[\s\x00-\x1f]*[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]")
_CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]")  # no XML may hold them


@dataclass(frozen=True, slots=True)
class Table:
    title: str
    headings: Sequence[str]
    rows: Sequence[Sequence[Cell]]


def safe(cell: Cell) -> Cell:
    """Text that a spreadsheet would run gets an apostrophe before it; numbers stay numbers."""
    if not isinstance(cell, str):
        return cell
    starts_one = _FORMULA.match(cell) is not None
    text = _CONTROL.sub(" ", cell)
    return f"'{text}" if starts_one or _FORMULA.match(text) else text


def as_csv(table: Table) -> bytes:
    """As German Excel opens it by a double click: semicolons, a byte order mark, lines ended by CR LF."""
    text: str = _dataset(table).export("csv", delimiter=";", lineterminator="\r\n")
    return (BYTE_ORDER_MARK + text).encode()


def as_xlsx(table: Table) -> bytes:
    book: bytes = _dataset(table).export("xlsx")
    return book


def _dataset(table: Table) -> tablib.Dataset:
    dataset = tablib.Dataset(headers=[safe(heading) for heading in table.headings], title=table.title)
    for row in table.rows:
        dataset.append([safe(cell) for cell in row])
    return dataset
