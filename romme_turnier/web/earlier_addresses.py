"""Redirects requests with an earlier address of an event to its current one."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse, HttpResponsePermanentRedirect
from django.urls import get_script_prefix, reverse

from romme_turnier.tournament.models import Event
from romme_turnier.tournament.permissions import Right, may
from romme_turnier.web.public.phone_identity import take_along

_DESK = ("organiser", "documents")


class EarlierAddressMiddleware:
    """Answers 308 in place of a 404, so that forms arrive with their body, if the user may see the event.

    A script that sends JSON gets the answer of the current address directly, because it follows no redirect
    (static/js/entry/send.js): rows of a list that were typed before the move are saved.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        match = request.resolver_match
        if response.status_code != 404 or match is None or match.namespace not in ("public", *_DESK):
            return response
        event = Event.objects.filter(earlier_addresses__address=match.kwargs.get("slug", "")).first()
        if event is None:
            return response
        if (match.namespace in _DESK or not event.is_public) and not may(request.user, Right.SEE, event):
            return response
        address = reverse(match.view_name, kwargs={**match.kwargs, "slug": event.slug})
        if request.content_type == "application/json":
            request.path, request.path_info = address, f"/{address.removeprefix(get_script_prefix())}"
            answer = self.get_response(request)
        else:
            query = request.META.get("QUERY_STRING", "")
            answer = HttpResponsePermanentRedirect(f"{address}?{query}" if query else address, preserve_request=True)
            answer["Cache-Control"] = "no-store"  # the event may get its earlier address again
        take_along(request, answer, event, match.kwargs)
        return answer
