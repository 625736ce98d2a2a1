"""The timetable as calendar entries (RFC 5545) with stable identity and a time of change."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Max
from django.utils import timezone

from romme_turnier.tournament import models
from romme_turnier.tournament.shared.service import part_of_service

_SHORT = timedelta(minutes=15)  # duration of a day's last item if it is not a series
_SAME_DAY = timedelta(hours=8)


@dataclass(frozen=True, slots=True)
class CalendarEntry:
    """`uid` does not depend on the program's address and lasts while the entry means the same: series 2, this item.
    `sequence` counts its changes, `changed_at` is the time of the last.
    """

    uid: str
    starts_at: datetime
    ends_at: datetime
    summary: str
    location: str
    sequence: int
    changed_at: datetime

    @property
    def shown(self) -> tuple[datetime, datetime, str, str]:
        return self.starts_at, self.ends_at, self.summary, self.location


def calendar_entries(event: models.Event) -> list[CalendarEntry]:
    """Returns an entry for each item of the timetable, or a single one for the event if there is no timetable."""
    made = f"{event.created_at:%Y%m%dT%H%M%S%f}-{event.pk}"
    items = list(event.timetable.all())
    if not items:
        version = models.PublicVersion.objects.filter(event=event).values_list("number", flat=True).first() or 0
        ends_at = event.starts_at + timedelta(hours=1)
        changes = event.record.filter(new__has_key=f"event:{event.pk}").aggregate(newest=Max("at"))
        changed_at = changes["newest"] or event.created_at
        return [CalendarEntry(made, event.starts_at, ends_at, event.name, event.venue, version, changed_at)]
    entries, series = [], set()
    for item, after in zip(items, [*items[1:], None], strict=True):
        own = f"serie-{item.series_number}" if item.series_number and item.series_number not in series else item.pk
        series.add(item.series_number)
        entries.append(
            CalendarEntry(
                uid=f"{made}-{own}",
                starts_at=item.starts_at,
                ends_at=_end(event, item, after.starts_at if after else None),
                summary=f"{event.name}: {item.what}",
                location=event.venue,
                sequence=item.sequence,
                changed_at=item.changed_at or event.published_at or event.created_at,
            )
        )
    return entries


def _end(event: models.Event, item: models.TimetableItem, after: datetime | None) -> datetime:
    """An item lasts until the next one of its day, a series at most its playing time."""
    same_day = after is not None and timedelta() < after - item.starts_at < _SAME_DAY
    played = timedelta(minutes=event.series_minutes or 0) if item.series_number else timedelta()
    if after is not None and same_day:
        return min(after, item.starts_at + played) if played else after
    return item.starts_at + (played or _SHORT)


@part_of_service
def count_changes(event: models.Event, before: list[CalendarEntry]) -> None:
    """Counts a change for each entry that existed `before` and differs now."""
    known = {entry.uid: entry.shown for entry in before}
    for entry, item in zip(calendar_entries(event), event.timetable.all(), strict=False):
        if known.get(entry.uid, entry.shown) != entry.shown:
            event.timetable.filter(pk=item.pk).update(sequence=item.sequence + 1, changed_at=timezone.now())
