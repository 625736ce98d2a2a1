"""Shared parts of the pages of a series."""

from typing import Protocol

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils.translation import gettext as _

from romme_turnier.accounts.models import User
from romme_turnier.tournament.models import Event, Series
from romme_turnier.tournament.permissions import OfficialRequest, demand_series
from romme_turnier.web.acting import errors_as_messages


def get_series(event: Event, number: int) -> Series:
    """Returns the series of this event, drawn at least once; 404 otherwise."""
    demand_series(event, number)
    return get_object_or_404(Series, event=event, number=number)


def series_url(event: Event, number: int) -> str:
    return reverse("organiser:series", args=[event.slug, number])


def back_to_the_tables(request: OfficialRequest, event: Event, number: int) -> HttpResponse:
    """Reports that the series is drawn, and leads to its tables, where it can be discarded or closed."""
    messages.warning(request, _("Serie %(number)d ist schon ausgelost.") % {"number": number})
    return redirect(series_url(event, number))


class _Verb(Protocol):
    def __call__(self, series: Series, *, by: User | None) -> None: ...


def carry_out(request: OfficialRequest, series: Series, verb: _Verb, done: str) -> HttpResponse:
    """Carries it out, reports success or failure, and returns to the hall. `done` may use %(number)s."""
    with errors_as_messages(request):
        verb(series, by=request.user)
        messages.success(request, done % {"number": series.number})
    return redirect(series_url(series.event, series.number))
