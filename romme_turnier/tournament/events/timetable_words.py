"""The timetable as people read it: day by day, and what comes next."""

from dataclasses import dataclass
from datetime import date, datetime, timedelta

from django.utils import timezone
from django.utils.formats import date_format

from romme_turnier.tournament.models import Event


@dataclass(frozen=True, slots=True)
class Line:
    time: str  # "14:00"
    what: str


@dataclass(frozen=True, slots=True)
class Day:
    """`label` is empty where all of the timetable is on the day of the event."""

    label: str
    lines: tuple[Line, ...]


def timetable(event: Event) -> list[Day]:
    """Returns the timetable day by day; no days if there is none."""
    days: dict[date, list[Line]] = {}
    for item in event.timetable.all():
        local = timezone.localtime(item.starts_at)
        days.setdefault(local.date(), []).append(Line(date_format(local, "H:i"), item.what))
    named = set(days) != {timezone.localdate(event.starts_at)}
    return [Day(date_format(day, "l, j. F") if named else "", tuple(lines)) for day, lines in days.items()]


def next_item(event: Event, now: datetime) -> Line | None:
    """Returns what comes next today, without series that are or have been played."""
    begun = {one.number for one in event.series.all() if one.is_closed or one.clock_started_at or one.played_before}
    for item in event.timetable.filter(starts_at__gt=now, starts_at__lt=_midnight(now)):
        if item.series_number not in begun:
            return Line(date_format(timezone.localtime(item.starts_at), "H:i"), item.what)
    return None


def changes_at(event: Event, now: datetime) -> datetime:
    """Returns when something else comes next by itself: an item begins, or another day."""
    first = event.timetable.filter(starts_at__gt=now).values_list("starts_at", flat=True).first()
    return min(first, _midnight(now)) if first else _midnight(now)


def _midnight(now: datetime) -> datetime:
    """Returns the end of the day."""
    tomorrow = timezone.localdate(now) + timedelta(days=1)
    return timezone.make_aware(datetime.combine(tomorrow, datetime.min.time()))
