"""Released tables and dates as files (CSV, XLSX, JSON), each at its page's address with a file extension.

They contain the data that everybody sees on the page, in the reader's language. A page without a released table has no
file. The functions `…_as` make the same file for the API (web/public/api).
"""

from collections.abc import Iterable
from functools import partial
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.views.decorators.http import require_safe

from romme_turnier.documents.tables.base import ListTable
from romme_turnier.documents.tables.columns import Medium, PersonColumn
from romme_turnier.documents.tables.seasons.dates import DatesTable
from romme_turnier.documents.tables.seasons.league import all_leagues
from romme_turnier.documents.tables.seasons.season import SeasonTable
from romme_turnier.documents.tables.seasons.years import YearsTable
from romme_turnier.documents.tables.seats import SeatsTable
from romme_turnier.documents.tables.views import public_file_of
from romme_turnier.fast.page_cache import KeptPage
from romme_turnier.tournament.events.timetable import CalendarEntry
from romme_turnier.tournament.models import Edition, Event, Organiser, Season, StandingsRelease
from romme_turnier.tournament.seasons.calendar_entries import organiser_entries, season_entries
from romme_turnier.tournament.seasons.editions import in_order
from romme_turnier.tournament.seasons.names import public_names_of
from romme_turnier.tournament.seasons.years.reading import years_of
from romme_turnier.web.errors import or_404
from romme_turnier.web.public.access import public_event, public_season, released_series, releases_of, season_version
from romme_turnier.web.public.kept import answer_from_cache, is_personal, kept
from romme_turnier.web.public.seasons import leagues_of, shown_edition
from romme_turnier.web.public.seats import seats_in
from romme_turnier.web.public.standings.releases import release_of
from romme_turnier.web.public.standings.tables import TEAMS, released_table
from romme_turnier.web.public.years import public_years

KINDS = ("csv", "xlsx", "json")


@require_safe
@kept
def standings_file(_request: HttpRequest, slug: str, kind: str, key: str = "") -> HttpResponse:
    """Sends a table of the newest release as a file; `key` is as in `released_table`.

    Raises Http404 if there is no release in force, no such table or no such kind of file.
    """
    return release_as(kind, or_404(releases_of(public_event(slug)).first()), key)


@require_safe
@kept
def release_file(_request: HttpRequest, slug: str, after: int, number: int, kind: str, key: str = "") -> HttpResponse:
    return release_as(kind, release_of(slug, after, number), key)


def release_as(kind: str, release: StandingsRelease, key: str = "") -> HttpResponse:
    event, series, number = release.event, release.series.number, release.number
    of_ranking = [key] if key and key != TEAMS else []
    page = reverse("public:ranking" if of_ranking else "public:release", args=[event.slug, series, number, *of_ranking])
    facts = {"event": about(event), "release": about_release(release), "page": page}
    table = or_404(released_table(Medium.FILE, release, key))
    name = "-".join(filter(None, (event.own_slug, "rangliste", str(series), str(number), key)))
    return _file(table, name, kind, facts)


@require_safe
@kept
def seats_file(_request: HttpRequest, slug: str, kind: str) -> HttpResponse:
    return seats_as(kind, public_event(slug))


def seats_as(kind: str, event: Event) -> HttpResponse:
    """Returns the seats of all series whose seats are released. Raises Http404 if there are none."""
    seats = seats_in(released_series(event))
    if not seats:
        raise Http404
    facts = {"event": about(event), "page": reverse("public:seats", args=[event.slug])}
    names = PersonColumn(SeatsTable.base_columns["name"].verbose_name, source="registration__public_name")
    table = SeatsTable.table_for(Medium.FILE, seats, without=("club",), extra_columns=[("name", names)])
    return _file(table, f"{event.own_slug}-sitzplaetze", kind, facts)


@require_safe
def season_file(
    request: HttpRequest, name: str, season: str, *, kind: str, key: str = "", number: int | None = None
) -> HttpResponseBase:
    """Sends the newest edition of a ranking, or edition `number`, as a file. A `key` of "" selects the first ranking.

    Raises Http404 if there is no such edition or kind of file.
    """
    shown = public_season(name, season)
    make = partial(edition_as, kind, shown, key, number)
    return make() if is_personal(request) else answer_from_cache(request, season_version(shown), make)


def edition_as(kind: str, season: Season, key: str, number: int | None) -> HttpResponse:
    """Returns the file of an edition; `key` and `number` are as in `season_file`. Raises Http404 if there is none."""
    ranking, _newest, edition = shown_edition(season, list(in_order(season.rankings.all())), key, number)
    if ranking is None or edition is None:
        raise Http404
    where = [season.organiser.slug, season.slug, ranking.slug, edition.number]
    page = reverse("public:season_edition", args=where)
    facts = {"season": about(season), "edition": about_edition(edition), "page": page}
    table = SeasonTable.of(Medium.FILE, edition, public_names_of(season))
    return _file(table, f"{season.slug}-{ranking.slug}-{edition.number}", kind, facts)


@require_safe
def leagues_file(request: HttpRequest, name: str, season: str, kind: str) -> HttpResponseBase:
    """Sends the tables of all leagues of a season as one table."""
    response = leagues_as(kind, public_season(name, season))
    return KeptPage.of(response).answer(request)  # no version covers the rows of a league


def leagues_as(kind: str, season: Season) -> HttpResponse:
    """Returns the tables of all leagues of the season as one table. Raises Http404 if there are none."""
    table = all_leagues(leagues_of(season), Medium.FILE)
    page = reverse("public:leagues", args=[season.organiser.slug, season.slug])
    return _file(table, f"{season.slug}-liga", kind, {"season": about(season), "page": page})


@require_safe
def season_dates_file(request: HttpRequest, name: str, season: str, kind: str) -> HttpResponseBase:
    """Sends the dates of a season, starting today."""
    shown = public_season(name, season)
    facts = {"season": about(shown)}
    return _dates(request, season_entries(shown), f"{season}-termine", kind, facts)


@require_safe
def organiser_dates_file(request: HttpRequest, name: str, kind: str) -> HttpResponseBase:
    """Sends the dates of an organiser and of the organisers below it, starting today."""
    organiser = get_object_or_404(Organiser, slug=name)
    facts = {"organiser": organiser.name}
    return _dates(request, organiser_entries(organiser), f"{name}-termine", kind, facts)


def _dates(
    request: HttpRequest, entries: Iterable[CalendarEntry], name: str, kind: str, facts: dict[str, Any]
) -> HttpResponseBase:
    response = _file(DatesTable.of(Medium.FILE, entries), name, kind, facts)
    return KeptPage.of(response).answer(request)  # no version covers all dates


@require_safe
def years_file(request: HttpRequest, name: str, season: str, number: int, kind: str) -> HttpResponseBase:
    """Sends a player's results over the years as a file, if the player has published them. Raises Http404 otherwise."""
    return KeptPage.of(years_as(kind, name, season, number)).answer(request)


def years_as(kind: str, name: str, season: str, number: int) -> HttpResponse:
    """Returns a player's results over the years as a file. Raises Http404 like `public_years`."""
    shown, page, who = public_years(name, season, number)
    years = years_of(page.player)
    table = YearsTable.of(Medium.FILE, years.kinds if years else ())
    facts = {"season": about(shown), "name": who, "page": reverse("public:season_player", args=[name, season, number])}
    return _file(table, f"{season}-spieler-{number}", kind, facts)


def about(source: Event | Season) -> dict[str, Any]:
    if isinstance(source, Event):
        page = reverse("public:event", args=[source.slug])
        return {"name": source.name, "page": page, "begins": source.starts_at}
    page = reverse("public:season", args=[source.organiser.slug, source.slug])
    return {"name": source.name, "page": page, "first_day": source.first_day, "last_day": source.last_day}


def about_release(release: StandingsRelease) -> dict[str, Any]:
    series, number = release.series.number, release.number
    return {"series": series, "number": number, "at": release.released_at, "final": release.is_final}


def about_edition(edition: Edition) -> dict[str, Any]:
    return {"number": edition.number, "at": edition.at, "last_day": edition.last_day}


def _file(table: ListTable, name: str, kind: str, facts: dict[str, Any]) -> HttpResponse:
    """Returns the file. Raises Http404 if the kind is unknown.

    Addresses in the file have no host, so all hosts send the same file.
    """
    if kind not in KINDS:
        raise Http404
    return public_file_of(table, f"{name}.{kind}", facts)
