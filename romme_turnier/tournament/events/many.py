"""Queries for lists of events that are too long for a page: search, years, and the first events of each part."""

from collections.abc import Sequence
from datetime import datetime
from typing import overload

from django.db import connection
from django.db.models import Exists, Q, QuerySet
from django.db.models.functions import Coalesce
from django.utils import timezone

from romme_turnier.core.people.names import holds, letters
from romme_turnier.tournament.models import Event, Organiser

_YEARS_AT_ONCE = 100  # in one statement
MOST = 1_000  # events of a list without a year; a list of one year shows all of its events


class Shown(Sequence[Event]):
    """The first events of each part of a list: at most `most` of each, or all if `most` is None.

    Only primary keys and the rows of a requested slice are read, because counting all events of a federation, or
    skipping the events of earlier pages with their organisers, takes the database longer than a page may. `goes_on`
    tells whether a part has more events.
    """

    def __init__(self, *parts: QuerySet[Event], most: int | None) -> None:
        stop = None if most is None else most + 1
        keys = [list(part.values_list("pk", flat=True)[:stop]) for part in parts]
        self.goes_on = most is not None and any(len(part) > most for part in keys)
        self._keys = [key for part in keys for key in part[:most]]

    def __len__(self) -> int:
        return len(self._keys)

    @overload
    def __getitem__(self, place: int) -> Event: ...
    @overload
    def __getitem__(self, place: slice) -> list[Event]: ...
    def __getitem__(self, place: int | slice) -> Event | list[Event]:
        if isinstance(place, int):
            return Event.objects.select_related("held_by").get(pk=self._keys[place])
        events = Event.objects.select_related("held_by").in_bulk(self._keys[place])
        return [events[key] for key in self._keys[place] if key in events]  # the others have just been deleted


def with_words(events: QuerySet[Event], text: str, place: str = "") -> QuerySet[Event]:
    """Returns the events that match all words of `text`, and whose venue contains all words of `place`.

    Each word of `text` may be part of the event's name, venue or announced organiser, or of its organiser's name. As
    everywhere in the program, letters match with or without umlauts and accents (`holds`).
    """
    words = set(letters(text))
    names = list(Organiser.objects.values_list("pk", "name")) if words else []
    for word in words:
        named = [pk for pk, name in names if holds(word, name)]
        events = events.filter(Q(words__contains=word) | Q(venue_words__contains=word) | Q(held_by__in=named))
    for word in set(letters(place)):
        events = events.filter(venue_words__contains=word)
    return events


def coming(events: QuerySet[Event], since: datetime) -> QuerySet[Event]:
    return events.filter(starts_at__gte=since).order_by("starts_at", "slug")


def past(events: QuerySet[Event], until: datetime, *, with_words: bool) -> QuerySet[Event]:
    """Returns the events that begin before `until`, the latest first.

    `with_words` tells whether `with_words()` has filtered the events. SQLite then reads them in the table's order,
    because following an index to every event would take six times as long.
    """
    if with_words and connection.vendor == "sqlite":
        hidden = events.annotate(moment=Coalesce("starts_at", "starts_at"))
        return hidden.filter(moment__lt=until).order_by("-moment", "slug")
    return events.filter(starts_at__lt=until).order_by("-starts_at", "slug")


def years_of(events: QuerySet[Event]) -> list[int]:
    """Returns the years in which events begin, the latest first.

    If there are more than MOST events, the database only checks whether each year has an event, because reading the
    years of all events takes longer than a page may.
    """
    if not events.order_by()[MOST : MOST + 1].exists():
        return [year.year for year in events.datetimes("starts_at", "year", order="DESC")]
    moments = events.values_list("starts_at", flat=True)
    first, last = moments.order_by("starts_at").first(), moments.order_by("-starts_at").first()
    if first is None or last is None:
        return []
    span = range(timezone.localtime(last).year, timezone.localtime(first).year - 1, -1)
    years: list[int] = []
    for start in range(0, len(span), _YEARS_AT_ONCE):
        some = span[start : start + _YEARS_AT_ONCE]
        has_events = Organiser.objects.values_list(*(Exists(in_year(events, year)) for year in some))[0]
        years += [year for year, is_one in zip(some, has_events, strict=True) if is_one]
    return years


def in_year(events: QuerySet[Event], year: int) -> QuerySet[Event]:
    return events.filter(starts_at__year=year)


def new_year(year: int) -> datetime:
    return timezone.make_aware(datetime(year, 1, 1))  # noqa: DTZ001
