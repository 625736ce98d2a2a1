"""Reads published events and seasons, released series, lists and standings, and the versions of their pages."""

import hashlib
from typing import Any

from django.db.models import Count, F, Max, OuterRef, QuerySet, Subquery, Sum, Value
from django.db.models.expressions import Combinable
from django.db.models.functions import JSONArray
from django.http import Http404
from django.utils import timezone

from romme_turnier.fast.statements import Prepared
from romme_turnier.tournament.models import (
    Edition,
    Event,
    League,
    Organiser,
    Ranking,
    RankingVersion,
    Season,
    SeasonDate,
    SeasonPlayer,
    Series,
    Spielliste,
    StandingsRelease,
    YearsPage,
)
from romme_turnier.web.errors import or_404

_EVENTS = Prepared(Event.objects.all, "slug")
_VERSIONS = Prepared(
    lambda: Event.objects.select_related("public_version").only("published_at", "held_by", "public_version__number"),
    "slug",
)

_LISTS = Prepared(
    lambda: Spielliste.objects.filter(table__series__seats_released_at__isnull=False).select_related(
        "table__series__event"
    ),
    "table__series__event",
    "table__series__number",
    "table__number",
)
_SEASONS = Prepared(lambda: Season.objects.select_related("organiser"), "organiser__slug", "slug")
_READS_FURTHER = "further"
_FURTHER = ("organisers_below", "months", "until_again")  # formulas with these read events outside the season, too
_NAMES = Prepared(
    lambda: SeasonPlayer.objects.values_list("number", "player__first_name", "player__last_name").order_by("number"),
    "season",
)
_ORGANISERS = Prepared(lambda: Organiser.objects.values_list("name", "slug", "number").order_by("pk"))
_SEASONS_OF = Prepared(
    lambda: Season.objects.filter(published_at__isnull=False).select_related("organiser").order_by("-first_day", "-pk"),
    "organiser__slug",
)


def _facts(kind: str, rows: QuerySet[Any, Any], *facts: str | Combinable) -> QuerySet[Any, Any]:
    """Returns a query with one list for each row: the kind and the facts. The rows must have a field `season`."""
    of_season: QuerySet[Any, Any] = rows.order_by().annotate(fact=JSONArray(Value(kind), *facts)).values_list("fact")
    return of_season


def _facts_of_season() -> list[QuerySet[Any, Any]]:
    seasons, of_season = Season.objects.alias(season=F("pk")), Event.objects.values("season")
    evenings = Event.objects.filter(kind=Event.Kind.EVENING, held_by=OuterRef("organiser"), season=OuterRef("previous"))
    versions = RankingVersion.objects.alias(season=F("ranking__season"))
    editions = Edition.objects.order_by().filter(ranking=OuterRef("pk")).values("ranking")
    consents = SeasonPlayer.objects.values("season")
    public_years = YearsPage.objects.filter(public_since__isnull=False).values("player")
    return [
        _facts(
            "ranking",
            Ranking.objects.all(),
            *("pk", "name", "slug", "position", "rests", "of", "outdated_since"),
            Subquery(editions.annotate(newest=Max("pk")).values("newest")),
        ),
        _facts(_READS_FURTHER, versions.filter(formula__has_any_keys=_FURTHER), "pk"),
        _facts("date", SeasonDate.objects.all(), "day", "moved_from", "cancelled", "reason", "event"),
        _facts("league", League.objects.all(), "pk"),
        _facts("events", of_season, Count("pk"), Max("pk"), Sum("public_version__number")),
        # The first evening takes place where the last evening of the previous season did.
        _facts("venue", seasons, Subquery(evenings.order_by("-starts_at").values("venue")[:1])),
        _facts("consents", consents, Count("consents"), Count("consents__withdrawn_at")),
        _facts("years", SeasonPlayer.objects.filter(player__in=public_years), "number"),
    ]


_FACTS_OF_SEASONS = Prepared(_facts_of_season, "season")


def visible_events() -> QuerySet[Event]:
    return Event.objects.filter(published_at__isnull=False)


def public_version(slug: str) -> int:
    """Returns the version of an event's public data. Raises Http404 if the event is not published. Phones poll this."""
    for event in _VERSIONS.fetch(slug):
        if event.is_public:
            return _version_of(event)
    raise Http404


def _version_of(event: Event) -> int:
    return event.public_version.number if hasattr(event, "public_version") else 0  # no change yet


def public_event(slug: str) -> Event:
    """Returns a published event. Raises Http404 if it is unknown or not published."""
    for event in _EVENTS.fetch(slug):
        if event.is_public:
            return event
    raise Http404


def address_of(organiser: Organiser, own_slug: str) -> tuple[str, int]:
    """Returns the address and the version of the organiser's published event with that `own_slug`.

    Raises Http404 if there is none.
    """
    for address in (f"{organiser.slug}/{own_slug}", own_slug):
        for event in _VERSIONS.fetch(address):
            if event.is_public and event.held_by_id == organiser.pk:
                return address, _version_of(event)
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
    """Returns the releases of the standings that are in force, newest series first, then newest release first."""
    return event.releases.in_force().select_related("event", "series").order_by("-series__number", "-number")


def public_season(organiser: str, slug: str) -> Season:
    """Returns a published season, with its organiser. Raises Http404 if it is unknown or not published."""
    for season in _SEASONS.fetch(organiser, slug):
        if season.is_public:
            return season
    raise Http404


def public_seasons_of(organiser: Organiser) -> QuerySet[Season]:
    """Returns the organiser's own published seasons, without the seasons of organisers below it."""
    return organiser.seasons.filter(published_at__isnull=False).select_related("organiser")


def running_seasons(organisers: QuerySet[Organiser]) -> QuerySet[Season]:
    """Returns the published seasons of these organisers that include today and are not closed."""
    today = timezone.localdate()
    running = Season.objects.filter(published_at__isnull=False, closed_at=None, organiser__in=organisers)
    return running.filter(first_day__lte=today, last_day__gte=today).select_related("organiser")


def current_season(organiser: str) -> Season:
    """Returns the organiser's running season or, if there is none, the published season that began last.

    A season is running if it is published, includes today and is not closed. If several are running, returns the last
    of them to begin. Raises Http404 if the organiser is unknown or none of its published seasons has begun.
    """
    today = timezone.localdate()
    begun = [season for season in _SEASONS_OF.fetch(organiser) if season.first_day <= today]
    running = (season for season in begun if season.last_day >= today and season.closed_at is None)
    return or_404(next(running, begun[0] if begun else None))


def season_version(season: Season) -> str:
    """Returns a digest of everything on which the season's pages depend, except today's date.

    Changes of names, releases and looks increase the public versions of the season's events, so services need not
    invalidate these pages. If a ranking also reads events outside the season, the digest includes the names of the
    players and of all organisers. The numbers of consents and of withdrawn consents suffice, because consents are never
    deleted individually.
    """
    facts = [fact for (fact,) in _FACTS_OF_SEASONS.fetch(season.pk)]
    reads_further = any(kind == _READS_FURTHER for kind, *_rest in facts)
    names = [*_NAMES.fetch(season.pk), *_ORGANISERS.fetch()] if reads_further else []
    own = [getattr(season, field.attname) for field in Season._meta.concrete_fields]
    of_organiser = [getattr(season.organiser, field.attname) for field in Organiser._meta.concrete_fields]
    read = repr((own, of_organiser, sorted(map(repr, facts)), names))  # the database returns facts in any order
    return hashlib.blake2b(read.encode(), digest_size=16).hexdigest()


def version_of_season(name: str, season: str) -> str:
    """Returns the version of the pages of a season with this address. Raises Http404 if it is not published."""
    return season_version(public_season(name, season))


def version_of_current(name: str) -> str:
    """Returns the version of the pages of an organiser's current season. Raises Http404 like `current_season`."""
    season = current_season(name)
    return f"{season.pk}-{season_version(season)}"
