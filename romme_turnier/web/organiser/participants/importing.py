"""Imports a list of participants: paste or upload, preview, then storage.

The forms carry the list from page to page as text, with all decisions: meanings of columns, corrected cells, spellings
of clubs, other sheets of a workbook, registered lines. The server stores only confirmed rows; a row that is faulty or
unanswered does not hold back the other rows and stays in the preview.
"""

from collections.abc import Sequence
from dataclasses import replace

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _, ngettext

from romme_turnier.tournament.exchange.participant_check import LEAVE_OUT, NEW_PERSON, CheckedRow, Decided, Kind, decide
from romme_turnier.tournament.exchange.participant_file import text_of_file
from romme_turnier.tournament.models import Event, LedgerEntry
from romme_turnier.tournament.participants.registrations import register_rows
from romme_turnier.tournament.permissions import OfficialRequest, Right, for_officials, may
from romme_turnier.tournament.shared.list_files.table_file import FileRefused, ListText, SheetText
from romme_turnier.tournament.shared.numbers import whole_number
from romme_turnier.web.acting import errors_as_messages
from romme_turnier.web.nul import may_hold_nul
from romme_turnier.web.organiser.fields import notes_of
from romme_turnier.web.organiser.participants.forms import ImportForm
from romme_turnier.web.organiser.participants.import_draft import COLUMN_WORDS, EDITED_ROWS, Draft, Line

Method = LedgerEntry.Method
OTHER_SHEETS = 400_000  # characters of other sheets that the form carries
NAMED_MAX = 10  # the message about omitted rows names at most this many


@for_officials(Right.REGISTER)
@may_hold_nul("text")
def participants_import(request: OfficialRequest, event: Event) -> HttpResponse:
    """Reads, previews or stores a list.

    The posted `was` names the step: "melden" stores the list if the preview showed the same columns, "pruefen" and
    "lesen" show the preview again, "blatt-1" reads another sheet, "zurueck" returns to the text.
    """
    what = request.POST.get("was", "")
    if not what:
        form = ImportForm(request.POST or None, request.FILES or None)
        written = form.list_text(text_of_file)
        decisions = _decisions(request) if "vorher" in request.POST else []
        if written is None:
            return _page(request, event, form, decisions)
        try:
            return _preview(request, event, Draft(request, event, written))
        except FileRefused as error:
            form.refuse(error)
            return _page(request, event, form, decisions)
    written = _written(request)
    if what == "zurueck":
        return _page(request, event, ImportForm(initial={"text": written.text}), _decisions(request))
    try:
        draft = Draft(request, event, written)
    except FileRefused as error:
        messages.error(request, error.message)
        return _page(request, event, ImportForm(initial={"text": written.text}), _decisions(request))
    # Other columns have to be previewed before rows are stored with them.
    return _store(request, event, draft) if what == "melden" and draft.is_seen else _preview(request, event, draft)


def _decisions(request: OfficialRequest) -> list[tuple[str, str]]:
    """Returns the fields of a preview that the input page keeps for the next preview."""
    kept = [
        (name, value)
        for name, values in request.POST.lists()
        if name in ("zusammen", "same_all", "zahlung") or name.partition("-")[0] in ("spalte", "war", "z", "line")
        for value in values
    ]
    return [*kept, ("vorher", request.POST.get("vorher", request.POST.get("text", "")))]


def _written(request: OfficialRequest) -> ListText:
    """Returns the list from the form of a preview. The step "blatt-1" selects the second of the other sheets."""
    post = request.POST
    sheets = [
        SheetText(name, text) for name, text in zip(post.getlist("blatt"), post.getlist("blatt-text"), strict=False)
    ]
    current = SheetText(post.get("gelesen", ""), post.get("text", ""))
    place = whole_number(post.get("was", "").removeprefix("blatt-"), digits=3)
    if place is not None and place < len(sheets) and sheets[place].text:
        sheets[place], current = current, sheets[place]
    return ListText(current.text, post.get("zeichensatz", "")[:40], current.name, tuple(sheets))


def _page(
    request: OfficialRequest, event: Event, form: ImportForm, decisions: Sequence[tuple[str, str]] = ()
) -> HttpResponse:
    context = {"event": event, "form": form, "decisions": decisions}
    return render(request, "organiser/participants/import.html", context)


def _preview(request: OfficialRequest, event: Event, draft: Draft, decided: Decided | None = None) -> HttpResponse:
    checked = draft.checked
    kinds = [line.kind for line in checked]
    written = {row.line: row for row in draft.sheet.rows}
    few = len(checked) <= EDITED_ROWS
    lines = [
        Line(
            line,
            written[line.row.line],
            draft,
            decided,
            edited=few or f"z-{line.row.line}-last_name" in request.POST,
        )
        for line in checked
    ]
    faulty = [line for line in lines if line.kind == Kind.FAULT and line.answer != LEAVE_OUT]
    left_out = sum(line.kind == Kind.NEW and line.answer == LEAVE_OUT for line in lines)
    left, others = OTHER_SHEETS, []
    for sheet in draft.written.unread:
        left -= len(sheet.text)
        others.append(sheet if left >= 0 else replace(sheet, text=""))
    context = {
        "event": event,
        "draft": draft,
        "file_notes": notes_of(draft.written),
        "sheets": others,
        "lines": lines,
        "column_words": COLUMN_WORDS.items(),
        "new": kinds.count(Kind.NEW) - left_out,
        "left_out": left_out,
        "duplicates": kinds.count(Kind.DOUBLE),
        "twice": kinds.count(Kind.TWICE),
        "registered": kinds.count(Kind.REGISTERED),
        "faulty": faulty,
        "obvious": sum(line.obvious is not None for line in checked),
        "same_all": "same_all" in request.POST,
        "columns_read": set(draft.sheet.columns),
        "ways_named": any(line.row.paid_by or line.row.paid_amount is not None for line in lines),
        "paid": _may_book(request, event) and sum(line.row.paid for line in lines if line.answer != LEAVE_OUT),
        "decided": None if faulty or draft.clashing else decided,
        "registrations": event.registrations.count(),
    }
    return render(request, "organiser/participants/import_preview.html", context)


def _store(request: OfficialRequest, event: Event, draft: Draft) -> HttpResponse:
    decided = decide(draft.checked, _answers(request, event, draft.checked))
    open_lines = {*decided.unanswered, *decided.twice}
    if draft.clashing or (open_lines and not decided.entries):
        return _preview(request, event, draft, decided)
    with errors_as_messages(request):
        method = draft.payment if draft.payment in Method and _may_book(request, event) else ""
        count = len(register_rows(event, decided.entries, method=method, by=request.user))
        text = ngettext("%(n)d Teilnehmer ist gemeldet.", "%(n)d Teilnehmer sind gemeldet.", count) % {"n": count}
        messages.success(request, text)
        if not open_lines:
            if decided.left_out:
                messages.warning(request, _left_out_in_words(decided.left_out))
            return redirect("organiser:front_desk", event.slug)
        open_lines |= {line.row.line for line in decided.left_out}
        draft.drop({row.line for row in draft.rows} - open_lines)
    return _preview(request, event, draft, decided)


def _may_book(request: OfficialRequest, event: Event) -> bool:
    fees = event.entry_fee or event.fee_kinds.exists()
    return bool(fees) and may(request.user, Right.CASH, event)


def _left_out_in_words(left_out: Sequence[CheckedRow]) -> str:
    why = {Kind.TWICE: _("doppelt"), Kind.REGISTERED: _("schon gemeldet")}
    said = [
        _("Zeile %(line)d, %(name)s, %(why)s")
        % {
            "line": line.row.line,
            "name": f"{line.row.first_name} {line.row.last_name}".strip() or "–",
            "why": why.get(line.kind, _("weggelassen")),
        }
        for line in left_out[:NAMED_MAX]
    ]
    if more := len(left_out) - NAMED_MAX:
        said += [ngettext("%(n)d weitere", "%(n)d weitere", more) % {"n": more}] if more > 0 else []
    text = ngettext("%(n)d nicht: %(lines)s.", "%(n)d nicht: %(lines)s.", len(left_out))
    return text % {"n": len(left_out), "lines": "; ".join(said)}


def _answers(request: OfficialRequest, event: Event, checked: Sequence[CheckedRow]) -> dict[int, str]:
    """Returns the answers by line number. The box `same_all` accepts players with the same name and club.

    If the participants have changed since the preview, the answer "another person" is ignored for a participant's
    namesake, because a page that is sent twice would otherwise register its rows twice.
    """
    for_all = "same_all" in request.POST
    is_current = request.POST.get("anzahl") == str(event.registrations.count())
    answers = {}
    for line in checked:
        answer = request.POST.get(f"line-{line.row.line}", "")
        if not answer and for_all and line.obvious:
            answer = line.obvious
        if line.kind == Kind.REGISTERED and answer == NEW_PERSON and not is_current:
            answer = ""
        answers[line.row.line] = answer
    return answers
