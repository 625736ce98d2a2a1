"""Atom feeds (RFC 4287) of releases: standings of events, and editions of a season's tables.

Entries name no person. Feeds name the program's host in their links, so they are made for each request and never kept.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import chain
from typing import Any
from uuid import NAMESPACE_OID, uuid5

from django.contrib.syndication.views import Feed
from django.db.models import Q
from django.http import HttpRequest, HttpResponseBase
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.feedgenerator import Atom1Feed
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from romme_turnier.fast.page_cache import KeptPage
from romme_turnier.tournament.models import Edition, Event, Organiser, Season, StandingsRelease
from romme_turnier.tournament.organisers.reading import at_and_below, primary_keys
from romme_turnier.web.public.access import public_event, public_season
from romme_turnier.web.public.syndication.calendars import page_of_organiser

_NEWEST = 30  # entries
_FIRST = datetime(2026, 1, 1, tzinfo=UTC)  # for a program without events


@dataclass(frozen=True, slots=True)
class Entry:
    id: str
    title: str
    link: str
    at: datetime


@dataclass(frozen=True, slots=True)
class Source:
    """The subject of a feed, with a permanent id, its page, the organiser as its author, and the entries."""

    id: str
    title: str
    author: str
    link: str
    made_at: datetime
    entries: Sequence[Entry]


class _Atom(Atom1Feed):
    def latest_post_date(self) -> datetime:
        """Returns the time of the newest entry or, without entries, of the subject's creation, instead of now."""
        latest: datetime = super().latest_post_date() if self.items else self.feed["made_at"]
        return latest

    def add_item_elements(self, handler: Any, item: dict[str, Any]) -> None:
        """Adds an entry without a summary, in which readers would take the title for HTML."""
        super().add_item_elements(handler, {**item, "description": None})


class ReleasesFeed(Feed[Entry, Source]):
    """The view of a feed; `get_object` reads the address."""

    feed_type = _Atom

    def get_object(self, request: HttpRequest, *args: Any, **address: Any) -> Source:  # noqa: ARG002 - Django passes them
        if "slug" in address:
            event = public_event(address["slug"])
            page = reverse("public:standings", args=[event.slug])
            return _source(event, event.held_by, event.name, page, event.created_at, _releases(Q(event=event)))
        if "season" in address:
            season = public_season(address["name"], address["season"])
            page = reverse("public:season", args=[season.organiser.slug, season.slug])
            entries = (_releases(Q(event__season=season)), _editions(Q(ranking__season=season)))
            return _source(season, season.organiser, season.name, page, season.created_at, *entries)
        organiser = get_object_or_404(Organiser, slug=address["name"])
        own = primary_keys(at_and_below(organiser))
        entries = (_releases(Q(event__held_by__in=own)), _editions(Q(ranking__season__organiser__in=own)))
        title = _("Neue Tabellen: %(name)s") % {"name": organiser.name} if organiser.name else _("Neue Tabellen")
        first = Event.objects.order_by("pk").values_list("created_at", flat=True).first() or _FIRST
        return _source(organiser, organiser, title, page_of_organiser(organiser.slug), first, *entries)

    def title(self, source: Source) -> str:
        return source.title

    def author_name(self, source: Source) -> str:
        return source.author

    def link(self, source: Source) -> str:
        return source.link

    def feed_guid(self, source: Source) -> str:
        return source.id

    def feed_extra_kwargs(self, source: Source) -> dict[str, Any]:
        return {"made_at": source.made_at}

    def items(self, source: Source) -> Sequence[Entry]:
        return source.entries

    def item_title(self, entry: Entry) -> str:
        return entry.title

    def item_description(self, entry: Entry) -> str:
        return entry.title

    def item_link(self, entry: Entry) -> str:
        return entry.link

    def item_guid(self, entry: Entry) -> str:
        return entry.id

    def item_pubdate(self, entry: Entry) -> datetime:
        return entry.at

    def item_updateddate(self, entry: Entry) -> datetime:
        return entry.at


@require_safe
def feed(request: HttpRequest, **address: str) -> HttpResponseBase:
    """Sends the newest releases of an event, a season, or an organiser and those below it; 304 if nothing is new."""
    response = ReleasesFeed()(request, **address)
    return KeptPage.of(response.content, response.headers).answer(request)


def _source(
    subject: Event | Season | Organiser,
    organiser: Organiser,
    title: str,
    page: str,
    made_at: datetime,
    *entries: Iterable[Entry],
) -> Source:
    newest = sorted(chain(*entries), key=lambda entry: (entry.at, entry.id), reverse=True)[:_NEWEST]
    own_id = _id(subject._meta.model_name or "", made_at, subject.pk)
    return Source(own_id, title, organiser.name or "Rommé-Turnier", page, made_at, newest)


def _releases(of: Q) -> Iterable[Entry]:
    releases = (
        StandingsRelease.objects.in_force()
        .filter(of, event__published_at__isnull=False)
        .select_related("event", "series")
    )
    for release in releases.defer("rows", "team_rows").order_by("-released_at", "-pk")[:_NEWEST]:
        event, series = release.event, release.series.number
        words = {"event": event.name, "series": series, "number": release.number}
        yield Entry(
            _id("release", event.created_at, release.pk),
            _("%(event)s: Rangliste nach Serie %(series)d, Ausgabe %(number)d") % words,
            reverse("public:release", args=[event.slug, series, release.number]),
            release.released_at,
        )


def _editions(of: Q) -> Iterable[Entry]:
    editions = Edition.objects.filter(of, ranking__season__published_at__isnull=False)
    for edition in editions.select_related("ranking__season__organiser").order_by("-at", "-pk")[:_NEWEST]:
        ranking, season = edition.ranking, edition.ranking.season
        words = {"season": season.name, "ranking": ranking.name, "number": edition.number}
        yield Entry(
            _id("edition", season.created_at, edition.pk),
            _("%(season)s: %(ranking)s, Ausgabe %(number)d") % words,
            reverse("public:season_edition", args=[season.organiser.slug, season.slug, ranking.slug, edition.number]),
            edition.at,
        )


def _id(kind: str, made: datetime, pk: int) -> str:
    """Returns an id that no change of name or address changes; `made` tells installations apart."""
    return f"urn:uuid:{uuid5(NAMESPACE_OID, f'romme-turnier {kind} {made.isoformat()} {pk}')}"
