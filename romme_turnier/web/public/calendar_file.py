"""The timetable of an event as a file for calendars (RFC 5545)."""

from datetime import datetime, timedelta

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.http import require_safe

from romme_turnier.tournament.models import Event
from romme_turnier.web.public.access import public_event


@require_safe
def calendar_file(request: HttpRequest, slug: str) -> HttpResponse:
    """One entry for each item of the timetable; of the event alone where there is none."""
    from icalendar import Calendar, Event as Entry  # noqa: PLC0415 - every start would wait for it

    event = public_event(slug)
    calendar = Calendar()
    calendar.add("prodid", "-//Rommé-Turnier//DE")
    calendar.add("version", "2.0")
    page = request.build_absolute_uri(reverse("public:event", args=[slug]))
    for number, (starts_at, ends_at, what) in enumerate(_items(event)):
        entry = Entry()
        entry.add("uid", f"{slug}-{number}@{request.get_host()}")
        entry.add("dtstamp", event.published_at or starts_at)
        entry.add("dtstart", starts_at)
        entry.add("dtend", ends_at)
        entry.add("summary", f"{event.name}: {what}" if what else event.name)
        entry.add("url", page)
        if event.venue:
            entry.add("location", event.venue)
        calendar.add_component(entry)
    response = HttpResponse(calendar.to_ical(), content_type="text/calendar; charset=utf-8")
    response.headers["Content-Disposition"] = f'attachment; filename="{slug}.ics"'
    return response


def _items(event: Event) -> list[tuple[datetime, datetime, str]]:
    """Begin, end and what; an item lasts until the next one, the last of a day a quarter of an hour."""
    items = [(item.starts_at, item.what) for item in event.timetable.all()]
    if not items:
        return [(event.starts_at, event.starts_at + timedelta(hours=1), "")]
    following = [starts_at for starts_at, _what in items[1:]]
    return [
        (starts_at, _end(starts_at, after), what)
        for (starts_at, what), after in zip(items, [*following, None], strict=True)
    ]


def _end(starts_at: datetime, after: datetime | None) -> datetime:
    same_day = after is not None and starts_at < after and after - starts_at < timedelta(hours=8)
    return after if same_day and after is not None else starts_at + timedelta(minutes=15)
