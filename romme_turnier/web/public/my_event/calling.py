"""Calling an official from “Mein Turnier”, for players with a start card."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from romme_turnier.tournament.hall.calls_reading import seat_to_call_from
from romme_turnier.tournament.models import Event
from romme_turnier.web.public.access import public_event
from romme_turnier.web.public.calling import CallPlaces, answer_call_page, take_back_own
from romme_turnier.web.public.phone_identity import recognised
from romme_turnier.web.public.registering.guard import personal


def call_places(event: Event) -> CallPlaces:
    call, back, home = (
        reverse(f"public:{name}", args=[event.slug]) for name in ("my_call", "my_call_back", "my_event")
    )
    return CallPlaces(call, back, home, _("Zurück zu „Mein Turnier“"))


@require_http_methods(["GET", "HEAD", "POST"])
@personal
def my_call(request: HttpRequest, slug: str) -> HttpResponse:
    event = public_event(slug)
    own = recognised(request, event)
    if own is None:
        return redirect("public:my_card", slug)
    places = call_places(event)
    return answer_call_page(request, event, own, seat_to_call_from(own), places, (_("Mein Turnier"), places.home))


@require_POST
@personal
def my_call_back(request: HttpRequest, slug: str) -> HttpResponse:
    own = recognised(request, public_event(slug))
    if own is None:
        return redirect("public:my_card", slug)
    take_back_own(seat_to_call_from(own), own)
    return redirect("public:my_call", slug)
