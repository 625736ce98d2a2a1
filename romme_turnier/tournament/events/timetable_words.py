"""The timetable as text: day by day, and the next items."""

from dataclasses import dataclass
from datetime import date, datetime, timedelta

from django.utils import timezone
from django.utils.formats import date_format

from romme_turnier.tournament.models import Event, TimetableItem


@dataclass(frozen=True, slots=True)
class Day:
    """A day of the timetable. `label` is the date, or "" if the whole timetable is on the day of the event."""

    label: str
    lines: list[TimetableItem]


def timetable(event: Event) -> list[Day]:
    """Returns the timetable day by day; an empty list if there is none."""
    days: dict[date, list[TimetableItem]] = {}
    for item in event.timetable.all():
        days.setdefault(timezone.localdate(item.starts_at), []).append(item)
    named = set(days) != {timezone.localdate(event.starts_at)}
    return [Day(date_format(day, "l, j. F") if named else "", lines) for day, lines in days.items()]


def items_to_come(event: Event, now: datetime) -> list[TimetableItem]:
    """Returns today's remaining items, in order.

    Once a series has begun, its item and all earlier ones are over, even if their time has not come, because an event
    may run early.
    """
    begun = {
        series.number
        for series in event.series.all()
        if series.is_closed or series.clock_started_at or series.played_before
    }
    items = list(event.timetable.all())
    reached = max((place for place, item in enumerate(items, 1) if item.series_number in begun), default=0)
    over = event.starts_at if begun else now  # items before the start are over once a series has begun
    return [item for item in items[reached:] if max(over, now) < item.starts_at < _midnight(now)]


def next_item(event: Event, now: datetime) -> TimetableItem | None:
    """Returns today's next item, or None."""
    return next(iter(items_to_come(event, now)), None)


def next_series_start(event: Event, now: datetime) -> TimetableItem | None:
    """Returns today's next start of a series, or None."""
    return next((item for item in items_to_come(event, now) if item.series_number), None)


def changes_at(event: Event, now: datetime) -> datetime:
    """Returns the next time at which `next_item` may change by itself: when an item begins, or when the day ends."""
    first = event.timetable.filter(starts_at__gt=now).values_list("starts_at", flat=True).first()
    return min(first, _midnight(now)) if first else _midnight(now)


def _midnight(now: datetime) -> datetime:
    tomorrow = timezone.localdate(now) + timedelta(days=1)
    return timezone.make_aware(datetime.combine(tomorrow, datetime.min.time()))
