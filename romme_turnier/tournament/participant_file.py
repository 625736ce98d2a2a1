"""Lists of participants as clubs send them: pasted, CSV or XLSX → rows that say what is wrong with them.

Reading asks no database. What the event and the register make of the rows is in `participant_check`.
"""

import csv
import io
import re
import zipfile
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import tablib
from django.utils.translation import gettext as _

from romme_turnier.tournament.errors import TournamentError
from romme_turnier.tournament.register import folded
from romme_turnier.tournament.services.registrations import CLUB_LENGTH, NAME_LENGTH, NUMBER_MAX

BYTES_MAX = 1_000_000
UNPACKED_MAX = 20_000_000  # an XLSX file is packed, and small ones can unfold without end
ROWS_MAX = 1_000
COLUMNS_MAX = 50

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
_FIELD_OF = {heading: name for name, headings in HEADINGS.items() for heading in headings}

_YES = frozenset({"ja", "j", "x", "1", "wahr", "true", "yes", "y", "✓", "✔", "bezahlt", "ok"})
_NO = frozenset({"", "nein", "n", "0", "falsch", "false", "no", "-", "–", "offen"})
_PARTICLES = frozenset(
    {"von", "van", "de", "der", "den", "zu", "zum", "zur", "vom", "di", "da", "la", "le", "el", "al"}
)


class FileRefused(TournamentError):
    """The file or text cannot be read as a list of participants at all."""


@dataclass(frozen=True, slots=True)
class Row:
    """One line of the list. `cells` holds the text as it stands, by field; `faults` a sentence by field."""

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
        pairs = zip(self.headings, self.columns, strict=True)
        return [heading for heading, column in pairs if column is None and heading]


def read_text(text: str) -> Sheet:
    """Text with tabs, semicolons or commas between the cells, the first line with the headings."""
    return _sheet(lines_of_text(text))


def read_upload(name: str, content: bytes) -> Sheet:
    """A CSV or XLSX file. The content decides, not the name; the name only helps to say what is wrong."""
    return _sheet(lines_of_upload(name, content))


def as_text(name: str, content: bytes) -> str:
    """The upload as text with tabs, to be corrected in the page."""
    lines = lines_of_upload(name, content)
    return "\n".join("\t".join(" ".join(cell.split()) for cell in cells) for _number, cells in lines)


Lines = list[tuple[int, list[str]]]  # line number, cells


def lines_of_text(text: str) -> Lines:
    """The cells of pasted text, line by line. Raises FileRefused for what is no table."""
    if len(text.encode()) > BYTES_MAX:
        raise _too_large()
    return _split(text)


def lines_of_upload(name: str, content: bytes) -> Lines:
    """The cells of a CSV or XLSX file, row by row. Raises FileRefused for what is no table."""
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
    delimiter = max("\t;,", key=first.count)  # the first of equals: tab before semicolon before comma
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter)
    lines: Lines = []
    try:
        for cells in reader:
            lines.append((reader.line_num, cells))
            _demand_few(len(lines), len(cells))
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
    except Exception as error:  # whatever a broken workbook makes its readers raise
        raise FileRefused(_("Diese Datei lässt sich nicht als XLSX lesen.")) from error
    lines = [(number, [_as_text(cell) for cell in cells]) for number, cells in enumerate(data, start=1)]
    for _number, cells in lines:
        _demand_few(len(lines), len(cells))
    return lines


def _as_text(cell: Any) -> str:
    """A cell of a workbook as a person would type it."""
    if cell is None:
        return ""
    if isinstance(cell, bool):
        return "ja" if cell else "nein"
    if isinstance(cell, float) and cell.is_integer():
        return str(int(cell))
    return str(cell)


def _demand_few(rows: int, columns: int) -> None:
    if rows > ROWS_MAX + 1:
        raise FileRefused(_("Die Liste hat mehr als %(rows)d Zeilen.") % {"rows": ROWS_MAX})
    if columns > COLUMNS_MAX:
        raise FileRefused(_("Die Liste hat mehr als %(columns)d Spalten.") % {"columns": COLUMNS_MAX})


def _sheet(lines: Lines) -> Sheet:
    filled = [(number, [cell.strip() for cell in cells]) for number, cells in lines if any(map(str.strip, cells))]
    if not filled:
        raise FileRefused(_("Die Liste ist leer."))
    (_line, headings), *rest = filled
    columns = [_FIELD_OF.get(re.sub(r"[\s.\-–/:_]", "", heading).casefold()) for heading in headings]
    columns = _with_names(columns)
    _demand_columns(columns)
    if not rest:
        raise FileRefused(_("Unter den Überschriften steht noch niemand."))
    rows = [_row(number, columns, cells) for number, cells in rest]
    return Sheet(tuple(columns), tuple(headings), tuple(_with_doubled_numbers(rows)))


def _with_names(columns: list[str | None]) -> list[str | None]:
    """„Name“ beside „Vorname“ is the last name; alone it is the whole one."""
    if "first_name" in columns and "last_name" not in columns:
        return ["last_name" if column == "name" else column for column in columns]
    return columns


def _demand_columns(columns: Sequence[str | None]) -> None:
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
    if not (text.isascii() and text.isdecimal() and len(text) < 8 and 1 <= int(text) <= NUMBER_MAX):
        message = _("„%(text)s“ ist keine Startnummer. Möglich sind 1 bis %(most)d.")
        faults["number"] = message % {"text": text[:20], "most": NUMBER_MAX}
        return None
    return int(text)


def _yes_or_no(name: str, texts: Mapping[str, str], faults: dict[str, str]) -> bool:
    text = folded(texts.get(name, ""))
    if text not in _YES | _NO:
        faults[name] = _("„%(text)s“ ist weder ja noch nein.") % {"text": texts[name][:20]}
    return text in _YES


def _with_doubled_numbers(rows: Iterable[Row]) -> Iterable[Row]:
    """Mark start numbers that stand in an earlier line as well."""
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
