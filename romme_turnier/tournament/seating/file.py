"""A seating as a file: pasted, CSV or XLSX, with table, seat and start number in columns of any order.

Reading uses no database; seating/draws_from_file.py checks the places against the event.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.translation import gettext as _

from romme_turnier.core.seating.hall_tables import NUMBER_MAX as TABLE_MAX
from romme_turnier.tournament.participants.registrations import NUMBER_MAX
from romme_turnier.tournament.shared.numbers import whole_number
from romme_turnier.tournament.shared.table_file import (
    Columns,
    FileRefused,
    Lines,
    lines_of_text,
    lines_of_upload,
    table_of,
    unused,
)

# Column headings, compared without case, blanks, dots and dashes. Others are ignored.
HEADINGS: Mapping[str, tuple[str, ...]] = {
    "table": ("tisch", "tischnummer", "tischnr", "table"),
    "seat": ("platz", "platznummer", "platznr", "sitz", "sitzplatz", "seat"),
    "number": ("startnummer", "startnr", "stnr", "nummer", "nr", "startnumber"),
    "series": ("serie", "seriennummer", "series"),
}


@dataclass(frozen=True, slots=True)
class Place:
    """One line: who sits where. None where the cell holds no number; a fault then says so."""

    line: int
    table: int | None
    seat: int | None
    number: int | None


@dataclass(frozen=True, slots=True)
class Fault:
    """What is wrong, and in which line; None for the whole."""

    line: int | None
    words: str


@dataclass(frozen=True, slots=True)
class SeatingFile:
    """`unused` are headings that mean nothing here, `others` the number of lines about other series."""

    places: tuple[Place, ...]
    faults: tuple[Fault, ...]
    unused: tuple[str, ...] = ()
    others: int = 0


def read_seating(text: str, series_number: int, *, seats: int) -> SeatingFile:
    """Reads text with tabs, semicolons or commas between the cells, headings first. Tables have up to `seats`.

    Tables have up to `seats`.
    """
    return _read(lines_of_text(text), series_number, seats)


def read_seating_upload(name: str, content: bytes, series_number: int, *, seats: int) -> SeatingFile:
    """Reads a CSV or XLSX file. Raises FileRefused, as read_seating does, if it is no such list."""
    return _read(lines_of_upload(name, content), series_number, seats)


def _read(lines: Lines, series_number: int, seats: int) -> SeatingFile:
    headings, columns, rest = table_of(lines, HEADINGS, _sound)
    places: list[Place] = []
    faults: list[Fault] = []
    others = 0
    for line, cells in rest:
        texts = {column: text for column, text in zip(columns, cells, strict=False) if column}
        if texts.get("series", "") not in ("", str(series_number)):
            others += 1
            continue
        table = _whole(line, texts.get("table", ""), TABLE_MAX, _("Der Tisch"), faults)
        seat = _whole(line, texts.get("seat", ""), seats, _("Der Platz"), faults)
        number = _whole(line, texts.get("number", ""), NUMBER_MAX, _("Die Startnummer"), faults)
        places.append(Place(line, table, seat, number))
    if not places:
        raise FileRefused(_("Zu Serie %(number)d steht in dieser Liste niemand.") % {"number": series_number})
    return SeatingFile(tuple(places), tuple(faults), tuple(unused(headings, columns)), others)


def _sound(columns: Columns) -> Columns:
    """Raises FileRefused unless table, seat and start number each have one column."""
    names = {"table": _("Tisch"), "seat": _("Platz"), "number": _("Startnummer"), "series": _("Serie")}
    missing = [names[name] for name in ("table", "seat", "number") if name not in columns]
    if missing:
        raise FileRefused(
            _("Die erste Zeile muss sagen, was in den Spalten steht. Es fehlen: %(names)s.")
            % {"names": ", ".join(f"„{name}“" for name in missing)}
        )
    twice = sorted({names[column] for column in columns if column and columns.count(column) > 1})
    if twice:
        quoted = ", ".join(f"„{name}“" for name in twice)
        raise FileRefused(_("Diese Spalten stehen zweimal da: %(names)s.") % {"names": quoted})
    return columns


def _whole(line: int, text: str, most: int, what: str, faults: list[Fault]) -> int | None:
    number = whole_number(text, digits=7)
    if number is not None and 1 <= number <= most:
        return number
    words = _("%(what)s „%(text)s“ ist keine Zahl von 1 bis %(most)d.") if text else _("%(what)s fehlt.")
    faults.append(Fault(line, words % {"what": what, "text": text[:20], "most": most}))
    return None
