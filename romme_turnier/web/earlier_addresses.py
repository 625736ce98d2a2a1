"""Redirects requests with an earlier address of an event, or of the first organiser, to the current one."""

from collections.abc import Callable
from typing import Any

from django.http import HttpRequest, HttpResponse, HttpResponsePermanentRedirect
from django.urls import get_script_prefix, reverse

from romme_turnier.fast.statements import Prepared
from romme_turnier.tournament.models import EarlierAddress
from romme_turnier.tournament.organisers.reading import FIRST_SLUG, default_organiser
from romme_turnier.tournament.permissions import Right, may
from romme_turnier.web.public.phone_identity import take_along

_DESK = ("organiser", "documents")
_EARLIER = Prepared(EarlierAddress.objects.select_related("event").all, "address")


class EarlierAddressMiddleware:
    """Answers 308 instead of 404, so that forms arrive with their body. The user must be allowed to see the event.

    A script that sends JSON does not follow redirects (static/js/entry/send.js). It gets the response of the current
    address directly, so list rows that were typed before the move are saved. The redirect for an event also copies the
    cookies of a player's phone to the current address.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        match = request.resolver_match
        if response.status_code != 404 or match is None or match.namespace not in ("public", *_DESK):
            return response
        slug = match.kwargs.get("slug")
        event = next((earlier.event for earlier in _EARLIER.fetch(slug)), None) if slug else None
        if event is None:
            moved = _of_first_organiser(match.kwargs)
            return self._lead_on(request, reverse(match.view_name, kwargs=moved)) if moved else response
        if (match.namespace in _DESK or not event.is_public) and not may(request.user, Right.SEE, event):
            return response
        answer = self._lead_on(request, reverse(match.view_name, kwargs={**match.kwargs, "slug": event.slug}))
        take_along(request, answer, event, match.kwargs)
        return answer

    def _lead_on(self, request: HttpRequest, address: str) -> HttpResponse:
        if request.content_type == "application/json":
            request.path, request.path_info = address, f"/{address.removeprefix(get_script_prefix())}"
            return self.get_response(request)
        query = request.META.get("QUERY_STRING", "")
        answer = HttpResponsePermanentRedirect(f"{address}?{query}" if query else address, preserve_request=True)
        answer["Cache-Control"] = "no-store"  # the event may get its earlier address again
        return answer


def _of_first_organiser(arguments: dict[str, Any]) -> dict[str, Any] | None:
    """Returns the arguments with the first organiser's current address in place of its earlier one.

    On public pages the address is the argument `name`; at the desk it is the first part of `season`. Returns None if
    the arguments do not contain the earlier address, or if it is still current.
    """
    season = str(arguments.get("season", ""))
    is_named = arguments.get("name") == FIRST_SLUG
    if not is_named and not season.startswith(f"{FIRST_SLUG}/"):
        return None
    first = default_organiser().slug
    if first == FIRST_SLUG:
        return None
    if is_named:
        return {**arguments, "name": first}
    return {**arguments, "season": f"{first}/{season.removeprefix(f'{FIRST_SLUG}/')}"}
