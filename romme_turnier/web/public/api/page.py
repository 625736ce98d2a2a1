"""The page for webmasters: data without a token, the API and webhooks, with lines to copy."""

from collections.abc import Mapping
from datetime import UTC, datetime

from django.db.models import Exists, OuterRef
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from romme_turnier.tournament.models import HookMessage, StandingsRelease
from romme_turnier.tournament.organisers.api_tokens import SANDBOX_SECRET, token_of
from romme_turnier.tournament.organisers.reading import FIRST_SLUG
from romme_turnier.tournament.publishing.delivery import ATTEMPT, body_of
from romme_turnier.web.public.access import visible_events
from romme_turnier.web.public.api.call import MOST, USUAL_LIMIT
from romme_turnier.web.public.api.operations import BASE, OPERATIONS

Type = HookMessage.Type
DATA: Mapping[str, str] = {  # the members of `data` in each message
    Type.STANDINGS_RELEASED: "event, series, release",
    Type.STANDINGS_TAKEN_BACK: "event",
    Type.SEATS_RELEASED: "event, series",
    Type.EVENT_CHANGED: "event",
    Type.EDITION_ISSUED: "season, ranking, edition",
    Type.SEASON_CLOSED: "season",
    Type.PERSON_CHANGED: "number, event | season",
    Type.TEST: "",
}


@require_safe
def webmasters(request: HttpRequest) -> HttpResponse:
    """Shows the page, with the token of the sandbox if the installation has one.

    The lines to copy name the latest public event with standings (of the sandbox, if there is one), so they work
    unchanged. If there is no such event, they name an invented one.
    """
    host = request.build_absolute_uri("/").rstrip("/")
    sandbox = token_of(SANDBOX_SECRET)
    events = visible_events() if sandbox is None else visible_events().filter(held_by=sandbox.organiser)
    in_force = StandingsRelease.objects.in_force().filter(event=OuterRef("pk"))
    event = events.filter(Exists(in_force)).select_related("held_by").order_by("starts_at", "slug").last()
    address = event.slug if event is not None else "pokal"
    ids = {"event": address, "series": 1, "release": 1}
    message = HookMessage(type=Type.STANDINGS_RELEASED, ids=ids, at=datetime(2026, 11, 27, 18, tzinfo=UTC))
    organiser = sandbox.organiser if sandbox is not None else event.held_by if event is not None else None
    context = {
        "host": host,
        "base": f"{host}{BASE}",
        "start": BASE,
        "operations": OPERATIONS,
        "limit": USUAL_LIMIT,
        "most": MOST,
        "types": [(type_, words, DATA[type_]) for type_, words in Type.choices],
        "message": body_of(message).decode(),
        "seconds": int(ATTEMPT),
        "organiser": organiser.slug if organiser is not None else FIRST_SLUG,
        "event_address": address,
        "event_slug": event.own_slug if event is not None else address,
        "secret": SANDBOX_SECRET if sandbox is not None else "",
        "token": SANDBOX_SECRET if sandbox is not None else "rt_…",
    }
    return render(request, "public/webmasters.html", context)
