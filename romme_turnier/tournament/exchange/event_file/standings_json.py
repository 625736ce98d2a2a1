"""Standings as the `standings` command prints them."""

from typing import Any

from romme_turnier.core.lists.totals import SeatTotals
from romme_turnier.tournament import models
from romme_turnier.tournament.participants import reading as participants_reading
from romme_turnier.tournament.standings import reading as standings_reading


def player_standings(event: models.Event, after_series: int) -> dict[str, Any]:
    """Standings of the players after a series, as JSON values."""
    registrations = participants_reading.registrations_by_pk(event)
    rows = []
    for standing in standings_reading.standings(event, after_series):
        registration = registrations[int(str(standing.entrant.key))]
        rows.append(
            {
                "rank": standing.rank,
                "number": registration.number,
                "name": registration.name,
                "club": registration.club.name if registration.club else None,
                **_sums(standing.lists, standing.sums),
                "series": list(standing.series),
                "play_off_needed": standing.play_off_needed,
            }
        )
    return {"event": event.slug, "after_series": after_series, "rows": rows}


def team_standings(event: models.Event, after_series: int) -> dict[str, Any]:
    """Standings of the teams after a series, as JSON values."""
    names = dict(event.teams.values_list("key", "name"))
    rows = [
        {
            "rank": standing.rank,
            "key": standing.team.key,
            "name": names[standing.team.key],
            **_sums(standing.lists, standing.sums),
            "members": list(standing.members),
            "play_off_needed": standing.play_off_needed,
        }
        for standing in standings_reading.team_standings(event, after_series)
    ]
    return {"event": event.slug, "after_series": after_series, "rows": rows}


def _sums(lists: int, sums: SeatTotals) -> dict[str, int]:
    """Returns what counts in standings: how many lists, and what they add up to; in the order of the event file."""
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
