"""The pages of disputes: list, call for a referee, changed description, decision, appeal and consequences."""

from collections.abc import Callable, Iterable, Mapping
from datetime import datetime
from types import MappingProxyType
from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from romme_turnier.documents.tables.columns import Medium
from romme_turnier.documents.tables.disputes import DisputesTable, dispute_lines
from romme_turnier.tournament.disputes import cases as services, words
from romme_turnier.tournament.disputes.kept_case import KeptCase
from romme_turnier.tournament.models import Dispute, Event, GameRecord
from romme_turnier.tournament.participants.reading import full_names
from romme_turnier.tournament.permissions import OfficialRequest, Right, for_officials, may
from romme_turnier.tournament.shared.event_log import reference
from romme_turnier.tournament.shared.numbers import whole_number, whole_numbers
from romme_turnier.web.acting import errors_in
from romme_turnier.web.organiser.disputes.effects import NAME
from romme_turnier.web.organiser.disputes.forms import AppealForm, CallForm, DecisionForm, SettlementForm, call_of
from romme_turnier.web.rule_check.trial import kept_case_to_try

_CASE = "fall"  # the parameter with the query of a case in Regel-Check
_HAPPENED = "vorfall"  # the parameter with the identifier of a case in the rule look-up
_GIVEN = (("serie", "series"), ("tisch", "table"), ("spiel", "game"))
_FIELDS = "clause", "facts", "seats", "decision", "referee_of_same_club", "appeal", "appeal_grounds", "appeal_decision"


def _url(event: Event, name: str, *args: int) -> str:
    return reverse(f"organiser:{name}", args=[event.slug, *args])


def _context(event: Event, place: Mapping[str, int | None] = MappingProxyType({}), **more: Any) -> dict[str, Any]:
    """Returns the context that all dispute pages share.

    `place` holds parameters for the rule look-up: the series, table, game or dispute for which a rule is wanted.
    """
    if event.rules.has_paragraphs:
        known = {name: number for name, number in place.items() if number}
        look_up = reverse("help:rules", query={"turnier": event.slug, **known})
    else:
        look_up = reverse("rulebook:system", args=[event.ruleset])
    return {"event": event, "look_up": look_up, "clauses": words.clauses(event.rules), **more}


def _place_of(dispute: Dispute) -> dict[str, int | None]:
    where = {"serie": dispute.series_number, "tisch": dispute.table_number, "spiel": dispute.game}
    return where if dispute.decided_at else {**where, "streitfall": dispute.number}


@require_safe
@for_officials(Right.RULE)
def disputes(request: OfficialRequest, event: Event) -> HttpResponse:
    """Lists the disputes of the event, undecided ones first."""
    table = DisputesTable.table_for(
        Medium.PAGE,
        dispute_lines(event),
        query=request.GET,
        links={"name": lambda line: _url(event, "dispute", line.dispute.number)},
    )
    return render(request, "organiser/disputes/disputes.html", _context(event, table=table))


@for_officials(Right.RULE)
def dispute_create(request: OfficialRequest, event: Event) -> HttpResponse:
    """Records a new dispute.

    The address can fill in the form: `?serie=2&tisch=7&spiel=3&platz=1&paragraph=§ 6.4` names the game, seat and
    paragraph; `?fall=` attaches a case of Regel-Check; `?vorfall=` names a case of the rule look-up with its incident
    and proposed decision.
    """
    happened = words.case_named(request.GET.get(_HAPPENED, ""))
    place = {name: whole_number(request.GET.get(name, "")) for name, _field in _GIVEN}
    initial: dict[str, Any] = {field: place[name] for name, field in _GIVEN}
    initial |= {
        "seats": whole_numbers(request.GET.getlist("platz")),
        "clause": request.GET.get("paragraph", "")[:40],
        "case": request.GET.get(_CASE, ""),
    }
    if happened:
        initial |= {"clause": happened[0].clause, "facts": happened[1]}
    form = CallForm(event, request.POST or None, initial=initial)
    if form.is_valid():
        with errors_in(form):
            made = services.call_referee(event, form.call(), by=request.user)
            messages.success(request, _("Streitfall %(number)d ist aufgenommen.") % {"number": made.number})
            query = {_HAPPENED: happened[0].case} if happened else None
            return redirect(reverse("organiser:dispute", args=[event.slug, made.number], query=query))
    title = _("Streitfall aufnehmen")
    return render(request, "organiser/disputes/call.html", _context(event, place, form=form, title=title))


@for_officials(Right.RULE)
def dispute_edit(request: OfficialRequest, event: Event, number: int) -> HttpResponse:
    """Changes the description of an undecided dispute.

    `?fall=` in the address replaces its case of Regel-Check.
    """
    shown = _find(event, number)
    taken = {"case": request.GET[_CASE]} if _CASE in request.GET else {}
    form = CallForm(event, request.POST or None, initial=call_of(shown) | taken)
    if form.is_valid():
        with errors_in(form):
            services.describe_anew(shown, form.call(), expected=_version(request), by=request.user)
            messages.success(request, _("Die Angaben sind geändert."))
            return redirect(_url(event, "dispute", number))
    title = _("Angaben zu Streitfall %(number)d ändern") % {"number": number}
    context = _context(event, _place_of(shown), form=form, title=title, dispute=shown)
    return render(request, "organiser/disputes/call.html", context)


@require_safe
@for_officials(Right.RULE)
def dispute(request: OfficialRequest, event: Event, number: int) -> HttpResponse:
    return _show(request, event, _find(event, number))


@require_POST
@for_officials(Right.RULE)
def dispute_decide(request: OfficialRequest, event: Event, number: int) -> HttpResponse:
    done = _("Die Entscheidung ist eingetragen.")
    return _act(request, _find(event, number), DecisionForm(request.POST), services.decide, done)


@require_POST
@for_officials(Right.RULE)
def dispute_appeal(request: OfficialRequest, event: Event, number: int) -> HttpResponse:
    done = _("Die Berufung ist eingetragen. Nun entscheidet die Spielleitung.")
    return _act(request, _find(event, number), AppealForm(request.POST), services.appeal, done)


@require_POST
@for_officials(Right.DIRECT)
def dispute_settle(request: OfficialRequest, event: Event, number: int) -> HttpResponse:
    done = _("Über die Berufung ist entschieden.")
    return _act(request, _find(event, number), SettlementForm(request.POST), services.settle_appeal, done)


def _act(
    request: OfficialRequest, shown: Dispute, form: forms.Form, verb: Callable[..., Dispute], done: str
) -> HttpResponse:
    if form.is_valid():
        with errors_in(form):
            verb(shown, **form.cleaned_data, expected=_version(request), by=request.user)
            messages.success(request, done)
            return redirect(_url(shown.event, "dispute", shown.number))
    return _show(request, shown.event, _find(shown.event, shown.number), form)


def _show(request: OfficialRequest, event: Event, shown: Dispute, form: forms.Form | None = None) -> HttpResponse:
    names = full_names(event)
    decision = form if isinstance(form, DecisionForm) else _decision_form(shown, request)
    case = KeptCase.read(shown.case) if shown.case else None
    context = _context(
        event,
        _place_of(shown),
        dispute=shown,
        where=words.where(shown),
        concerned=words.concerned(shown, names),
        case=case,
        to_try=kept_case_to_try(case) if case else "",
        badge=words.state_of(shown),
        ordered=words.ordered_by(shown.clause, event.rules),
        form=form,
        decision_form=decision if shown.appeal == Dispute.Appeal.NONE else None,
        appeal_form=form if isinstance(form, AppealForm) else AppealForm(),
        settlement_form=form if isinstance(form, SettlementForm) else SettlementForm(),
        may_settle=may(request.user, Right.DIRECT, event),
        records=_records(event, shown),
        deeds=_deeds(request, shown, names),
        past=_past(shown),
    )
    return render(request, "organiser/disputes/dispute.html", context)


def _records(event: Event, shown: Dispute) -> Iterable[GameRecord]:
    if shown.series_number is None or shown.table_number is None or shown.game is None:
        return ()
    series = event.series.filter(number=shown.series_number)
    return GameRecord.objects.filter(
        spielliste__table__series__in=series, spielliste__table__number=shown.table_number, game=shown.game
    )


def _decision_form(shown: Dispute, request: OfficialRequest) -> DecisionForm:
    known = services.shares_club(shown, request.user)
    happened = words.case_named(request.GET.get(_HAPPENED, "")) if not shown.decision else None
    initial = {
        "clause": shown.clause or (happened[0].clause if happened else ""),
        "decision": " ".join(happened[2]) if happened else shown.decision,
        "same_club": shown.referee_of_same_club or bool(known),
    }
    return DecisionForm(initial=initial)


def _deeds(request: OfficialRequest, shown: Dispute, names: words.Names) -> list[tuple[str, str]]:
    """Returns the label and address of each decision that the dispute may require and the official may take."""
    deeds, reason = [], {NAME: shown.number}
    if shown.table_number is not None and shown.series_number is not None:
        where = {"slug": shown.event.slug, "number": shown.series_number, "table": shown.table_number}
        game = reason | ({"spiel": shown.game} if shown.game else {})
        seat = game | ({"platz": shown.seats[0]} if len(shown.seats) == 1 else {})
        deeds = [
            (label, reverse(f"organiser:{name}", kwargs=where, query=query))
            for name, label, query in (
                ("list_penalty", _("Strafpunkte geben"), seat),
                ("list_correct", _("Spiel berichtigen"), game),
                ("list_ruling", _("Spiel gelten lassen"), game),
                ("list_invalid", _("Liste für ungültig erklären"), reason),
            )
        ]
    if may(request.user, Right.DIRECT, shown.event):
        involved = shown.event.registrations.filter(number__in=shown.players).order_by("number")
        deeds += [
            (
                _("%(name)s ausschließen") % {"name": names.get(registration.number, "")},
                reverse("organiser:participant_exclude", args=[shown.event.slug, registration.pk], query=reason),
            )
            for registration in involved
        ]
    return deeds


def _past(shown: Dispute) -> list[tuple[datetime, str, list[str]]]:
    """Returns the time, official and changed fields of each step, the newest first."""
    acts = shown.event.record.filter(subject_kind="dispute", subject_pk=shown.pk).exclude(verb="cases.call_referee")
    labels = {name: str(getattr(Dispute, name).field.verbose_name) for name in _FIELDS}
    past = []
    for act in acts.select_related("by").order_by("-number"):
        changed = act.new.keys() & {"seats"} | act.new.get(reference(shown), {}).keys()
        past.append((act.at, str(act.by or ""), [label for name, label in labels.items() if name in changed]))
    return [*past, (shown.called_at, str(shown.called_by or ""), [_("aufgenommen")])]


def _find(event: Event, number: int) -> Dispute:
    rows = Dispute.objects.select_related("event", "referee", "called_by", "appeal_by")
    return get_object_or_404(rows.prefetch_related("effects__by"), event=event, number=number)


def _version(request: OfficialRequest) -> int:
    version = whole_number(request.POST.get("version", ""))
    return -1 if version is None else version
