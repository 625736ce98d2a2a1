"""The page on which an organiser accepts packages from laptops, takes copies over, and ends keys of laptops."""

from django import forms
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _, gettext_lazy

from romme_turnier.core.codes.package import MOST
from romme_turnier.tournament.models import EventCopy, Organiser, SeasonCopy
from romme_turnier.tournament.offices import OrganiserRight, may_at
from romme_turnier.tournament.organisers.access import for_organiser
from romme_turnier.tournament.organisers.reading import are_several
from romme_turnier.tournament.permissions import OfficialRequest
from romme_turnier.tournament.publishing.accepting import accept_package, end_laptop_key, shown_key, take_over
from romme_turnier.tournament.shared.numbers import whole_number
from romme_turnier.web.acting import confirm, errors_as_messages, errors_in


class PackageForm(forms.Form):
    file = forms.FileField(
        label=gettext_lazy("Paket"),
        widget=forms.FileInput(attrs={"accept": ".romme"}),
        help_text=gettext_lazy("Die Datei vom Laptop; sie endet auf .romme."),
    )
    key = forms.CharField(
        label=gettext_lazy("Schlüssel eines neuen Laptops"),
        required=False,
        max_length=40,
        help_text=gettext_lazy(
            "Nur beim ersten Paket eines Laptops: die 16 Zeichen, die dort auf der Seite „Paket für das Internet“ "
            "stehen. Annehmen kann sie nur der Vorsitz."
        ),
    )


@for_organiser(OrganiserRight.MAKE_EVENTS, of_single=True)
def organiser_packages(request: OfficialRequest, organiser: Organiser) -> HttpResponse:
    """Shows the copies and the keys of laptops; a POST accepts a package or, with `ende`, ends a key.

    `?uebernehmen=` names the copy of a lost laptop; a POST to this address takes the copy over.
    """
    if "ende" in request.POST:
        return _end_key(request, organiser)
    if "uebernehmen" in request.GET:
        return _take_over(request, organiser)
    form = PackageForm(request.POST or None, request.FILES or None)
    if form.is_valid():
        data = form.cleaned_data["file"].read(MOST + 1)
        with errors_in(form):
            accepted = accept_package(organiser, data, by=request.user, key=form.cleaned_data["key"])
            facts = {"of": accepted.of, "number": accepted.number}
            messages.success(request, _("Paket %(number)d von „%(of)s“ ist angenommen.") % facts)
            return redirect("organiser:organiser_packages", organiser.number)
    copies = EventCopy.objects.filter(event__held_by=organiser).select_related("event").order_by("-accepted_at")
    seasons = SeasonCopy.objects.filter(season__organiser=organiser).select_related("season__organiser")
    context = {
        "organiser": organiser if are_several() else None,
        "form": form,
        "copies": copies[:100],
        "seasons": seasons.order_by("-accepted_at")[:100],
        "keys": [(key, shown_key(key.public)) for key in organiser.laptop_keys.select_related("by")],
        "may_end": may_at(request.user, OrganiserRight.GIVE_OFFICES, organiser),
    }
    return render(request, "organiser/publishing/host.html", context)


def _take_over(request: OfficialRequest, organiser: Organiser) -> HttpResponse:
    pk = whole_number(request.GET["uebernehmen"], digits=18)
    copy = get_object_or_404(EventCopy.objects.select_related("event"), event__held_by=organiser, pk=pk)
    if request.method == "POST":
        with errors_as_messages(request):
            take_over(copy, by=request.user)
            messages.success(request, _("„%(event)s“ wird jetzt hier weitergeführt.") % {"event": copy.event})
        return redirect("organiser:organiser_packages", organiser.number)
    return confirm(
        request,
        _("Turnier übernehmen"),
        _("%(event)s, Paket %(number)d") % {"event": copy.event, "number": copy.number},
        _(
            "Nur wenn der Laptop verloren oder kaputt ist: Das Turnier wird hier weitergeführt, mit dem, was "
            "veröffentlicht war. Namen ohne Zustimmung bleiben kurz, Kasse und Streitfälle fehlen. Pakete vom Laptop "
            "werden danach abgewiesen. Zurück geht es nicht."
        ),
        back=reverse("organiser:organiser_packages", args=[organiser.number]),
        danger=True,
        organiser=organiser if are_several() else None,
    )


def _end_key(request: OfficialRequest, organiser: Organiser) -> HttpResponse:
    key = get_object_or_404(organiser.laptop_keys, public=request.POST["ende"])
    with errors_as_messages(request):
        end_laptop_key(key, by=request.user)
        messages.success(request, _("Pakete mit diesem Schlüssel werden nicht mehr angenommen."))
    return redirect("organiser:organiser_packages", organiser.number)
