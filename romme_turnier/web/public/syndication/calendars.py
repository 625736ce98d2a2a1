"""Calendar files (RFC 5545) of an event, a season and an organiser, to open once or to subscribe to.

They name the program's host in the links of their entries, so they are made for each request and never kept.
"""

from collections.abc import Iterable
from datetime import UTC, date, datetime

from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.views.decorators.http import require_safe

from romme_turnier.fast.page_cache import KeptPage
from romme_turnier.tournament.events.timetable import CalendarEntry, calendar_entries
from romme_turnier.tournament.models import Organiser
from romme_turnier.tournament.organisers.reading import are_several
from romme_turnier.tournament.seasons.calendar_entries import organiser_entries, season_entries
from romme_turnier.web.public.access import public_event, public_season


@require_safe
def event_calendar(request: HttpRequest, slug: str) -> HttpResponseBase:
    """Sends an entry for each item of the timetable. Without a timetable, the only entry is the event."""
    event = public_event(slug)
    page = reverse("public:event", args=[slug])
    return _calendar(request, event.name, calendar_entries(event), page, event.own_slug)


@require_safe
def season_calendar(request: HttpRequest, name: str, season: str) -> HttpResponseBase:
    shown = public_season(name, season)
    return _calendar(request, shown.name, season_entries(shown), reverse("public:season", args=[name, season]), season)


@require_safe
def organiser_calendar(request: HttpRequest, name: str) -> HttpResponseBase:
    """Sends the entries of an organiser and of the organisers below it, even if the program has only one organiser."""
    organiser = get_object_or_404(Organiser, slug=name)
    return _calendar(request, organiser.name, organiser_entries(organiser), page_of_organiser(name), name)


def _calendar(
    request: HttpRequest, title: str, entries: Iterable[CalendarEntry], page: str, name: str
) -> HttpResponseBase:
    """Returns a calendar, or 304 if it is unchanged. Entries without a page link to `page`."""
    from icalendar import Calendar, Event as Entry  # noqa: PLC0415 - it would delay every start

    calendar = Calendar()
    calendar.add("prodid", "-//Rommé-Turnier//DE")
    calendar.add("version", "2.0")
    if title:
        calendar.add("x-wr-calname", title)
    for entry in entries:
        shown = Entry()
        shown.add("uid", f"{entry.uid}@romme-turnier")
        shown.add("sequence", entry.sequence)
        shown.add("dtstamp", entry.changed_at)  # without a method, the time of the last change (3.8.7.2)
        shown.add("last-modified", entry.changed_at)
        shown.add("dtstart", _moment(entry.starts_at))
        shown.add("dtend", _moment(entry.ends_at))
        shown.add("summary", entry.summary)
        shown.add("url", request.build_absolute_uri(page_of_entry(entry) or page))
        if entry.location:
            shown.add("location", entry.location)
        if entry.note:
            shown.add("description", entry.note)
        if entry.cancelled:
            shown.add("status", "CANCELLED")
        calendar.add_component(shown)
    response = HttpResponse(calendar.to_ical(), content_type="text/calendar; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="{name}.ics"'
    return KeptPage.of(response).answer(request)


def _moment(at: datetime | date) -> datetime | date:
    """Returns a time in UTC, since the file would have to describe a named time zone; days stay unchanged."""
    return at.astimezone(UTC) if isinstance(at, datetime) else at


def page_of_entry(entry: CalendarEntry) -> str:
    """Returns the address of the page of the entry's event or season; "" if it has none."""
    if entry.event:
        return reverse("public:event", args=[entry.event])
    return reverse("public:season", args=entry.season) if entry.season else ""


def page_of_organiser(name: str) -> str:
    """Returns the address of the organiser's page, or of the list of events if there is only one organiser."""
    return reverse("public:organiser", args=[name]) if are_several() else reverse("public:home")
