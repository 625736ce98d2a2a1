"""Importing a list of participants: paste or upload, preview, then store all of it or nothing.

Between the pages the list travels with the form, as text, beside what was decided about it: what the columns hold,
cells corrected by hand, spellings of clubs that are one. Nothing is kept on the server before it is confirmed.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext_lazy, ngettext
from django.views.decorators.http import require_http_methods

from romme_turnier.core.people.duplicates import one_spelling
from romme_turnier.core.people.pasted import Column, Columns
from romme_turnier.tournament.exchange.participant_check import LEAVE_OUT, CheckedRow, Decided, Kind, check, decide
from romme_turnier.tournament.exchange.participant_file import Row, Sheet, read_text, read_upload
from romme_turnier.tournament.models import Event, Player
from romme_turnier.tournament.participants.register.lookup import club_names
from romme_turnier.tournament.participants.registrations import register_rows
from romme_turnier.tournament.permissions import OfficialRequest, Right, for_officials
from romme_turnier.tournament.shared.table_file import FileRefused
from romme_turnier.web.acting import errors_as_messages
from romme_turnier.web.nul import may_hold_nul
from romme_turnier.web.organiser.participants.forms import ImportForm

EDITED = ("first_name", "last_name", "club", "number")  # cells that the preview lets one correct
EDITED_ROWS = 400  # of longer lists only those rows that ask for something
COLUMN_WORDS = {
    Column.FIRST_NAME: gettext_lazy("Vorname"),
    Column.LAST_NAME: gettext_lazy("Nachname"),
    Column.NAME: gettext_lazy("ganzer Name"),
    Column.CLUB: gettext_lazy("Club"),
    Column.NUMBER: gettext_lazy("Startnummer"),
    Column.TEAM: gettext_lazy("Mannschaft"),
    Column.PAID: gettext_lazy("bezahlt"),
    Column.PUBLISH_NAME: gettext_lazy("Name öffentlich"),
}


@require_http_methods(["GET", "HEAD", "POST"])
@for_officials(Right.REGISTER)
@may_hold_nul("text")
def participants_import(request: OfficialRequest, event: Event) -> HttpResponse:
    """`was` says what to do with a preview: "melden" stores, "lesen" reads anew, "zurueck" shows the field again."""
    what = request.POST.get("was", "")
    if what == "zurueck":
        return _page(request, event, ImportForm(initial={"text": request.POST.get("text", "")}))
    if what:
        try:
            draft = Draft(request, event, anew=what == "lesen")
        except FileRefused as error:
            messages.error(request, error.message)
            return _page(request, event, ImportForm(initial={"text": request.POST.get("text", "")}))
        return _store(request, event, draft) if what == "melden" else _preview(request, event, draft)
    form = ImportForm(request.POST or None, request.FILES or None)
    found = form.read(read_text, read_upload)
    return (
        _page(request, event, form) if found is None else _preview(request, event, Draft(request, event, text=found[1]))
    )


def _page(request: OfficialRequest, event: Event, form: ImportForm) -> HttpResponse:
    return render(request, "organiser/participants/import.html", {"event": event, "form": form})


@dataclass(frozen=True, slots=True)
class Spelling:
    """A club that seems to be another one spelt differently, in so many rows."""

    written: str
    proposed: str
    rows: int
    taken: bool


class Draft:
    """A list as decided so far. `anew`: columns were chosen, so that cells corrected before are no longer theirs."""

    def __init__(self, request: OfficialRequest, event: Event, *, text: str = "", anew: bool = False) -> None:
        post = request.POST
        first = "was" not in post
        self.text = text if first else post.get("text", "")
        first_names = set(Player.objects.values_list("first_name", flat=True))
        sheet = read_text(
            self.text, None if first else self._columns(request), {} if anew else self._typed(request), first_names
        )
        self.sheet: Sheet = sheet
        proposed = one_spelling((row.club for row in sheet.rows), club_names())
        taken = set(proposed) if first or anew else set(post.getlist("zusammen"))
        counted = Counter(row.club for row in sheet.rows)
        self.spellings = [Spelling(one, other, counted[one], one in taken) for one, other in sorted(proposed.items())]
        self.rows = [
            replace(row, club=proposed[row.club]) if row.club in taken & set(proposed) else row for row in sheet.rows
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
        """Each column with its heading, an example and what it is read as."""
        pasted = self.sheet.pasted
        examples = [
            next((line.cells[place] for line in pasted.lines if line.cells[place]), "")
            for place in range(len(pasted.columns))
        ]
        return [
            {"name": f"spalte-{place}", "heading": heading, "example": example, "chosen": column}
            for place, (heading, example, column) in enumerate(
                zip(pasted.headings, examples, pasted.columns, strict=True)
            )
        ]


def _preview(request: OfficialRequest, event: Event, draft: Draft, decided: Decided | None = None) -> HttpResponse:
    checked = draft.checked
    kinds = [one.kind for one in checked]
    written = {row.line: row for row in draft.sheet.rows}
    context = {
        "event": event,
        "draft": draft,
        "lines": [
            _Line(request, one, written[one.row.line], decided, few=len(checked) <= EDITED_ROWS) for one in checked
        ],
        "column_words": COLUMN_WORDS.items(),
        "new": kinds.count(Kind.NEW),
        "duplicates": kinds.count(Kind.DOUBLE),
        "twice": kinds.count(Kind.TWICE),
        "registered": kinds.count(Kind.REGISTERED),
        "faulty": kinds.count(Kind.FAULT),
        "obvious": sum(one.obvious is not None for one in checked),
        "same_all": "same_all" in request.POST,
        "with_team": any(one.row.team for one in checked),
        "decided": decided if Kind.FAULT not in kinds else None,
    }
    return render(request, "organiser/participants/import_preview.html", context)


class _Line:
    """One row of the preview as the template shows it. `written` is the row before clubs were put together."""

    def __init__(
        self, request: OfficialRequest, checked: CheckedRow, written: Row, decided: Decided | None, *, few: bool
    ) -> None:
        self.checked, self.row, self.kind, self.written = checked, checked.row, checked.kind.value, written
        # Leaving out who takes part already, or stands here twice, links nobody and stores nothing: it may be proposed.
        proposed = LEAVE_OUT if checked.kind in (Kind.REGISTERED, Kind.TWICE) else ""
        self.answer = request.POST.get(f"line-{self.row.line}", "") or proposed
        self.unanswered = decided is not None and self.row.line in decided.unanswered
        self.twice = decided is not None and self.row.line in decided.twice
        self.candidates = [(str(player.pk), player) for player in checked.candidates]
        self.edited = few or checked.kind != Kind.NEW
        self.number = written.cells.get("number", "") if "number" in self.row.faults else written.number or ""


def _store(request: OfficialRequest, event: Event, draft: Draft) -> HttpResponse:
    decided = decide(draft.checked, _answers(request, draft.checked))
    if decided.unanswered or decided.twice:
        return _preview(request, event, draft, decided)
    with errors_as_messages(request):
        count = len(register_rows(event, decided.entries, by=request.user))
        text = ngettext("%(n)d Teilnehmer ist gemeldet.", "%(n)d Teilnehmer sind gemeldet.", count) % {"n": count}
        messages.success(request, text)
        return redirect("organiser:front_desk", event.slug)
    return _preview(request, event, draft)


def _answers(request: OfficialRequest, checked: Sequence[CheckedRow]) -> dict[int, str]:
    """Returns the answers by line; the box for all takes those whose name and club are the same."""
    for_all = "same_all" in request.POST
    answers = {}
    for one in checked:
        answer = request.POST.get(f"line-{one.row.line}", "")
        if not answer and for_all and one.obvious:
            answer = one.obvious
        answers[one.row.line] = answer
    return answers
