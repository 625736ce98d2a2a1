"""The only access to public data. Public views get events, seats and results through these functions."""

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
    """Returns the version of the public data of an event, which phones poll all day; None: no visible event."""
    for event in _VERSIONS.fetch(slug):
        if event.is_public:
            return event.public_version.number if hasattr(event, "public_version") else 0  # no change yet
    return None


def public_event(slug: str) -> Event:
    """Returns the event if it is published. Raises Http404, as for an unknown event."""
    for event in _EVENTS.fetch(slug):
        if event.is_public:
            return event
    raise Http404


def released_series(event: Event) -> QuerySet[Series]:
    """Returns the series with released seats, the newest first."""
    return event.series.filter(seats_released_at__isnull=False).order_by("-number")


def released_list(event: Event, series: int, table: int) -> Spielliste:
    """Returns the list of a table with released seats. Raises Http404, as for an unknown table."""
    for spielliste in _LISTS.fetch(event.pk, series, table):
        return spielliste
    raise Http404


def releases_of(event: Event) -> QuerySet[StandingsRelease]:
    """Returns the releases of the standings, those of the last series first, each series from the newest."""
    return event.releases.select_related("event", "series").order_by("-series__number", "-number")
