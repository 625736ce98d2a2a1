"""The page where a participant was clicked, and the way back there."""

import re

from django.http import HttpResponse, HttpResponseRedirect, QueryDict
from django.urls import reverse

from romme_turnier.tournament.models import Event
from romme_turnier.tournament.permissions import OfficialRequest
from romme_turnier.tournament.shared.numbers import whole_number

_PAGES = re.compile(r"(?P<page>series_draw|series_cards)-(?P<number>[0-9]{1,3})|check_in", re.ASCII)


def came_from(request: OfficialRequest) -> str:
    """The page of the click as its form names it ("series_draw-2", "check_in"); "" is the list of participants."""
    named = request.POST.get("from", "")
    return named if _PAGES.fullmatch(named) else ""


def back_from(request: OfficialRequest, event: Event, pk: int) -> HttpResponse:
    """To that page; to the list as filtered and sorted, at the row of that registration."""
    if found := _PAGES.fullmatch(came_from(request)):
        number = found["number"]
        page = found["page"] or "check_in"
        address = reverse(f"organiser:{page}", args=[event.slug, int(number)] if number else [event.slug])
        asked = whole_number(request.POST.get("nr", ""), digits=4)  # whom the check-in concerned
        return HttpResponseRedirect(f"{address}?nr={asked}" if asked else address)
    query = QueryDict(request.POST.get("back", "")).urlencode()
    address = reverse("organiser:participants", args=[event.slug])
    return HttpResponseRedirect(f"{address}{'?' if query else ''}{query}#teilnehmer-{pk}")
