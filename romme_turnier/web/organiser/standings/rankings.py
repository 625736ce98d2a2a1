"""Further rankings and charts at the officials' desk, as they would be released now."""

from typing import Any

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from romme_turnier.documents.tables.charts import charts_of, money_chart_of
from romme_turnier.documents.tables.columns import Medium
from romme_turnier.documents.tables.standings import StandingsTable, TeamStandingsTable
from romme_turnier.tournament.models import Event
from romme_turnier.tournament.participants.reading import full_names
from romme_turnier.tournament.permissions import OfficialRequest, Right, demand_series, for_officials, may
from romme_turnier.tournament.shared.numbers import whole_number
from romme_turnier.tournament.standings import rankings
from romme_turnier.tournament.standings.lines import ranking_lines
from romme_turnier.tournament.standings.reading import differs, rankings_now

Tab = tuple[str, str, bool]  # label, address, whether it is this page


def ranking_tabs(event: Event, source: rankings.Source, current: str = "") -> list[Tab]:
    """`current` is the key of a ranking, "diagramme", or "" for the standings."""
    where = [event.slug, source.after]
    tabs = [(_("Gesamt"), reverse("organiser:standings_after", args=where), current == "")]
    for choice in rankings.choices(source):
        address = reverse("organiser:standings_ranking", args=[*where, choice.key])
        tabs.append((choice.title, address, current == choice.key))
    return [*tabs, (_("Diagramme"), reverse("organiser:standings_charts", args=where), current == "diagramme")]


@require_http_methods(["GET", "HEAD"])
@for_officials(Right.SEE)
def ranking(request: OfficialRequest, event: Event, after: int, key: str) -> HttpResponse:
    demand_series(event, after)
    source = rankings_now(event, after)
    shown = rankings.ranking(source, key)
    if shown is None:
        raise Http404
    kind = TeamStandingsTable if shown.teams else StandingsTable
    table = kind.of(
        Medium.PAGE,
        ranking_lines(shown, full_names(event), event.rules),
        event.rules,
        () if shown.teams else shown.series,
        query=request.GET,
        part={"serie": after, "wertung": key},
        caption=shown.title,
    )
    newest = event.releases.select_related("event", "series").filter(series__number=after).order_by("-number").first()
    context = _context(event, source, key) | {
        "ranking": shown,
        "table": table,
        "public": False,
        "newest": newest,
        "released": newest is not None and not differs(newest, source),
    }
    return render(request, "organiser/standings/ranking.html", context)


@require_http_methods(["GET", "HEAD"])
@for_officials(Right.SEE)
def charts(request: OfficialRequest, event: Event, after: int) -> HttpResponse:
    """`?nr=14`: a player whose line is highlighted. Money is shown only with the right to it."""
    demand_series(event, after)
    source, names = rankings_now(event, after), full_names(event)
    chosen = whole_number(request.GET.get("nr", ""))
    context = _context(event, source, "diagramme") | {
        **charts_of(Medium.PAGE, source, names, chosen),
        **(money_chart_of(Medium.PAGE, event) if may(request.user, Right.CASH, event) else {"money": None}),
        "players": sorted((row.number, names[row.number]) for row in source.rows if row.number),
        "chosen": chosen,
    }
    return render(request, "organiser/standings/charts.html", context)


def _context(event: Event, source: rankings.Source, current: str) -> dict[str, Any]:
    return {
        "event": event,
        "after": source.after,
        "tabs": ranking_tabs(event, source, current),
    }
