"""Shared parts of the pages of a series, and obstacles to a draw: players unpaid, not present, sitting it out."""

from collections.abc import Callable, Iterable
from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse

from romme_turnier.tournament.models import Event, Registration, Series
from romme_turnier.tournament.money.fees import owed
from romme_turnier.tournament.participants.check_in import have_played, no_shows
from romme_turnier.tournament.participants.reading import playing
from romme_turnier.tournament.participants.unpaid import unpaid
from romme_turnier.tournament.permissions import OfficialRequest, Right, demand_series, may
from romme_turnier.tournament.seating.inputs import seating_obstacles
from romme_turnier.web.acting import errors_as_messages


def get_series(event: Event, number: int) -> Series:
    """Returns the series of this event, drawn at least once; 404 otherwise."""
    demand_series(event, number)
    return get_object_or_404(Series, event=event, number=number)


def series_url(event: Event, number: int) -> str:
    return reverse("organiser:series", args=[event.slug, number])


def carry_out(request: OfficialRequest, series: Series, verb: Callable[..., None], done: str) -> HttpResponse:
    """Calls the verb, reports success or failure, and returns to the hall. `done` may use %(number)s."""
    with errors_as_messages(request):
        verb(series, by=request.user)
        messages.success(request, done % {"number": series.number})
    return redirect(series_url(series.event, series.number))


def people_before_draw(request: OfficialRequest, event: Event, number: int, *, page: str) -> dict[str, Any]:
    """Returns the context of organiser/seating/_before_draw.html and, as "obstacles", other obstacles. `page` is the
    page to which clicks return.
    """
    players = playing(event, number)
    came, missed = have_played(event, number), no_shows(event, number - 1)
    used = any(player.checked_in_at for player in players)
    absent = event.registrations.filter(absences__series_number=number).select_related("player").order_by("number")
    return {
        "playing": len(players),
        "obstacles": seating_obstacles(event, players),
        **unpaid_context(request, event, number, players, page=page),
        "later": [player for player in players if player.pays_later and not player.paid and owed(player) > 0],
        "not_there": [player for player in players if used and player.checked_in_at is None and player.pk not in came],
        "no_shows": [player for player in players if player.pk in missed],
        "absent": [registration for registration in absent if registration.status == Registration.Status.ACTIVE],
    }


def unpaid_context(
    request: OfficialRequest, event: Event, number: int, players: Iterable[Registration], *, page: str
) -> dict[str, Any]:
    """Returns the context of organiser/seating/_unpaid.html: players with an open fee, and the possible steps."""
    return {
        "unpaid": [(player, owed(player)) for player in unpaid(players)],
        "may_cash": may(request.user, Right.CASH, event),
        "from_page": f"{page}-{number}",
    }
