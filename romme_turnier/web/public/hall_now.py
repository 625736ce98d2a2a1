"""The fragment that phones poll all the time, with messages, clock and calling tables, and the page of messages."""

from datetime import datetime
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from romme_turnier.tournament.events.timetable_words import changes_at, next_item
from romme_turnier.tournament.hall.calls_reading import calling_tables
from romme_turnier.tournament.hall.clock import Clock, clock_of
from romme_turnier.tournament.hall.messages import past_messages, shown_messages
from romme_turnier.tournament.models import Event, Series
from romme_turnier.tournament.models.public_names import lasting_names
from romme_turnier.web.public.access import public_event, released_series
from romme_turnier.web.public.crumbs import crumbs_of
from romme_turnier.web.public.kept import ChangingResponse, kept


def hall_time(event: Event) -> dict[str, Any]:
    """Returns the newest released series' number and running clock, and the timetable's next item; each may be None."""
    series = released_series(event).first()
    clock = running_clock(series)
    return {"series": series and series.number, "clock": clock, "next": next_item(event, timezone.now())}


def time_changes_at(event: Event, now: datetime) -> datetime:
    """Returns the time of the next change to a page that shows the hall's clock."""
    clock = running_clock(released_series(event).first())
    return min(at for at in (changes_at(event, now), clock.ends_at if clock else None) if at and at > now)


def running_clock(series: Series | None) -> Clock | None:
    """Returns the series' clock if it has started and the series is not closed; otherwise None."""
    clock = clock_of(series) if series and not series.is_closed else None
    return clock if clock and clock.begun else None


@require_safe
@kept
def hall_now(request: HttpRequest, slug: str) -> HttpResponse:
    """Sends the fragment; the phone selects the messages for its table (announcements.js)."""
    event, now = public_event(slug), timezone.now()
    context = {"event": event, "shown": shown_messages(event, now), "calling": calling_tables(event)}
    page = render_to_string("public/hall_now.html", context, request)
    return ChangingResponse(page, until=time_changes_at(event, now))


@require_safe
@kept
def announcements(request: HttpRequest, slug: str) -> HttpResponse:
    """Lists all messages, newest first; none once names are no longer public, because the texts may name people."""
    event = public_event(slug)
    context = {
        "event": event,
        "crumbs": crumbs_of(event, (_("Durchsagen"), None)),
        "current": shown_messages(event),
        "past": past_messages(event) if lasting_names(event) is None else (),
    }
    return render(request, "public/announcements.html", context)
