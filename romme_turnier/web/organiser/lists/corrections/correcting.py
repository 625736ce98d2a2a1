"""Correcting one game of a complete list, and an entry with several possible readings.

Both show their effect first, and the players that must agree (§ 2.2.3) or be informed (§ 2.2.5).
"""

from collections.abc import Sequence
from functools import partial

from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from romme_turnier.core.lists.notation import ParsedRow, format_row
from romme_turnier.core.lists.sheet import Game, Reading
from romme_turnier.tournament import models
from romme_turnier.tournament.lists import entries
from romme_turnier.tournament.permissions import OfficialRequest, Right, for_officials
from romme_turnier.tournament.shared.numbers import whole_number
from romme_turnier.web.organiser.lists.common import ListView, demand_writable, get_list_view
from romme_turnier.web.organiser.lists.corrections.correcting_forms import CorrectionForm, ReadingForm, game_of_sheet
from romme_turnier.web.organiser.lists.corrections.preview import Decision, decide
from romme_turnier.web.organiser.lists.grid import is_unread

_methods = require_http_methods(["GET", "HEAD", "POST"])


@_methods
@for_officials(Right.ENTER)
def correct(request: OfficialRequest, event: models.Event, number: int, table: int) -> HttpResponse:
    view = get_list_view(request, event, number, table)
    demand_writable(view)
    if view.is_open:
        return redirect(view.url())  # games of an open list are simply entered
    title = _("Spiel berichtigen")
    game = _game(request, view)
    form = CorrectionForm(view, game, request.POST if "reason" in request.POST else None)

    def made() -> Decision:
        typo = form.cleaned_data["kind"] == CorrectionForm.TYPO
        return _row_decision(
            request,
            view,
            form.row,
            title=title,
            clause=_("Die Spielleitung berichtigt Fehler und unterrichtet die betroffenen Spieler (§ 2.2.5).")
            if view.may_rule
            else _("Bis zum Ende der Serie wird mit Einverständnis der beteiligten Spieler berichtigt (§ 2.2.3)."),
            reason=form.cleaned_data["reason"],
            typo=typo,
        )

    return decide(request, view, form, made, title)


@_methods
@for_officials(Right.RULE)
def reading(request: OfficialRequest, event: models.Event, number: int, table: int) -> HttpResponse:
    view = get_list_view(request, event, number, table)
    title = _("Unklarer Eintrag")
    game = _game(request, view)
    form = ReadingForm(view, request.POST or None, initial={"game": game, "seat": _seat(request, view, game)})

    def made() -> Decision:
        return _row_decision(
            request,
            view,
            form.row,
            title=title,
            clause=_(
                "Ist ein Eintrag nicht eindeutig, gilt stets die für den Teilnehmer ungünstigste Punktzahl (§ 2.2.6)."
            ),
            reason=form.cleaned_data["reason"],
        )

    return decide(request, view, form, made, title)


def _game(request: OfficialRequest, view: ListView) -> int:
    """Returns the game that the form or the link named, otherwise the first with a fault, otherwise game 1."""
    named = whole_number(request.POST.get("game", "") or request.GET.get("spiel", ""))
    if named is not None and 1 <= named <= view.rows:
        return named
    faulty = [game for violation in view.evaluation.violations if isinstance(game := violation.params.get("game"), int)]
    return min(faulty, default=1)


def _seat(request: OfficialRequest, view: ListView, game: int) -> int | None:
    """Returns the seat that the link named, otherwise the only seat with an unreadable entry in the game."""
    named = whole_number(request.GET.get("platz", ""))
    of_game = [v for v in view.evaluation.violations if is_unread(v) and v.params.get("game") == game]
    unread = [seat for violation in of_game if isinstance(seat := violation.params.get("seat"), int)]
    return unread[0] if named is None and len(unread) == 1 else named


def _row_decision(
    request: OfficialRequest,
    view: ListView,
    row: ParsedRow,
    *,
    title: str,
    clause: str,
    reason: str,
    typo: bool = False,
) -> Decision:
    number = row.game.number
    stored = view.loaded.rows.get(number)
    highest_wins = view.event.rules.highest_wins

    def words(game: Game, readings: Sequence[Reading]) -> str:
        cells = format_row(game, readings, highest_wins=highest_wins)
        return " · ".join(cell or "–" for cell in cells)

    def save(_version: int, consent: Sequence[int]) -> None:
        entries.save_row(
            view.spielliste,
            row,
            expected=stored.version if stored else 0,
            by=request.user,
            reason=reason,
            consent=consent,
            typo=typo,
        )

    old, new = words(game_of_sheet(view.sheet, number), view.sheet.readings), words(row.game, row.readings)
    facts = [_("Spiel %(game)d: %(old)s → %(new)s") % {"game": number, "old": old, "new": new}]
    if typo:
        facts.append(_("Tippfehler bei der Eingabe: Auf dem Papier ändert sich nichts."))
    return Decision(
        title=title,
        clause=clause,
        facts=facts,
        button=_("Spiel %(game)d berichtigen") % {"game": number},
        done=_("Spiel %(game)d ist berichtigt.") % {"game": number},
        carry_out=partial(save, consent=()),
        with_consent=save,
    )
