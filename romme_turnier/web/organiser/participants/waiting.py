"""The waiting list, the admission of players by hand, and the deletion of a mistaken registration."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from romme_turnier.documents.tables.columns import Medium
from romme_turnier.documents.tables.registrations import WaitingTable
from romme_turnier.tournament.models import Event, Registration
from romme_turnier.tournament.participants.deletion import delete_registration, why_not_deletable
from romme_turnier.tournament.participants.waiting_list import admit, is_drawn, places_taken, queue
from romme_turnier.tournament.permissions import OfficialRequest, Right, for_officials, rights_at
from romme_turnier.web.acting import confirm, errors_as_messages


@require_safe
@for_officials(Right.SEE)
def waiting_list(request: OfficialRequest, event: Event) -> HttpResponse:
    """Lists the waiting registrations in the order of admission."""
    groups = enumerate(queue(event), start=1)
    rights = rights_at(request.user, event)
    context = {
        "event": event,
        "table": WaitingTable.table_for(Medium.PAGE, groups, rights=rights, query=request.GET),
        "taken": places_taken(event),
        "drawn": is_drawn(event),
    }
    return render(request, "organiser/participants/waiting.html", context)


@require_POST
@for_officials(Right.REGISTER)
def participant_admit(request: OfficialRequest, event: Event, pk: int) -> HttpResponse:
    """Admits a registration by hand; if it belongs to a team, admits all waiting members of the team."""
    registration = get_object_or_404(Registration.objects.select_related("player"), event=event, pk=pk)
    with errors_as_messages(request):
        admitted = admit(registration, by=request.user)
        names = ", ".join(registration.name for registration in admitted)
        messages.success(request, _("Jetzt dabei: %(names)s.") % {"names": names})
    return redirect("organiser:waiting_list", event.slug)


@for_officials(Right.REGISTER)
def participant_delete(request: OfficialRequest, event: Event, pk: int) -> HttpResponse:
    """Deletes a registration after a confirmation, or explains why it cannot be deleted."""
    registration = get_object_or_404(Registration.objects.select_related("player", "event"), event=event, pk=pk)
    name = {"name": registration.name}
    participant = reverse("organiser:participant", args=[event.slug, pk])
    if kept := why_not_deletable(registration):
        messages.error(request, kept)
        return redirect(participant)
    if request.method == "POST":
        with errors_as_messages(request):
            delete_registration(registration, by=request.user)
            messages.success(request, _("Die Meldung von %(name)s ist gelöscht.") % name)
            return redirect("organiser:front_desk", event.slug)
        return redirect(participant)
    what = [_("Gelöscht wird nur, was ein Irrtum war: Danach ist die Meldung, als hätte es sie nie gegeben.")]
    if registration.token:
        what.append(_("Der Link, mit dem sich %(name)s angemeldet hat, gilt dann nicht mehr.") % name)
    return confirm(
        request,
        _("Meldung von %(name)s löschen") % name,
        *what,
        button=_("Meldung löschen"),
        back=participant,
        danger=True,
        event=event,
    )
