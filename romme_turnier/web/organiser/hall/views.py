"""The officials' side of the hall's screen: the clock of the series, and text announcements."""

from collections import Counter

from django import forms
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _, gettext_lazy
from django.views.decorators.http import require_POST, require_safe

from romme_turnier.tournament import models
from romme_turnier.tournament.hall import clock as clocks, messages as hall_messages
from romme_turnier.tournament.hall.reading import TableState, hall_tables
from romme_turnier.tournament.permissions import OfficialRequest, Right, for_officials
from romme_turnier.tournament.shared.numbers import whole_number
from romme_turnier.tournament.shared.series import drawn_series
from romme_turnier.web.acting import errors_as_messages, errors_in
from romme_turnier.web.organiser.navigation import event_nav


class AnnouncementForm(forms.Form):
    """An announcement."""

    text = forms.CharField(
        label=gettext_lazy("Text der Durchsage"),
        max_length=hall_messages.TEXT_LENGTH,
        help_text=gettext_lazy(
            "Erscheint groß auf der Leinwand und auf den Telefonen, zum Beispiel: Serie 2 beginnt um 14 Uhr."
        ),
    )
    minutes = forms.IntegerField(
        label=gettext_lazy("Wie viele Minuten anzeigen"),
        required=False,
        min_value=1,
        max_value=clocks.MINUTES_MAX,
        help_text=gettext_lazy("Leer: bis Sie sie beenden."),
    )


@require_safe
@for_officials(Right.SEE)
def hall(request: OfficialRequest, event: models.Event) -> HttpResponse:
    return _show(request, event, AnnouncementForm())


def _show(request: OfficialRequest, event: models.Event, form: AnnouncementForm) -> HttpResponse:
    series = drawn_series(event).filter(closed_at=None).order_by("number").first()
    states = Counter(table.state for table in hall_tables(series)) if series else Counter()
    context = {
        "event": event,
        "event_nav": event_nav(event, "hall"),
        "crumbs": [(event.name, reverse("organiser:event", args=[event.slug])), (_("Saal"), None)],
        "series": series,
        "clock": clocks.clock_of(series) if series else None,
        "playing": states[TableState.PLAYING],
        "tables": sum(states.values()),
        "shown": hall_messages.shown_messages(event),
        "form": form,
    }
    return render(request, "organiser/hall/hall.html", context)


@require_POST
@for_officials(Right.RULE)
def clock(request: OfficialRequest, event: models.Event, number: int) -> HttpResponse:
    """Start, stop or reset the clock of a series, or set its time."""
    series = get_object_or_404(event.series, number=number)
    turn, done = {
        "start": (clocks.start_clock, _("Die Uhr läuft.")),
        "stop": (clocks.stop_clock, _("Die Uhr ist angehalten.")),
        "reset": (clocks.reset_clock, _("Die Uhr steht wieder am Anfang.")),
    }.get(request.POST.get("what", ""), (None, ""))
    with errors_as_messages(request):
        if turn is None:
            clocks.set_minutes(series, whole_number(request.POST.get("minutes", "")) or 0, by=request.user)
            done = _("Die Spielzeit ist gespeichert.")
        else:
            turn(series, by=request.user)
        messages.success(request, done)
    return redirect("organiser:hall", event.slug)


@require_POST
@for_officials(Right.ENTER)
def announce(request: OfficialRequest, event: models.Event) -> HttpResponse:
    form = AnnouncementForm(request.POST)
    if form.is_valid():
        with errors_in(form, "text"):
            hall_messages.announce(
                event, form.cleaned_data["text"], minutes=form.cleaned_data["minutes"], by=request.user
            )
            messages.success(request, _("Die Durchsage steht auf der Leinwand und auf den Telefonen."))
            return redirect("organiser:hall", event.slug)
    return _show(request, event, form)


@require_POST
@for_officials(Right.ENTER)
def withdraw(request: OfficialRequest, event: models.Event, pk: int) -> HttpResponse:
    hall_messages.withdraw(get_object_or_404(event.hall_messages, pk=pk), by=request.user)
    messages.success(request, _("Die Durchsage ist beendet."))
    return redirect("organiser:hall", event.slug)
