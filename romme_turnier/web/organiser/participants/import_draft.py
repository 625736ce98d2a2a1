"""A list of participants between paste and storing: the decisions so far, and the rows of the preview."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, replace
from textwrap import shorten
from typing import Any

from django.utils.translation import gettext as _, gettext_lazy

from romme_turnier.core.people.columns import Column, Columns
from romme_turnier.core.people.duplicates import one_spelling
from romme_turnier.tournament.exchange.participant_check import CheckedRow, Decided, Kind, check
from romme_turnier.tournament.exchange.participant_file import Row, Sheet, read_text
from romme_turnier.tournament.models import Event, Player
from romme_turnier.tournament.participants.register.lookup import club_names
from romme_turnier.tournament.permissions import OfficialRequest
from romme_turnier.tournament.shared.list_files.table_file import ListText

EDITED = ("first_name", "last_name", "club", "number", "paid")  # cells that can be corrected in the preview
EDITED_ROWS = 400  # of longer lists only rows with a question
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
    """A club that is probably another one in different spelling, and its number of rows."""

    written: str
    proposed: str
    rows: int
    taken: bool


class Draft:
    """A list with the decisions so far. It is `fresh` at first, and after a change of columns or sheet, which
    invalidates corrected cells.
    """

    def __init__(self, request: OfficialRequest, event: Event, written: ListText) -> None:
        post = request.POST
        self.written, self.text = written, written.text
        what = post.get("was", "")
        self.fresh = what not in ("melden", "pruefen")
        first_names = set(Player.objects.known().values_list("first_name", flat=True))
        self.sheet: Sheet = read_text(
            self.text,
            self._columns(request) if what in ("melden", "pruefen", "lesen") else None,
            {} if self.fresh else self._typed(request),
            first_names,
            dict(event.categories.values_list("name", "pk")),
        )
        proposed = one_spelling((row.club for row in self.sheet.rows), club_names())
        taken = set(proposed) if self.fresh else set(post.getlist("zusammen"))
        counted = Counter(row.club for row in self.sheet.rows)
        self.spellings = [
            Spelling(spelling, other, counted[spelling], spelling in taken)
            for spelling, other in sorted(proposed.items())
        ]
        self.rows = [
            replace(row, club=proposed[row.club]) if row.club in taken & set(proposed) else row
            for row in self.sheet.rows
        ]
        self.checked = check(event, self.rows)

    @staticmethod
    def _columns(request: OfficialRequest) -> Columns:
        chosen: list[Column | None] = []
        while (name := f"spalte-{len(chosen)}") in request.POST:
            value = str(request.POST[name])
            chosen.append(Column(value) if value in set(Column) else None)
        return tuple(chosen)

    @staticmethod
    def _typed(request: OfficialRequest) -> dict[int, dict[str, str]]:
        typed: dict[int, dict[str, str]] = {}
        for key, value in request.POST.items():
            kind, _dash, rest = key.partition("-")
            line, _dash, name = rest.partition("-")
            if kind == "z" and line.isascii() and line.isdecimal() and len(line) < 7 and name in EDITED:
                typed.setdefault(int(line), {})[name] = str(value)[:200]
        return typed

    @property
    def columns(self) -> list[dict[str, Any]]:
        """Each column with its heading, an example and its meaning."""
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
        """Remarks for the official on how the list was read."""
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
        """Meanings chosen for more than one column."""
        return [str(COLUMN_WORDS[column]) for column in self.sheet.people.clashing]


def _quoted(names: Iterable[str]) -> str:
    return ", ".join(f"„{shorten(name, 40, placeholder='…')}“" for name in names)


class Line:
    """One row of the preview. `written` is the row before spellings of clubs were unified."""

    def __init__(
        self,
        request: OfficialRequest,
        checked: CheckedRow,
        written: Row,
        draft: Draft,
        decided: Decided | None,
        *,
        few: bool,
    ) -> None:
        post = request.POST
        self.checked, self.row, self.kind, self.written = checked, checked.row, checked.kind.value, written
        self.answer = post.get(f"line-{self.row.line}", "") if not draft.fresh else ""
        if draft.fresh or not self.is_box:
            self.answer = self.answer or checked.proposed
        self.unanswered = decided is not None and self.row.line in decided.unanswered
        self.twice = decided is not None and self.row.line in decided.twice
        self.candidates = [(str(player.pk), player) for player in checked.candidates]
        corrected = not draft.fresh and f"z-{self.row.line}-last_name" in post
        self.edited = few or corrected or checked.kind != Kind.NEW
        self.settled = not draft.fresh and f"z-{self.row.line}-paid" in post
        self.number = written.cells.get("number", "") if "number" in self.row.faults else written.number or ""

    @property
    def is_box(self) -> bool:
        """Whether the row can only be left out; an empty box is also an answer."""
        return self.checked.kind in (Kind.NEW, Kind.FAULT)
