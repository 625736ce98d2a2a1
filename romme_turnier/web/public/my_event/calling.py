"""Calling an official from “Mein Turnier”, for players with a start card."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from romme_turnier.tournament.hall.calls_reading import seat_to_call_from
from romme_turnier.tournament.models import Event, Registration
from romme_turnier.web.public.calling import CallPlaces, answer_call_page, take_back_own
from romme_turnier.web.public.phone_identity import for_player
from romme_turnier.web.public.registering.guard import personal


def call_places(event: Event) -> CallPlaces:
    call, back, home = (
        reverse(f"public:{name}", args=[event.slug]) for name in ("my_call", "my_call_back", "my_event")
    )
    return CallPlaces(call, back, home, _("Zurück zu „Mein Turnier“"))


@require_http_methods(["GET", "HEAD", "POST"])
@personal
@for_player
def my_call(request: HttpRequest, own: Registration) -> HttpResponse:
    places = call_places(own.event)
    return answer_call_page(request, own.event, own, seat_to_call_from(own), places, (_("Mein Turnier"), places.home))


@require_POST
@personal
@for_player
def my_call_back(_request: HttpRequest, own: Registration) -> HttpResponse:
    take_back_own(seat_to_call_from(own), own)
    return redirect("public:my_call", own.event.slug)
