"""Released tables as files (CSV, XLSX, JSON), each at the address of its page.

They hold what everybody sees on the page, in the reader's language. A page without a released table has no file.
"""

from collections.abc import Callable, Iterable
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
from romme_turnier.tournament.models import Event, Organiser, Season, StandingsRelease
from romme_turnier.tournament.seasons.calendar_entries import organiser_entries, season_entries
from romme_turnier.tournament.seasons.editions import in_order
from romme_turnier.tournament.seasons.names import public_names_of
from romme_turnier.tournament.seasons.years.reading import years_of
from romme_turnier.web.errors import or_404
from romme_turnier.web.public.access import public_event, public_season, released_series, releases_of, season_version
from romme_turnier.web.public.kept import answer_from_cache, is_personal, kept
from romme_turnier.web.public.seasons import leagues_of, shown_edition
from romme_turnier.web.public.seats import seats_in
from romme_turnier.web.public.standings.released import TEAMS, released_table
from romme_turnier.web.public.standings.releases import release_of
from romme_turnier.web.public.years import public_years

KINDS = ("csv", "xlsx", "json")


@require_safe
@kept
def standings_file(_request: HttpRequest, slug: str, kind: str, key: str = "") -> HttpResponse:
    """Sends a table of the newest release as a file; `key` selects the table, as in `released_table`."""
    return _standings(or_404(releases_of(public_event(slug)).first()), key, kind)


@require_safe
@kept
def release_file(_request: HttpRequest, slug: str, after: int, number: int, kind: str, key: str = "") -> HttpResponse:
    return _standings(release_of(slug, after, number), key, kind)


def _standings(release: StandingsRelease, key: str, kind: str) -> HttpResponse:
    event, series, number = release.event, release.series.number, release.number
    of_ranking = [key] if key and key != TEAMS else []
    page = reverse("public:ranking" if of_ranking else "public:release", args=[event.slug, series, number, *of_ranking])
    about = {
        "event": _about(event),
        "release": {"series": series, "number": number, "at": release.released_at, "final": release.is_final},
        "page": page,
    }
    table = or_404(released_table(Medium.FILE, release, key))
    name = "-".join(filter(None, (event.own_slug, "rangliste", str(series), str(number), key)))
    return _file(table, name, kind, about)


@require_safe
@kept
def seats_file(_request: HttpRequest, slug: str, kind: str) -> HttpResponse:
    """Sends the seats of all series whose seats are released."""
    event = public_event(slug)
    seats = seats_in(released_series(event))
    if not seats:
        raise Http404
    about = {"event": _about(event), "page": reverse("public:seats", args=[slug])}
    names = PersonColumn(SeatsTable.base_columns["name"].verbose_name, source="registration__public_name")
    table = SeatsTable.table_for(Medium.FILE, seats, without=("club",), extra_columns=[("name", names)])
    return _file(table, f"{event.own_slug}-sitzplaetze", kind, about)


@require_safe
def season_file(
    request: HttpRequest, name: str, season: str, *, kind: str, key: str = "", number: int | None = None
) -> HttpResponseBase:
    """Sends the newest edition of a ranking, or edition `number`; without a key, that of the first ranking."""
    shown = public_season(name, season)

    def make() -> HttpResponse:
        ranking, _newest, edition = shown_edition(shown, list(in_order(shown.rankings.all())), key, number)
        if ranking is None or edition is None:
            raise Http404
        about = {
            "season": _about(shown),
            "edition": {"number": edition.number, "at": edition.at, "last_day": edition.last_day},
            "page": reverse("public:season_edition", args=[name, season, ranking.slug, edition.number]),
        }
        table = SeasonTable.of(Medium.FILE, edition, public_names_of(shown))
        return _file(table, f"{season}-{ranking.slug}-{edition.number}", kind, about)

    return _of_season(request, shown, make)


@require_safe
def leagues_file(request: HttpRequest, name: str, season: str, kind: str) -> HttpResponseBase:
    """Sends the tables of all leagues of a season as one table."""
    shown = public_season(name, season)
    table = all_leagues(leagues_of(shown), Medium.FILE)
    about = {"season": _about(shown), "page": reverse("public:leagues", args=[name, season])}
    response = _file(table, f"{season}-liga", kind, about)
    return KeptPage.of(response.content, response.headers).answer(request)  # no version covers the rows of a league


@require_safe
def season_dates_file(request: HttpRequest, name: str, season: str, kind: str) -> HttpResponseBase:
    """Sends the dates of a season, starting today."""
    shown = public_season(name, season)
    about = {"season": _about(shown)}
    return _dates(request, season_entries(shown), f"{season}-termine", kind, about)


@require_safe
def organiser_dates_file(request: HttpRequest, name: str, kind: str) -> HttpResponseBase:
    """Sends the dates of an organiser and of those below it, starting today."""
    organiser = get_object_or_404(Organiser, slug=name)
    about = {"organiser": organiser.name}
    return _dates(request, organiser_entries(organiser), f"{name}-termine", kind, about)


def _dates(
    request: HttpRequest, entries: Iterable[CalendarEntry], name: str, kind: str, about: dict[str, Any]
) -> HttpResponseBase:
    response = _file(DatesTable.of(Medium.FILE, entries), name, kind, about)
    return KeptPage.of(response.content, response.headers).answer(request)  # no version covers all dates


@require_safe
def years_file(request: HttpRequest, name: str, season: str, number: int, kind: str) -> HttpResponseBase:
    """Sends the years of a season's player, if the player has published them. Raises Http404 otherwise."""
    shown, page, who = public_years(name, season, number)
    years = years_of(page.player)
    table = YearsTable.of(Medium.FILE, years.kinds if years else ())
    about = {"season": _about(shown), "name": who, "page": reverse("public:season_player", args=[name, season, number])}
    response = _file(table, f"{season}-spieler-{number}", kind, about)
    return KeptPage.of(response.content, response.headers).answer(request)


def _of_season(request: HttpRequest, season: Season, make: Callable[[], HttpResponse]) -> HttpResponseBase:
    return make() if is_personal(request) else answer_from_cache(request, season_version(season), make)


def _about(source: Event | Season) -> dict[str, Any]:
    if isinstance(source, Event):
        page = reverse("public:event", args=[source.slug])
        return {"name": source.name, "page": page, "begins": source.starts_at}
    page = reverse("public:season", args=[source.organiser.slug, source.slug])
    return {"name": source.name, "page": page, "first_day": source.first_day, "last_day": source.last_day}


def _file(table: ListTable, name: str, kind: str, about: dict[str, Any]) -> HttpResponse:
    """Raises Http404 for another kind. Addresses are without a host, so that files are the same under each."""
    if kind not in KINDS:
        raise Http404
    return public_file_of(table, f"{name}.{kind}", about)
