"""Imports a list of members: paste or upload, preview of the changes, then storage of all of them or none.

The preview carries the list as text with all answers, and asks about each member that the list does not name.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from hashlib import sha256
from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _, gettext_lazy, ngettext

from romme_turnier.tournament.exchange.member_check import (
    ENDS,
    LEAVE_OUT,
    NEW_PERSON,
    STAYS,
    TAKE_NAME,
    CheckedMember,
    DecidedMembers,
    Kind,
    MemberCheck,
    decide,
)
from romme_turnier.tournament.exchange.member_file import MemberSheet, read_members
from romme_turnier.tournament.exchange.participant_file import text_of_file
from romme_turnier.tournament.models import Membership, Organiser
from romme_turnier.tournament.offices import OrganiserRight
from romme_turnier.tournament.organisers.access import for_organiser
from romme_turnier.tournament.participants.members.memberships import memberships_at, store_member_list
from romme_turnier.tournament.participants.register.lookup import people_of
from romme_turnier.tournament.permissions import OfficialRequest
from romme_turnier.tournament.shared.list_files.table_file import FileRefused
from romme_turnier.web.acting import errors_as_messages
from romme_turnier.web.nul import may_hold_nul
from romme_turnier.web.organiser.fields import TextOrFileForm, date_field
from romme_turnier.web.organiser.participants.forms import described

_FIELDS = {
    "number": gettext_lazy("Nummer"),
    "kind": gettext_lazy("Art"),
    "since": gettext_lazy("Mitglied seit"),
    "until": gettext_lazy("Mitglied bis"),
}


class MemberListForm(TextOrFileForm):
    text_label = gettext_lazy("Liste einfügen")
    text_help = gettext_lazy(
        "Die ganze Mitgliederliste, mit oder ohne Überschriften: Namen, dazu, was Sie haben von Mitgliedsnummer, Art, "
        "Eintritt und Austritt."
    )
    both_words = gettext_lazy("Bitte fügen Sie entweder eine Liste ein oder wählen Sie eine Datei, nicht beides.")
    neither_words = gettext_lazy("Bitte fügen Sie eine Liste ein oder wählen Sie eine Datei.")
    too_long_words = gettext_lazy("Bitte lesen Sie die Mitglieder jedes Vereins bei diesem Verein ein.")


class EndForm(forms.Form):
    """The form for the last day of the members who have left, by default today."""

    ended = date_field(gettext_lazy("Letzter Tag der Ausgetretenen"))

    def clean_ended(self) -> date:
        return self.cleaned_data["ended"] or timezone.localdate()


@dataclass(frozen=True, slots=True)
class Line:
    """A row of the preview: its effect as text, and the question with the answer so far."""

    checked: CheckedMember
    effect: str
    choices: tuple[tuple[str, str], ...]
    answer: str
    is_open: bool
    is_twice: bool
    is_taken: bool
    is_overlapping: bool

    @property
    def needs_answer(self) -> bool:
        return self.is_open or self.is_twice or self.is_taken or self.is_overlapping

    @property
    def faults(self) -> list[str]:
        return list(self.checked.row.faults.values())

    @property
    def doubts(self) -> list[str]:
        row = self.checked.row
        return [*row.doubts.values(), *([row.left_out] if row.left_out and not row.faults else [])]


@for_organiser(OrganiserRight.KEEP_REGISTER, of_single=True)
@may_hold_nul("text")
def members_import(request: OfficialRequest, organiser: Organiser) -> HttpResponse:
    """Reads and previews a list. The preview posts `was`: "uebernehmen" stores it, "zurueck" returns to the text."""
    what = request.POST.get("was", "")
    if what == "zurueck":
        return _page(request, organiser, MemberListForm(initial={"text": request.POST.get("text", "")}))
    if what != "uebernehmen":
        form = MemberListForm(request.POST or None, request.FILES or None)
        written = form.list_text(text_of_file)
        if written is None:
            return _page(request, organiser, form)
        try:
            return _preview(request, organiser, _read(organiser, written.text), written.text)
        except FileRefused as error:
            form.refuse(error)
            return _page(request, organiser, form)
    text = request.POST.get("text", "")
    try:
        sheet = _read(organiser, text)
    except FileRefused as error:
        messages.error(request, error.message)
        return _page(request, organiser, MemberListForm(initial={"text": text}))
    return _store(request, organiser, text, sheet)


def _read(organiser: Organiser, text: str) -> MemberSheet:
    """Reads the list, helped by known first names. Raises FileRefused if the text is not a list."""
    known = people_of(organiser).order_by().values_list("first_name", flat=True).distinct()
    return read_members(text, set(known))


def _page(request: OfficialRequest, organiser: Organiser, form: MemberListForm) -> HttpResponse:
    return render(request, "organiser/organisers/members/import.html", {"organiser": organiser, "form": form})


def _store(request: OfficialRequest, organiser: Organiser, text: str, sheet: MemberSheet) -> HttpResponse:
    check, end = MemberCheck(organiser, sheet.rows, request.user), EndForm(request.POST)
    answers = {line.row.line: request.POST.get(f"line-{line.row.line}", "") for line in check.checked}
    about_missing = {row.pk: request.POST.get(f"fehlt-{row.pk}", "") for row in check.missing(())}
    decided = decide(check, answers, about_missing)
    if request.POST.get("stand") != _state_of(organiser):
        messages.warning(request, _("Inzwischen hat sich bei den Mitgliedern etwas geändert. Bitte prüfen Sie neu."))
    elif end.is_valid() and decided.is_complete:
        with errors_as_messages(request):
            until = end.cleaned_data["ended"]
            store_member_list(organiser, decided.changes, decided.ended, until=until, by=request.user)
            messages.success(request, _stored_in_words(decided))
            return redirect("organiser:members", organiser.number)
    return _preview(request, organiser, sheet, text, (decided, end))


def _stored_in_words(decided: DecidedMembers) -> str:
    changed, ended = len(decided.changes), len(decided.ended)
    said = [ngettext("%(n)d Änderung übernommen.", "%(n)d Änderungen übernommen.", changed) % {"n": changed}]
    if ended:
        words = ngettext("%(n)d Mitgliedschaft ist beendet.", "%(n)d Mitgliedschaften sind beendet.", ended)
        said.append(words % {"n": ended})
    return " ".join(said)


def _state_of(organiser: Organiser) -> str:
    """Returns a fingerprint of the members, to detect changes since the preview."""
    columns = ("pk", "number", "kind", "since", "until", "player__first_name", "player__last_name")
    rows = memberships_at(organiser).order_by("pk").values_list(*columns)
    return sha256(repr(list(rows)).encode()).hexdigest()[:16]


def _preview(
    request: OfficialRequest,
    organiser: Organiser,
    sheet: MemberSheet,
    text: str,
    posted: tuple[DecidedMembers, EndForm] | None = None,
) -> HttpResponse:
    decided, end = posted or (None, EndForm(initial={"ended": timezone.localdate()}))
    check = MemberCheck(organiser, sheet.rows, request.user)
    missing = decided.missing if decided else check.missing(check.perhaps_named)
    lines = [_line(request, line, decided) for line in check.checked]
    kinds = [line.checked.kind for line in lines if line.answer != LEAVE_OUT]
    context: dict[str, Any] = {
        "organiser": organiser,
        "text": text,
        "sheet": sheet,
        "columns": [(_FIELDS[name], heading) for name, heading in sheet.columns.items() if heading],
        "lines": lines,
        "unanswered": [line.checked.row.line for line in lines if line.needs_answer],
        "missing": [
            {
                "membership": row,
                "answer": request.POST.get(f"fehlt-{row.pk}", "") if decided else "",
                "is_open": decided is not None and row.pk in decided.unanswered_missing,
            }
            for row in missing
        ],
        "missing_choices": ((STAYS, _("bleibt Mitglied")), (ENDS, _("ist ausgetreten"))),
        "state": _state_of(organiser),
        "end": end,
        "counts": {kind.value: kinds.count(kind) for kind in Kind},
        "decided": decided,
    }
    return render(request, "organiser/organisers/members/import_preview.html", context)


def _line(request: OfficialRequest, line: CheckedMember, decided: DecidedMembers | None) -> Line:
    proposed = LEAVE_OUT if line.row.left_out else ""
    return Line(
        checked=line,
        effect=_effect(line),
        choices=tuple(_choices(line)),
        answer=request.POST.get(f"line-{line.row.line}", "") if decided else proposed,
        is_open=decided is not None and line.row.line in decided.unanswered,
        is_twice=decided is not None and line.row.line in decided.twice,
        is_taken=decided is not None and line.row.line in decided.taken,
        is_overlapping=decided is not None and line.row.line in decided.overlapping,
    )


def _effect(line: CheckedMember) -> str:
    match line.kind:
        case Kind.SAME:
            return _("unverändert")
        case Kind.NEW:
            return _("neues Mitglied, noch nicht im Register")
        case Kind.AGAIN if line.membership and line.membership.until:
            return _("wieder Mitglied, war es bis %(day)s") % {"day": _shown(line.membership.until)}
        case Kind.CHANGED:
            return "; ".join(
                _("%(what)s: %(old)s → %(new)s") % {"what": _FIELDS[name], "old": _shown(old), "new": _shown(new)}
                for name, old, new in line.changes
            )
    return ""


def _shown(value: object) -> str:
    if isinstance(value, date):
        return date_format(value, "d.m.Y")
    return str(dict(Membership.Kind.choices).get(str(value), value)) if value else "–"


def _choices(line: CheckedMember) -> Sequence[tuple[str, str]]:
    """Returns the possible answers with their labels; a row without a question can only be left out."""
    leave_out = (LEAVE_OUT, _("Zeile weglassen"))
    if line.kind != Kind.ASKED:
        return [leave_out]
    people = {str(player.pk): described(player) for player in line.candidates}
    labels = {NEW_PERSON: _("Nein, eine andere Person"), LEAVE_OUT: leave_out[1]}
    for pk, name in people.items():
        labels[pk] = _("Ja: %(player)s") % {"player": name}
        labels[f"{TAKE_NAME}{pk}"] = _("Ja: %(player)s heißt jetzt %(name)s") % {"player": name, "name": line.row.name}
    return [(choice, labels[choice]) for choice in line.choices]
