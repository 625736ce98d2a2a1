"""Lists of participants as clubs send them: pasted, CSV or XLSX → rows that say what is wrong with them.

Reading uses no database. `participant_check` checks the rows against event and register.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from django.utils.translation import gettext as _

from romme_turnier.tournament.participants.register.lookup import folded
from romme_turnier.tournament.participants.registrations import CLUB_LENGTH, NAME_LENGTH, NUMBER_MAX
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

# What the columns are called in the lists of clubs; compared without case, blanks, dots and dashes.
HEADINGS: Mapping[str, tuple[str, ...]] = {
    "first_name": ("vorname", "rufname"),
    "last_name": ("nachname", "familienname", "zuname"),
    "name": ("name", "spieler", "spielername", "teilnehmer", "vollername"),
    "club": ("club", "verein", "klub", "vereinclub"),
    "number": ("startnummer", "startnr", "nummer", "nr", "stnr"),
    "team": ("mannschaft", "team"),
    "paid": ("bezahlt", "gezahlt", "startgeld", "startgeldbezahlt"),
    "publish_name": (
        "veröffentlichung",
        "veröffentlichen",
        "namedarfveröffentlichtwerden",
        "nameveröffentlichen",
        "einwilligung",
        "einverstanden",
    ),
}

_YES = frozenset({"ja", "j", "x", "1", "wahr", "true", "yes", "y", "✓", "✔", "bezahlt", "ok"})
_NO = frozenset({"", "nein", "n", "0", "falsch", "false", "no", "-", "–", "offen"})
_PARTICLES = frozenset(
    {"von", "van", "de", "der", "den", "zu", "zum", "zur", "vom", "di", "da", "la", "le", "el", "al"}
)


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
    cells: Mapping[str, str] = field(default_factory=dict)
    faults: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Sheet:
    """A list that could be read: fields of its columns, in order (None: not used), and its rows."""

    columns: tuple[str | None, ...]
    headings: tuple[str, ...]
    rows: tuple[Row, ...]

    @property
    def unused(self) -> list[str]:
        """Headings of the columns that mean nothing here."""
        return unused(self.headings, list(self.columns))


def read_text(text: str) -> Sheet:
    """Text with tabs, semicolons or commas between the cells, the first line with the headings."""
    return _sheet(lines_of_text(text))


def read_upload(name: str, content: bytes) -> Sheet:
    """Reads a CSV or XLSX file. The content decides, not the name, which only helps to say what is wrong."""
    return _sheet(lines_of_upload(name, content))


def _sheet(lines: Lines) -> Sheet:
    headings, columns, rest = table_of(lines, HEADINGS, _settled)
    rows = [_row(number, columns, cells) for number, cells in rest]
    return Sheet(tuple(columns), tuple(headings), tuple(_with_doubled_numbers(rows)))


def _settled(columns: Columns) -> Columns:
    """„Name“ beside „Vorname“ is the last name; alone it is the full name."""
    if "first_name" in columns and "last_name" not in columns:
        columns = ["last_name" if column == "name" else column for column in columns]
    if "name" not in columns and "last_name" not in columns:
        raise FileRefused(
            _(
                "Die erste Zeile muss sagen, was in den Spalten steht. Nötig sind „Vorname“ und „Nachname“ oder "
                "„Name“; möglich sind auch „Club“, „Startnummer“, „Mannschaft“, „bezahlt“ und „Veröffentlichung“."
            )
        )
    twice = sorted({column for column in columns if column and columns.count(column) > 1})
    if twice:
        names = ", ".join(f"„{HEADINGS[column][0].capitalize()}“" for column in twice)
        raise FileRefused(_("Diese Spalten stehen zweimal da: %(names)s.") % {"names": names})
    return columns


def _row(line: int, columns: Sequence[str | None], cells: Sequence[str]) -> Row:
    texts = {column: text for column, text in zip(columns, cells, strict=False) if column}
    faults: dict[str, str] = {}
    first_name, last_name = _names(texts)
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
        cells=texts,
        faults=faults,
    )


def _names(texts: Mapping[str, str]) -> tuple[str, str]:
    if "name" not in texts or texts.get("last_name"):
        first_name, last_name = texts.get("first_name", ""), texts.get("last_name", "")
        return " ".join(first_name.split()), " ".join(last_name.split())
    return split_name(texts["name"])


def split_name(name: str) -> tuple[str, str]:
    """„Sommer, Petra“ or „Petra Sommer“ → first and last name; „von“ and the like belong to the last."""
    if "," in name:
        last_name, _comma, first_name = name.partition(",")
        return " ".join(first_name.split()), " ".join(last_name.split())
    words = name.split()
    start = max(len(words) - 1, 0)
    while start > 1 and words[start - 1] in _PARTICLES:
        start -= 1
    return " ".join(words[:start]), " ".join(words[start:])


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
    if text not in _YES | _NO:
        faults[name] = _("„%(text)s“ ist weder ja noch nein.") % {"text": texts[name][:20]}
    return text in _YES


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
