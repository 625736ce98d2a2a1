"""The only module through which public views read events, seats and results."""

from django.db.models import QuerySet
from django.http import Http404

from romme_turnier.fast.statements import Prepared
from romme_turnier.tournament.models import Event, Series, Spielliste, StandingsRelease

_EVENTS = Prepared(Event.objects.all, "slug")
_VERSIONS = Prepared(
    lambda: Event.objects.select_related("public_version").only("published_at", "public_version__number"), "slug"
)

_LISTS = Prepared(
    lambda: Spielliste.objects.filter(table__series__seats_released_at__isnull=False).select_related(
        "table__series__event"
    ),
    "table__series__event",
    "table__series__number",
    "table__number",
)


def visible_events() -> QuerySet[Event]:
    return Event.objects.filter(published_at__isnull=False)


def public_version(slug: str) -> int | None:
    """Returns the version of an event's public data; None if the event is not published. Phones poll this all day."""
    for event in _VERSIONS.fetch(slug):
        if event.is_public:
            return event.public_version.number if hasattr(event, "public_version") else 0  # no change yet
    return None


def public_event(slug: str) -> Event:
    """Returns a published event. Raises Http404 if it is unknown or not published."""
    for event in _EVENTS.fetch(slug):
        if event.is_public:
            return event
    raise Http404


def released_series(event: Event) -> QuerySet[Series]:
    """Returns the series whose seats are released, newest first."""
    return event.series.filter(seats_released_at__isnull=False).order_by("-number")


def released_list(event: Event, series: int, table: int) -> Spielliste:
    """Returns a table's list. Raises Http404 if the table is unknown or its seats are not released."""
    for spielliste in _LISTS.fetch(event.pk, series, table):
        return spielliste
    raise Http404


def releases_of(event: Event) -> QuerySet[StandingsRelease]:
    """Returns the releases of the standings, by series and number, newest first."""
    return event.releases.select_related("event", "series").order_by("-series__number", "-number")
