"""The pages with which the laptop publishes events and seasons on a hosted program, and hands them over to it."""

from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _, gettext_lazy

from romme_turnier.tournament.models import Event, Organiser, PublishingHost, Season
from romme_turnier.tournament.offices import OrganiserRight, may_at
from romme_turnier.tournament.organisers.access import for_organiser
from romme_turnier.tournament.organisers.reading import are_several
from romme_turnier.tournament.organisers.signing_keys import private_key
from romme_turnier.tournament.permissions import OfficialRequest, Right, for_officials
from romme_turnier.tournament.publishing import sending
from romme_turnier.tournament.publishing.accepting import shown_key
from romme_turnier.tournament.publishing.making import (
    MadePackage,
    Published,
    file_name,
    hand_over,
    hand_over_season,
    has_changed,
    make_package,
    make_season_package,
    publication_of,
    take_back,
    why_not_handed_over,
)
from romme_turnier.tournament.seasons.access import for_season
from romme_turnier.tournament.shared.errors import TournamentError
from romme_turnier.web.acting import Attempt, confirm, errors_as_messages, errors_in


class HandOverForm(forms.Form):
    sure = forms.BooleanField(
        label=gettext_lazy("Ja, das Turnier übergeben. An diesem Rechner lässt es sich danach nicht mehr ändern.")
    )


class HandOverSeasonForm(forms.Form):
    sure = forms.BooleanField(
        label=gettext_lazy(
            "Ja, die Saison mit allen Abenden und Turnieren übergeben. An diesem Rechner lassen sie sich danach nicht "
            "mehr ändern."
        )
    )


@for_officials(Right.DIRECT)
def event_package(request: OfficialRequest, event: Event) -> HttpResponse:
    """Shows whether the newest package is up to date. A POST makes a package and sends it to the browser as a file.

    With `uebergeben`, this is the last package, which hands the event over; with `senden`, the package goes to the host
    over the network instead. An event of a season is handed over on the season's page. A POST to `?zuruecknehmen` takes
    the hand-over back.
    """
    if "zuruecknehmen" in request.GET:
        return _take_back(request, event, reverse("organiser:event_package", args=[event.slug]))
    handing_over = "uebergeben" in request.POST
    form = HandOverForm(request.POST if handing_over else None)
    if "senden" in request.POST:
        _send(request, event)
        return redirect("organiser:event_package", event.slug)
    if request.method == "POST" and not handing_over:
        return _file(make_package(event, by=request.user))
    if form.is_valid():
        with errors_in(form):
            return _file(hand_over(event, by=request.user))
    context = {
        **_state(request, event, event.held_by),
        "event": event,
        "form": form,
        "released": event.releases.in_force().exists(),
        "copy": getattr(event, "copy", None) if event.is_copy else None,
    }
    return render(request, "organiser/publishing/laptop.html", context)


@for_season(changing=True)
def season_package(request: OfficialRequest, season: Season) -> HttpResponse:
    """Shows, makes, sends and hands over packages of the season, as `event_package` does for an event."""
    if "zuruecknehmen" in request.GET:
        return _take_back(request, season, reverse("organiser:season_package", args=[season.address]))
    handing_over = "uebergeben" in request.POST
    form = HandOverSeasonForm(request.POST if handing_over else None)
    if "senden" in request.POST:
        _send(request, season)
        return redirect("organiser:season_package", season.address)
    if form.is_valid():
        with errors_in(form):
            return _file(hand_over_season(season, by=request.user))
    elif request.method == "POST" and not handing_over:
        with errors_as_messages(request):
            return _file(make_season_package(season, by=request.user))
        return redirect("organiser:season_package", season.address)
    context = {
        **_state(request, season, season.organiser),
        "season": season,
        "form": form,
        "released": season.is_public,
        "why_not_handed_over": [] if season.elsewhere else why_not_handed_over(season),
        "copy": season.copy if season.is_copy else None,
    }
    return render(request, "organiser/publishing/season.html", context)


def _take_back(request: OfficialRequest, published: Published, back: str) -> HttpResponse:
    if request.method == "POST":
        with errors_as_messages(request):
            if sending.is_running(published):
                raise TournamentError(_("Das Paket wird gerade gesendet. Versuchen Sie es gleich noch einmal."))
            take_back(published, by=request.user)
            messages.success(request, _("„%(of)s“ wird wieder an diesem Rechner geführt.") % {"of": published})
        return redirect(back)
    return confirm(
        request,
        _("Übergabe zurücknehmen"),
        str(published),
        _(
            "Nur wenn das letzte Paket im Internet nicht angenommen ist. Ist es dort doch angenommen, so weist das "
            "Programm im Internet alle weiteren Pakete ab. Dann übergeben Sie hier noch einmal und führen dort weiter."
        ),
        back=back,
        event=published if isinstance(published, Event) else None,
    )


def _send(request: OfficialRequest, published: Published) -> None:
    with errors_as_messages(request):
        sending.ask_again(published, by=request.user)
        sending.wake()
        messages.success(request, _("Das Paket wird gesendet. Laden Sie die Seite neu, um den Stand zu sehen."))


def _state(request: OfficialRequest, published: Published, organiser: Organiser) -> dict[str, Any]:
    """Returns the context that the package pages of events and seasons share."""
    key, changed = private_key(organiser), False
    with Attempt() as attempt:
        changed = has_changed(published)
    host = PublishingHost.objects.filter(organiser=organiser).first() if sending.is_possible() else None
    return {
        "publication": publication_of(published),
        "host": host,
        "state": sending.state_of(published, changed=changed) if host else "",
        "organiser_number": organiser.number,
        "may_set_host": sending.is_possible() and may_at(request.user, OrganiserRight.GIVE_OFFICES, organiser),
        "changed": changed,
        "why_not": attempt.message,
        "key": shown_key(key.public_key().public_bytes_raw().hex()) if key else "",
    }


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
    headers = {"Content-Disposition": f'attachment; filename="{file_name(made)}"', "Cache-Control": "no-store"}
    return HttpResponse(made.data, content_type="application/octet-stream", headers=headers)
