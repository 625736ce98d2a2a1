"""The page with which the laptop publishes an event on a hosted program, and hands it over."""

from django import forms
from django.http import HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext_lazy

from romme_turnier.tournament.models import Event, Publication
from romme_turnier.tournament.organisers.signing_keys import private_key
from romme_turnier.tournament.permissions import OfficialRequest, Right, for_officials
from romme_turnier.tournament.publishing.accepting import shown_key
from romme_turnier.tournament.publishing.making import MadePackage, file_name, hand_over, has_changed, make_package
from romme_turnier.web.acting import Attempt, errors_in


class HandOverForm(forms.Form):
    sure = forms.BooleanField(
        label=gettext_lazy("Ja, das Turnier übergeben. An diesem Rechner lässt es sich danach nicht mehr ändern.")
    )


@for_officials(Right.DIRECT)
def event_package(request: OfficialRequest, event: Event) -> HttpResponse:
    """Shows whether the newest package is up to date. A POST answers with the package as a file.

    With `uebergeben`, it is the last package, which hands the event over.
    """
    handing_over = "uebergeben" in request.POST
    form = HandOverForm(request.POST if handing_over else None)
    if request.method == "POST" and not handing_over:
        return _file(make_package(event, by=request.user))
    if form.is_valid():
        with errors_in(form):
            return _file(hand_over(event, by=request.user))
    key, changed = private_key(event.held_by), False
    with Attempt() as attempt:
        changed = has_changed(event)
    context = {
        "event": event,
        "form": form,
        "publication": Publication.objects.filter(event=event).first(),
        "released": event.releases.in_force().exists(),
        "changed": changed,
        "why_not": attempt.message,
        "key": shown_key(key.public_key().public_bytes_raw().hex()) if key else "",
        "copy": getattr(event, "copy", None) if event.is_copy else None,
    }
    return render(request, "organiser/publishing/laptop.html", context)


def _file(made: MadePackage) -> HttpResponse:
    name = file_name(made.event, made.number)
    headers = {"Content-Disposition": f'attachment; filename="{name}"', "Cache-Control": "no-store"}
    return HttpResponse(made.data, content_type="application/octet-stream", headers=headers)
