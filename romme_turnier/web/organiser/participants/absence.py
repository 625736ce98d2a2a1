"""Sitting a series out, and undoing it."""

from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _, gettext_lazy
from django.views.decorators.http import require_http_methods, require_POST

from romme_turnier.tournament.models import Event, Registration
from romme_turnier.tournament.participants.absences import come_back, set_absent
from romme_turnier.tournament.permissions import OfficialRequest, Right, for_officials, may
from romme_turnier.tournament.shared.numbers import whole_number
from romme_turnier.web.acting import errors_in
from romme_turnier.web.organiser.fields import offer, series_choices
from romme_turnier.web.organiser.participants.return_link import back_from, came_from


class AbsenceForm(forms.Form):
    series = forms.TypedChoiceField(label=gettext_lazy("Setzt aus in"), coerce=int)
    reason = forms.CharField(label=gettext_lazy("Grund"), required=False, max_length=200)

    def __init__(self, registration: Registration, data: Any = None) -> None:
        event = registration.event
        closed = set(event.series.exclude(closed_at=None).values_list("number", flat=True))
        numbers = [
            number
            for number in range(1, event.series_count + 1)
            if number not in closed and registration.belongs_to(number)
        ]
        super().__init__(data, initial={"series": numbers[0] if numbers else None})
        offer(self, "series", series_choices(numbers))


@require_http_methods(["GET", "HEAD", "POST"])
@for_officials(Right.REGISTER)
def participant_absent(request: OfficialRequest, event: Event, pk: int) -> HttpResponse:
    """Records that a player sits a series out; if seated there already, leads to the repair."""
    registration = get_object_or_404(Registration.objects.select_related("player", "event"), event=event, pk=pk)
    form = AbsenceForm(registration, request.POST or None)
    name = {"name": registration.name}
    if form.is_valid():
        number = form.cleaned_data["series"]
        with errors_in(form, "series"):
            set_absent(registration, number, reason=form.cleaned_data["reason"], by=request.user)
            messages.success(
                request, _("%(name)s setzt in Serie %(number)d aus.") % {"name": registration.name, "number": number}
            )
            return back_from(request, event, pk) if came_from(request) else after_leaving(request, registration, number)
    if came_from(request):  # one click on another page, which reports failures
        messages.error(request, " ".join(map(str, form.errors.get("series", []))))
        return back_from(request, event, pk)
    context = {
        "event": event,
        "title": _("%(name)s setzt eine Serie aus") % name,
        "what": [
            _("Gespielte Listen bleiben in der Wertung; die ausgelassene Serie fehlt darin."),
            _("In der nächsten Serie ist %(name)s wieder dabei. Wer ganz aufhört, zieht sich zurück.") % name,
        ],
        "button": _("Fehlen eintragen"),
        "form": form,
        "cancel_url": reverse("organiser:participant", args=[event.slug, pk]),
    }
    return render(request, "components/confirm.html", context)


def after_leaving(request: OfficialRequest, registration: Registration, number: int) -> HttpResponse:
    """To the repair of that series, if it needs one; otherwise to the participant."""
    participant = redirect("organiser:participant", registration.event.slug, registration.pk)
    return to_repair(request, registration, number) or participant


def to_repair(
    request: OfficialRequest, missing: Registration, number: int, *, coming: Registration | None = None
) -> HttpResponse | None:
    """To the repair of the series in which the player still has a seat, with the replacement. None if there is no such
    seat, or for users without the right, who see whose task it is.
    """
    event = missing.event
    if not missing.seats.filter(series__number=number).exists():
        return None
    if may(request.user, Right.DIRECT, event):
        comes = f"&kommt={coming.pk}" if coming else ""
        repair = reverse("organiser:series_repair", args=[event.slug, number])
        return redirect(f"{repair}?fehlt={missing.pk}{comes}")
    messages.warning(
        request,
        _("%(name)s sitzt in Serie %(number)d noch an einem Tisch. Die Spielleitung ändert dort die Plätze.")
        % {"name": missing.name, "number": number},
    )
    return None


@require_POST
@for_officials(Right.REGISTER)
def participant_back(request: OfficialRequest, event: Event, pk: int) -> HttpResponse:
    """Undoes an absence: the player plays the series."""
    registration = get_object_or_404(Registration.objects.select_related("player", "event"), event=event, pk=pk)
    number = whole_number(request.POST.get("series", ""), digits=3)
    if number is not None:
        come_back(registration, number, by=request.user)
        messages.success(
            request, _("%(name)s spielt in Serie %(number)d mit.") % {"name": registration.name, "number": number}
        )
    return back_from(request, event, pk) if came_from(request) else redirect("organiser:participant", event.slug, pk)
