"""The timetable of an event as a file for calendars (RFC 5545)."""

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.http import require_safe

from romme_turnier.tournament.events.timetable import calendar_entries
from romme_turnier.web.public.access import public_event


@require_safe
def calendar_file(request: HttpRequest, slug: str) -> HttpResponse:
    """One entry for each item of the timetable, or one for the event if it has none."""
    from icalendar import Calendar, Event as Entry  # noqa: PLC0415 - every start would wait for it

    event = public_event(slug)
    calendar = Calendar()
    calendar.add("prodid", "-//Rommé-Turnier//DE")
    calendar.add("version", "2.0")
    page = request.build_absolute_uri(reverse("public:event", args=[slug]))
    for entry in calendar_entries(event):
        shown = Entry()
        shown.add("uid", f"{entry.uid}@romme-turnier")
        shown.add("sequence", entry.sequence)
        shown.add("dtstamp", entry.changed_at)  # without a method, the time of the last change (3.8.7.2)
        shown.add("last-modified", entry.changed_at)
        shown.add("dtstart", entry.starts_at)
        shown.add("dtend", entry.ends_at)
        shown.add("summary", entry.summary)
        shown.add("url", page)
        if entry.location:
            shown.add("location", entry.location)
        calendar.add_component(shown)
    response = HttpResponse(calendar.to_ical(), content_type="text/calendar; charset=utf-8")
    response.headers["Content-Disposition"] = f'attachment; filename="{slug}.ics"'
    return response
