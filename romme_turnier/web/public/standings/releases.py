"""Standings by release, without recomputing them."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.template.loader import render_to_string
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from romme_turnier.documents.tables.columns import Medium
from romme_turnier.documents.tables.standings import StandingsTable, TeamStandingsTable
from romme_turnier.tournament.models import Event, StandingsRelease
from romme_turnier.tournament.participants.reading import public_names
from romme_turnier.tournament.standings.lines import player_lines, team_lines
from romme_turnier.web.public.access import public_event, releases_of
from romme_turnier.web.public.crumbs import crumbs_of
from romme_turnier.web.public.kept import ChangingResponse, kept
from romme_turnier.web.public.standings.excerpt import OF_TEAMS_BELOW, excerpt, own_team, query_of_table, search
from romme_turnier.web.public.standings.position import release_in_words
from romme_turnier.web.public.standings.rankings import tabs_of


@require_safe
@kept
def standings(request: HttpRequest, slug: str) -> HttpResponse:
    """The newest release; before the first one, a page with a hint."""
    event = public_event(slug)
    newest = releases_of(event).first()
    if newest is None:
        context = {"event": event, "crumbs": crumbs_of(event, (_("Rangliste"), None))}
        return render(request, "public/standings/no_standings.html", context)
    return page_of(request, event, newest)


@require_safe
@kept
def release(request: HttpRequest, slug: str, after: int, number: int) -> HttpResponse:
    event = public_event(slug)
    return page_of(request, event, get_object_or_404(releases_of(event), series__number=after, number=number))


def page_of(request: HttpRequest, event: Event, shown: StandingsRelease) -> HttpResponse:
    """The page of a release, not from the cache."""
    names = public_names(event)
    releases = list(releases_of(event).defer("rows", "team_rows"))
    newest = releases[0] if releases else None
    if newest is None:
        raise Http404
    players = player_lines(shown.posted_rows, names, event.rules, final=shown.is_final)
    teams = team_lines(shown.team_rows, names, event.rules)
    hits = search(request, event, players, teams)
    own = hits.player if any(line.number == hits.player for line in players) else None
    series = range(1, shown.series.number + 1)
    query, caption = query_of_table(request), _("Einzelwertung")
    table = StandingsTable.of(Medium.PAGE, players, event.rules, series, query=query, caption=caption, own=own)
    team = own_team(teams, hits)
    team_table = TeamStandingsTable.of(Medium.PAGE, teams, event.rules, caption=_("Mannschaften"), own=team)
    title = _("Rangliste nach Serie %(number)d") % {"number": shown.series.number}
    context = {
        "event": event,
        "crumbs": crumbs_of(event, (_("Rangliste"), None)),
        **release_in_words(shown),
        "title": title,
        "overtaken": shown != newest,
        "releases": releases,
        "search": hits,
        "excerpt": excerpt(request, table, own),
        "teams": excerpt(request, team_table, team, key=OF_TEAMS_BELOW),
        "public": True,
        "action": request.path,
        "tabs": tabs_of(shown, own=own),
    }
    return ChangingResponse(
        render_to_string("public/standings/standings.html", context, request), until=shown.appeal_until
    )
