"""Importing a list of participants: paste or upload, preview, then store all of it or nothing.

Between the pages the rows travel with the form, signed; nothing is kept on the server before it is confirmed.
"""

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from django.contrib import messages
from django.core import signing
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _, ngettext
from django.views.decorators.http import require_http_methods

from romme_turnier.tournament.exchange.participant_check import CheckedRow, Decided, Kind, check, decide
from romme_turnier.tournament.exchange.participant_file import Row, Sheet, read_text, read_upload
from romme_turnier.tournament.models import Event
from romme_turnier.tournament.participants.registrations import register_rows
from romme_turnier.tournament.permissions import OfficialRequest, Right, for_officials
from romme_turnier.web.acting import errors_as_messages
from romme_turnier.web.organiser.participants.forms import ImportForm

_SALT = "participants-import"
_HOURS = 12
_ROW_FIELDS = ("line", "first_name", "last_name", "club", "number", "team", "paid", "publish_name")


@require_http_methods(["GET", "HEAD", "POST"])
@for_officials(Right.REGISTER)
def participants_import(request: OfficialRequest, event: Event) -> HttpResponse:
    if "rows" in request.POST:
        return _store(request, event)
    form = ImportForm(request.POST or None, request.FILES or None)
    found = form.read(read_text, read_upload)
    if found is None:
        return _page(request, event, {"form": form})
    sheet, text = found
    return _preview(request, event, check(event, sheet.rows), sheet=sheet, text=text)


def _page(request: OfficialRequest, event: Event, context: dict[str, Any]) -> HttpResponse:
    context |= {"event": event}
    return render(request, "organiser/participants/import.html", context)


def _preview(
    request: OfficialRequest,
    event: Event,
    checked: Sequence[CheckedRow],
    *,
    sheet: Sheet | None = None,
    text: str = "",
    decided: Decided | None = None,
) -> HttpResponse:
    kinds = [one.kind for one in checked]
    faulty = Kind.FAULT in kinds
    context = {
        "event": event,
        "lines": [_Line(one, request.POST.get(f"line-{one.row.line}", ""), decided) for one in checked],
        "new": kinds.count(Kind.NEW),
        "duplicates": kinds.count(Kind.DOUBLE),
        "registered": kinds.count(Kind.REGISTERED),
        "faults": sum(len(one.row.faults) for one in checked),
        "obvious": sum(one.obvious is not None for one in checked),
        "same_all": "same_all" in request.POST,
        "unused": sheet.unused if sheet else [],
        "with_team": any(one.row.team for one in checked),
        "form": ImportForm(initial={"text": text}) if faulty else None,
        "rows": "" if faulty else _signed(event, [one.row for one in checked]),
        "decided": decided,
    }
    return render(request, "organiser/participants/import_preview.html", context)


class _Line:
    """One row of the preview as the template shows it."""

    def __init__(self, checked: CheckedRow, answer: str, decided: Decided | None) -> None:
        self.checked, self.row, self.kind = checked, checked.row, checked.kind.value
        # Skipping somebody who takes part already links nobody and stores nothing: it may be proposed.
        self.answer = answer or ("skip" if checked.kind == Kind.REGISTERED else "")
        self.unanswered = decided is not None and self.row.line in decided.unanswered
        self.twice = decided is not None and self.row.line in decided.twice
        self.asked = checked.kind in (Kind.DOUBLE, Kind.REGISTERED)
        self.candidates = [(str(player.pk), player) for player in checked.candidates]


def _signed(event: Event, rows: Sequence[Row]) -> str:
    values = [{name: value for name, value in asdict(row).items() if name in _ROW_FIELDS} for row in rows]
    return signing.dumps({"event": event.pk, "rows": values}, salt=_SALT, compress=True)


def _unsigned(event: Event, text: str) -> list[Row]:
    """Returns the rows that this program put into the form for this event; BadSignature for anything else."""
    content = signing.loads(text, salt=_SALT, max_age=_HOURS * 3600)
    if content["event"] != event.pk:
        raise signing.BadSignature
    return [Row(**values) for values in content["rows"]]


def _store(request: OfficialRequest, event: Event) -> HttpResponse:
    try:
        rows = _unsigned(event, request.POST["rows"])
    except signing.BadSignature:
        messages.error(request, _("Diese Vorschau gilt nicht mehr. Bitte lesen Sie die Liste noch einmal ein."))
        return redirect("organiser:participants_import", event.slug)
    checked = check(event, rows)  # again: others may have registered somebody meanwhile
    decided = decide(checked, _answers(request, checked))
    if decided.unanswered or decided.twice:
        return _preview(request, event, checked, decided=decided)
    with errors_as_messages(request):
        count = len(register_rows(event, decided.entries, by=request.user))
        text = ngettext("%(n)d Teilnehmer ist gemeldet.", "%(n)d Teilnehmer sind gemeldet.", count) % {"n": count}
        messages.success(request, text)
        return redirect("organiser:front_desk", event.slug)
    return _preview(request, event, checked)


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
