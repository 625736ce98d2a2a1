"""Standings as they were released, issue by issue. Nothing here is computed anew."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from romme_turnier.tournament.models import Event, StandingsIssue
from romme_turnier.tournament.participants.reading import public_names
from romme_turnier.tournament.standings.lines import player_lines, team_lines
from romme_turnier.tournament.standings.words import how_final, issue_line
from romme_turnier.web.public.access import issues_of, public_event
from romme_turnier.web.public.crumbs import crumbs_of
from romme_turnier.web.public.kept import KeptResponse, kept
from romme_turnier.web.public.rankings import tabs_of


@require_safe
@kept
def standings(request: HttpRequest, slug: str) -> HttpResponse:
    """The newest issue; before the first one, a page that says so."""
    event = public_event(slug)
    newest = issues_of(event).first()
    if newest is None:
        context = {"event": event, "crumbs": crumbs_of(event, (_("Rangliste"), None))}
        return render(request, "public/no_standings.html", context)
    return page_of(request, event, newest)


@require_safe
@kept
def issue(request: HttpRequest, slug: str, after: int, number: int) -> HttpResponse:
    event = public_event(slug)
    return page_of(request, event, get_object_or_404(issues_of(event), series__number=after, number=number))


def page_of(request: HttpRequest, event: Event, shown: StandingsIssue) -> HttpResponse:
    """The page of one issue, rendered anew."""
    names = public_names(event)
    issues = list(issues_of(event).defer("rows", "team_rows"))
    newest = issues[0] if issues else None
    if newest is None:
        raise Http404
    # Whoever has no start number yet has never played: not a row of anything that hangs out.
    rows = [row for row in shown.rows if row.number is not None]
    context = {
        "event": event,
        "crumbs": crumbs_of(event, (_("Rangliste"), None)),
        "issue": shown,
        "issue_line": issue_line(shown),
        "how_final": how_final(shown, timezone.now()),
        "newest": newest,
        "issues": issues,
        "lines": player_lines(rows, names, event.rules, final=shown.is_final),
        "teams": team_lines(shown.team_rows, names, event.rules),
        "series_numbers": range(1, shown.series.number + 1),
        "tabs": tabs_of(shown),
    }
    return KeptResponse(render_to_string("public/standings.html", context, request), until=shown.appeal_until)
