"""Releasing standings as numbered issues, and entering play-offs (§ 1.5)."""

from collections.abc import Hashable, Sequence
from datetime import datetime
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _

from romme_turnier.accounts.models import User
from romme_turnier.core.spielliste import SeatTotals
from romme_turnier.tournament import models, queries
from romme_turnier.tournament.errors import TournamentError
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
    """The rows of an issue: start numbers, clubs and figures, no names."""
    clubs: dict[Hashable, str | None] = dict(event.registrations.values_list("pk", "club__name"))
    return [
        {
            "rank": row.rank,
            "number": row.entrant.number,
            "club": clubs[row.entrant.key],
            **sums_json(row.lists, row.sums),
            "series": list(row.series),
            "play_off_needed": row.play_off_needed,
            "decided_by": row.decided_by,
            **({"out_of_competition": True} if row.entrant.out_of_competition else {}),
        }
        for row in queries.standings(event, after_series)
    ]


def team_rows(event: models.Event, after_series: int) -> list[dict[str, Any]]:
    names = dict(event.teams.values_list("key", "name"))
    return [
        {
            "rank": row.rank,
            "key": row.team.key,
            "name": names[row.team.key],
            **sums_json(row.lists, row.sums),
            "members": list(row.members),
            "play_off_needed": row.play_off_needed,
            "decided_by": row.decided_by,
        }
        for row in queries.team_standings(event, after_series)
    ]


def is_outdated(issue: models.StandingsIssue) -> bool:
    """Whether the standings have changed since the issue was released."""
    event, after = issue.event, issue.series.number
    return bool(issue.rows != standing_rows(event, after) or issue.team_rows != team_rows(event, after))


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
    )
    issue.revisions.set(_newest_revisions(event, after_series))
    return issue


def _newest_revisions(event: models.Event, after_series: int) -> list[models.Revision]:
    revisions = models.Revision.objects.filter(
        spielliste__table__series__event=event, spielliste__table__series__number__lte=after_series
    )
    newest = {revision.spielliste_id: revision for revision in revisions.order_by("number")}
    return list(newest.values())


@service
def enter_play_off(event: models.Event, ranking: Sequence[models.Registration], *, by: User | None) -> models.PlayOff:
    """The result of a play-off, best first. It decides a tie of exactly these players after the last series."""
    if len(ranking) < 2:
        raise TournamentError(_("An einem Entscheidungsspiel nehmen mindestens zwei Spieler teil."))
    if len({registration.pk for registration in ranking}) != len(ranking):
        raise TournamentError(_("Jeder Spieler kann nur einen Platz belegen."))
    if any(registration.event_id != event.pk for registration in ranking):
        raise TournamentError(_("Diese Spieler gehören nicht zu diesem Turnier."))
    play_off = models.PlayOff.objects.create(event=event, by=by, at=timezone.now())
    by_number = sorted(ranking, key=lambda registration: registration.number or 0)
    models.PlayOffPlace.objects.bulk_create(
        models.PlayOffPlace(
            play_off=play_off, registration=registration, place=place, position=by_number.index(registration)
        )
        for place, registration in enumerate(ranking, start=1)
    )
    return play_off


@service
def remove_play_off(play_off: models.PlayOff, *, by: User | None) -> None:
    """Undo `enter_play_off`."""
    play_off.delete()
