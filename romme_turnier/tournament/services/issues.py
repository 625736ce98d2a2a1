"""The standings of now as rows, and releasing them as numbered issues (§ 1.5)."""

from collections.abc import Collection, Hashable
from datetime import datetime
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _

from romme_turnier.accounts.models import User
from romme_turnier.core.spielliste import SeatTotals
from romme_turnier.core.standings import Standing
from romme_turnier.tournament import models, play_offs, queries, rankings
from romme_turnier.tournament.errors import TournamentError
from romme_turnier.tournament.services.public_pages import renew
from romme_turnier.tournament.services.writing import service


def sums_json(lists: int, sums: SeatTotals) -> dict[str, int]:
    """What counts in standings: how many lists, and what they add up to; in the order of the event file."""
    return {
        "lists": lists,
        "minus": sums.minus,
        "bonus": sums.bonus,
        "handromme_bonus": sums.handromme_bonus,
        "penalties": sums.penalties,
        "total": sums.total,
        "finished": sums.finished,
        "handrommes": sums.handrommes,
    }


def standing_rows(event: models.Event, after_series: int) -> list[dict[str, Any]]:
    """The rows of an issue: start numbers, clubs and figures, no names; all that further rankings are made of."""
    clubs: dict[Hashable, str | None] = dict(event.registrations.values_list("pk", "club__name"))
    categories = _categories(event)
    standings = queries.standings(event, after_series, in_full=True)
    final = after_series == event.series_count
    played_for = play_offs.asked_for(event, standings) if final else frozenset()
    return [
        {
            "rank": row.rank,
            "number": row.entrant.number,
            "club": clubs[row.entrant.key],
            **sums_json(row.lists, row.sums),
            "series": list(row.series),
            "play_off_needed": row.play_off_needed,
            "decided_by": row.decided_by,
            **({"play_off_waived": True} if _waived(row, played_for, final=final) else {}),
            **({"out_of_competition": True} if row.entrant.out_of_competition else {}),
            **rankings.detail_of(row.entrant, categories.get(row.entrant.key, ())),
        }
        for row in standings
    ]


def _waived(row: Standing, played_for: Collection[Hashable], *, final: bool) -> bool:
    """Whether a tie stays as it is, because no prize and no title depends on it."""
    return final and row.play_off_needed and row.entrant.key not in played_for


def _categories(event: models.Event) -> dict[Hashable, list[str]]:
    """The names of the categories of each registration that has some."""
    found: dict[Hashable, list[str]] = {}
    memberships = models.Category.objects.filter(event=event, registrations__isnull=False)
    for registration, name in memberships.order_by("name").values_list("registrations", "name"):
        found.setdefault(registration, []).append(name)
    return found


def days_of(event: models.Event, after_series: int) -> list[str]:
    """The day of each series; of those that name none it is the event's."""
    held_on = dict(event.series.values_list("number", "held_on"))
    own = timezone.localdate(event.starts_at)
    return [(held_on.get(number) or own).isoformat() for number in range(1, after_series + 1)]


def rankings_now(event: models.Event, after_series: int) -> rankings.Source:
    """What the further rankings are made of, as the lists stand now."""
    return rankings.Source(
        rows=standing_rows(event, after_series),
        team_rows=team_rows(event, after_series),
        days=days_of(event, after_series),
        after=after_series,
        series_count=event.series_count,
        highest_wins=event.rules.highest_wins,
    )


def rankings_of(issue: models.StandingsIssue) -> rankings.Source:
    """The same of an issue: nothing newer than what hangs out."""
    return rankings.Source(
        rows=issue.rows,
        team_rows=issue.team_rows,
        days=issue.days,
        after=issue.series.number,
        series_count=issue.event.series_count,
        highest_wins=issue.event.rules.highest_wins,
    )


def team_rows(event: models.Event, after_series: int) -> list[dict[str, Any]]:
    names, sizes = {}, {}
    for key, name, size in event.teams.values_list("key", "name", "size"):
        names[key], sizes[key] = name, size
    return [
        {
            "rank": row.rank,
            "key": row.team.key,
            "name": names[row.team.key],
            **sums_json(row.lists, row.sums),
            "members": list(row.members),
            "play_off_needed": row.play_off_needed,
            "decided_by": row.decided_by,
            "size": sizes[row.team.key],
        }
        for row in queries.team_standings(event, after_series)
    ]


def is_outdated(issue: models.StandingsIssue) -> bool:
    """Whether the standings have changed since the issue was released."""
    return differs(issue, rankings_now(issue.event, issue.series.number))


def differs(issue: models.StandingsIssue, now: rankings.Source) -> bool:
    """Whether what is known now says something else than the issue; of old issues only what they hold is compared."""
    if issue.days and issue.days != now.days:
        return True
    return not (rankings.same_rows(issue.rows, now.rows) and rankings.same_rows(issue.team_rows, now.team_rows))


@service
def release_standings(
    event: models.Event,
    after_series: int,
    *,
    by: User | None,
    appeal_until: datetime | None = None,
    note: str = "",
) -> models.StandingsIssue:
    """Store the standings after a series as its next issue, with the lists as they stand now.

    Only after a closed series: what is released has been checked.
    """
    # Locked until the end, so that none of them is opened while its lists are read.
    played = list(event.series.filter(number__lte=after_series).select_for_update().order_by("number"))
    series = next((one for one in played if one.number == after_series), None)
    if series is None or not all(one.is_closed for one in played):
        raise TournamentError(
            _("Freigegeben wird nach dem Abschluss der Serie. Serie %(series)s ist noch nicht abgeschlossen.")
            % {"series": after_series}
        )
    issue = models.StandingsIssue.objects.create(
        event=event,
        series=series,
        number=series.issues.count() + 1,
        released_at=timezone.now(),
        released_by=by,
        appeal_until=appeal_until,
        note=note,
        rows=standing_rows(event, after_series),
        team_rows=team_rows(event, after_series),
        days=days_of(event, after_series),
    )
    issue.revisions.set(_newest_revisions(event, after_series))
    renew(event.pk)
    return issue


def _newest_revisions(event: models.Event, after_series: int) -> list[models.Revision]:
    revisions = models.Revision.objects.filter(
        spielliste__table__series__event=event, spielliste__table__series__number__lte=after_series
    )
    newest = {revision.spielliste_id: revision for revision in revisions.order_by("number")}
    return list(newest.values())
