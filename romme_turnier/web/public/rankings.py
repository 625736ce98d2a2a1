"""Further rankings and charts of an issue, made of its rows alone: nothing in them is newer than the issue."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from romme_turnier.tournament.models import Event, StandingsIssue
from romme_turnier.tournament.participants.reading import public_names
from romme_turnier.tournament.shared.numbers import whole_number
from romme_turnier.tournament.standings import rankings
from romme_turnier.tournament.standings.charts import rank_chart, result_chart
from romme_turnier.tournament.standings.lines import ranking_lines
from romme_turnier.tournament.standings.reading import rankings_of
from romme_turnier.tournament.standings.words import how_final, issue_line
from romme_turnier.web.public.access import issues_of, public_event
from romme_turnier.web.public.crumbs import crumbs_of
from romme_turnier.web.public.kept import KeptResponse, kept

Tab = tuple[str, str, bool]  # label, address, whether it is this page


def tabs_of(issue: StandingsIssue, current: str = "") -> list[Tab]:
    """The rankings of an issue; `current` is the key of one, "diagramme", or "" for the standings."""
    if not issue.rows:
        return []
    where = [issue.event.slug, issue.series.number, issue.number]
    tabs = [(_("Gesamt"), reverse("public:issue", args=where), current == "")]
    tabs += [
        (choice.title, reverse("public:ranking", args=[*where, choice.key]), current == choice.key)
        for choice in rankings.choices(rankings_of(issue))
    ]
    return [*tabs, (_("Diagramme"), reverse("public:charts", args=where), current == "diagramme")]


@require_safe
@kept
def ranking(request: HttpRequest, slug: str, after: int, number: int, key: str) -> HttpResponse:
    """One further ranking of an issue: of a series, a day, a category, tandems, clubs."""
    event, issue = _issue(slug, after, number)
    shown = rankings.ranking(rankings_of(issue), key)
    if shown is None:
        raise Http404
    names = public_names(event)
    lines = ranking_lines(shown, names, event.rules)
    return _page(request, issue, key, {"ranking": shown, "lines": lines, "here": shown.title})


@require_safe
@kept
def charts(request: HttpRequest, slug: str, after: int, number: int) -> HttpResponse:
    """`?nr=14`: a player whose course is to stand out."""
    event, issue = _issue(slug, after, number)
    names, source = public_names(event), rankings_of(issue)
    chosen = whole_number(request.GET.get("nr", ""))
    context = {
        "ranks": rank_chart(source, names, chosen),
        "results": result_chart(source),
        "players": sorted((row.number or 0, names.get(row.number, "")) for row in issue.rows if row.lists),
        "chosen": chosen,
        "here": _("Diagramme"),
    }
    return _page(request, issue, "diagramme", context)


def _issue(slug: str, after: int, number: int) -> tuple[Event, StandingsIssue]:
    event = public_event(slug)
    return event, get_object_or_404(issues_of(event), series__number=after, number=number)


def _page(request: HttpRequest, issue: StandingsIssue, current: str, more: dict[str, Any]) -> HttpResponse:
    event = issue.event
    newest = issues_of(event).values_list("pk", flat=True).first()
    standings = (_("Rangliste"), reverse("public:issue", args=[event.slug, issue.series.number, issue.number]))
    context = {
        "event": event,
        "crumbs": crumbs_of(event, standings, (more["here"], None)),
        "issue": issue,
        "issue_line": issue_line(issue),
        "how_final": how_final(issue, timezone.now()),
        "overtaken": newest != issue.pk,
        "tabs": tabs_of(issue, current),
        **more,
    }
    return KeptResponse(render_to_string("public/ranking.html", context, request), until=issue.appeal_until)
