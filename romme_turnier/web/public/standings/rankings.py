"""Further rankings and charts of a release, made from its rows only, so never newer than the release."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from romme_turnier.documents.tables.charts import charts_of
from romme_turnier.documents.tables.columns import Medium
from romme_turnier.documents.tables.standings import StandingsTable, TeamStandingsTable
from romme_turnier.tournament.models import Event, StandingsRelease
from romme_turnier.tournament.participants.reading import public_names
from romme_turnier.tournament.shared.numbers import whole_number
from romme_turnier.tournament.standings import rankings
from romme_turnier.tournament.standings.lines import player_lines, team_lines
from romme_turnier.tournament.standings.reading import rankings_of
from romme_turnier.web.public.access import public_event, releases_of
from romme_turnier.web.public.crumbs import crumbs_of
from romme_turnier.web.public.kept import ChangingResponse, kept
from romme_turnier.web.public.standings.excerpt import excerpt, own_team, query_of_table, search
from romme_turnier.web.public.standings.position import release_in_words

Tab = tuple[str, str, bool]  # label, address, whether it is the current page


def tabs_of(release: StandingsRelease, current: str = "", *, own: int | None = None) -> list[Tab]:
    """Returns the rankings of a release; `current` is a key, "diagramme", or "" for the standings.

    `own` is the number of a player that stays marked on all of them.
    """
    if not release.rows:
        return []
    where = [release.event.slug, release.series.number, release.number]
    tabs = [(_("Gesamt"), reverse("public:release", args=where), current == "")]
    tabs += [
        (choice.title, reverse("public:ranking", args=[*where, choice.key]), current == choice.key)
        for choice in rankings.choices(rankings_of(release))
    ]
    tabs.append((_("Diagramme"), reverse("public:charts", args=where), current == "diagramme"))
    marked = f"?nr={own}" if own else ""
    return [(label, f"{address}{marked}", here) for label, address, here in tabs]


@require_safe
@kept
def ranking(request: HttpRequest, slug: str, after: int, number: int, key: str) -> HttpResponse:
    """A ranking of a release other than the standings: of a series, a day, a category, tandems, clubs."""
    event, release = _release(slug, after, number)
    shown = rankings.ranking(rankings_of(release), key)
    if shown is None:
        raise Http404
    names = public_names(event)
    asked: dict[str, Any] = {"query": query_of_table(request), "caption": shown.title}
    table: StandingsTable | TeamStandingsTable
    if shown.teams:
        teams = team_lines(shown.team_rows, names, event.rules)
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
    return _page(request, release, key, more, own=hits.player)


@require_safe
@kept
def charts(request: HttpRequest, slug: str, after: int, number: int) -> HttpResponse:
    """`?nr=14`: a player whose line is highlighted."""
    event, release = _release(slug, after, number)
    names, source = public_names(event), rankings_of(release)
    chosen = whole_number(request.GET.get("nr", ""))
    context = {
        **charts_of(Medium.PAGE, source, names, chosen),
        "players": sorted((row.number or 0, names.get(row.number, "")) for row in release.rows if row.lists),
        "chosen": chosen,
        "title": _("Diagramme"),
    }
    return _page(request, release, "diagramme", context, own=chosen)


def _release(slug: str, after: int, number: int) -> tuple[Event, StandingsRelease]:
    event = public_event(slug)
    return event, get_object_or_404(releases_of(event), series__number=after, number=number)


def _page(
    request: HttpRequest, release: StandingsRelease, current: str, more: dict[str, Any], *, own: int | None
) -> HttpResponse:
    event = release.event
    newest = releases_of(event).values_list("pk", flat=True).first()
    standings = (_("Rangliste"), reverse("public:release", args=[event.slug, release.series.number, release.number]))
    context = {
        "event": event,
        "crumbs": crumbs_of(event, standings, (more["title"], None)),
        "action": request.path,
        **release_in_words(release),
        "overtaken": newest != release.pk,
        "tabs": tabs_of(release, current, own=own),
        **more,
    }
    return ChangingResponse(
        render_to_string("public/standings/ranking.html", context, request), until=release.appeal_until
    )
