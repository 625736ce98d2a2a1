"""The public page of a season's leagues: the table of each group, and the match days."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from romme_turnier.documents.tables.columns import Medium
from romme_turnier.documents.tables.seasons.league import group_tables
from romme_turnier.tournament.seasons.competitions.league_tables import is_over
from romme_turnier.web.public.access import public_season
from romme_turnier.web.public.crumbs import crumbs_of_season


@require_safe
def leagues(request: HttpRequest, name: str, season: str) -> HttpResponse:
    """Shows all leagues of a published season; 404 without any."""
    shown = public_season(name, season)
    rows = list(shown.leagues.prefetch_related("days__event"))
    if not rows:
        raise Http404
    context = {
        "season": shown,
        "crumbs": crumbs_of_season(shown, (_("Liga"), None)),
        "leagues": [
            {"league": league, "tables": group_tables(league, Medium.PAGE), "is_over": is_over(league)}
            for league in rows
        ],
    }
    return render(request, "public/seasons/league.html", context)
