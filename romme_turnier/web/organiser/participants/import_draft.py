"""A list of participants between pasting and storing: the decisions so far, and the rows of the preview."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, replace
from textwrap import shorten
from typing import Any

from django.utils.translation import gettext as _, gettext_lazy

from romme_turnier.core.people.columns import Column, Columns
from romme_turnier.core.people.duplicates import one_spelling
from romme_turnier.tournament.exchange.participant_check import NEW_PERSON, CheckedRow, Decided, Kind, check
from romme_turnier.tournament.exchange.participant_file import Row, Sheet, Typed, read_text
from romme_turnier.tournament.models import Event
from romme_turnier.tournament.participants.register.lookup import club_names, people_of
from romme_turnier.tournament.permissions import OfficialRequest
from romme_turnier.tournament.shared.list_files.table_file import ListText
from romme_turnier.tournament.shared.numbers import whole_numbers

EDITED_ROWS = 400  # in a longer list, only rows with a question have input fields
COLUMN_WORDS = {
    Column.FIRST_NAME: gettext_lazy("Vorname"),
    Column.LAST_NAME: gettext_lazy("Nachname"),
    Column.NAME: gettext_lazy("ganzer Name"),
    Column.LAST_FIRST: gettext_lazy("ganzer Name, Nachname zuerst"),
    Column.CLUB: gettext_lazy("Club"),
    Column.NUMBER: gettext_lazy("Startnummer"),
    Column.TEAM: gettext_lazy("Mannschaft"),
    Column.PAID: gettext_lazy("bezahlt"),
    Column.CATEGORY: gettext_lazy("Sonderwertung"),
    Column.PUBLISH_NAME: gettext_lazy("Name öffentlich"),
}


@dataclass(frozen=True, slots=True)
class Spelling:
    """A club name as `written` in the list, and the known name that is probably meant (`proposed`).

    `rows` is the number of rows with this spelling. `taken` means that `proposed` replaces it.
    """

    written: str
    proposed: str
    rows: int
    taken: bool


class Draft:
    """A list of participants with the decisions from the posted page.

    If the page showed different columns or a different text, its corrected cells and answers move to the rows with the
    same content. Raises FileRefused if the text is not a list.
    """

    def __init__(self, request: OfficialRequest, event: Event, written: ListText) -> None:
        post = request.POST
        self.written, self.text, self._event = written, written.text, event
        self._first_names = set(people_of(event.held_by).order_by().values_list("first_name", flat=True).distinct())
        self._categories = dict(event.categories.values_list("name", "pk"))
        self.payment = post.get("zahlung", "")
        what, shown = post.get("was", ""), post.get("vorher", self.text)
        chosen, before = self._columns(request, "spalte"), self._columns(request, "war")
        decided = "vorher" in post or what in ("melden", "pruefen", "lesen")
        self.is_seen = what in ("melden", "pruefen") and before in ((), chosen)
        lines = post.get("gemeldet", "").split() if what in ("melden", "pruefen", "lesen") else []
        self.registered = set(whole_numbers(lines, digits=6))
        self.sheet = self._read(self.text, chosen if decided else ())
        self.answers: dict[int, str] = {}
        self._proposed = one_spelling((row.club for row in self.sheet.rows), club_names(event.held_by))
        self._united = set(post.getlist("zusammen")) if decided else set(self._proposed)
        if decided:
            earlier = self._read(shown, before or chosen)
            typed = self._typed(request, earlier)
            moved = _moved(earlier, self.sheet)
            if typed:
                corrections = {moved[line]: cells for line, cells in typed.items() if line in moved}
                self.sheet = self._read(self.text, self.sheet.columns, corrections)
                self._proposed = one_spelling((row.club for row in self.sheet.rows), club_names(event.held_by))
            if self.is_seen:
                self.answers = {row.line: post.get(f"line-{row.line}", "") for row in self.sheet.rows}
            else:
                proposed = one_spelling((row.club for row in earlier.rows), club_names(event.held_by))
                self._united = set(self._proposed) - (set(proposed) - self._united)
                corrected = self._read(shown, before or chosen, typed) if typed else earlier
                for line, answer in self._decided(request, corrected):
                    if line in moved:
                        self.answers[moved[line]] = answer
        self.checked = check(event, self._unified(self.sheet))

    def drop(self, lines: Iterable[int]) -> None:
        """Removes the lines that have been registered, and checks the others again."""
        self.registered |= set(lines)
        self.sheet = self._without_registered(self.sheet)
        self.checked = check(self._event, self._unified(self.sheet))

    def _read(self, text: str, columns: Columns, typed: Typed | None = None) -> Sheet:
        sheet = read_text(text, columns or None, typed, self._first_names, self._categories)
        return self._without_registered(sheet)

    def _without_registered(self, sheet: Sheet) -> Sheet:
        return replace(sheet, rows=tuple(row for row in sheet.rows if row.line not in self.registered))

    def _unified(self, sheet: Sheet) -> list[Row]:
        united = self._united & set(self._proposed)
        return [replace(row, club=self._proposed[row.club]) if row.club in united else row for row in sheet.rows]

    def _decided(self, request: OfficialRequest, sheet: Sheet) -> Iterable[tuple[int, str]]:
        """Yields the line number and text of each answer that differs from the proposal."""
        for line in check(self._event, self._unified(sheet)):
            answer, proposed = request.POST.get(f"line-{line.row.line}", ""), line.proposed
            if line.is_box:
                answer = answer or NEW_PERSON
                proposed = proposed or NEW_PERSON
            if answer and answer != proposed:
                yield line.row.line, answer

    @property
    def rows(self) -> list[Row]:
        return [line.row for line in self.checked]

    @property
    def spellings(self) -> list[Spelling]:
        counted = Counter(row.club for row in self.sheet.rows)
        return [
            Spelling(spelling, other, counted[spelling], spelling in self._united)
            for spelling, other in sorted(self._proposed.items())
        ]

    @staticmethod
    def _columns(request: OfficialRequest, fields: str) -> Columns:
        chosen: list[Column | None] = []
        while (name := f"{fields}-{len(chosen)}") in request.POST:
            value = str(request.POST[name])
            chosen.append(Column(value) if value in set(Column) else None)
        return tuple(chosen)

    @staticmethod
    def _typed(request: OfficialRequest, sheet: Sheet) -> dict[int, dict[str, str]]:
        """Returns the corrected cells, by line number and field."""
        typed: dict[int, dict[str, str]] = {}
        for row in sheet.rows:
            for name, read in cells_shown(row).items():
                sent = request.POST.get(f"z-{row.line}-{name}")
                if sent is not None and (cell := str(sent)[:200]) != read[:200]:
                    typed.setdefault(row.line, {})[name] = cell
        return typed

    @property
    def columns(self) -> list[dict[str, Any]]:
        """The field name, heading, example and meaning (`chosen`, a Column or None) of each column."""
        people = self.sheet.people
        examples = [
            next((line.cells[place] for line in people.lines if line.cells[place]), "")
            for place in range(len(people.columns))
        ]
        return [
            {"name": f"spalte-{place}", "heading": heading, "example": example, "chosen": column}
            for place, (heading, example, column) in enumerate(
                zip(people.headings, examples, people.columns, strict=True)
            )
        ]

    @property
    def notes(self) -> list[str]:
        """Remarks for the official about unread parts of the list, and about columns with the same meaning."""
        people = self.sheet.people
        notes = list(self.sheet.not_read)
        for column, places in people.alike.items():
            names = _quoted(people.headings[place] for place in places)
            read = _quoted(people.headings[place] for place in places if people.columns[place] == column)
            if read:
                text = _("%(names)s bedeuten dasselbe (%(word)s). Gelesen wird %(read)s. Stimmt das?")
                notes.append(text % {"names": names, "word": COLUMN_WORDS[column], "read": read})
        return notes

    @property
    def clashing(self) -> list[str]:
        """The meanings that were chosen for more than one column."""
        return [str(COLUMN_WORDS[column]) for column in self.sheet.people.clashing]


def _quoted(names: Iterable[str]) -> str:
    return ", ".join(f"„{shorten(name, 40, placeholder='…')}“" for name in names)


def cells_shown(row: Row) -> dict[str, str]:
    """Returns the texts of the row's input fields in the preview, by field name."""
    return {
        "first_name": row.first_name,
        "last_name": row.last_name,
        "club": row.club,
        "number": str(row.number or row.cells.get("number", "")),
        "team": row.team,
        "category": row.cells.get("category", ""),
        "paid": row.cells.get("paid", "") if "paid" in row.faults or row.paid_as else _YES_NO[row.paid],
        "publish_name": row.cells.get("publish_name", "")
        if "publish_name" in row.faults
        else _YES_NO[row.publish_name],
    }


_YES_NO = {True: "ja", False: "nein"}


def _moved(earlier: Sheet, later: Sheet) -> dict[int, int]:
    """Returns the new number of each line that is in both sheets, by its earlier number."""
    lines: dict[tuple[str, ...], list[int]] = {}
    for line in later.people.lines:
        lines.setdefault(tuple(line.cells), []).append(line.number)
    moved = {}
    for line in earlier.people.lines:
        if same := lines.get(tuple(line.cells)):
            moved[line.number] = same.pop(0)
    return moved


class Line:
    """A row of the preview. `written` is the row before spellings of clubs were unified."""

    def __init__(
        self, checked: CheckedRow, written: Row, draft: Draft, decided: Decided | None, *, edited: bool
    ) -> None:
        self.checked, self.row, self.kind, self.written = checked, checked.row, checked.kind.value, written
        self.is_box, self.cells = checked.is_box, cells_shown(written)
        answer = draft.answers.get(self.row.line)
        self.answer = checked.proposed if answer is None or not (answer or self.is_box) else answer
        self.unanswered = decided is not None and self.row.line in decided.unanswered
        self.twice = decided is not None and self.row.line in decided.twice
        self.candidates = [(str(player.pk), player) for player in checked.candidates]
        self.edited = edited or checked.kind != Kind.NEW
