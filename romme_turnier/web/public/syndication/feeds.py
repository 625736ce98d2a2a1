"""Atom feeds (RFC 4287) of releases: standings of events, and editions of a season's tables.

Entries name no person. Feeds name the program's host in their links, so they are made for each request and never kept.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import chain
from uuid import NAMESPACE_OID, uuid5

from django.db.models import Q
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.feedgenerator import Atom1Feed
from django.utils.translation import get_language, gettext as _
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


class _Atom(Atom1Feed):
    def latest_post_date(self) -> datetime:
        """Returns the time of the newest entry or, without entries, of the subject's creation, instead of now."""
        latest: datetime = super().latest_post_date() if self.items else self.feed["made_at"]
        return latest


@require_safe
def event_feed(request: HttpRequest, slug: str) -> HttpResponseBase:
    event = public_event(slug)
    page, entries = reverse("public:standings", args=[slug]), _releases(Q(event=event))
    return _feed(request, event, event.held_by, entries, title=event.name, page=page, made_at=event.created_at)


@require_safe
def season_feed(request: HttpRequest, name: str, season: str) -> HttpResponseBase:
    shown = public_season(name, season)
    page = reverse("public:season", args=[name, season])
    entries = chain(_releases(Q(event__season=shown)), _editions(Q(ranking__season=shown)))
    return _feed(request, shown, shown.organiser, entries, title=shown.name, page=page, made_at=shown.created_at)


@require_safe
def organiser_feed(request: HttpRequest, name: str) -> HttpResponseBase:
    """Sends the feed of an organiser and of the organisers below it."""
    organiser = get_object_or_404(Organiser, slug=name)
    own = primary_keys(at_and_below(organiser))
    entries = chain(_releases(Q(event__held_by__in=own)), _editions(Q(ranking__season__organiser__in=own)))
    title = _("Neue Tabellen: %(name)s") % {"name": organiser.name} if organiser.name else _("Neue Tabellen")
    first = Event.objects.order_by("pk").values_list("created_at", flat=True).first() or _FIRST
    page = page_of_organiser(name)
    return _feed(request, organiser, organiser, entries, title=title, page=page, made_at=first)


def _feed(
    request: HttpRequest,
    subject: Event | Season | Organiser,
    organiser: Organiser,
    entries: Iterable[Entry],
    *,
    title: str,
    page: str,
    made_at: datetime,
) -> HttpResponseBase:
    """Sends the newest entries about the subject, with its organiser as their author; 304 if nothing is new."""
    atom = _Atom(
        title=title,
        link=request.build_absolute_uri(page),
        description=None,
        language=get_language(),
        author_name=organiser.name or "Rommé-Turnier",
        feed_url=request.build_absolute_uri(request.path),
        feed_guid=_id(subject._meta.model_name or "", made_at, subject.pk),
        made_at=made_at,
    )
    for entry in sorted(entries, key=lambda entry: (entry.at, entry.id), reverse=True)[:_NEWEST]:
        atom.add_item(
            title=entry.title,
            link=request.build_absolute_uri(entry.link),
            description=None,  # type: ignore[arg-type]  # it would repeat the title, and readers would parse it as HTML
            unique_id=entry.id,
            pubdate=entry.at,
            updateddate=entry.at,
        )
    response = HttpResponse(content_type=atom.content_type)
    atom.write(response, "utf-8")
    return KeptPage.of(response).answer(request)


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
    """Returns an id that stays the same if a name or address changes; `made` distinguishes installations."""
    return f"urn:uuid:{uuid5(NAMESPACE_OID, f'romme-turnier {kind} {made.isoformat()} {pk}')}"
