"""Lists of participants as clubs send them: pasted, CSV or XLSX → rows that say what is wrong with them.

Reading uses no database. `participant_check` checks the rows against event and register.
"""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field, replace

from django.utils.translation import gettext as _

from romme_turnier.core.people.duplicates import folded
from romme_turnier.core.people.pasted import NO, YES, Column, Columns, Line, Pasted, parse_name, parse_part, read_pasted
from romme_turnier.tournament.participants.registrations import CLUB_LENGTH, NAME_LENGTH, NUMBER_MAX
from romme_turnier.tournament.shared.numbers import whole_number
from romme_turnier.tournament.shared.table_file import FileRefused, as_text, demand_few, demand_text

Typed = Mapping[int, Mapping[str, str]]  # cells corrected by hand, by line and field

REMARK = "remark"  # what a list says about somebody in brackets; it is shown and not stored


@dataclass(frozen=True, slots=True)
class Row:
    """One line of the list. `cells` holds the text as written, by field; `faults` a sentence by field."""

    line: int
    first_name: str = ""
    last_name: str = ""
    club: str = ""
    number: int | None = None
    team: str = ""
    paid: bool = False
    publish_name: bool = False
    remark: str = ""
    cells: Mapping[str, str] = field(default_factory=dict)
    faults: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Sheet:
    """A list that could be read, and its rows."""

    pasted: Pasted
    rows: tuple[Row, ...]

    @property
    def columns(self) -> Columns:
        return self.pasted.columns


def read_text(
    text: str, columns: Columns | None = None, typed: Typed | None = None, first_names: Collection[str] = ()
) -> Sheet:
    """Reads whatever was pasted (core/people/pasted.py). `columns` are those that an official has chosen, `first_names`
    known ones.

    Raises FileRefused for what is no list at all.
    """
    demand_text(text)
    pasted = read_pasted(text.removeprefix("\ufeff"), columns, first_names)
    demand_few(len(pasted.lines) + 1, len(pasted.columns))
    if not pasted.lines:
        empty = (
            _("Die Liste ist leer.") if not any(pasted.headings) else _("Unter den Überschriften steht noch niemand.")
        )
        raise FileRefused(empty)
    typed = typed or {}
    rows = [_row(line.number, {**_texts(pasted.columns, line), **typed.get(line.number, {})}) for line in pasted.lines]
    return Sheet(pasted, tuple(_with_doubled_numbers(rows)))


def read_upload(name: str, content: bytes) -> Sheet:
    """Reads a CSV or XLSX file. The content decides, not the name, which only helps to say what is wrong."""
    return read_text(as_text(name, content))


def _texts(columns: Columns, line: Line) -> dict[str, str]:
    """Returns the cells by field, the first of several; names come apart, and remarks out of them."""
    texts: dict[str, str] = {}
    for column, cell in zip(columns, line.cells, strict=True):
        if column is not None:
            texts.setdefault(column.value, cell)
    whole = parse_name(texts.pop(Column.NAME, ""))
    remarks = [whole.remark]
    for name, part in ((Column.FIRST_NAME, whole.first), (Column.LAST_NAME, whole.last)):
        plain, remark = parse_part(texts.get(name, ""))
        texts[name.value] = plain or part
        remarks.append(remark)
    return {**texts, REMARK: ", ".join(filter(None, remarks))}


def _row(line: int, texts: Mapping[str, str]) -> Row:
    faults: dict[str, str] = {}
    first_name, last_name = (" ".join(texts.get(name, "").split()) for name in ("first_name", "last_name"))
    for name, text in (("first_name", first_name), ("last_name", last_name)):
        if len(text) > NAME_LENGTH:
            faults[name] = _("Der Name ist länger als %(most)d Zeichen.") % {"most": NAME_LENGTH}
    if not first_name and not last_name:
        faults["last_name"] = _("Der Name fehlt.")
    for name in ("club", "team"):
        if len(texts.get(name, "")) > CLUB_LENGTH:
            faults[name] = _("Mehr als %(most)d Zeichen sind zu lang.") % {"most": CLUB_LENGTH}
    return Row(
        line=line,
        first_name=first_name,
        last_name=last_name,
        club=" ".join(texts.get("club", "").split()),
        number=_number(texts.get("number", ""), faults),
        team=" ".join(texts.get("team", "").split()),
        paid=_yes_or_no("paid", texts, faults),
        publish_name=_yes_or_no("publish_name", texts, faults),
        remark=texts.get(REMARK, ""),
        cells=texts,
        faults=faults,
    )


def _number(text: str, faults: dict[str, str]) -> int | None:
    if not text:
        return None
    number = whole_number(text, digits=7)
    if number is None or not 1 <= number <= NUMBER_MAX:
        message = _("„%(text)s“ ist keine Startnummer. Möglich sind 1 bis %(most)d.")
        faults["number"] = message % {"text": text[:20], "most": NUMBER_MAX}
        return None
    return number


def _yes_or_no(name: str, texts: Mapping[str, str], faults: dict[str, str]) -> bool:
    text = folded(texts.get(name, ""))
    if text not in YES | NO:
        faults[name] = _("„%(text)s“ ist weder ja noch nein.") % {"text": texts[name][:20]}
    return text in YES


def _with_doubled_numbers(rows: Iterable[Row]) -> Iterable[Row]:
    """Marks start numbers that occur in an earlier line as well."""
    lines: dict[int, int] = {}
    for row in rows:
        if row.number is not None and row.number in lines:
            message = _("Die Startnummer %(number)d steht schon in Zeile %(line)d.")
            fault = message % {"number": row.number, "line": lines[row.number]}
            yield replace(row, faults={"number": fault, **row.faults})
            continue
        if row.number is not None:
            lines[row.number] = row.line
        yield row
