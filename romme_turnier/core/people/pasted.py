"""Lists of people as they are pasted: with or without headings, a title above, any separator, one name a line.

`read_pasted` guesses what separates the cells and what the columns hold; whoever knows better says so. Cells are handed
on as written; only names come apart, and titles and what stands in brackets are no part of them.
"""

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from romme_turnier.core.people.names import PersonName, letters

TITLE_LINES = 5  # so many lines may stand above the headings


class Column(StrEnum):
    """What a column can hold."""

    FIRST_NAME = "first_name"
    LAST_NAME = "last_name"
    NAME = "name"  # both, in either order
    CLUB = "club"
    NUMBER = "number"
    TEAM = "team"
    PAID = "paid"
    PUBLISH_NAME = "publish_name"


Columns = tuple[Column | None, ...]  # None: not read

# What the columns are called in the lists of clubs; compared without case, blanks, dots and dashes.
HEADINGS: Mapping[Column, tuple[str, ...]] = {
    Column.FIRST_NAME: ("vorname", "rufname"),
    Column.LAST_NAME: ("nachname", "familienname", "zuname"),
    Column.NAME: ("name", "spieler", "spielername", "teilnehmer", "vollername", "namevorname", "vornamename"),
    Column.CLUB: ("club", "verein", "klub", "vereinclub"),
    Column.NUMBER: ("startnummer", "startnr", "nummer", "nr", "stnr"),
    Column.TEAM: ("mannschaft", "team"),
    Column.PAID: ("bezahlt", "gezahlt", "startgeld", "startgeldbezahlt"),
    Column.PUBLISH_NAME: (
        "veröffentlichung",
        "veröffentlichen",
        "namedarfveröffentlichtwerden",
        "nameveröffentlichen",
        "einwilligung",
        "einverstanden",
    ),
}

YES = frozenset({"ja", "j", "x", "1", "wahr", "true", "yes", "y", "✓", "✔", "bezahlt", "ok"})
NO = frozenset({"", "nein", "n", "0", "falsch", "false", "no", "-", "–", "offen"})

_FIELD_OF = {heading: column for column, ways in HEADINGS.items() for heading in ways}
_TITLES = re.compile(r"(?<!\w)(?:Prof|Dr|Dipl|Ing|Mag|Med|Herr|Frau|Hr|Fr)(?:\.(?:-\w+\.?)?|(?=\s))\s*", re.IGNORECASE)
_BRACKETS = re.compile(r"\(([^()]*)\)|\[([^\[\]]*)\]")
_CLUB_WORDS = frozenset(letters("rc sc sv tsv tv fc vfl vfb club klub verein rommé rommeclub ev skat spielfreunde"))
_SPACES = re.compile(r"\s{2,}")


@dataclass(frozen=True, slots=True)
class Line:
    """A line of the list with its number, counted from 1, and its cells without blanks around them."""

    number: int
    cells: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Pasted:
    """A list taken apart. `headings` are those written, or empty texts; `lines` the people; `above` what was no row."""

    columns: Columns
    headings: tuple[str, ...]
    lines: tuple[Line, ...]
    above: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PastedName:
    """A name as a list writes it. `remark` is what stood in brackets; a title is dropped."""

    first: str
    last: str
    remark: str


def read_pasted(text: str, columns: Columns | None = None, first_names: Collection[str] = ()) -> Pasted:
    """Returns the list; its columns are those given, else those that the headings name, else guessed.

    `first_names` are known ones: they tell "Petra; Sommer" from "Sommer; Petra".

    No line is lost: each that is not empty is a heading, stands above, or is a row.
    """
    text = re.sub(r"\r\n?", "\n", text)
    separator = _separator_of(text)
    lines = [line for line in _split(text, separator) if any(line.cells)]
    width = max((len(line.cells) for line in lines), default=0)
    lines = [Line(line.number, line.cells + ("",) * (width - len(line.cells))) for line in lines]
    start, headings, named = _headings_of(lines)
    above, rows = lines[:start], lines[start + 1 :] if named else lines[start:]
    if columns is None or len(columns) != width:
        columns = named or _guessed(rows, width, separator == ",", frozenset(first_names))
    if Column.FIRST_NAME in columns and Column.LAST_NAME not in columns:  # "Name" beside "Vorname" is the last name
        columns = tuple(Column.LAST_NAME if column == Column.NAME else column for column in columns)
    return Pasted(columns, headings or ("",) * width, tuple(rows), tuple(_joined(line) for line in above))


def _joined(line: Line) -> str:
    return " ".join(filter(None, line.cells))


def _separator_of(text: str) -> str | None:
    """Returns what separates the cells in half of the lines; None where each line is one cell."""
    lines = [line for line in text.split("\n") if line.strip()]
    for separator in ("\t", ";", "|", ",", "  "):
        count = sum(separator in line.strip(" ") for line in lines)
        if count and 2 * count >= len(lines):
            return separator
    return None


def _split(text: str, separator: str | None) -> list[Line]:
    return [
        Line(number, tuple(cell.strip() for cell in _cells(line.strip(" "), separator)))
        for number, line in enumerate(text.split("\n"), start=1)
    ]


def _cells(line: str, separator: str | None) -> list[str]:
    """Returns the cells of a line. A cell that begins with a quotation mark may hold the separator; "" in it is one."""
    if separator is None:
        return [line]
    if separator == "  ":
        return _SPACES.split(line)
    cells, cell, quoted = [], "", False
    for sign in line:
        if sign == separator and not quoted:
            cells.append(cell)
            cell = ""
        else:
            cell += sign
            if sign == '"' and cell.lstrip().startswith('"'):
                quoted = not quoted
    return [_unquoted(one.strip()) for one in (*cells, cell)]


def _unquoted(cell: str) -> str:
    within = cell[1:-1] if len(cell) > 1 and cell[0] == cell[-1] == '"' else cell
    return within.replace('""', '"') if within is not cell else cell


def field_of(heading: str) -> Column | None:
    """Returns what a heading names."""
    return _FIELD_OF.get(re.sub(r"[\s.,\-–/:_]", "", heading).casefold())


def _headings_of(lines: Sequence[Line]) -> tuple[int, tuple[str, ...], Columns | None]:
    """Returns how many lines stand above, the headings, and the columns that they name; None where there are none."""
    for at, line in enumerate(lines[:TITLE_LINES]):
        named = tuple(field_of(cell) for cell in line.cells)
        if any(named) and (at == 0 or sum(map(bool, line.cells)) > 1 or len(line.cells) == 1):
            return at, line.cells, named
    return _titles_above(lines), (), None


def _titles_above(lines: Sequence[Line]) -> int:
    """Returns how many first lines are a title: with figures, or with one cell where the others have several."""
    count = 0
    for line in lines[: min(TITLE_LINES, len(lines) - 1)]:
        filled = [cell for cell in line.cells if cell]
        several = len(line.cells) > 1 and 2 * sum(sum(map(bool, one.cells)) > 1 for one in lines) > len(lines)
        if len(filled) == 1 and (several or re.search(r"\d{3}|:$|^liste |^teilnehmer", filled[0], re.IGNORECASE)):
            count += 1
        else:
            break
    return count


# --- What the columns hold ---


def _guessed(rows: Sequence[Line], width: int, by_comma: bool, first_names: frozenset[str]) -> Columns:
    """Guesses by what most cells of a column look like. Names come first: a list without them is no list of people."""
    looks = [_look([row.cells[place] for row in rows if row.cells[place]]) for place in range(width)]
    columns: list[Column | None] = [
        None if look in (_NAME, _WORD) else Column(look) if look else None for look in looks
    ]
    for one in Column:  # each but once: the first that looks like it
        places = [place for place, column in enumerate(columns) if column == one]
        for place in places[1:]:
            columns[place] = None
    words = [place for place, look in enumerate(looks) if look in (_NAME, _WORD)]
    if not words:
        words = [place for place, look in enumerate(looks) if look == Column.CLUB][:1]
    if len(words) > 1:
        known = [sum(row.cells[place] in first_names for row in rows) for place in words[:2]]
        by_comma = by_comma if known[0] == known[1] else known[1] > known[0]
    _name_columns(columns, looks, words, last_first=by_comma)
    return tuple(columns)


def _name_columns(
    columns: list[Column | None], looks: Sequence[str], words: Sequence[int], *, last_first: bool
) -> None:
    """Whole names stand in one column; else two columns of single words are both names."""
    whole = next((place for place in words if looks[place] == _NAME), None)
    if len(words) > 1 and whole != words[0]:
        one, other = words[:2]
        columns[one] = Column.LAST_NAME if last_first else Column.FIRST_NAME
        columns[other] = Column.FIRST_NAME if last_first else Column.LAST_NAME
        rest = words[2:]
    elif words:
        place = words[0] if whole is None else whole
        columns[place] = Column.NAME
        rest = [other for other in words if other != place]
    else:
        return
    if rest and Column.CLUB not in columns:
        columns[rest[0]] = Column.CLUB


_NAME, _WORD = "whole name", "single words"


def _look(cells: Sequence[str]) -> str:
    """Returns what most of the cells look like: the value of a Column, _NAME, _WORD, or "" for nothing."""
    if not cells:
        return ""
    for test, look in _LOOKS:
        if 2 * sum(map(test, cells)) > len(cells):
            return look
    return _WORD


def _is_yes_or_no(cell: str) -> bool:
    return cell.casefold() in (YES | NO) - {"1", "0"}


def _is_club(cell: str) -> bool:
    return not _CLUB_WORDS.isdisjoint(letters(re.sub(r"\b[eE]\.\s?[vV]\.?", "ev", cell)))


def _is_whole_name(cell: str) -> bool:
    name = parse_name(cell)
    return bool(name.first and name.last) and not any(sign.isdigit() for sign in cell)


_LOOKS: tuple[tuple[Callable[[str], bool], str], ...] = (
    (str.isdecimal, Column.NUMBER),
    (_is_yes_or_no, Column.PAID),
    (_is_club, Column.CLUB),
    (_is_whole_name, _NAME),
    (lambda cell: any(sign.isdigit() for sign in cell), ""),
)


# --- Names ---


def parse_name(text: str) -> PastedName:
    """Returns a whole name taken apart: "Dr. Fuchs, Ingeborg (Gast)" is Ingeborg Fuchs, with the remark "Gast"."""
    plain, remark = _without_remarks(text)
    if "," in plain:
        last, _comma, first = (" ".join(_TITLES.sub("", part).split()) for part in plain.partition(","))
        return PastedName(first, last, remark)
    name = PersonName.of(_TITLES.sub("", plain))
    return PastedName(name.first, name.last, remark)


def parse_part(text: str) -> tuple[str, str]:
    """Returns a first or last name that stands alone, without titles and brackets, and the remark in them."""
    plain, remark = _without_remarks(text)
    return " ".join(_TITLES.sub("", plain).split()), remark


def _without_remarks(text: str) -> tuple[str, str]:
    remarks = [" ".join((match[1] or match[2] or "").split()) for match in _BRACKETS.finditer(text)]
    return " ".join(_BRACKETS.sub(" ", text).split()), ", ".join(filter(None, remarks))
