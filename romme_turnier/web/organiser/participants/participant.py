"""The stored data of one participant, and changing it."""

from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from romme_turnier.tournament.models import Event, Registration
from romme_turnier.tournament.participants.categories import with_membership
from romme_turnier.tournament.participants.register.lookup import club_names
from romme_turnier.tournament.participants.registrations import update_registration
from romme_turnier.tournament.permissions import OfficialRequest, Right, for_officials, may
from romme_turnier.web.acting import errors_in
from romme_turnier.web.organiser.participants.forms import participant_form
from romme_turnier.web.organiser.participants.return_link import back_from


@require_http_methods(["GET", "HEAD", "POST"])
@for_officials(Right.SEE, writing=Right.REGISTER)
def participant(request: OfficialRequest, event: Event, pk: int) -> HttpResponse:
    rows = Registration.objects.select_related("player", "club", "event")
    registration = get_object_or_404(rows, event=event, pk=pk)
    form = participant_form(registration, request.POST or None)
    if form.is_valid():
        with errors_in(form):
            with_membership(
                lambda: update_registration(registration, form.entry(), by=request.user),
                form.cleaned_data.get("categories"),
            )
            messages.success(request, _("Die Angaben sind gespeichert."))
            return back_from(request, event, pk)
    context: dict[str, Any] = {
        "registration": registration,
        "form": form,
        "membership": getattr(registration, "team_membership", None),
        "seats": registration.seats.select_related("table", "series").order_by("series__number"),
        "may_direct": may(request.user, Right.DIRECT, event),
        "may_register": may(request.user, Right.REGISTER, event),
    }
    context |= {"event": event, "clubs": club_names()}
    return render(request, "organiser/participants/participant.html", context)
