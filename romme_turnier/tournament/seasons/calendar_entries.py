"""The calendar entries (RFC 5545) of a season and of organisers: planned evenings and published events."""

from collections.abc import Iterable
from datetime import date, datetime, timedelta

from django.db.models import Q
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from romme_turnier.tournament import models
from romme_turnier.tournament.events.timetable import CalendarEntry
from romme_turnier.tournament.organisers.reading import at_and_below, primary_keys
from romme_turnier.tournament.seasons.evenings.evening import last_evening

_BACK = timedelta(days=366)  # an organiser's calendar omits older seasons and events
_MOST = 1_000  # events in an organiser's calendar, besides its evenings
_LENGTH = timedelta(hours=3)  # of an evening or event; officials do not announce when it ends


def season_entries(season: models.Season) -> list[CalendarEntry]:
    """Returns the entries of a published season's evenings and of its other published events, sorted by day."""
    events = season.events.filter(published_at__isnull=False, season_date=None)
    return _sorted([*_of_dates(season), *_of_events(events.select_related("public_version"))])


def organiser_entries(organiser: models.Organiser) -> list[CalendarEntry]:
    """Returns the entries of the organiser and of all organisers below, sorted by day.

    They include all evenings of published seasons, except seasons that ended more than a year ago, and up to `_MOST`
    other published events of the last year and the future.
    """
    since, own = timezone.localdate() - _BACK, primary_keys(at_and_below(organiser))
    seasons = models.Season.objects.filter(organiser__in=own, published_at__isnull=False, last_day__gte=since)
    evenings = [entry for season in seasons.select_related("organiser") for entry in _of_dates(season)]
    shown = Q(season_date=None) | ~Q(season_date__season__in=seasons)
    events = models.Event.objects.filter(
        shown, held_by__in=own, published_at__isnull=False, starts_at__gte=timezone.now() - _BACK
    )
    return _sorted([*evenings, *_of_events(events.select_related("public_version").order_by("starts_at")[:_MOST])])


def _sorted(entries: Iterable[CalendarEntry]) -> list[CalendarEntry]:
    return sorted(entries, key=lambda entry: (entry.day, entry.uid))


def _of_events(events: Iterable[models.Event]) -> Iterable[CalendarEntry]:
    for event in events:
        yield CalendarEntry(
            uid=f"{event.created_at:%Y%m%dT%H%M%S%f}-{event.pk}-termin",
            starts_at=event.starts_at,
            ends_at=event.starts_at + _LENGTH,
            summary=event.name,
            location=event.venue,
            sequence=_version(event),
            changed_at=event.published_at or event.created_at,
            event=event.slug,
        )


def _of_dates(season: models.Season) -> Iterable[CalendarEntry]:
    """Yields an entry for each evening; its `uid` stays the same if the evening is moved, cancelled or opened."""
    dates = list(season.dates.select_related("event__public_version"))
    changes = _changes(season)
    last, published = last_evening(season), season.published_at or season.created_at
    for row in dates:
        event = row.event if row.event is not None and row.event.is_public else None
        shown = event or last
        times = changes.get(f"seasondate:{row.pk}", [])
        starts_at: date | datetime = row.day
        if event is not None:
            starts_at = event.starts_at
        elif season.evenings_at is not None:
            starts_at = timezone.make_aware(datetime.combine(row.day, season.evenings_at))
        yield CalendarEntry(
            uid=f"{season.created_at:%Y%m%dT%H%M%S%f}-{season.pk}-abend-{row.pk}",
            starts_at=starts_at,
            ends_at=starts_at + (_LENGTH if isinstance(starts_at, datetime) else timedelta(days=1)),
            summary=event.name if event is not None else season.name,
            location=shown.venue if shown is not None else "",
            sequence=len(times) + (_version(row.event) if row.event is not None else 0),
            changed_at=max([published, *times]),
            cancelled=row.cancelled,
            note=_note(row),
            event=event.slug if event is not None else "",
            season=(season.organiser.slug, season.slug),
        )


def _changes(season: models.Season) -> dict[str, list[datetime]]:
    """Returns the times of the season's logged changes, by the key of the changed row in the log: "seasondate:17"."""
    changes: dict[str, list[datetime]] = {}
    log = models.EventLog.objects.filter(event=None, subject_kind="season", subject_pk=season.pk)
    for at, new in log.values_list("at", "new"):
        for key in new:
            changes.setdefault(key, []).append(at)
    return changes


def _note(row: models.SeasonDate) -> str:
    if row.cancelled:
        words = _("Fällt aus")
    elif row.moved_from is None:
        return ""
    else:
        words = _("Verlegt vom %(day)s") % {"day": date_format(row.moved_from, "j. F Y")}
    return f"{words}: {row.reason}" if row.reason else words


def _version(event: models.Event) -> int:
    """Returns the number of public changes of the event, which grows with each change of its time or place."""
    return event.public_version.number if hasattr(event, "public_version") else 0
