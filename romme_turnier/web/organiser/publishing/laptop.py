"""The pages with which the laptop publishes events on a hosted program, by file or net, and hands them over."""

from django import forms
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _, gettext_lazy

from romme_turnier.tournament.models import Event, Organiser, Publication, PublishingHost
from romme_turnier.tournament.offices import OrganiserRight, may_at
from romme_turnier.tournament.organisers.access import for_organiser
from romme_turnier.tournament.organisers.reading import are_several
from romme_turnier.tournament.organisers.signing_keys import private_key
from romme_turnier.tournament.permissions import OfficialRequest, Right, for_officials
from romme_turnier.tournament.publishing import sending
from romme_turnier.tournament.publishing.accepting import shown_key
from romme_turnier.tournament.publishing.making import MadePackage, file_name, hand_over, has_changed, make_package
from romme_turnier.web.acting import Attempt, errors_as_messages, errors_in


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
    if "senden" in request.POST:
        with errors_as_messages(request):
            sending.ask_again(event, by=request.user)
            sending.wake()
            messages.success(request, _("Das Paket wird gesendet. Laden Sie die Seite neu, um den Stand zu sehen."))
        return redirect("organiser:event_package", event.slug)
    if request.method == "POST" and not handing_over:
        return _file(make_package(event, by=request.user))
    if form.is_valid():
        with errors_in(form):
            return _file(hand_over(event, by=request.user))
    key, changed = private_key(event.held_by), False
    with Attempt() as attempt:
        changed = has_changed(event)
    publication = Publication.objects.filter(event=event).first()
    host = PublishingHost.objects.filter(organiser=event.held_by).first() if sending.is_possible() else None
    context = {
        "event": event,
        "form": form,
        "publication": publication,
        "host": host,
        "state": sending.state_of(event, publication, changed=changed) if host else "",
        "organiser_number": event.held_by.number,
        "may_set_host": sending.is_possible() and may_at(request.user, OrganiserRight.GIVE_OFFICES, event.held_by),
        "released": event.releases.in_force().exists(),
        "changed": changed,
        "why_not": attempt.message,
        "key": shown_key(key.public_key().public_bytes_raw().hex()) if key else "",
        "copy": getattr(event, "copy", None) if event.is_copy else None,
    }
    return render(request, "organiser/publishing/laptop.html", context)


class HostForm(forms.Form):
    address = forms.CharField(
        label=gettext_lazy("Adresse des Programms im Internet"),
        max_length=200,
        help_text=gettext_lazy("Zum Beispiel https://romme.example.org"),
    )
    name = forms.SlugField(
        label=gettext_lazy("Adresse des Veranstalters dort"),
        max_length=40,
        help_text=gettext_lazy("Das Wort in den Adressen seiner Seiten, zum Beispiel rc-herz; sonst verein."),
    )
    token = forms.CharField(
        label=gettext_lazy("Zugang"),
        required=False,
        max_length=100,
        widget=forms.PasswordInput(attrs={"autocomplete": "off"}),
        help_text=gettext_lazy(
            "Den macht der Vorsitz dort unter „Zugänge für Programme“; er muss Turniere vom Laptop annehmen dürfen. "
            "Ist schon einer eingetragen, lassen Sie das Feld leer."
        ),
    )

    def clean_address(self) -> str:
        return str(self.cleaned_data["address"]).rstrip("/")


@for_organiser(OrganiserRight.GIVE_OFFICES, of_single=True)
def publishing_host(request: OfficialRequest, organiser: Organiser) -> HttpResponse:
    """Asks for the hosted program on which the organiser's events are published; `entfernen` removes it."""
    host = PublishingHost.objects.filter(organiser=organiser).first()
    if "entfernen" in request.POST and host is not None:
        with errors_as_messages(request):
            sending.remove_host(host, by=request.user)
            messages.success(request, _("Pakete werden nicht mehr gesendet."))
        return redirect("organiser:publishing_host", organiser.number)
    form = HostForm(request.POST or None, initial={"address": host.address, "name": host.name} if host else None)
    if form.is_valid():
        with errors_in(form):
            sending.set_host(organiser, **form.cleaned_data, by=request.user)
            sending.wake()
            messages.success(request, _("Pakete gehen jetzt nach jeder Freigabe dorthin, sobald ein Netz da ist."))
            return redirect("organiser:publishing_host", organiser.number)
    context = {
        "organiser": organiser if are_several() else None,
        "host": host,
        "form": form,
        "possible": sending.is_possible(),
    }
    return render(request, "organiser/publishing/program.html", context)


def _file(made: MadePackage) -> HttpResponse:
    name = file_name(made.event, made.number)
    headers = {"Content-Disposition": f'attachment; filename="{name}"', "Cache-Control": "no-store"}
    return HttpResponse(made.data, content_type="application/octet-stream", headers=headers)
