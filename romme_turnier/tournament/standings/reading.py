"""The standings of now, and those that were released, as one kind of value."""

from collections.abc import Collection, Hashable
from dataclasses import replace

from django.utils import timezone

from romme_turnier.core.standings import Standing
from romme_turnier.tournament import models, play_offs, queries, rankings
from romme_turnier.tournament.models.standing_rows import StandingRow, TeamRow


def rankings_now(event: models.Event, after_series: int) -> rankings.Source:
    """The standings and what the further rankings are made of, as the lists stand now."""
    return rankings.Source(
        rows=standing_rows(event, after_series),
        team_rows=team_rows(event, after_series),
        days=days_of(event, after_series),
        after=after_series,
        series_count=event.series_count,
        rules=event.rules,
    )


def rankings_of(issue: models.StandingsIssue) -> rankings.Source:
    """The same of an issue: nothing newer than what hangs out."""
    return rankings.Source(
        rows=issue.rows,
        team_rows=issue.team_rows,
        days=issue.days,
        after=issue.series.number,
        series_count=issue.event.series_count,
        rules=issue.event.rules,
    )


def standing_rows(event: models.Event, after_series: int) -> list[StandingRow]:
    """The rows of the standings after a series, the best first."""
    clubs: dict[Hashable, str | None] = dict(event.registrations.values_list("pk", "club__name"))
    categories = _categories(event)
    standings = queries.standings(event, after_series, in_full=True)
    final = after_series == event.series_count
    played_for = play_offs.asked_for(event, standings) if final else frozenset()
    return [
        replace(
            rankings.row_of(row, clubs[row.entrant.key], categories.get(row.entrant.key, ())),
            play_off_waived=final and _waived(row, played_for),
        )
        for row in standings
    ]


def _waived(row: Standing, played_for: Collection[Hashable]) -> bool:
    """Whether a tie stays as it is, because no prize and no title depends on it."""
    return row.play_off_needed and row.entrant.key not in played_for


def _categories(event: models.Event) -> dict[Hashable, list[str]]:
    """The names of the categories of each registration that has some."""
    found: dict[Hashable, list[str]] = {}
    memberships = models.Category.objects.filter(event=event, registrations__isnull=False)
    for registration, name in memberships.order_by("name").values_list("registrations", "name"):
        found.setdefault(registration, []).append(name)
    return found


def team_rows(event: models.Event, after_series: int) -> list[TeamRow]:
    """The rows of the teams after a series, the best first."""
    teams = {key: (name, size) for key, name, size in event.teams.values_list("key", "name", "size")}
    return [rankings.team_row_of(row, *teams[row.team.key]) for row in queries.team_standings(event, after_series)]


def days_of(event: models.Event, after_series: int) -> list[str]:
    """The day of each series; of those that name none it is the event's."""
    held_on = dict(event.series.values_list("number", "held_on"))
    own = timezone.localdate(event.starts_at)
    return [(held_on.get(number) or own).isoformat() for number in range(1, after_series + 1)]


def is_outdated(issue: models.StandingsIssue) -> bool:
    """Whether the standings have changed since the issue was released."""
    return differs(issue, rankings_now(issue.event, issue.series.number))


def differs(issue: models.StandingsIssue, now: rankings.Source) -> bool:
    """Whether what is known now says something else than the issue."""
    then = (list(issue.rows), list(issue.team_rows), list(issue.days))
    return then != (list(now.rows), list(now.team_rows), list(now.days))
