"""The entry page: the list as on paper, in one plain form that is saved row by row.

A complete list is shown locked; a button unlocks it for corrections (`?berichtigen`).
"""

from dataclasses import dataclass, field
from urllib.parse import urlencode

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _, ngettext

from romme_turnier.core.lists.typed_row import read_row
from romme_turnier.tournament import models
from romme_turnier.tournament.lists import entries, words as lists_words
from romme_turnier.tournament.lists.corrections import typo_reason
from romme_turnier.tournament.lists.history_words import row_in_words
from romme_turnier.tournament.lists.words import points_label
from romme_turnier.tournament.permissions import OfficialRequest, Right, for_officials
from romme_turnier.tournament.shared.errors import Conflict
from romme_turnier.tournament.shared.numbers import whole_numbers
from romme_turnier.web.acting import Attempt, errors_as_messages
from romme_turnier.web.fields import posted_line
from romme_turnier.web.organiser.lists import grid
from romme_turnier.web.organiser.lists.common import (
    ListView,
    Status,
    complete_if_ready,
    demand_writable,
    get_list_view,
    lists_url,
    posted_version,
)
from romme_turnier.web.organiser.lists.entry_state import facts, sheet_context
from romme_turnier.web.organiser.lists.sums import TypedClaims, claims_shown, typed_claims
from romme_turnier.web.organiser.lists.typed import TypedRow, UnsavedRow, typed_rows


@dataclass(frozen=True, slots=True)
class Correction:
    """The reason for a change to a list that is no longer open, and the seats whose players agreed (§ 2.2.3).

    `typo` means that the paper is right and only our entry was wrong.
    """

    reason: str
    consent: list[int]
    typo: bool

    @property
    def words(self) -> str:
        return typo_reason(self.reason) if self.typo else self.reason


@dataclass
class Outcome:
    """The result of saving one submitted page."""

    saved: list[int] = field(default_factory=list)
    changes: int = 0  # number of changes that this page has made to the list
    unsaved: dict[int, UnsavedRow] = field(default_factory=dict)
    claims_saved: bool = False
    claims_unsaved: TypedClaims | None = None
    claims_error: str = ""
    reason_error: str = ""

    @property
    def clean(self) -> bool:
        return not (self.unsaved or self.claims_unsaved or self.reason_error)


@for_officials(Right.SEE, writing=Right.ENTER)
def entry(request: OfficialRequest, event: models.Event, number: int, table: int) -> HttpResponse:
    view = get_list_view(request, event, number, table)
    if request.method != "POST":
        return _show(request, view, Outcome(saved=whole_numbers(request.GET.get("gespeichert", "").split("-"))))
    demand_writable(view)
    if view.series.is_closed:
        messages.error(request, _("Die Serie ist abgeschlossen, ihre Listen sind gesperrt."))
        return redirect(view.url())
    outcome = _save(request, view)
    _announce(request, outcome)
    if not outcome.clean:
        return _show(request, get_list_view(request, event, number, table), outcome)
    return _proceed(request, view, outcome)


def _save(request: OfficialRequest, view: ListView) -> Outcome:
    """Saves each changed row separately, in order, then the sums; if a required reason is missing, saves nothing."""
    outcome = Outcome()
    rows = [row for row in typed_rows(request.POST, view.loaded.length, view.sheet.seats) if row.changed]
    claims = typed_claims(request.POST, view.sheet.seats)
    why = Correction(posted_line(request, "reason"), _consent(request, view), "typo" in request.POST)
    if (rows or claims.changed) and not view.is_open and not why.words:
        outcome.reason_error = _("Die Liste ist abgeschlossen. Bitte geben Sie einen Grund für die Änderung an.")
        outcome.unsaved = {row.number: UnsavedRow(row.cells, (_("noch nicht gespeichert"),)) for row in rows}
        outcome.claims_unsaved = claims if claims.changed else None
        return outcome
    for row in rows:
        _save_row(request, view, row, why, outcome)
    if claims.changed:
        _save_claims(request, view, claims, why, outcome)
    return outcome


def _consent(request: OfficialRequest, view: ListView) -> list[int]:
    ticked = set(request.POST.getlist("consent"))
    return [seat.number for seat in view.seats if str(seat.number) in ticked]


def _save_row(request: OfficialRequest, view: ListView, row: TypedRow, why: Correction, outcome: Outcome) -> None:
    rules = view.event.rules
    parsed = read_row(row.number, row.cells, rules)
    if parsed.errors:
        lines = tuple(lists_words.describe_cell_error(e.code, e.seat, e.text) for e in parsed.errors)
        outcome.unsaved[row.number] = UnsavedRow(row.cells, lines, frozenset(e.seat for e in parsed.errors))
        return
    with Attempt() as attempt:
        entries.save_row(
            view.spielliste,
            parsed,
            expected=row.version,
            by=request.user,
            key=row.key,
            reason=why.reason,
            consent=why.consent,
            typo=why.typo,
        )
        outcome.saved.append(row.number)
        outcome.changes += 1
        return
    why_not = [attempt.message]
    if isinstance(attempt.error, Conflict):
        stored = row_in_words(row.number, attempt.error.current.get("row"), rules)
        why_not += [
            _("Gespeichert ist jetzt: %(row)s.") % {"row": stored},
            _("Mit „Speichern“ gilt, was Sie eingegeben haben."),
        ]
    outcome.unsaved[row.number] = UnsavedRow(row.cells, tuple(why_not))


def _save_claims(
    request: OfficialRequest, view: ListView, claims: TypedClaims, why: Correction, outcome: Outcome
) -> None:
    if claims.unreadable():
        outcome.claims_unsaved = claims
        return
    now = get_list_view(request, view.event, view.number, view.table)
    if claims_shown(now.loaded.picture) != claims.shown:
        outcome.claims_unsaved, outcome.claims_error = claims, Conflict().message
        return
    with Attempt() as attempt:
        entries.save_claims(
            view.spielliste, claims.by_seat(), expected=now.spielliste.version, by=request.user, reason=why.words
        )
        outcome.claims_saved = True
        outcome.changes += 1
        return
    outcome.claims_unsaved, outcome.claims_error = claims, attempt.message


def _announce(request: OfficialRequest, outcome: Outcome) -> None:
    if outcome.saved:
        games = ", ".join(map(str, outcome.saved))
        words = ngettext("Spiel %(games)s ist gespeichert.", "Spiele %(games)s sind gespeichert.", len(outcome.saved))
        messages.success(request, words % {"games": games})
    if outcome.claims_saved:
        messages.success(request, _("Die Summen laut Liste sind gespeichert."))
    if outcome.unsaved and not outcome.reason_error:
        games = ", ".join(map(str, sorted(outcome.unsaved)))
        messages.error(request, _("Nicht gespeichert: Spiel %(games)s. Der Grund steht daneben.") % {"games": games})
    if outcome.claims_error:
        messages.error(request, _("Die Summen sind nicht gespeichert. %(why)s") % {"why": outcome.claims_error})


def _proceed(request: OfficialRequest, view: ListView, outcome: Outcome) -> HttpResponse:
    """Completes the list if asked or, after a save, if it is ready; then redirects to a list or the overview."""
    then = request.POST.get("then", "")
    if then == "complete":
        with errors_as_messages(request):
            entries.complete(view.spielliste, expected=posted_version(request) + outcome.changes, by=request.user)
            messages.success(request, _("Die Liste von Tisch %(table)d ist vollständig.") % {"table": view.table})
    elif outcome.saved or outcome.claims_saved:
        with errors_as_messages(request):
            complete_if_ready(request, view)
    if then == "next":
        table = next_table(view)
        if table is None:
            return redirect(lists_url(view.event, view.number))
        return redirect("organiser:list", view.event.slug, view.number, table)
    if not then and not outcome.saved and not outcome.claims_saved:
        messages.info(request, _("Es war nichts zu speichern."))
    marks = "?" + urlencode({"gespeichert": "-".join(map(str, outcome.saved))}) if outcome.saved else ""
    return redirect(view.url() + marks)


def next_table(view: ListView) -> int | None:
    """Returns the next table with an open list, wrapping around at the last table; None if no other list is open."""
    waiting = models.Spielliste.objects.filter(table__series=view.series, status=Status.OPEN)
    numbers = list(
        waiting.exclude(pk=view.spielliste.pk).order_by("table__number").values_list("table__number", flat=True)
    )
    return next((number for number in numbers if number > view.table), numbers[0] if numbers else None)


def _show(request: OfficialRequest, view: ListView, outcome: Outcome) -> HttpResponse:
    numbers: list[int | None] = [None, *view.series.tables.order_by("number").values_list("number", flat=True), None]
    here = numbers.index(view.table)
    before, after = numbers[here - 1], numbers[here + 1]
    correcting = view.may_write and not view.is_open and ("berichtigen" in request.GET or request.method == "POST")
    editable = view.may_write and (view.is_open or correcting)
    unsaved, claims = outcome.unsaved, outcome.claims_unsaved
    shown = grid.build(view, unsaved=unsaved, claims=claims, saved=outcome.saved, editable=editable)
    stored = grid.build(view) if unsaved or claims else shown
    context = {
        **view.context(),
        **sheet_context(view, shown),
        "editable": editable,
        "correcting": correcting,
        "facts": facts(request, view, stored, correcting=correcting),
        "before": before,
        "after": after,
        "reason": request.POST.get("reason", ""),
        "reason_error": outcome.reason_error,
        "consent": _consent(request, view),
        "typo": "typo" in request.POST,
        "highest_wins": view.event.rules.highest_wins,
        "handromme": view.event.rules.hand_name if view.event.rules.has_handromme else "",
        "points_label": points_label(view.event.rules),
    }
    return render(request, "organiser/lists/list.html", context)
