"""Reads a list of people as a club sends it, with or without headings, and with titles above it.

`one_member_a_line` prepares text with several people on a line. `read_list` guesses the meaning of the columns; the
caller can override it. Cells are passed on as written; only names are split (written_names.py).
"""

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum

from romme_turnier.core.people.cells import Cells, Line
from romme_turnier.core.people.columns import (
    HEADINGS,
    NAMES,
    Column,
    Columns,
    clearest,
    guessed,
    is_club,
    is_fee,
    is_same_amount,
    is_whole_name,
    named,
    says_paid,
)
from romme_turnier.core.people.written_names import COMMON_FIRST_NAMES, parse_name, parse_part

TITLE_LINES = 5  # the most lines above the headings, or above a list without headings
_FORM_LINES = 20  # the most lines above the headings if several of them are understood


class Nobody(StrEnum):
    """The content of a row that does not name a person."""

    SUM = "sum"
    PAGE = "page"  # page number, state of the list
    GREETING = "greeting"
    CONTACT = "contact"
    CLUB = "club"  # the only cell of its row
    TITLE = "title"
    WAITING = "waiting"  # a title above people who will perhaps not play
    SIGNATURE = "signature"  # below a greeting at the end


_NOBODY = {
    kind: re.compile(pattern, re.IGNORECASE)
    for kind, pattern in (
        (Nobody.SUM, r"(?:gesamt|summe|insgesamt|total|anzahl|zusammen)\b(?!,)"),
        (Nobody.PAGE, r"(?:stand|seite|blatt)\b\W*\d"),
        (
            Nobody.GREETING,
            r"(?:mit|viele|liebe|beste|freundliche|schöne)\b.{0,20}\bgrüße|mfg\b|hallo\b|guten tag\b|sehr geehrte"
            r"|guten (?:morgen|abend)\b|moin\b|(?:lg|vg|bg)\b|(?:liebe|lieber)\b.*[,!]$",
        ),
        (Nobody.CONTACT, r"(?:tel|telefon|mobil|handy|fax|e-?mail|ansprechpartner|meldeschluss)\b\W*"),
    )
}
_ENDING = re.compile(
    r"(?:mit|viele|liebe|beste|freundliche|schöne)\b.{0,20}\bgrüße|mfg\b|(?:lg|vg|bg)\b", re.IGNORECASE
)
SIGNATURE_LINES = 3  # if more lines follow a greeting, they are people
_WAITING = re.compile(r"\W*(?:warteliste|nachrücker\w*|ersatz\w*|absagen?|abgesagt|entschuldigt)\W*", re.IGNORECASE)
_WORDS = re.compile(r"[^\d:]*[^\W\d_][^\d:]*")
_PEOPLE = re.compile(r"personen|teilnehmer(?:innen)?|spieler(?:innen)?|mitglieder", re.IGNORECASE)
_PARTS = (Column.FIRST_NAME, Column.LAST_NAME)
_NUMBER = re.compile(r"(?:\d{1,4}\.?)?")
_SINGLE = tuple(column for column in Column if column != Column.CATEGORY)
_REACHED = re.compile(r"\d[\d /()-]{5,}\d|\S@\S|www\.")


@dataclass(frozen=True, slots=True)
class ParticipantList:
    columns: Columns
    headings: tuple[str, ...]  # as written, or empty texts
    lines: tuple[Line, ...]  # the people
    above: tuple[str, ...]  # the lines above the headings, or above the people
    meant: Columns  # the meaning of each heading, even if a clearer heading has the same meaning
    first_names: frozenset[str]  # known ones and those found in the list

    @property
    def alike(self) -> dict[Column, list[int]]:
        """The places of columns whose headings share a meaning, by that meaning.

        Categories are left out, because they may have several columns.
        """
        return {column: places for column in _SINGLE if len(places := _places(self.meant, column)) > 1}

    @property
    def clashing(self) -> list[Column]:
        """The meanings, except categories, with more than one column; a person has to choose a column."""
        return [column for column in _SINGLE if len(_places(self.columns, column)) > 1]

    @property
    def unread(self) -> list[str]:
        """The headings of unread columns with content.

        A column without a heading is named by the content of its first cell.
        """
        unread = [place for place, column in enumerate(self.columns) if column is None]
        cells = {place: [line.cells[place] for line in self.lines if line.cells[place]] for place in unread}
        return [self.headings[place] or cells[place][0] for place in unread if cells[place]]


_GROUP = re.compile(r"\s*(?:[-–•*]\s*)?([^:;|\t]{2,60}):\s*(\S[^\t]*)")
_TEAM = re.compile(r"(?:team|tandem|mannschaft|paar|doppel)\b", re.IGNORECASE)
_TABLE = re.compile(r"(?:tisch|gruppe|runde|serie)\b", re.IGNORECASE)
_BETWEEN_MEMBERS = (r"\s*[/;|]\s*", r"\s*[&+]\s*|\s+(?:und|u\.)\s+", r"\s*,\s*")


def one_member_a_line(text: str) -> str:
    """Rewrites text with several people on a line, or a person on several lines, with one line for each person.

    Examples are "Team 1: Petra Sommer / Otto Kühn", "Petra Sommer, Otto Kühn, Ida Blau", the recipients of an e-mail,
    and the answers of a form, "Vorname: Petra" above "Nachname: Sommer". Teams and forms become a table with headings.
    Other texts are returned unchanged.
    """
    if "@" in text and len(text) < _RECIPIENTS_LENGTH and not _RECIPIENT.sub("", text).strip():
        return _RECIPIENT.sub(r"\1\2\3\n", text)
    lines = [line for line in text.splitlines() if line.strip()]
    if form := _filled_form(lines):
        return form
    rows = [re.split(r"[;,]\s*", line.strip(" ;,")) for line in lines]
    names = [name for row in rows for name in row]
    if min(map(len, rows), default=0) > 2 and all(map(_is_plain_name, names)) and len({*names}) == len(names):
        return "\n".join(names)
    groups = [_group(line) for line in lines]
    is_table = any(re.search(r"[;|\t]", line) for line, group in zip(lines, groups, strict=True) if not group)
    if is_table or not any(groups) or 2 * sum(map(bool, groups)) < len(lines):
        return text
    written = ["Name\tMannschaft\tClub"]
    for line, group in zip(lines, groups, strict=True):
        name, members = group or ("", [line.replace("\t", " ")])
        place = "\t\t" if is_club(name) else "\t"
        name = "" if _TABLE.match(name) else name
        written += [f"{member}{place}{name}" for member in members]
    return "\n".join(written)


_RECIPIENT = re.compile(
    r'(?:"([^"\n]{1,80})"|([^"<>\n;]{0,80}))([ \t]{0,9}<[^<>@\s]{1,64}@[^<>@\s]{1,255}>)\s*(?:[,;]\s*|$)', re.MULTILINE
)
_RECIPIENTS_LENGTH = 50_000  # the expression is slow on longer text
_ANSWER = re.compile(r"\s*+([^:;|\t]{2,60}):(?: +|\t)\s*(.*)")


def _filled_form(lines: Sequence[str]) -> str:
    """Returns the answers of a form as a table with its questions as headings; "" for other lines."""
    answers = [match for line in lines if (match := _ANSWER.fullmatch(line))]
    questions = list(dict.fromkeys(match[1].strip() for match in answers))
    meant = named(questions, HEADINGS)
    if 2 * len(answers) <= len(lines) or sum(map(bool, meant)) < 2 or not any(column in NAMES for column in meant):
        return ""
    people: list[dict[str, str]] = []
    for match in answers:
        question, answer = match[1].strip(), match[2].replace("\t", " ")
        if not people or question in people[-1]:
            people.append({})
        people[-1][question] = answer
    rest = [line.replace("\t", " ") for line in lines if not _ANSWER.fullmatch(line)]
    rows = ["\t".join(person.get(question, "") for question in questions) for person in people]
    return "\n".join([*rest, "\t".join(questions), *rows])


def _is_plain_name(text: str) -> bool:
    is_name = len(text.split()) > 1 and not re.search(r"\d|[:/(]", text)
    return is_name and not is_club(text) and says_paid(text.casefold()) is None


def _group(line: str) -> tuple[str, list[str]] | None:
    """Returns the name before the colon, of a team, table or club, and its members; None for other lines."""
    match = _GROUP.fullmatch(line)
    if match is None or not (_TEAM.match(match[1]) or _TABLE.match(match[1]) or is_club(match[1])):
        return None
    for separator in _BETWEEN_MEMBERS:
        members = [member for member in re.split(separator, match[2]) if member]
        if len(members) > 1 and all(len(member.split()) > 1 for member in members):
            return match[1].strip(), members
    return None


def _places(columns: Columns, column: Column) -> list[int]:
    return [place for place, other in enumerate(columns) if other == column]


def read_list(cells: Cells, columns: Columns | None = None, first_names: Collection[str] = ()) -> ParticipantList:
    """Returns the list; its columns are given by the caller, by the headings, or guessed.

    `columns` is ignored unless it has one item for each cell of a line. `first_names` are known first names, which
    distinguish "Petra; Sommer" from "Sommer; Petra".

    Repeated headings are left out, and so are lines with only numbers or signs, as in prepared forms. Every other line
    is the headings, text above the list, or a row.
    """
    lines = cells.lines
    width = len(lines[0].cells) if lines else 0
    common = COMMON_FIRST_NAMES.union(first_names)
    start, headings, meant = _headings_of(lines, common)
    above, rows = lines[:start], lines[start + 1 :] if headings else lines[start:]
    # Headings recur on each page; prepared forms have lines of numbers.
    rows = tuple(
        line
        for line in rows
        if line.cells != headings
        and not all(map(_NUMBER.fullmatch, line.cells))
        and any(sign.isalnum() for sign in _joined(line))  # not a line drawn below the headings
    )
    headings = headings or ("",) * width
    if columns is None or len(columns) != width:
        columns = clearest(headings, meant, HEADINGS)
        if not any(column in NAMES for column in columns):
            guess = guessed(rows, width, cells.separator == ",", common)
            if any(headings):  # a number or yes below an unknown heading may mean anything
                guess = tuple(column if column in (*NAMES, Column.CLUB) else None for column in guess)
            columns = tuple(
                known or (column if column not in columns else None)
                for known, column in zip(columns, guess, strict=True)
            )
        if Column.CLUB not in columns and any(headings):
            columns = _with_clubs(rows, columns)
        columns = _without_fee(rows, headings, columns)
        if _is_last_first(rows, columns):
            columns = tuple(Column.LAST_FIRST if column == Column.NAME else column for column in columns)
    known = {*first_names, *_first_names(rows, columns)}
    if not any(headings) and cells.separator == ",":
        rows = tuple(_aligned(line, columns, known) for line in rows)
    if Column.FIRST_NAME in columns and Column.LAST_NAME not in columns:  # next to "Vorname", "Name" is the last name
        columns = tuple(Column.LAST_NAME if column == Column.NAME else column for column in columns)
    return ParticipantList(columns, headings, rows, tuple(_joined(line) for line in above), meant, frozenset(known))


def _with_clubs(lines: Sequence[Line], columns: Columns) -> Columns:
    """Returns the columns, with the first unknown column whose cells are mostly clubs marked as the club."""
    for place, column in enumerate(columns):
        cells = [line.cells[place] for line in lines if line.cells[place]]
        if column is None and 2 * sum(is_club(cell) and " " in cell for cell in cells) > len(cells):
            return (*columns[:place], Column.CLUB, *columns[place + 1 :])
    return columns


def _without_fee(lines: Sequence[Line], headings: Sequence[str], columns: Columns) -> Columns:
    """Returns the columns, without "Startgeld" if all its cells hold the same amount.

    Such an amount may be the fee to pay rather than a payment.
    """
    return tuple(
        None if column == Column.PAID and is_fee(heading) and is_same_amount(cells) else column
        for column, heading, *cells in zip(columns, headings, *(line.cells for line in lines), strict=True)
    )


def _is_last_first(lines: Sequence[Line], columns: Columns) -> bool:
    """Returns whether common first names are more often the last than the first words of whole names."""
    names = [
        parse_name(line.cells[place])
        for place in _places(columns, Column.NAME)
        for line in lines
        if "," not in line.cells[place] and not _nobody_in(line, columns)
    ]
    last = sum(name.last in COMMON_FIRST_NAMES and name.first not in COMMON_FIRST_NAMES for name in names)
    first = sum(name.first.split()[:1] != [] and name.first.split()[0] in COMMON_FIRST_NAMES for name in names)
    return last > first and 3 * last >= len(names)


def _aligned(line: Line, columns: Columns, first_names: Collection[str]) -> Line:
    """Splits the name in a line such as "Schmidt Peter, RC Nord" into two cells; returns other lines unchanged."""
    if {*columns[:2]} != {Column.FIRST_NAME, Column.LAST_NAME}:
        return line
    name = parse_name(line.cells[0], first_names)
    if line.cells[-1] or not is_club(line.cells[1]) or not (name.first and name.last):
        return line
    names = (name.first, name.last) if columns[0] == Column.FIRST_NAME else (name.last, name.first)
    return Line(line.number, (*names, *line.cells[1:-1]))


def _first_names(lines: Sequence[Line], columns: Columns) -> set[str]:
    """Returns the first names that the list itself distinguishes from family names."""
    cells = [(column, line.cells[place]) for line in lines for place, column in enumerate(columns) if line.cells[place]]
    first = {parse_part(cell).last for column, cell in cells if column == Column.FIRST_NAME}
    whole = (Column.NAME, Column.LAST_FIRST)
    return first | {parse_name(cell).first for column, cell in cells if column in whole and "," in cell}


def names_nobody(people: ParticipantList) -> dict[int, Nobody]:
    """Returns the kind of each row that probably does not name a person, by line number; an official decides."""
    nobody = {line.number: kind for line in people.lines if (kind := _nobody_in(line, people.columns))}
    clubs = [number for number, kind in nobody.items() if kind == Nobody.CLUB]
    if 2 * len(clubs) > len(people.lines):  # these rows hold people with their club
        nobody = {number: kind for number, kind in nobody.items() if kind != Nobody.CLUB}
    ending = next((at for at, line in enumerate(people.lines) if at and _ENDING.match(_joined(line))), None)
    if ending is not None:
        below = [line.number for line in people.lines[ending + 1 :] if line.number not in nobody]
        if len(below) <= SIGNATURE_LINES:
            nobody |= dict.fromkeys(below, Nobody.SIGNATURE)
    return nobody


def _nobody_in(line: Line, columns: Columns) -> Nobody | None:
    names = [cell for cell, column in zip(line.cells, columns, strict=True) if column in _PARTS and cell]
    if len(names) == 2 and all(_WORDS.fullmatch(name) and not _PEOPLE.fullmatch(name) for name in names):
        return None  # such as Frank Total
    text = _joined(line)
    kind = next((kind for kind, pattern in _NOBODY.items() if pattern.match(text)), None)
    if kind or sum(map(bool, line.cells)) > 1:
        return kind
    if _WAITING.fullmatch(text):
        return Nobody.WAITING
    if _REACHED.search(text):
        name = parse_name(text)
        return None if name.first and name.last else Nobody.CONTACT
    return Nobody.CLUB if is_club(text) else Nobody.TITLE if text.endswith(":") else None


def _joined(line: Line) -> str:
    return " ".join(filter(None, line.cells))


def _headings_of(lines: Sequence[Line], first_names: Collection[str]) -> tuple[int, tuple[str, ...], Columns]:
    """Returns the number of lines above the headings, the headings, and their meanings.

    A line is not taken for headings if its texts recur elsewhere, or if it names a person. If there are no headings,
    returns the number of title lines, () or the days of an availability poll, and None as every meaning.
    """
    candidates = list(_possible_headings(lines, first_names))
    if candidates:
        at, meant = next((each for each in candidates if any(column in NAMES for column in each[1])), candidates[0])
        headings = lines[at].cells
        below = named(lines[at + 1].cells, HEADINGS) if at + 1 < len(lines) else ()
        if any(below) and all(
            bool(column) == bool(cell) for column, cell in zip(below, lines[at + 1].cells, strict=True)
        ):
            above, at = headings, at + 1  # headings in two lines
            headings = tuple(cell or upper for cell, upper in zip(lines[at].cells, above, strict=True))
            meant = named(headings, HEADINGS)
        return at, headings, meant
    width = len(lines[0].cells) if lines else 0
    start = _titles_above(lines, first_names)
    return start, lines[start].cells if _are_days(lines[start:]) else (), (None,) * width


def _are_days(lines: Sequence[Line]) -> bool:
    """Returns whether the first line holds the days of an availability poll, above names with their crosses."""
    if len(lines) < 2:
        return False
    (corner, *days), *people = (line.cells for line in lines)
    have_names = all(any(map(str.isalpha, cells[0])) for cells in people)
    return not corner and any(days) and have_names and all(re.search(r"\d", day) for day in days if day)


def _possible_headings(lines: Sequence[Line], first_names: Collection[str]) -> Iterator[tuple[int, Columns]]:
    """Yields the place of each line that may hold the headings, with their meanings."""
    for at, line in enumerate(lines[:_FORM_LINES]):
        others = [other.cells for other in lines if other.cells != line.cells]
        meant = tuple(
            column if column and all(cells[place] != line.cells[place] for cells in others) else None
            for place, column in enumerate(named(line.cells, HEADINGS))
        )
        filled, count = sum(map(bool, line.cells)), sum(map(bool, meant))
        sure = count > 1 or any(column in NAMES for column in meant) or 2 * count >= filled
        near = count > 1 or (at < TITLE_LINES and (at == 0 or filled > 1 or len(line.cells) == 1))
        if count and sure and near and not _is_person(line, meant, others, first_names):
            yield at, meant


def _is_person(line: Line, meant: Columns, others: Sequence[Sequence[str]], first_names: Collection[str]) -> bool:
    """Returns whether a line is a person although it contains words of headings, such as "Petra Sommer; bezahlt"."""
    for place, column in enumerate(meant):
        below = [cells[place] for cells in others if cells[place]]
        if column in _PARTS or (column in NAMES and 2 * sum(map(is_whole_name, below)) > len(below)):
            return False
    unknown = [cell for cell, column in zip(line.cells, meant, strict=True) if cell and not column]
    return any(is_whole_name(cell) or _has_first_name(cell, first_names) for cell in unknown)


def _has_first_name(cell: str, first_names: Collection[str]) -> bool:
    return parse_name(cell).first in first_names or parse_part(cell).last in first_names


def _titles_above(lines: Sequence[Line], first_names: Collection[str]) -> int:
    """Returns the number of title lines at the top: those with one filled cell, if most other lines have several.

    A single cell is also a title if its text looks like one, such as "Liste 2026". Cells with a known first name are
    not titles.
    """
    count = 0
    title = re.compile(r"\d{3}|:$|^liste |^teilnehmer", re.IGNORECASE)
    for line in lines[: min(TITLE_LINES, len(lines) - 1)]:
        filled = [cell for cell in line.cells if cell]
        several = len(line.cells) > 1 and 2 * sum(sum(map(bool, other.cells)) > 1 for other in lines) > len(lines)
        if (
            len(filled) == 1
            and not _has_first_name(filled[0], first_names)
            and (several or (title.search(filled[0]) and not title.search(_joined(lines[-1]))))
        ):
            count += 1
        else:
            break
    return count
