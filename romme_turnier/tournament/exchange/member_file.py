"""Reads lists of members as clubs keep them (pasted, CSV, XLSX or ODS) into rows with their faults.

Names are read as in lists of participants (participant_file.py). `member_check` compares the rows with the members.
"""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import date

from django.utils import timezone
from django.utils.translation import gettext as _

from romme_turnier.core.people.columns import NAMES, Column
from romme_turnier.core.people.member_list import MemberColumn, member_columns, read_day, read_kind
from romme_turnier.core.people.names import tidy
from romme_turnier.tournament.exchange.participant_file import Row, read_text
from romme_turnier.tournament.participants.members.memberships import NUMBER_LENGTH

_READ = (*NAMES, Column.CLUB)


@dataclass(frozen=True, slots=True, kw_only=True)
class MemberRow:
    """One line of the list. Empty cells, and columns that the list does not have, are "" or None.

    `left_out` is the reason why the line probably names no person, or "". Faults and doubts are sentences by field.
    """

    line: int
    first_name: str
    last_name: str
    number: str = ""
    kind: str = ""
    since: date | None = None
    until: date | None = None
    left_out: str = ""
    faults: Mapping[str, str] = field(default_factory=dict)
    doubts: Mapping[str, str] = field(default_factory=dict)

    @property
    def name(self) -> str:
        return f"{self.first_name} {self.last_name}".strip()


@dataclass(frozen=True, slots=True)
class MemberSheet:
    """A list that was read: its rows, the headings of its columns by meaning, and the headings of `unread` columns."""

    rows: tuple[MemberRow, ...]
    columns: Mapping[str, str]
    unread: tuple[str, ...]


def read_members(text: str, first_names: Collection[str]) -> MemberSheet:
    """Reads a pasted list of members with these known first names. Raises FileRefused as `read_text` does."""
    sheet = read_text(text, first_names=first_names)
    headings, lines = sheet.people.headings, sheet.people.lines
    numbers = sheet.columns.index(Column.NUMBER) if Column.NUMBER in sheet.columns else None
    places = member_columns(headings, lines, numbers)
    # Columns of members mean something else in lists of participants: "Nr." would be a start number.
    taken = set(places.values())
    columns = tuple(
        column if column in _READ and place not in taken else None for place, column in enumerate(sheet.columns)
    )
    if columns != sheet.columns and any(column in NAMES for column in columns):
        sheet = read_text(text, columns, first_names=first_names)
    cells = {line.number: line.cells for line in sheet.people.lines}
    rows = [_row(row, {column: cells[row.line][place] for column, place in places.items()}) for row in sheet.rows]
    read = {place for place, column in enumerate(columns) if column} | taken
    unread = tuple(heading for place, heading in enumerate(headings) if heading and place not in read)
    named = {column.value: headings[place] for column, place in places.items()}
    return MemberSheet(tuple(_with_doubled_numbers(rows)), named, unread)


def _row(row: Row, cells: Mapping[MemberColumn, str]) -> MemberRow:
    faults = {name: fault for name, fault in row.faults.items() if name in ("first_name", "last_name")}
    year = timezone.localdate().year
    days: dict[str, date | None] = {}
    for column in (MemberColumn.SINCE, MemberColumn.UNTIL):
        text = cells.get(column, "")
        days[column.value] = _day(text, year)
        if text and days[column.value] is None:
            faults[column.value] = _("„%(text)s“ ist kein Datum, zum Beispiel 1.2.2020.") % {"text": text[:20]}
    since, until = days["since"], days["until"]
    if since and until and until < since:
        faults["until"] = _("Die Mitgliedschaft endet vor ihrem ersten Tag.")
    kind = ""
    if text := cells.get(MemberColumn.KIND, ""):
        kind = read_kind(text) or ""
        if not kind:
            words = _("„%(text)s“ ist keine Art der Mitgliedschaft: Mitglied, Jugendmitglied oder Gastmitglied.")
            faults["kind"] = words % {"text": text[:30]}
    number = tidy(cells.get(MemberColumn.NUMBER, ""))
    if len(number) > NUMBER_LENGTH:
        faults["number"] = _("Eine Mitgliedsnummer hat höchstens %(most)d Zeichen.") % {"most": NUMBER_LENGTH}
    return MemberRow(
        line=row.line,
        first_name=row.first_name,
        last_name=row.last_name,
        number=number,
        kind=kind,
        since=since,
        until=until,
        left_out=row.left_out,
        faults={"last_name": row.left_out} if row.left_out and not (row.first_name and row.last_name) else faults,
        doubts={name: doubt for name, doubt in row.doubts.items() if name == "name"},
    )


def _day(text: str, this_year: int) -> date | None:
    parts = read_day(text, this_year=this_year)
    try:
        return date(*parts) if parts else None
    except ValueError:  # such as 31.2.
        return None


def _with_doubled_numbers(rows: Iterable[MemberRow]) -> Iterable[MemberRow]:
    """Adds a fault to rows whose number is also on an earlier line."""
    earlier: dict[str, MemberRow] = {}
    for row in rows:
        first = earlier.setdefault(row.number, row) if row.number and not row.left_out else row
        if first is row:
            yield row
            continue
        words = _("Die Mitgliedsnummer %(number)s steht schon in Zeile %(line)d.")
        fault = words % {"number": row.number, "line": first.line}
        yield replace(row, faults={"number": fault, **row.faults})
