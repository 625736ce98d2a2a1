"""Reads a seating from a list (pasted, CSV, XLSX or ODS) with columns for table, seat and start number.

Reading does not use the database; seating/draws_from_file.py checks the places against the event.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field

from django.utils.translation import gettext as _

from romme_turnier.core.people.cells import Cells
from romme_turnier.core.people.columns import clearest, named
from romme_turnier.core.seating.hall_tables import NUMBER_MAX as TABLE_MAX
from romme_turnier.tournament.participants.registrations import NUMBER_MAX
from romme_turnier.tournament.shared.list_files.table_file import FileRefused, ListText, cells_of, text_of_upload
from romme_turnier.tournament.shared.numbers import whole_number

# Column headings, the clearest first, compared without case, blanks and punctuation. Other columns are ignored.
HEADINGS: Mapping[str, tuple[str, ...]] = {
    "table": ("tisch", "tischnummer", "tischnr", "table"),
    "seat": ("platz", "platznummer", "platznr", "sitz", "sitzplatz", "seat"),
    "number": ("startnummer", "startnr", "stnr", "nummer", "nr", "startnumber"),
    "series": ("serie", "seriennummer", "series"),
}

_TITLE_LINES = 20  # the headings must be among this many lines at the top


@dataclass(frozen=True, slots=True)
class Place:
    """A player's place, from one line. A value is None if its cell has no valid number, or if the line is left out."""

    line: int
    table: int | None
    seat: int | None
    number: int | None
    cells: Mapping[str, str] = field(default_factory=dict)  # as written or corrected


@dataclass(frozen=True, slots=True)
class Fault:
    """A fault and the number of its line; None if it concerns the whole file."""

    line: int | None
    words: str


@dataclass(frozen=True, slots=True)
class SeatingFile:
    """A seating that was read.

    `unused` holds the ignored headings, and `others` is the number of lines about other series. `left_out` holds the
    lines that the official left out; `places` holds all others.
    """

    places: tuple[Place, ...]
    faults: tuple[Fault, ...]
    unused: tuple[str, ...] = ()
    others: int = 0
    left_out: tuple[Place, ...] = ()


def read_seating(
    text: str,
    series_number: int,
    *,
    seats: int,
    typed: Mapping[int, Mapping[str, str]] | None = None,
    left_out: Collection[int] = (),
) -> SeatingFile:
    """Reads the seating of a series at tables with at most `seats` seats. Titles may be above the headings.

    `typed` holds cells corrected by hand, by line and column; the lines `left_out` are not checked. Raises FileRefused
    as `cells_of` does, if a required heading is missing, if a heading is repeated, or if the series has no lines.
    """
    cells = cells_of(text)
    start = _start(cells)
    headings = cells.lines[start].cells
    columns = clearest(headings, named(headings, HEADINGS), HEADINGS)
    _demand_sound(columns)
    rest = cells.lines[start + 1 :]
    if not rest:
        raise FileRefused(_("Unter den Überschriften steht noch niemand."))
    places: list[Place] = []
    omitted: list[Place] = []
    faults: list[Fault] = []
    others = 0
    for number, row in ((line.number, line.cells) for line in rest):
        texts = {column: text for column, text in zip(columns, row, strict=True) if column}
        if texts.get("series", "") not in ("", str(series_number)):
            others += 1
            continue
        texts = {**texts, **(typed or {}).get(number, {})}
        if number in left_out:
            omitted.append(Place(number, None, None, None, texts))
            continue
        table = _whole(number, texts.get("table", ""), TABLE_MAX, _("Der Tisch"), faults)
        seat = _whole(number, texts.get("seat", ""), seats, _("Der Platz"), faults)
        player = _whole(number, texts.get("number", ""), NUMBER_MAX, _("Die Startnummer"), faults)
        places.append(Place(number, table, seat, player, texts))
    if not places and not omitted:
        raise FileRefused(_("Zu Serie %(number)d steht in dieser Liste niemand.") % {"number": series_number})
    unused = tuple(heading for heading, column in zip(headings, columns, strict=True) if column is None and heading)
    return SeatingFile(tuple(places), tuple(faults), unused, others, tuple(omitted))


def text_of_file(name: str, content: bytes) -> ListText:
    """Returns the text of a CSV, XLSX or ODS file, from the sheet with the seats.

    Raises FileRefused as `text_of_upload` does.
    """
    return text_of_upload(name, content, lambda cells: _understood(cells, _start(cells)))


def _start(cells: Cells) -> int:
    """Returns the index of the first line with the most known headings, among the first `_TITLE_LINES` lines."""
    return max(range(min(len(cells.lines), _TITLE_LINES)), key=lambda at: _understood(cells, at), default=0)


def _understood(cells: Cells, at: int) -> int:
    return len(set(named(cells.lines[at].cells, HEADINGS)) - {None}) if cells.lines else 0


def _demand_sound(columns: Sequence[str | None]) -> None:
    """Raises FileRefused unless table, seat and start number have one column each, and the series has at most one."""
    names = {"table": _("Tisch"), "seat": _("Platz"), "number": _("Startnummer"), "series": _("Serie")}
    missing = [names[name] for name in ("table", "seat", "number") if name not in columns]
    if missing:
        words = _("Die erste Zeile muss sagen, was in den Spalten steht. Es fehlen: %(names)s.")
        raise FileRefused(words % {"names": ", ".join(f"„{name}“" for name in missing)})
    twice = sorted({names[column] for column in columns if column and list(columns).count(column) > 1})
    if twice:
        quoted = ", ".join(f"„{name}“" for name in twice)
        raise FileRefused(_("Diese Spalten stehen zweimal da: %(names)s.") % {"names": quoted})


def _whole(line: int, text: str, most: int, what: str, faults: list[Fault]) -> int | None:
    number = whole_number(text, digits=7)
    if number is not None and 1 <= number <= most:
        return number
    words = _("%(what)s „%(text)s“ ist keine Zahl von 1 bis %(most)d.") if text else _("%(what)s fehlt.")
    faults.append(Fault(line, words % {"what": what, "text": text[:20], "most": most}))
    return None
