"""The newest issue of the standings, and what papers that rest on an issue say of it."""

from typing import Any

from django.utils import timezone

from romme_turnier.tournament.models import Event, StandingsIssue
from romme_turnier.tournament.standings.words import how_final, issue_line


def newest_issue(event: Event, *, after: int | None = None) -> StandingsIssue | None:
    """Of all, or of those after one series."""
    issues = event.issues.select_related("event", "series")
    return (issues if after is None else issues.filter(series__number=after)).first()


def issue_head(issue: StandingsIssue) -> dict[str, Any]:
    """Context of documents/standings/head.html, and of the feet of such papers."""
    return {
        "event": issue.event,
        "issue": issue,
        "after": issue.series.number,
        "issue_line": issue_line(issue),
        "how_final": how_final(issue, timezone.now()),
    }
