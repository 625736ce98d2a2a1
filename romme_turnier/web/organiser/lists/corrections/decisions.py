"""Penalty points, rulings, and seats that were left."""

from collections.abc import Iterator
from typing import Any

from django.http import HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from romme_turnier.tournament import models
from romme_turnier.tournament.at_table.on_screen.orders import leave_seat_on_screen
from romme_turnier.tournament.at_table.on_screen.tables import play_table_of
from romme_turnier.tournament.at_table.words import too_few_play
from romme_turnier.tournament.disputes.words import case_named
from romme_turnier.tournament.lists import decisions
from romme_turnier.tournament.permissions import OfficialRequest, Right, for_officials
from romme_turnier.tournament.shared.numbers import whole_number
from romme_turnier.web.organiser.lists.common import ListView, get_list_view
from romme_turnier.web.organiser.lists.corrections.forms import PenaltyForm, RulingForm, VacancyForm
from romme_turnier.web.organiser.lists.corrections.preview import Decision, decide

_methods = require_http_methods(["GET", "HEAD", "POST"])


@_methods
@for_officials(Right.RULE)
def penalty(request: OfficialRequest, event: models.Event, number: int, table: int) -> HttpResponse:
    view = get_list_view(request, event, number, table)
    title = _("Strafpunkte geben")
    initial: dict[str, Any] = _given(request)
    if happened := case_named(request.GET.get("vorfall", "")):
        case, reason, _orders = happened
        initial |= {"amount": str(case.penalty or ""), "reason": reason}
    form = PenaltyForm(view, request.POST or None, initial=initial)

    def made() -> Decision:
        seat, game = form.cleaned_data["seat"], form.cleaned_data["game"]
        words = {"points": form.points, "seat": seat, "game": game}
        return Decision(
            title=title,
            clause=_("Wer nicht offen zählt oder seine Karten zusammenwirft, erhält Strafpunkte (§ 8.3)."),
            facts=[_("%(points)d Strafpunkte für Platz %(seat)d in Spiel %(game)d") % words],
            button=_("%(points)d Strafpunkte geben") % words,
            done=_("Platz %(seat)d hat %(points)d Strafpunkte.") % words,
            carry_out=lambda version: decisions.add_penalty(
                view.spielliste,
                seat=seat,
                game=game,
                points=form.points,
                reason=form.cleaned_data["reason"],
                expected=version,
                by=request.user,
            ),
        )

    return decide(request, view, form, made, title)


@_methods
@for_officials(Right.RULE)
def ruling(request: OfficialRequest, event: models.Event, number: int, table: int) -> HttpResponse:
    view = get_list_view(request, event, number, table)
    title = _("Spiel gelten lassen")
    form = RulingForm(view, request.POST or None, initial=_given(request))

    def made() -> Decision:
        game = form.cleaned_data["game"]
        return Decision(
            title=title,
            clause=_("Über Zweifelsfälle und unklare Einträge entscheidet die Spielleitung (§ 2.2.6, § 2.3.2)."),
            facts=[_("Spiel %(game)d zählt so, wie es auf der Liste steht; leere Felder zählen 0.") % {"game": game}],
            button=_("Spiel %(game)d gelten lassen") % {"game": game},
            done=_("Spiel %(game)d gilt, wie es dasteht.") % {"game": game},
            carry_out=lambda version: decisions.let_row_stand(
                view.spielliste, game=game, reason=form.cleaned_data["reason"], expected=version, by=request.user
            ),
        )

    return decide(request, view, form, made, title)


@_methods
@for_officials(Right.RULE)
def vacancy(request: OfficialRequest, event: models.Event, number: int, table: int) -> HttpResponse:
    view = get_list_view(request, event, number, table)
    title = _("Platz verlassen")
    first_open = {"from_game": view.evaluation.missing[0]} if view.evaluation.missing else {}
    form = VacancyForm(view, request.POST or None, initial=first_open | _given(request))
    leave = leave_seat_on_screen if play_table_of(view.spielliste) else decisions.leave_seat

    def made() -> Decision:
        seat, game = form.cleaned_data["seat"], form.cleaned_data["from_game"]
        counts = form.cleaned_data["counts"]
        words = {"seat": seat, "game": game}
        return Decision(
            title=title,
            clause=_("Die Spielleitung entscheidet, wie es am Tisch weitergeht (§ 2.3.2)."),
            facts=[
                _("Platz %(seat)d ist ab Spiel %(game)d verlassen, dort wird nichts mehr eingetragen.") % words,
                _("Die Einträge der anderen gehen weiter und zählen."),
                _("Auch der Verlassende behält sein Ergebnis.") if counts else _("Für ihn zählt diese Liste nicht."),
                *_on_screen(view, seat),
            ],
            button=_("Platz %(seat)d ab Spiel %(game)d verlassen") % words,
            done=_("Platz %(seat)d ist ab Spiel %(game)d verlassen.") % words,
            carry_out=lambda version: leave(
                view.spielliste,
                seat=seat,
                from_game=game,
                reason=form.cleaned_data["reason"],
                counts=counts,
                expected=version,
                by=request.user,
            ),
        )

    return decide(request, view, form, made, title)


def _on_screen(view: ListView, seat: int) -> Iterator[str]:
    """Yields the consequences for a table that plays in the browser; none if the list is closed."""
    if play_table_of(view.spielliste) is None or view.spielliste.status != models.Spielliste.Status.OPEN:
        return
    least = view.event.rules.seats_min
    if len(view.seats) - len({seat} | {vacancy.seat for vacancy in view.sheet.vacancies}) >= least:
        yield _("Am Bildschirm spielen die anderen ohne ihn weiter, seine Karten liegen beiseite.")
    else:
        yield _("Am Bildschirm endet dieser Tisch.")
        yield too_few_play(view.event.rules)


def _given(request: OfficialRequest) -> dict[str, int]:
    """Game and seat from the link of a row."""
    given: dict[str, int] = {}
    for name, fields in (("spiel", ("game", "from_game")), ("platz", ("seat",))):
        number = whole_number(request.GET.get(name, ""))
        if number is not None:
            given |= dict.fromkeys(fields, number)
    return given
