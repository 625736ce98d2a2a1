"""The officials' pages about tables that keep their lists on phones, and the form for the terms of a series."""

from typing import Any

from django import forms
from django.conf import settings
from django.contrib import messages
from django.http import Http404, HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _, gettext_lazy

from romme_turnier.tournament import models
from romme_turnier.tournament.at_table import phones, statements
from romme_turnier.tournament.at_table.access import is_shut, pin_of
from romme_turnier.tournament.at_table.memory import memory_of
from romme_turnier.tournament.at_table.on_screen.tables import play_table_of
from romme_turnier.tournament.at_table.own_terms import set_own_terms
from romme_turnier.tournament.at_table.reading import tables_at_work
from romme_turnier.tournament.at_table.terms import (
    announced,
    confirmations_in_words,
    lists_in_words,
    says_otherwise,
    terms_in_words,
    terms_of,
)
from romme_turnier.tournament.lists.loaded_list import load
from romme_turnier.tournament.permissions import OfficialRequest, Right, RightMissing, demand_series, for_officials, may
from romme_turnier.tournament.shared.numbers import whole_number
from romme_turnier.web.acting import Attempt, errors_in
from romme_turnier.web.fields import posted_line
from romme_turnier.web.organiser.lists.common import find_list, posted_version


class SeriesTermsForm(forms.Form):
    """The form for the terms of a series. An empty field means the announced value."""

    phone_lists = forms.ChoiceField(label=gettext_lazy("Listen der Tische"), required=False)
    confirmations = forms.TypedChoiceField(
        label=gettext_lazy("Bestätigungen je Liste"), required=False, coerce=int, empty_value=None
    )
    blind_check = forms.TypedChoiceField(
        label=gettext_lazy("Gegenprobe aus dem Gedächtnis"),
        required=False,
        coerce=lambda value: value == "1",
        empty_value=None,
    )

    def __init__(self, series: models.Series, data: QueryDict | None = None) -> None:
        blind_check = {True: "1", False: "0", None: ""}[series.blind_check]
        initial = {"phone_lists": series.phone_lists, "confirmations": series.confirmations, "blind_check": blind_check}
        super().__init__(data, initial=initial)
        usual, players = announced(series.event), max(series.event.rules.sizes)
        self._choose("phone_lists", lists_in_words(usual.phone_lists), models.Event.PhoneLists.choices)
        needed = [(str(n), confirmations_in_words(n)) for n in range(players + 1)]
        self._choose("confirmations", confirmations_in_words(usual.confirmations), needed)
        said = {"1": _("ja"), "0": _("nein")}
        self._choose("blind_check", said[str(int(usual.blind_check))], [*said.items()])

    def _choose(self, name: str, usual: str, choices: list[Any]) -> None:
        as_announced = _("wie angekündigt: %(words)s") % {"words": usual}
        self.fields[name].choices = [("", as_announced), *choices]  # type: ignore[attr-defined]


@for_officials(Right.SEE, writing=Right.DIRECT)
def tables(request: OfficialRequest, event: models.Event, number: int) -> HttpResponse:
    """Shows the tables of a series, the most urgent first, and a form that stores the terms of its lists."""
    demand_series(event, number)
    series = event.series.filter(number=number).first()
    posted = request.POST if request.method == "POST" else None
    if posted and "as_announced" in posted:
        posted = QueryDict()  # each empty field means: as announced
    form = SeriesTermsForm(series, posted) if series else None
    if request.method == "POST":
        if form is None or series is None:
            raise Http404
        if form.is_valid():
            with errors_in(form):
                set_own_terms(series, **form.cleaned_data, by=request.user)
                series.refresh_from_db()
                words = terms_in_words(terms_of(series)).splitlines()[0]
                said = {"number": number, "words": words}
                messages.success(request, _("Die Listen der Serie %(number)d: %(words)s.") % said)
                return redirect("organiser:tables_at_work", event.slug, number)
    terms = terms_of(series) if series else announced(event)
    work = tables_at_work(series) if series else []
    phones = [device for at_work in work for device in at_work.devices]
    context = {
        "event": event,
        "number": number,
        "series": series,
        "mode": settings.MODE,
        "tables": work if terms.on_phones or any(at_work.was_on_phones for at_work in work) else [],
        "on_phones": terms.on_phones,
        "phones": phones,
        "there": sum(phone.is_there for phone in phones),
        "terms": terms_in_words(terms),
        "is_as_announced": series is None or not says_otherwise(series),
        "form": form if series and not series.is_closed and may(request.user, Right.DIRECT, event) else None,
    }
    return render(request, "organiser/lists/at_table/tables.html", context, status=400 if form and form.errors else 200)


@for_officials(Right.SEE, writing=Right.ENTER)
def table(request: OfficialRequest, event: models.Event, number: int, table: int) -> HttpResponse:
    """Shows a table with its PIN, phones and players' statements; a POST calls `_carry_out`.

    Raises Http404 if there is no such list, or if phones may not keep it and never did.
    """
    spielliste = find_list(event, number, table)
    series = spielliste.table.series
    (at_work,) = tables_at_work(series, table)
    if not terms_of(series).on_phones and not at_work.was_on_phones:
        raise Http404
    errors: dict[str, str] = {}
    then = request.POST.get("then", "")
    if request.method == "POST":
        with Attempt() as attempt:
            if done := _carry_out(request, spielliste, then):
                messages.success(request, done)
            came_from = "list_records" if request.POST.get("from") == "records" else "list_at_table"
            return redirect(f"organiser:{came_from}", event.slug, number, table)
        errors[then] = attempt.message
        (at_work,) = tables_at_work(series, table)
    loaded = load(spielliste.pk)
    refused = whole_number(request.POST.get("statement", ""), digits=18)
    pending = {statement.pk for statement in at_work.contradictions}
    # The page has no field for the error if a player has changed the situation in between.
    has_field = refused in pending if then == "reject" else then == "accept" and at_work.waits and not pending
    context = {
        "event": event,
        "number": number,
        "at_work": at_work,
        "on_phones": terms_of(series).on_phones,
        "pin": pin_of(spielliste),
        "is_played": play_table_of(spielliste) is not None,
        "shut": is_shut(spielliste),
        "memories": [memory for seat in loaded.seats if (memory := memory_of(loaded, seat))],
        "may_rule": may(request.user, Right.RULE, event),
        "may_enter": may(request.user, Right.ENTER, event),
        "reason": posted_line(request, "reason"),
        "refused": refused,
        "errors": errors,
        "problems": [] if has_field else [*errors.values()],
    }
    return render(request, "organiser/lists/at_table/table.html", context, status=400 if errors else 200)


def _carry_out(request: OfficialRequest, spielliste: models.Spielliste, then: str) -> str:
    """Carries out the step `then` of the pressed button, and returns a message for the official; "" for unknown steps.

    Raises RightMissing if the user may not rule on statements, Http404 for an unknown phone or statement, and
    TournamentError if the step is refused.
    """
    is_played = play_table_of(spielliste) is not None
    if then in ("reject", "accept") and not may(request.user, Right.RULE, spielliste.table.series.event):
        raise RightMissing(Right.RULE)
    match then:
        case "reset":
            phones.reset_access(spielliste, by=request.user)
            return _("Neue PIN: %(pin)s. Kein Handy dieses Tisches ist mehr angemeldet.") % {"pin": pin_of(spielliste)}
        case "end":
            phone = get_object_or_404(spielliste.phones, pk=whole_number(request.POST.get("phone", ""), digits=18))
            phones.end_phone(phone, by=request.user)
            return _("Das Handy von %(name)s ist abgemeldet.") % {"name": phone.registration.name}
        case "take":
            phones.take_pen_to_desk(spielliste, by=request.user)
            if is_played:
                return _("Der Tisch ist angehalten.")
            return _("Die Spielleitung schreibt diese Liste. Die Handys am Tisch lesen nur noch mit.")
        case "give":
            phones.give_pen_back(spielliste, by=request.user)
            return _("Der Tisch spielt weiter.") if is_played else _("Der Tisch schreibt seine Liste wieder selbst.")
        case "reject":
            of_list = models.Statement.objects.filter(spielliste=spielliste)
            said = get_object_or_404(of_list, pk=whole_number(request.POST.get("statement", ""), digits=18))
            statements.reject_contradiction(said, reason=posted_line(request, "reason"), by=request.user)
            return _("Der Widerspruch ist abgewiesen. Der Tisch kann die Liste jetzt bestätigen.")
        case "accept":
            reason = posted_line(request, "reason")
            statements.accept_with(spielliste, reason=reason, expected=posted_version(request), by=request.user)
            return _("Die Liste ist angenommen.")
    return ""
