"""The pages of a season: next evening, tables with editions, last result, leagues, and the choice of a row."""

from collections import Counter
from collections.abc import Sequence
from decimal import Decimal
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase, QueryDict
from django.shortcuts import get_object_or_404, redirect, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from romme_turnier.core.people.names import NAMELESS, holds
from romme_turnier.documents.tables.columns import Medium
from romme_turnier.documents.tables.seasons.league import group_tables
from romme_turnier.documents.tables.seasons.season import SeasonLine, SeasonTable, season_lines
from romme_turnier.tournament.models import Edition, EditionRow, Event, League, Ranking, Season
from romme_turnier.tournament.models.public_names import PODIUM
from romme_turnier.tournament.seasons.competitions.league_tables import newest_release
from romme_turnier.tournament.seasons.differences import differences
from romme_turnier.tournament.seasons.editions import in_order
from romme_turnier.tournament.seasons.names import SeasonNames, public_names_of
from romme_turnier.tournament.seasons.reading import (
    calendar_of,
    events_of,
    last_copy,
    organisers_of,
    recent_events,
    row_of,
    rows_of,
)
from romme_turnier.tournament.seasons.words import formula_sentence, value_words
from romme_turnier.tournament.shared.numbers import whole_number
from romme_turnier.tournament.standings.criteria_words import lead_words
from romme_turnier.tournament.standings.lines import led_total
from romme_turnier.web.public.access import current_season, public_season, season_version
from romme_turnier.web.public.crumbs import crumbs_of_season
from romme_turnier.web.public.kept import answer_from_cache, is_personal
from romme_turnier.web.public.phone_identity import SEASON_ROW

_FIRST_ROWS = 5  # of the last evening
_HITS = 60  # names on one page


@require_safe
def season(request: HttpRequest, name: str, season: str) -> HttpResponseBase:
    """Shows the next evening, the last result and the first ranking of a season."""
    return _page(request, public_season(name, season))


@require_safe
def ranking(request: HttpRequest, name: str, season: str, key: str) -> HttpResponseBase:
    """Shows the newest edition of a ranking."""
    return _page(request, public_season(name, season), key)


@require_safe
def edition(request: HttpRequest, name: str, season: str, key: str, number: int) -> HttpResponseBase:
    """Shows an edition, with its differences from the previous one."""
    return _page(request, public_season(name, season), key, number)


@require_http_methods(["GET", "HEAD", "POST"])
def season_row(request: HttpRequest, name: str, season: str) -> HttpResponse:
    """Lets visitors choose their own row by name, once for each phone. `vergessen` removes the choice.

    The search reads only the names that everybody sees on the page.
    """
    shown = public_season(name, season)
    page = reverse("public:season", args=[name, season])
    if request.method == "POST":
        response = redirect(f"{page}#ich")
        number = whole_number(request.POST.get("nr", ""))
        if "vergessen" in request.POST:
            SEASON_ROW.forget(response, page)
        elif number is not None and shown.players.filter(number=number).exists():
            SEASON_ROW.keep(response, str(number), page)
        return response
    query, names = request.GET.get("q", "").strip()[:120], public_names_of(shown)
    players = shown.players.current().filter(player__erased_at=None).select_related("player").order_by("number")
    known = [(row.number, who) for row in players if (who := names.of(row.player)) != NAMELESS]
    known.sort(key=lambda person: person[1].order)  # by the shown names: the order of full names would reveal more
    people = _with_ranks(shown, [(number, str(who)) for number, who in known])
    are_many = len(people) > _HITS
    hits = [person for person in people if holds(query, person[1])] if query or not are_many else []
    context = {
        "season": shown,
        "crumbs": crumbs_of_season(shown, (_("Mein Platz"), None)),
        "query": query,
        "asks": are_many,
        "hits": hits[:_HITS],
        "too_many": len(hits) > _HITS,
        "chosen": _own(request),
    }
    return render(request, "public/seasons/row.html", context)


def _with_ranks(season: Season, people: Sequence[tuple[int, str]]) -> list[tuple[int, str, int | None]]:
    """Returns the people, namesakes with their ranks in the first ranking, all others with None."""
    times = Counter(name for _number, name in people)
    newest = Edition.objects.filter(ranking=in_order(season.rankings.all()).first()).first()
    ranked = newest.rows.filter(entrant__isnull=False) if newest is not None else EditionRow.objects.none()
    ranks = dict(ranked.values_list("entrant__number", "rank")) if max(times.values(), default=0) > 1 else {}
    return [(number, name, ranks.get(number) if times[name] > 1 else None) for number, name in people]


@require_safe
def leagues(request: HttpRequest, name: str, season: str) -> HttpResponse:
    """Shows all leagues of a published season. Raises Http404 if it has none."""
    shown = public_season(name, season)
    context = {
        "season": shown,
        "crumbs": crumbs_of_season(shown, (_("Liga"), None)),
        "leagues": [
            {
                "league": league,
                "tables": group_tables(league, Medium.PAGE),
                "release": newest_release(league),
            }
            for league in leagues_of(shown)
        ],
    }
    return render(request, "public/seasons/league.html", context)


def leagues_of(season: Season) -> list[League]:
    """Returns the leagues of a season. Raises Http404 if it has none."""
    leagues = list(season.leagues.prefetch_related("days__event"))
    if not leagues:
        raise Http404
    return leagues


@require_safe
def current(request: HttpRequest, name: str) -> HttpResponse:
    """Redirects to the organiser's current season and keeps the query. Links to this address stay valid for years."""
    season = current_season(name)
    query = request.META.get("QUERY_STRING", "")
    address = reverse("public:season", args=[name, season.slug])
    return redirect(f"{address}?{query}" if query else address)


@require_safe
def current_file(_request: HttpRequest, name: str, kind: str) -> HttpResponse:
    return redirect("public:season_file", name=name, season=current_season(name).slug, kind=kind)


def _own(request: HttpRequest) -> int | None:
    return whole_number(request.COOKIES.get(SEASON_ROW.name, ""))


def _page(request: HttpRequest, season: Season, key: str = "", number: int | None = None) -> HttpResponseBase:
    """Returns the page of a ranking, or of one of its editions, from the cache if it is the same for everybody.

    `key` is the address of the ranking, "" for the page of the season. The page of edition `number` is not kept,
    because its list of changes names events of organisers below, too.
    """
    if is_personal(request) or _own(request) is not None or number is not None:
        return HttpResponse(_rendered(request, season, key, number))
    return answer_from_cache(
        request, season_version(season), lambda: HttpResponse(_rendered(request, season, key, number))
    )


def _rendered(request: HttpRequest, season: Season, key: str, number: int | None) -> str:
    rankings = list(in_order(season.rankings.all()))
    ranking, newest, shown = shown_edition(season, rankings, key, number)
    names, events = public_names_of(season), recent_events(season)
    last = events[0] if events else last_copy(season)
    earlier = shown.ranking.editions.filter(number__lt=shown.number).first() if shown and number is not None else None
    context = {
        "season": season,
        "crumbs": crumbs_of_season(season, *([(ranking.name, None)] if ranking is not None and key else [])),
        "is_first": not key,
        "has_leagues": season.leagues.exists(),
        "wall": "wand" in request.GET,  # for a screen in the club room: only the next evening and the table
        "calendar": calendar_of(season),
        "ranking": ranking,
        "edition": shown,
        "has_notes": not names.have_ended,  # they are free text and may name people
        "events": events_of(shown) if shown is not None else "",
        "organisers": organisers_of(shown) if shown is not None else [],
        "overtaken": shown != newest,
        "legend": formula_sentence(shown.version.formula) if shown is not None else "",
        "differences": differences(shown, earlier) if shown and earlier else [],
        "tabs": _tabs(season, rankings, ranking),
        "archive": list(ranking.editions.all()) if ranking is not None else [],
        "last": _last_result(last, names) if last is not None and not key else None,
        "own": None,
        "podium": None,
        "table": None,
    }
    if shown is not None:
        marked = whole_number(request.GET.get("nr", "")) or _own(request)
        row = row_of(shown, marked) if marked is not None else None
        if row is not None and row.entrant is not None:
            marked = row.entrant.number  # the phone remembers another number if the person was merged
        query = _query_around(request, shown, row)
        # `events` are the season's newest. Older editions, and rankings that read organisers below, have other events.
        form = () if shown != newest or shown.version.formula.organisers_below else events
        context["table"] = SeasonTable.of(Medium.PAGE, shown, names, events=form, query=query, own=marked)
        if number is None and query.get("seite", "1") == "1":
            context["podium"] = _podium(shown, names)
        if row is not None:
            context["own"] = _own_box(shown, row, names)
    return render_to_string("public/seasons/season.html", context, request)


def shown_edition(
    season: Season, rankings: Sequence[Ranking], key: str = "", number: int | None = None
) -> tuple[Ranking | None, Edition | None, Edition | None]:
    """Returns the ranking with this address, its newest edition, and edition `number`, by default the newest.

    `rankings` are all rankings of the season; a `key` of "" selects the first of them. All three results are None if
    there is no ranking. Before the first edition, both editions are None. Raises Http404 if the address or the number
    is unknown.
    """
    ranking = next((row for row in rankings if row.slug == key or not key), None)
    if ranking is None:
        if key:
            raise Http404
        return None, None, None
    ranking.season = season
    editions = ranking.editions.select_related("version")
    newest = editions.first()
    return ranking, newest, newest if number is None else get_object_or_404(editions, number=number)


def _query_around(request: HttpRequest, edition: Edition, row: EditionRow | None) -> QueryDict:
    """Returns the query of the request or, if it contains `nr`, the query of the page with this row.

    That page is in the order of ranks.
    """
    query = request.GET.copy()
    if row is not None and "nr" in query:
        del query["nr"]
        before = edition.rows.filter(position__lt=row.position).count()
        query["seite"] = str(before // SeasonTable.page_sizes[0] + 1)
        for name in {"zeilen", "sortiert"} & query.keys():
            del query[name]
    return query


def _podium(edition: Edition, names: SeasonNames) -> list[tuple[SeasonLine, str]] | None:
    """Returns the lines of ranks 1 to 3 with their values as text; None unless there are exactly three lines."""
    rows = list(rows_of(edition).filter(rank__lte=PODIUM).order_by("position")[: PODIUM + 1])
    if len(rows) != PODIUM:
        return None
    return [(line, value_words(line.row.value, edition.version.formula)) for line in season_lines(edition, rows, names)]


def _own_box(edition: Edition, row: EditionRow, names: SeasonNames) -> dict[str, Any]:
    """Returns the player's line and value, the number of ranked rows, and the distance to the rank above as text."""
    line, ranked = season_lines(edition, [row], names)[0], edition.rows.filter(rank__isnull=False)
    above = ranked.filter(rank__lt=row.rank).order_by("-position").first() if row.rank is not None else None
    behind = ""
    if above is not None:
        distance = abs(Decimal(row.value) - Decimal(above.value))
        points = value_words(str(distance), edition.version.formula)
        behind = _("%(points)s hinter Rang %(rank)d") % {"points": points, "rank": above.rank}
    return {
        "line": line,
        "of": ranked.count(),
        "value": value_words(line.row.value, edition.version.formula) if line.row.value else "",
        "behind": behind,
    }


def _tabs(season: Season, rankings: Sequence[Ranking], current: Ranking | None) -> list[tuple[str, str, bool]]:
    """Returns each ranking's label, address and whether it is current; the first one is on the page of the season."""
    where = [season.organiser.slug, season.slug]
    addresses = [reverse("public:season_ranking", args=[*where, row.slug]) for row in rankings]
    addresses[:1] = [reverse("public:season", args=where)] if rankings else []
    return [(row.name, address, row == current) for row, address in zip(rankings, addresses, strict=True)]


def _last_result(event: Event, names: SeasonNames) -> dict[str, Any] | None:
    """Returns the result of an evening from its newest release: the first rows, and the others.

    Returns None if no release is in force, or if no ranked player has a registration, for example in an evening that
    was packed without registrations.
    """
    release = event.releases.in_force().first()
    if release is None:
        return None
    people = {row.number: row.player for row in event.registrations.select_related("player") if row.number is not None}
    words = lead_words(event.rules)
    lines = [
        (row.rank, str(names.of(people[row.number])), words.amount(led_total(row, event.rules)))
        for row in release.posted_rows
        if row.lists and row.number in people
    ]
    return {"event": event, "first": lines[:_FIRST_ROWS], "others": lines[_FIRST_ROWS:]} if lines else None
