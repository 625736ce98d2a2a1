"""The page on which a participant was clicked, and the way back."""

import re

from django.http import HttpResponse, HttpResponseRedirect, QueryDict
from django.urls import reverse

from romme_turnier.tournament.models import Event
from romme_turnier.tournament.permissions import OfficialRequest

_PAGES = re.compile(r"(?P<page>series_draw|series_cards|series_repair)-(?P<number>[0-9]{1,3})|front_desk", re.ASCII)
_FILTERS = ("club", "show", "sortiert")


def came_from(request: OfficialRequest) -> str:
    """The page of the click, from its form ("series_draw-2", "front_desk"), otherwise ""."""
    named = request.POST.get("from", "")
    return named if _PAGES.fullmatch(named) else ""


def filters_of(request: OfficialRequest) -> QueryDict:
    """Returns the filter and order of the list at the front desk: from the address, or from `back` of a form."""
    asked = request.GET if request.method != "POST" else QueryDict(request.POST.get("back", ""))
    kept = QueryDict(mutable=True)
    for name in _FILTERS:
        if asked.get(name):
            kept[name] = asked[name]
    return kept


def back_from(request: OfficialRequest, event: Event, pk: int) -> HttpResponse:
    """To that page; to the front desk in its filter and order, at the row of that registration."""
    match = _PAGES.fullmatch(came_from(request))
    if match and match["page"]:
        address = reverse(f"organiser:{match['page']}", args=[event.slug, int(match["number"])])
        asked = QueryDict(request.POST.get("back", "")).urlencode()
        return HttpResponseRedirect(f"{address}?{asked}" if asked else address)
    query = filters_of(request)
    query["fertig"] = str(pk)
    address = reverse("organiser:front_desk", args=[event.slug])
    return HttpResponseRedirect(f"{address}?{query.urlencode()}#teilnehmer-{pk}")
