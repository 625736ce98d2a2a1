"""Finds the columns of a list of members except the names (number, kind, first and last day), and reads their cells."""

import re
from collections.abc import Mapping, Sequence
from enum import StrEnum

from romme_turnier.core.people.cells import Line
from romme_turnier.core.people.columns import clearest, named


class MemberColumn(StrEnum):
    NUMBER = "number"
    KIND = "kind"
    SINCE = "since"
    UNTIL = "until"


MemberHeadings = Mapping[MemberColumn, Sequence[str]]

# The clearest headings first; compared without case, spaces and punctuation, like those of participants.
HEADINGS: MemberHeadings = {
    MemberColumn.NUMBER: (
        *(
            "mitgliedsnummer",
            "mitgliedsnr",
            "mitgliednr",
            "mitgliednummer",
            "mitgliedernummer",
            "mnr",
            "mglnr",
            "mitglnr",
        ),
        *("membernumber", "memberno", "passnummer", "passnr", "nummer", "nr", "number", "no"),
    ),
    MemberColumn.KIND: ("mitgliedsart", "artdermitgliedschaft", "mitgliedschaft", "art", "status", "beitragsgruppe"),
    MemberColumn.SINCE: (
        *("mitgliedseit", "eintrittsdatum", "eintritt", "beitrittsdatum", "beitritt", "eingetreten", "eingetretenam"),
        *("dabeiseit", "imvereinseit", "imclubseit", "aufgenommen", "aufgenommenam", "aufnahme", "eintrittsjahr"),
        *("membersince", "joined", "seit", "von"),
    ),
    MemberColumn.UNTIL: (
        *("mitgliedbis", "austrittsdatum", "austritt", "ausgetreten", "ausgetretenam", "kündigung", "kündigungzum"),
        *("ausgeschieden", "ausgeschiedenam", "austrittsjahr", "memberuntil", "bis"),
    ),
}
_KINDS: Mapping[str, tuple[str, ...]] = {
    "full": ("mitglied", "vollmitglied", "voll", "aktiv", "passiv", "ordentlich", "erwachsen", "erwachsene", "normal"),
    "young": ("jugendmitglied", "jugend", "jugendlich", "jugendliche", "jugendlicher", "kind", "junior", "juniorin"),
    "guest": ("gastmitglied", "gast", "gastspieler", "gastspielerin", "zweitmitglied"),
}
_GERMAN = re.compile(r"(\d{1,2})\.\s?(\d{1,2})\.\s?(\d{4}|\d{2})(?:,?\s.*)?")
_ISO = re.compile(r"(\d{4})-(\d\d)-(\d\d)(?:[ T].*)?")
_DAY = re.compile(f"{_GERMAN.pattern}|{_ISO.pattern}")
_MONTH = re.compile(r"(\d{1,2})[./]\s?((?:19|20)\d\d)")
_YEAR = re.compile(r"(?:19|20)\d\d")
_CENTURY = 2000


def member_columns(headings: Sequence[str], lines: Sequence[Line], number: int | None) -> dict[MemberColumn, int]:
    """Returns the place of each column, found by its heading or, without headings, by its cells.

    In a list without headings, `number` is the place of the numbers, if any, and the first two columns that mostly hold
    days give the first and the last day.
    """
    if any(headings):
        meant = clearest(headings, named(headings, HEADINGS), HEADINGS)
        return {column: meant.index(column) for column in MemberColumn if column in meant}
    places = {} if number is None else {MemberColumn.NUMBER: number}
    columns = [[cell for line in lines if (cell := line.cells[place])] for place in range(len(headings))]
    days = [at for at, cells in enumerate(columns) if 2 * sum(map(bool, map(_DAY.fullmatch, cells))) > len(cells)]
    return places | dict(zip((MemberColumn.SINCE, MemberColumn.UNTIL), days, strict=False))


def read_day(text: str, *, this_year: int) -> tuple[int, int, int] | None:
    """Returns the year, month and day of text such as "1.2.2020", "01.02.20" or "2020-02-01"; None for other text.

    "2/2020" and "2020" give the first day of the month or year. Two digits mean the latest such year up to `this_year`.
    The day may not exist, as in "31.2.2020".
    """
    text = text.strip()
    if _YEAR.fullmatch(text):
        return int(text), 1, 1
    if match := _MONTH.fullmatch(text):
        return int(match[2]), int(match[1]), 1
    if match := _ISO.fullmatch(text):
        year, month, day = map(int, match.groups())
        return year, month, day
    if match := _GERMAN.fullmatch(text):
        day, month, year = map(int, match.groups())
        if len(match[3]) == 2:
            year += _CENTURY if _CENTURY + year <= this_year else _CENTURY - 100
        return year, month, day
    return None


def read_kind(text: str) -> str | None:
    """Returns the kind of membership that a cell names, "full", "young" or "guest"; None for other text.

    If a cell names several kinds, the last of them in this order counts.
    """
    words = re.findall(r"[^\W\d_]+", text.casefold())
    kinds = [kind for kind, known in _KINDS.items() if set(words) & set(known)]
    # "Jugendmitglied, aktiv" is young, and so is "Jugend (Mitglied)".
    return kinds[-1] if kinds else None
