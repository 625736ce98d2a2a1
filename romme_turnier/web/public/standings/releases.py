"""The pages of a release: standings, further rankings and charts. All use only the rows of that release."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from romme_turnier.documents.tables.charts import charts_of
from romme_turnier.documents.tables.columns import Medium
from romme_turnier.documents.tables.standings import StandingsTable, TeamStandingsTable, shows_sums
from romme_turnier.tournament.models import Event, StandingsRelease
from romme_turnier.tournament.models.public_names import PODIUM
from romme_turnier.tournament.participants.reading import public_names
from romme_turnier.tournament.shared.numbers import whole_number
from romme_turnier.tournament.standings import rankings
from romme_turnier.tournament.standings.criteria_words import ranks_by_scoring_points, who_wins
from romme_turnier.tournament.standings.lines import player_lines, team_lines
from romme_turnier.tournament.standings.reading import rankings_of
from romme_turnier.tournament.standings.releases import is_over
from romme_turnier.web.errors import or_404
from romme_turnier.web.public.access import public_event, releases_of
from romme_turnier.web.public.crumbs import crumbs_of
from romme_turnier.web.public.kept import ChangingResponse, kept
from romme_turnier.web.public.standings.excerpt import OF_TEAMS_BELOW, excerpt, own_team, query_of_table, search
from romme_turnier.web.public.standings.position import release_in_words
from romme_turnier.web.public.standings.tables import released_players, released_teams


@require_safe
@kept
def standings(request: HttpRequest, slug: str) -> HttpResponse:
    """Shows the newest release in force; if there is none, a page that says whether one was taken back."""
    event = public_event(slug)
    newest = releases_of(event).first()
    if newest is None:
        context = {
            "event": event,
            "crumbs": crumbs_of(event, (_("Rangliste"), None)),
            "taken_back": event.releases.exists(),
        }
        return render(request, "public/standings/no_standings.html", context)
    return page_of(request, event, newest)


@require_safe
@kept
def release(request: HttpRequest, slug: str, after: int, number: int) -> HttpResponse:
    shown = release_of(slug, after, number)
    return page_of(request, shown.event, shown)


def page_of(request: HttpRequest, event: Event, shown: StandingsRelease) -> HttpResponse:
    """Renders the standings of a release."""
    players, teams = released_players(shown), released_teams(shown)
    hits = search(request, event, players, teams)
    own = hits.player if any(line.number == hits.player for line in players) else None
    series = range(1, shown.series.number + 1)
    query, caption = query_of_table(request), _("Einzelwertung")
    table = StandingsTable.of(Medium.PAGE, players, event.rules, series, query=query, caption=caption, own=own)
    team, over = own_team(teams, hits), is_over(shown, timezone.now())
    team_table = TeamStandingsTable.of(Medium.PAGE, teams, event.rules, caption=_("Mannschaften"), own=team)
    context = {
        "crumbs": crumbs_of(event, (_("Rangliste"), None)),
        "title": _("Rangliste nach Serie %(number)d") % {"number": shown.series.number},
        "releases": list(releases_of(event).defer("rows", "team_rows")),
        "search": hits,
        "podium": [line for line in players if line.rank and line.rank <= PODIUM] if over and not hits.query else [],
        "excerpt": excerpt(request, table, own),
        "teams": excerpt(request, team_table, team, key=OF_TEAMS_BELOW),
        "public": True,
        "who_wins": who_wins(event.rules),
        "shows_sums": shows_sums(event.rules, series),
    }
    return _page(request, shown, "standings", context, own=own)


@require_safe
@kept
def ranking(request: HttpRequest, slug: str, after: int, number: int, key: str) -> HttpResponse:
    """Shows one of the other rankings of a release: of a series, a day, a category, the tandems or the clubs."""
    release = release_of(slug, after, number)
    event = release.event
    shown = or_404(rankings.ranking(rankings_of(release), key))
    names = public_names(event)
    asked: dict[str, Any] = {"query": query_of_table(request), "caption": shown.title}
    table: StandingsTable | TeamStandingsTable
    if shown.teams:
        teams = team_lines(shown.team_rows, names, event.rules, clubs=key == rankings.CLUBS)
        hits = search(request, event, teams=teams)
        own = own_team(teams, hits)
        own_id = f"nr-{hits.player}" if hits.player else ""
        table = TeamStandingsTable.of(Medium.PAGE, teams, event.rules, own=own, own_id=own_id, **asked)
    else:
        players = player_lines(shown.rows, names, event.rules, final=False)
        hits = search(request, event, players)
        own = hits.player
        table = StandingsTable.of(Medium.PAGE, players, event.rules, shown.series, own=own, **asked)
    part = excerpt(request, table, own)
    more = {"ranking": shown, "title": shown.title, "excerpt": part, "table": table, "public": True, "search": hits}
    if ranks_by_scoring_points(event.rules):
        more |= {
            "who_wins": who_wins(event.rules),
            "shows_sums": not shown.teams and shows_sums(event.rules, shown.series),
        }
    return _page(request, release, "ranking", more, current=key, own=hits.player)


@require_safe
@kept
def charts(request: HttpRequest, slug: str, after: int, number: int) -> HttpResponse:
    """Shows the charts of a release; `?nr=14` highlights one player's line."""
    release = release_of(slug, after, number)
    event = release.event
    names, source = public_names(event), rankings_of(release)
    chosen = whole_number(request.GET.get("nr", ""))
    context = {
        **charts_of(Medium.PAGE, source, names, chosen),
        "players": sorted((row.number or 0, names.get(row.number, "")) for row in release.rows if row.lists),
        "chosen": chosen,
        "title": _("Diagramme"),
    }
    return _page(request, release, "ranking", context, current="diagramme", own=chosen)


def release_of(slug: str, after: int, number: int) -> StandingsRelease:
    """Returns a release of a published event, even one that was taken back. Raises Http404 if there is none."""
    releases = public_event(slug).releases.select_related("event", "series")
    return get_object_or_404(releases, series__number=after, number=number)


def _page(
    request: HttpRequest,
    release: StandingsRelease,
    template: str,
    more: dict[str, Any],
    *,
    current: str = "",
    own: int | None,
) -> HttpResponse:
    """Renders a page of a release: the standings, one of the rankings, or charts.

    `current` is the key of a ranking, "diagramme", or "" for the standings.
    """
    event = release.event
    address = reverse("public:release", args=[event.slug, release.series.number, release.number])
    newest = releases_of(event).values_list("pk", flat=True).first()
    context = {
        "event": event,
        "crumbs": crumbs_of(event, (_("Rangliste"), address), (more["title"], None)),
        "action": request.path,
        "search_label": _("Club oder Mitglied suchen") if current == rankings.CLUBS else _("Name oder Startnummer"),
        **release_in_words(release),
        "overtaken": newest != release.pk,
        "taken_back": newest is None,
        "tabs": _tabs(release, current, own),
        "who_wins": "",
        "shows_sums": False,
        **more,
    }
    page = render_to_string(f"public/standings/{template}.html", context, request)
    return ChangingResponse(page, until=release.appeal_until)


def _tabs(release: StandingsRelease, current: str, own: int | None) -> list[tuple[str, str, bool]]:
    """Returns each page of a release: label, address and whether it is the current page; [] if the release has no rows.

    `current` is the key of a ranking, "diagramme", or "" for the standings. `own` is the start number of the player who
    stays marked on all pages.
    """
    if not release.rows:
        return []
    where = [release.event.slug, release.series.number, release.number]
    marked, source = f"?nr={own}" if own else "", rankings_of(release)
    whole = f"{reverse('public:release', args=where)}{marked}"
    tabs = [(_("Gesamt"), whole, current == "")]
    if source.team_rows:
        tabs.append((_("Mannschaften"), f"{whole}#mannschaften", False))
    for choice in rankings.choices(source):
        address = reverse("public:ranking", args=[*where, choice.key])
        tabs.append((choice.title, f"{address}{marked}", current == choice.key))
    return [*tabs, (_("Diagramme"), f"{reverse('public:charts', args=where)}{marked}", current == "diagramme")]
