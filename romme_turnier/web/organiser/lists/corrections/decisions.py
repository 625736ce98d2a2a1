"""The pages for penalty points, rulings, orders in a game, vacated seats and corrected seats."""

from collections.abc import Iterator
from functools import partial
from typing import Any

from django import forms
from django.http import HttpResponse
from django.utils.translation import gettext as _, gettext_lazy

from romme_turnier.tournament import models
from romme_turnier.tournament.at_table.on_screen.orders import leave_seat_on_screen, order_in_game
from romme_turnier.tournament.at_table.on_screen.tables import play_table_of
from romme_turnier.tournament.at_table.terms import too_few_play
from romme_turnier.tournament.disputes.words import case_named
from romme_turnier.tournament.lists import decisions
from romme_turnier.tournament.permissions import OfficialRequest, Right, for_officials
from romme_turnier.tournament.seating.seats import correct_seats
from romme_turnier.tournament.shared.numbers import whole_number
from romme_turnier.web.organiser.fields import offer
from romme_turnier.web.organiser.lists.common import ListView, get_list_view
from romme_turnier.web.organiser.lists.corrections.forms import (
    DecisionForm,
    PenaltyForm,
    RulingForm,
    SeatsForm,
    VacancyForm,
    seat_choices,
)
from romme_turnier.web.organiser.lists.corrections.preview import KEY_LENGTH, Decision, decide

_NOBODY = 0  # the seat of an order without penalty points


@for_officials(Right.RULE)
def penalty(request: OfficialRequest, event: models.Event, number: int, table: int) -> HttpResponse:
    view = get_list_view(request, event, number, table)
    initial: dict[str, Any] = _given(request)
    if happened := case_named(request.GET.get("vorfall", "")):
        case, reason, _orders = happened
        initial |= {"amount": str(case.penalty or ""), "reason": reason}
    form = PenaltyForm(view, request.POST or None, initial=initial)

    def decision() -> Decision:
        seat, game = form.cleaned_data["seat"], form.cleaned_data["game"]
        name = next(str(each.registration) for each in view.seats if each.number == seat)
        words = {"points": form.points, "seat": seat, "name": name, "game": game}
        return Decision(
            clause=_("Wer nicht offen zählt oder seine Karten zusammenwirft, erhält Strafpunkte (§ 8.3)."),
            facts=[_("%(points)d Strafpunkte für Platz %(seat)d in Spiel %(game)d") % words],
            button=_("%(points)d Strafpunkte geben") % words,
            done=_("%(name)s hat %(points)d Strafpunkte.") % words,
            carry_out=partial(decisions.add_penalty, view.spielliste, seat=seat, game=game, points=form.points),
        )

    return decide(request, view, form, decision, _("Strafpunkte geben"))


@for_officials(Right.RULE)
def ruling(request: OfficialRequest, event: models.Event, number: int, table: int) -> HttpResponse:
    view = get_list_view(request, event, number, table)
    form = RulingForm(view, request.POST or None, initial=_given(request))

    def decision() -> Decision:
        game = form.cleaned_data["game"]
        return Decision(
            clause=_("Über Zweifelsfälle und unklare Einträge entscheidet die Spielleitung (§ 2.2.6, § 2.3.2)."),
            facts=[_("Spiel %(game)d zählt so, wie es auf der Liste steht; leere Felder zählen 0.") % {"game": game}],
            button=_("Spiel %(game)d gelten lassen") % {"game": game},
            done=_("Spiel %(game)d gilt, wie es dasteht.") % {"game": game},
            carry_out=partial(decisions.let_row_stand, view.spielliste, game=game),
        )

    return decide(request, view, form, decision, _("Spiel gelten lassen"))


@for_officials(Right.RULE)
def vacancy(request: OfficialRequest, event: models.Event, number: int, table: int) -> HttpResponse:
    view = get_list_view(request, event, number, table)
    first_open = {"from_game": view.loaded.evaluation.missing[0]} if view.loaded.evaluation.missing else {}
    form = VacancyForm(view, request.POST or None, initial=first_open | _given(request))
    leave = leave_seat_on_screen if play_table_of(view.spielliste) else decisions.leave_seat

    def decision() -> Decision:
        seat, game = form.cleaned_data["seat"], form.cleaned_data["from_game"]
        counts = form.cleaned_data["counts"]
        words = {"seat": seat, "game": game}
        return Decision(
            clause=_("Die Spielleitung entscheidet, wie es am Tisch weitergeht (§ 2.3.2)."),
            facts=[
                _("Platz %(seat)d ist ab Spiel %(game)d verlassen, dort wird nichts mehr eingetragen.") % words,
                _("Die Einträge der anderen gehen weiter und zählen."),
                _("Auch der Verlassende behält sein Ergebnis.") if counts else _("Für ihn zählt diese Liste nicht."),
                *_on_screen(view, seat),
            ],
            button=_("Platz %(seat)d ab Spiel %(game)d verlassen") % words,
            done=_("Platz %(seat)d ist ab Spiel %(game)d verlassen.") % words,
            carry_out=partial(leave, view.spielliste, seat=seat, from_game=game, counts=counts),
        )

    return decide(request, view, form, decision, _("Platz verlassen"))


def _on_screen(view: ListView, seat: int) -> Iterator[str]:
    """Yields sentences about the effect on an open list whose table plays in the browser."""
    if play_table_of(view.spielliste) is None or view.spielliste.status != models.Spielliste.Status.OPEN:
        return
    least = view.event.rules.seats_min
    if len(view.seats) - len({seat} | {vacancy.seat for vacancy in view.sheet.vacancies}) >= least:
        yield _("Am Bildschirm spielen die anderen ohne ihn weiter, seine Karten liegen beiseite.")
    else:
        yield _("Am Bildschirm endet dieser Tisch.")
        yield too_few_play(view.event.rules)


def _given(request: OfficialRequest) -> dict[str, int]:
    """Returns initial values for the fields of game and seat, if the link names these."""
    given: dict[str, int] = {}
    for name, fields in (("spiel", ("game", "from_game")), ("platz", ("seat",))):
        number = whole_number(request.GET.get(name, ""))
        if number is not None:
            given |= dict.fromkeys(fields, number)
    return given


@for_officials(Right.RULE)
def seats(request: OfficialRequest, event: models.Event, number: int, table: int) -> HttpResponse:
    view = get_list_view(request, event, number, table)
    title = _("Sitzordnung berichtigen")
    form = SeatsForm(view, request.POST or None)

    def decision() -> Decision:
        order = list(form.order)
        return Decision(
            clause=_("Die Spielleitung berichtigt Fehler und unterrichtet die betroffenen Spieler (§ 2.2.5)."),
            facts=_moves(view, order),
            button=title,
            done=_("Die Sitzordnung von Tisch %(table)d ist berichtigt.") % {"table": table},
            carry_out=partial(correct_seats, view.spielliste, order),
        )

    return decide(request, view, form, decision, title)


def _moves(view: ListView, order: list[models.Registration]) -> list[str]:
    """Returns sentences about new players, swapped seats, and the effect on the columns."""
    here = {seat.registration_id for seat in view.seats}
    elsewhere = {
        seat.registration_id: seat
        for seat in models.Seat.objects.filter(series=view.series)
        .exclude(table=view.spielliste.table)
        .select_related("table")
    }
    displaced = [seat for seat in view.seats if seat.registration_id not in {r.pk for r in order}]
    lines = [
        _("Platz %(seat)d: %(new)s statt %(old)s") % {"seat": seat.number, "new": str(r), "old": str(seat.registration)}
        for seat, r in zip(view.seats, order, strict=True)
        if seat.registration_id != r.pk
    ]
    for registration in order:
        seat = elsewhere.get(registration.pk)
        if registration.pk not in here and seat is not None:
            words = {"who": str(displaced.pop(0).registration), "table": seat.table.number, "seat": seat.number}
            lines.append(_("%(who)s sitzt dafür an Tisch %(table)d, Platz %(seat)d") % words)
    lines += [_("%(who)s hat danach keinen Platz in dieser Serie") % {"who": str(s.registration)} for s in displaced]
    if not lines:
        return [_("Alle sitzen, wo sie sitzen; es ändert sich nichts.")]
    return [*lines, _("Die Spalten mit ihren Punkten bleiben, wo sie auf dem Papier stehen.")]


class OrderForm(DecisionForm):
    clause = forms.CharField(label=gettext_lazy("Paragraph"), max_length=40)
    anew = forms.BooleanField(
        label=gettext_lazy("Das Spiel wird abgebrochen und neu gegeben"),
        required=False,
        help_text=gettext_lazy("Ohne Häkchen geht es weiter, wie es liegt."),
    )
    seat = forms.TypedChoiceField(
        label=gettext_lazy("Strafpunkte für"), coerce=int, widget=forms.RadioSelect, initial=_NOBODY
    )
    points = forms.IntegerField(label=gettext_lazy("Wie viele"), required=False, min_value=1, max_value=9999)
    field_order = ("clause", "anew", "seat", "points", "reason")

    def __init__(self, view: ListView, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        rules, clause = view.event.rules, self.fields["clause"]
        clause.help_text = _("Zum Beispiel § 6.10. Er steht in der Aufzeichnung.")
        if not rules.has_paragraphs:
            clause.label, clause.help_text = (
                _("Regel"),
                _("Eine Überschrift der Quelle. Sie steht in der Aufzeichnung."),
            )
        offer(self, "seat", [(_NOBODY, _("niemanden")), *seat_choices(view)])

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        if cleaned.get("seat") and not cleaned.get("points") and "points" not in self.errors:
            self.add_error("points", _("Bitte geben Sie die Zahl an."))
        elif cleaned.get("points") and not cleaned.get("seat"):
            self.add_error("seat", _("Bitte wählen Sie, wer die Strafpunkte bekommt."))
        return cleaned


@for_officials(Right.RULE)
def order(request: OfficialRequest, event: models.Event, number: int, table: int) -> HttpResponse:
    """Adds an official's order to the record of the running game, and its penalty points, if any, to the list.

    The order may also cancel the game, which is then dealt again.
    """
    view = get_list_view(request, event, number, table)
    form = OrderForm(view, request.POST or None, initial={"clause": request.GET.get("paragraph", "")[:40]})

    def decision() -> Decision:
        data = form.cleaned_data
        return Decision(
            clause=_("Über Verstöße entscheiden Schiedsrichter und Spielleitung (§ 2.3.2)."),
            facts=_facts(data),
            button=_("So anordnen"),
            done=_("Die Anordnung steht im Spiel."),
            danger=data["anew"],
            carry_out=partial(
                order_in_game,
                view.spielliste,
                clause=data["clause"],
                seat=data["seat"] or None,
                points=data["points"],
                anew=data["anew"],
                key=request.POST.get("key", "")[:KEY_LENGTH],
            ),
        )

    return decide(request, view, form, decision, _("Anordnung im Spiel"))


def _facts(data: dict[str, Any]) -> list[str]:
    facts = [_("In der Aufzeichnung steht: Anordnung nach %(clause)s.") % data]
    if data["seat"]:
        facts.append(_("Platz %(seat)d bekommt %(points)d Strafpunkte auf der Liste.") % data)
    if data["anew"]:
        return [*facts, _("Das Spiel ist abgebrochen und zählt nicht. Es wird neu gegeben.")]
    return [*facts, _("Das Spiel geht weiter, wie es liegt.")]
