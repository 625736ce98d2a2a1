"""Reads participant lists as clubs send them (pasted, CSV, XLSX or ODS) into rows with their faults.

Reading does not use the database; `participant_check` checks the rows against event and register.
"""

import re
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from textwrap import shorten

from django.utils.translation import gettext as _, gettext_lazy

from romme_turnier.core.people.cells import Cells, Line
from romme_turnier.core.people.columns import (
    NAMES,
    NO_CLUB,
    YES,
    Column,
    Columns,
    is_club,
    number_in,
    payment_in,
    says_paid,
    says_yes,
)
from romme_turnier.core.people.duplicates import folded
from romme_turnier.core.people.encodings import strange_signs
from romme_turnier.core.people.names import tidy
from romme_turnier.core.people.participant_list import (
    Nobody,
    ParticipantList,
    names_nobody,
    one_member_a_line,
    read_list,
)
from romme_turnier.core.people.written_names import COMMON_FIRST_NAMES, parse_name, parse_part
from romme_turnier.tournament.participants.registrations import CLUB_LENGTH, NAME_LENGTH, NUMBER_MAX, Entry
from romme_turnier.tournament.shared.list_files.table_file import (
    ROWS_MAX,
    FileRefused,
    ListText,
    cells_of,
    demand_few,
    text_of_upload,
)
from romme_turnier.tournament.shared.numbers import whole_number

_SHOWN = 200  # characters of a cell; the rest is cut off
_TWO_PEOPLE = re.compile(r"\s(?:und|u\.)\s|[+&/]|\b(?:2|zwei) Pers|zu zweit")
_NO_NAME = re.compile(r"\d|\w{3}[.!?]$|[!?:\"„“”»«]|(?:^|\s)[-–](?:\s|$)|\bgeb\.|\s(?:abgesagt|abgemeldet)$")
_NOT_COMING = re.compile(
    r"(?:abgesagt|abgemeldet|storniert|entschuldigt|warteliste|kommt nicht|cancelled|canceled)\b|[❌✖✗✘🚫👎]",
    re.IGNORECASE,
)
_COMES = re.compile(r"kommst|kommen|kommt|teilnahme|nimm(?:s?t)? teil|dabei|zusage", re.IGNORECASE)
_TITLE_WORDS = re.compile(  # a title with such a word is not a club, even if "Rommé" or "Verein" is in it
    r"\b20\d\d\b|\d{5}|\d\.\d|turnier|pokal|\bcup\b|meisterschaft|umfrage|liste\b|meldung|meldebogen|teilnehm"
    r"|(?:rommé|spiel)-?abend|einladung|[?!*]",
    re.IGNORECASE,
)

Typed = Mapping[int, Mapping[str, str]]  # cells corrected by hand, by line and field

REMARK = "remark"  # remarks in brackets, shown but not stored
BEFORE = "before"  # a number or sign before the name, not part of it
ABSENT = "absent"  # a cell, or a title above, which says that the person may not play
UNREAD = "unread"  # the content of a column without a heading, if the name lacks a part
_NOBODY_WORDS = {
    Nobody.SUM: gettext_lazy("eine Summe"),
    Nobody.PAGE: gettext_lazy("ein Stand oder eine Seite"),
    Nobody.GREETING: gettext_lazy("ein Gruß"),
    Nobody.CONTACT: gettext_lazy("eine Adresse oder Telefonnummer"),
    Nobody.CLUB: gettext_lazy("ein Club"),
    Nobody.TITLE: gettext_lazy("eine Überschrift"),
    Nobody.WAITING: gettext_lazy("eine Überschrift"),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Row(Entry):
    """One line of the list.

    `left_out` is the reason why the line probably names no person and should be left out, or "". `cells` holds texts by
    field: values of `Column`, and REMARK, BEFORE, ABSENT and UNREAD. `faults` and `doubts` hold a sentence by field;
    texts in doubt are accepted. A doubt about the whole name has the field "name".
    """

    line: int
    remark: str = ""
    left_out: str = ""
    cells: Mapping[str, str] = field(default_factory=dict)
    faults: Mapping[str, str] = field(default_factory=dict)
    doubts: Mapping[str, str] = field(default_factory=dict)

    @property
    def paid_as(self) -> str:
        """The remark about a paid fee if it says more than "yes", otherwise ""."""
        said = self.cells.get("paid", "")
        return said if self.paid and folded(said) not in YES | {"bezahlt"} else ""


@dataclass(frozen=True, slots=True)
class Sheet:
    """A list that was read. `not_read` are sentences about content that is not in any row."""

    people: ParticipantList
    rows: tuple[Row, ...]
    not_read: tuple[str, ...] = ()

    @property
    def columns(self) -> Columns:
        return self.people.columns


def read_text(
    text: str,
    columns: Columns | None = None,
    typed: Typed | None = None,
    first_names: Collection[str] = (),
    categories: Mapping[str, int] | None = None,
) -> Sheet:
    """Reads a pasted list (core/people/participant_list.py).

    `columns` and `typed` are the official's choices and corrections, `first_names` the known first names, and
    `categories` the primary keys of the event's categories by name. Raises FileRefused if the text is empty, unreadable
    or too large, if it has too many rows or columns, or if no rows are below its headings.
    """
    people = read_list(cells_of(one_member_a_line(text)), columns, first_names)
    demand_few(rows=len(people.lines) > ROWS_MAX, columns=False)
    if not people.lines:
        raise FileRefused(_("Unter den Überschriften steht noch niemand."))
    typed = typed or {}
    members_of = {folded(name): key for name, key in (categories or {}).items()}
    rows = []
    titles = [title.removeprefix("Verein:").removeprefix("Club:").strip(" :") for title in people.above]
    club = next((title for title in reversed(titles) if is_club(title) and not _TITLE_WORDS.search(title)), "")
    waiting = ""
    none = names_nobody(people)
    for line in people.lines:
        nobody = none.get(line.number)
        texts = _texts(people, line)
        alone = " ".join(line.cells).strip()
        if nobody in (Nobody.WAITING, Nobody.CLUB, Nobody.TITLE):
            waiting = alone.rstrip(":") if nobody == Nobody.WAITING else ""
        elif waiting:
            texts[ABSENT] = waiting
        if nobody and is_club(alone):
            club = "" if _TITLE_WORDS.search(alone) else alone.rstrip(":")
        elif club and Column.CLUB not in people.columns and not texts.get(Column.CLUB):
            texts[Column.CLUB.value] = club
        corrected = typed.get(line.number, {})
        rows.append(_row(line.number, {**texts, **corrected}, None if corrected else nobody, members_of))
    checked = tuple(_with_doubled_numbers(_with_clubs_above(rows)))
    return Sheet(people, checked, tuple(_not_read(people, rows, members_of)))


def text_of_file(name: str, content: bytes) -> ListText:
    """Returns the text of a CSV, XLSX or ODS file, from the sheet with the names.

    Raises FileRefused as `text_of_upload` does.
    """
    return text_of_upload(name, content, _people_in)


def _people_in(cells: Cells) -> int:
    """Rates a sheet by its number of rows with names. Sheets with headings for names rank above all others."""
    people = read_list(cells)
    names = [place for place, column in enumerate(people.columns) if column in NAMES]
    count = sum(any(line.cells[place] for place in names) for line in people.lines)
    return count + 2 * ROWS_MAX * (count > 0 and any(column in NAMES for column in people.meant))


def _not_read(people: ParticipantList, rows: Sequence[Row], members_of: Mapping[str, int]) -> Iterable[str]:
    clubs = {row.club for row in rows if row.club}
    if above := " · ".join(title for title in people.above if not any(club in title for club in clubs)).rstrip("."):
        yield _("Steht über der Liste und wird nicht gelesen: %(text)s.") % {"text": above}
    if people.unread:
        yield _("Nicht gelesene Spalten: %(names)s.") % {"names": ", ".join(map(_quoted, people.unread))}
    if before := [row.cells[BEFORE] for row in rows if row.cells.get(BEFORE)][:3]:
        text = _("Was vor den Namen steht, gehört nicht dazu und wird nicht gelesen: %(text)s …")
        yield text % {"text": " ".join(before)}
    counted = Counter(name for row in rows for name in _categories(row.cells) if not _member_of(name, members_of))
    if counted:
        named = ", ".join(f"{_quoted(name)} ({count})" for name, count in counted.most_common(10))
        yield _("Diese Sonderwertungen hat das Turnier nicht: %(names)s.") % {"names": named}


def _quoted(text: str) -> str:
    return f"„{shorten(text, 40, placeholder='…')}“"


def _categories(texts: Mapping[str, str]) -> list[str]:
    return [name for part in re.split(r"[,;/+]", texts.get(Column.CATEGORY, "")) if (name := tidy(part))]


def _member_of(name: str, members_of: Mapping[str, int]) -> int | None:
    """Returns the primary key of a category; None if it is unknown.

    "Dame" also means "Damen"; "Seniorin" and "Seniorinnen" also mean "Senioren".
    """
    name = folded(name)
    forms = (name, f"{name}n", f"{name}en", re.sub(r"in(?:nen)?$", "en", name), name.replace("frau", "dame"))
    return next((members_of[form] for form in forms if form in members_of), None)


def _texts(people: ParticipantList, line: Line) -> dict[str, str]:
    """Returns a line's texts by field. Full names are split, remarks separated from names, and categories joined."""
    texts: dict[str, str] = {}
    for column, heading, cell in zip(people.columns, people.headings, line.cells, strict=True):
        if column == Column.CATEGORY:
            answer = says_yes(folded(cell))
            named = cell if answer is None else heading if answer else ""  # a column "Damen" with crosses
            texts[column.value] = ", ".join(filter(None, (texts.get(column, ""), named)))
        elif column is not None:
            texts.setdefault(column.value, cell)
    names = [parse_part(texts.get(Column.FIRST_NAME, "")), parse_part(texts.get(Column.LAST_NAME, ""))]
    last_first = Column.LAST_FIRST in texts
    whole = parse_name(
        texts.pop(Column.LAST_FIRST, "") or texts.pop(Column.NAME, ""), people.first_names, last_first=last_first
    )
    first, last = names[0].last or whole.first, names[1].last or whole.last
    texts |= {Column.FIRST_NAME.value: first, Column.LAST_NAME.value: last}
    texts[REMARK] = ", ".join(filter(None, [whole.remark, *(name.remark for name in names)]))
    if is_club(texts[REMARK]) and not texts.get(Column.CLUB):
        texts[Column.CLUB.value] = texts.pop(REMARK)
    texts[ABSENT] = next(
        (
            cell
            for heading, cell in zip(people.headings, line.cells, strict=True)
            if _NOT_COMING.search(cell) or (cell and _COMES.search(heading) and says_yes(folded(cell)) is False)
        ),
        "",
    )
    texts[BEFORE] = next((name.before for name in (whole, *names) if name.before), "")
    if not (first and last):
        texts[UNREAD] = next(
            (
                cell
                for column, heading, cell in zip(people.columns, people.headings, line.cells, strict=True)
                if column is None and not heading and any(map(str.isalpha, cell))
            ),
            "",
        )
    return texts


def _row(line: int, texts: Mapping[str, str], nobody: Nobody | None, members_of: Mapping[str, int]) -> Row:
    faults: dict[str, str] = {}
    paid = _yes_or_no("paid", says_paid, texts, faults)
    paid_by, paid_amount = payment_in(folded(texts.get("paid", ""))) if paid else ("", None)
    left_out = ""
    if nobody in _NOBODY_WORDS:
        left_out = _("Das ist wohl %(what)s und keine Person.") % {"what": _NOBODY_WORDS[nobody]}
    first_name, last_name, club, team = (
        tidy(texts.get(name, ""))[:_SHOWN] for name in ("first_name", "last_name", "club", "team")
    )
    club = "" if folded(club) in NO_CLUB else club
    for name, text in (("first_name", first_name), ("last_name", last_name)):
        if len(text) > NAME_LENGTH:
            faults[name] = _("Der Name ist länger als %(most)d Zeichen.") % {"most": NAME_LENGTH}
    if not (first_name and last_name) and texts.get(UNREAD):
        message = _("Der Name ist nicht ganz, und „%(text)s“ wird nicht gelesen.")
        faults["last_name"] = message % {"text": texts[UNREAD][:40]}
    elif not first_name and not last_name:
        faults["last_name"] = _("Der Name fehlt.")
        if not paid:  # a prepared line, perhaps with number and club
            left_out = left_out or faults["last_name"]
    for name, text in (("club", club), ("team", team)):
        if len(text) > CLUB_LENGTH:
            faults[name] = _("Mehr als %(most)d Zeichen sind zu lang.") % {"most": CLUB_LENGTH}
    return Row(
        line=line,
        first_name=first_name,
        last_name=last_name,
        club=club,
        number=_number(texts.get("number", ""), faults),
        team=team,
        paid=paid,
        paid_by=paid_by,
        paid_amount=paid_amount,
        publish_name=_yes_or_no("publish_name", says_yes, texts, faults),
        remark=texts.get(REMARK, ""),
        left_out=left_out,
        categories=tuple(key for name in _categories(texts) if (key := _member_of(name, members_of))),
        cells=texts,
        faults=faults,
        doubts={} if left_out else _doubts(first_name, last_name, nobody, texts, club=club, team=team),
    )


def _doubts(
    first_name: str, last_name: str, nobody: Nobody | None, cells: Mapping[str, str], **texts: str
) -> dict[str, str]:
    message = _("Stimmt „%(signs)s“? Das kommt in Namen nicht vor.")
    doubts: dict[str, str] = {}
    if re.search(r"\(\W*\d[\d\W]*\)", texts["club"]):
        doubts["club"] = _("Ist das der Name des Clubs?")
    name = f"{first_name} {last_name}"
    if nobody == Nobody.SIGNATURE:
        doubts["name"] = _("Steht unter dem Gruß. Spielt diese Person mit?")
    elif cells.get(ABSENT):
        doubts["name"] = _("Spielt diese Person mit? In der Liste steht „%(text)s“.") % {"text": cells[ABSENT][:40]}
    elif last_name in COMMON_FIRST_NAMES and first_name not in COMMON_FIRST_NAMES and first_name:
        doubts["name"] = _("Sind Vorname und Nachname vertauscht?")
    elif _TWO_PEOPLE.search(name) or _TWO_PEOPLE.search(cells.get(REMARK, "")):
        doubts["name"] = _("Sind das zwei Personen?")
    elif (is_club(last_name) and " " in last_name) or is_club(first_name) or _NO_NAME.search(name):
        doubts["name"] = _("Ist das ein Name?")
    elif not first_name and last_name:
        doubts["name"] = _("Fehlt der Vorname?")
    elif first_name and not last_name:
        doubts["name"] = _("Fehlt der Nachname?")
    texts["name"] = name
    return doubts | {
        name: message % {"signs": signs[:10]} for name, text in texts.items() if (signs := strange_signs(text))
    }


def _number(text: str, faults: dict[str, str]) -> int | None:
    if not text:
        return None
    number = whole_number(number_in(text) or "", digits=7)
    if number is None or not 1 <= number <= NUMBER_MAX:
        message = _("„%(text)s“ ist keine Startnummer. Möglich sind 1 bis %(most)d.")
        faults["number"] = message % {"text": text[:20], "most": NUMBER_MAX}
        return None
    return number


def _yes_or_no(name: str, says: Callable[[str], bool | None], texts: Mapping[str, str], faults: dict[str, str]) -> bool:
    answer = says(folded(texts.get(name, "")))
    if answer is None:
        faults[name] = _("„%(text)s“ ist weder ja noch nein.") % {"text": texts[name][:20]}
    return bool(answer)


def _with_clubs_above(rows: Sequence[Row]) -> Iterable[Row]:
    """Adds a doubt to rows without a club, if the list gives each club only in the first row of its members."""
    clubs = [row.club for row in rows if row.club]
    grouped = bool(rows) and bool(rows[0].club) and len(set(clubs)) == len(clubs) <= len(rows) / 2
    club = ""
    for row in rows:
        club = row.club or club
        if grouped and not row.club and not row.left_out:
            question = _("Ohne Club? In einer Zeile darüber steht „%(club)s“.") % {"club": club[:40]}
            yield replace(row, doubts={"club": question, **row.doubts})
        else:
            yield row


def _with_doubled_numbers(rows: Iterable[Row]) -> Iterable[Row]:
    """Adds a fault to rows whose start number is also on an earlier line, unless both name the same person."""
    earlier: dict[int, Row] = {}
    for row in rows:
        first = earlier.setdefault(row.number, row) if row.number is not None else row
        if first is row or _names(first) == _names(row):
            yield row
            continue
        message = _("Die Startnummer %(number)d steht schon in Zeile %(line)d.")
        fault = message % {"number": row.number, "line": first.line}
        yield replace(row, faults={"number": fault, **row.faults})


def _names(row: Row) -> tuple[str, str]:
    return folded(row.first_name), folded(row.last_name)
