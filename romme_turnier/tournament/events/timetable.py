"""Storing and copying the timetable of the announcement, and its calendar entries (RFC 5545)."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta

from django.db.models import Max
from django.utils import timezone
from django.utils.translation import gettext as _

from romme_turnier.tournament import models
from romme_turnier.tournament.shared.errors import TournamentError
from romme_turnier.tournament.shared.service import part_of_service

YEARS = range(1900, 5000)  # allowed in dates, so that adding the difference of two dates to a third does not overflow
Line = tuple[datetime, str, int | None]  # start, text, number of the series that starts at this time


@part_of_service
def store_timetable(event: models.Event, lines: Sequence[Line]) -> None:
    """Replaces the timetable. A line without words gets the name of its series.

    An item keeps its row, and thus its identity in calendars, if its series is unchanged or, for an item without a
    series, if its words or its time are. Raises TournamentError for a series that the event does not have, and for a
    line without words and series.
    """
    items = [_item(event, starts_at, " ".join(what.split()), number) for starts_at, what, number in lines]
    items.sort(key=lambda item: item.starts_at)
    left, kept = list(event.timetable.all()), []
    for means in _MEANINGS:
        for item in [item for item in items if item not in kept]:
            same = next((old for old in left if means(old) and means(old) == means(item)), None)
            if same is not None:
                item.pk = same.pk
                left.remove(same)
                kept.append(item)
    event.timetable.filter(pk__in=[old.pk for old in left]).delete()
    models.TimetableItem.objects.bulk_update(kept, ["starts_at", "what", "series_number"])
    models.TimetableItem.objects.bulk_create(item for item in items if item not in kept)


# Ways to identify an item, the most reliable first; None if a way does not apply to the item.
_MEANINGS: tuple[Callable[[models.TimetableItem], object], ...] = (
    lambda item: (item.series_number, item.what) if item.series_number else None,
    lambda item: item.series_number,
    lambda item: None if item.series_number else item.what,
    lambda item: None if item.series_number else item.starts_at,
)


def _item(event: models.Event, starts_at: datetime, what: str, number: int | None) -> models.TimetableItem:
    if number is not None and not 1 <= number <= event.series_count:
        message = _("Der Zeitplan nennt Serie %(number)d, das Turnier hat aber %(count)d.")
        raise TournamentError(message % {"number": number, "count": event.series_count})
    words = what or (_("Serie %(number)d") % {"number": number} if number else "")
    if not words:
        raise TournamentError(_("Im Zeitplan steht eine Zeit, zu der nichts geschieht."))
    return models.TimetableItem(event=event, starts_at=starts_at, what=words, series_number=number)


def copy_timetable(event: models.Event, copy: models.Event) -> None:
    """Copies the timetable. Each line keeps its time relative to the start of the event, in local time."""
    shift = timezone.make_naive(copy.starts_at) - timezone.make_naive(event.starts_at)
    lines = [
        (timezone.make_aware(timezone.make_naive(item.starts_at) + shift), item.what, item.series_number)
        for item in event.timetable.all()
    ]
    store_timetable(copy, lines)


_SHORT = timedelta(minutes=15)  # duration of a day's last item if it is not a series
_SAME_DAY = timedelta(hours=8)


@dataclass(frozen=True, slots=True)
class CalendarEntry:
    """An entry for calendars. `uid` stays the same if the item's time, place or web address changes.

    `sequence` is the number of changes, `changed_at` the time of the last change. An entry with dates instead of times
    lasts all day. `event` is the address of the published event, `season` the addresses of organiser and season, if
    there are any.
    """

    uid: str
    starts_at: date | datetime
    ends_at: date | datetime
    summary: str
    location: str
    sequence: int
    changed_at: datetime
    cancelled: bool = False
    note: str = ""
    event: str = ""
    season: tuple[str, str] | None = None

    @property
    def day(self) -> date:
        """The first day, in the time zone of the program."""
        return timezone.localdate(self.starts_at) if isinstance(self.starts_at, datetime) else self.starts_at

    @property
    def shown(self) -> tuple[date, date, str, str]:
        return self.starts_at, self.ends_at, self.summary, self.location


def calendar_entries(event: models.Event) -> list[CalendarEntry]:
    """Returns an entry for each item of the timetable or, without a timetable, a single entry for the event."""
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
    """Returns the end of an item: the start of the next item, if that is only a few hours later.

    A series ends earlier if its playing time is over by then. If no item follows within a few hours, a series ends
    after its playing time, and other items after a default time.
    """
    same_day = after is not None and timedelta() < after - item.starts_at < _SAME_DAY
    played = timedelta(minutes=event.series_minutes or 0) if item.series_number else timedelta()
    if after is not None and same_day:
        return min(after, item.starts_at + played) if played else after
    return item.starts_at + (played or _SHORT)


@part_of_service
def count_changes(event: models.Event, before: list[CalendarEntry]) -> None:
    """Increases the sequence of each item whose calendar entry has changed since `before`, and stores the time."""
    known = {entry.uid: entry.shown for entry in before}
    for entry, item in zip(calendar_entries(event), event.timetable.all(), strict=False):
        if known.get(entry.uid, entry.shown) != entry.shown:
            event.timetable.filter(pk=item.pk).update(sequence=item.sequence + 1, changed_at=timezone.now())
