"""The pages that draw a series, with a preview, and that discard a draw."""

from django import forms
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _, gettext_lazy

from romme_turnier.tournament.models import Draw, Event, Series
from romme_turnier.tournament.participants.absences import set_absent
from romme_turnier.tournament.participants.check_in import check_in
from romme_turnier.tournament.permissions import OfficialRequest, Right, demand_series, for_officials
from romme_turnier.tournament.seating.draw_words import achieved_in_words, method_of
from romme_turnier.tournament.seating.drawn_cards import draw_by_hand
from romme_turnier.tournament.seating.draws import apply_draw, discard_draw, propose_draw, why_outdated
from romme_turnier.tournament.seating.draws_by_rank import why_not_by_standings
from romme_turnier.tournament.shared.numbers import whole_number
from romme_turnier.tournament.shared.service import one_transaction
from romme_turnier.web.acting import confirm, errors_as_messages, errors_in
from romme_turnier.web.organiser.fields import ReasonForm
from romme_turnier.web.organiser.seating.common import (
    get_series,
    missing_before_draw,
    people_before_draw,
    proposed,
    series_url,
)


class SeedForm(forms.Form):
    seed = forms.CharField(
        label=gettext_lazy("Zufallszahl"),
        required=False,
        max_length=64,
        help_text=gettext_lazy(
            "Leer lassen, dann wählt das Programm eine. Mit derselben Zahl ergibt sich dieselbe Auslosung."
        ),
    )


@for_officials(Right.DIRECT)
def series_draw(request: OfficialRequest, event: Event, number: int) -> HttpResponse:
    """Shows the preview of a draw, or a button that makes one.

    A POST draws (again), adopts the preview (`apply`), or settles the missing players (`not_there`). Redirects to the
    cards if the series is drawn by hand, and to the series if its seats have already been drawn.
    """
    demand_series(event, number)
    series = Series.objects.filter(event=event, number=number).first()
    if request.method == "POST" and "not_there" in request.POST:
        return _settle_missing(request, event, number, by_hand=series is not None and bool(draw_by_hand(series)))
    if series is not None and draw_by_hand(series):
        return redirect("organiser:series_cards", event.slug, number)
    form = SeedForm(request.POST if request.method == "POST" else None)
    if request.method == "POST" and "apply" in request.POST:
        return _apply(request, event, number)
    if series is not None and series.tables.exists():
        messages.warning(request, _("Serie %(number)d ist schon ausgelost.") % {"number": number})
        return redirect(series_url(event, number))  # its page offers to discard or close it
    if form.is_valid():
        with errors_as_messages(request):
            propose_draw(event, number, by=request.user, seed=form.cleaned_data["seed"] or None)
        return redirect("organiser:series_draw", event.slug, number)
    preview = Draw.objects.filter(series__event=event, series__number=number, status=Draw.Status.PROPOSED).first()
    context = {
        "event": event,
        "number": number,
        "form": form,
        "draw": preview,
        "outdated": why_outdated(preview) if preview else "",
        "hall": proposed(preview) if preview else [],
        "method": method_of(preview) if preview else None,
        **(achieved_in_words(preview) if preview else {}),
        "no_standings": why_not_by_standings(event, number),
        **people_before_draw(request, event, number, page="series_draw"),
    }
    return render(request, "organiser/seating/draw.html", context)


def _settle_missing(request: OfficialRequest, event: Event, number: int, *, by_hand: bool) -> HttpResponse:
    """Checks in all missing players ("here"), or marks them as absent and, unless `by_hand`, draws without them."""
    here, missing = request.POST["not_there"] == "here", missing_before_draw(event, number)
    with errors_as_messages(request), one_transaction():
        for player in missing:
            if here:
                check_in(player, by=request.user)
            else:
                set_absent(player, number, by=request.user)
        if not here and not by_hand:
            propose_draw(event, number, by=request.user, seed=None)
    return redirect("organiser:series_cards" if by_hand else "organiser:series_draw", event.slug, number)


def _apply(request: OfficialRequest, event: Event, number: int) -> HttpResponse:
    shown = whole_number(request.POST.get("apply", ""), digits=18)
    draw = Draw.objects.filter(pk=shown or 0, series__event=event, series__number=number).first()
    if draw is None:
        messages.error(request, _("Diese Vorschau gibt es nicht mehr. Bitte losen Sie neu aus."))
        return redirect("organiser:series_draw", event.slug, number)
    with errors_as_messages(request):
        apply_draw(draw, by=request.user)
        messages.success(request, _("Serie %(number)s ist ausgelost.") % {"number": number})
        return redirect("organiser:series", event.slug, number)
    return redirect("organiser:series_draw", event.slug, number)


@for_officials(Right.DIRECT)
def series_discard(request: OfficialRequest, event: Event, number: int) -> HttpResponse:
    series = get_series(event, number)
    form = ReasonForm(request.POST or None)
    form.fields["reason"].help_text = _("Steht auf der öffentlichen Seite der Auslosung. Bitte keine Namen nennen.")
    if form.is_valid():
        with errors_in(form):
            discard_draw(series, reason=form.cleaned_data["reason"], by=request.user)
            messages.success(request, _("Die Auslosung ist verworfen. Sie bleibt im Protokoll."))
            return redirect("organiser:series_draw", event.slug, number)
    return confirm(
        request,
        _("Auslosung von Serie %(number)s verwerfen") % {"number": number},
        _("Alle Tische und Plätze dieser Serie werden aufgehoben, auch wenn sie schon freigegeben sind."),
        _("Die verworfene Auslosung bleibt mit dem Grund im Protokoll. Danach können Sie neu auslosen."),
        button=_("Auslosung verwerfen"),
        back=series_url(event, number),
        danger=True,
        form=form,
        event=event,
    )
