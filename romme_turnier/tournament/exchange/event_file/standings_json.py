"""The standings as JSON values, for the `standings` command."""

from fractions import Fraction
from typing import Any

from romme_turnier.core.lists.totals import SeatTotals
from romme_turnier.core.standings.ranks import Entrant
from romme_turnier.tournament import models
from romme_turnier.tournament.participants import reading as participants_reading
from romme_turnier.tournament.standings import reading as standings_reading


def player_standings(event: models.Event, after_series: int) -> dict[str, Any]:
    """Returns the standings of the players after a series, as JSON values."""
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
                **_points(event, standing.sums, standing.entrant),
                "play_off_needed": standing.play_off_needed,
            }
        )
    return {"event": event.slug, "after_series": after_series, "rows": rows}


def team_standings(event: models.Event, after_series: int) -> dict[str, Any]:
    """Returns the standings of the teams after a series, as JSON values."""
    names = dict(event.teams.values_list("key", "name"))
    rows = [
        {
            "rank": standing.rank,
            "key": standing.team.key,
            "name": names[standing.team.key],
            **_sums(standing.lists, standing.sums),
            **_points(event, standing.sums),
            "members": list(standing.members),
            "play_off_needed": standing.play_off_needed,
        }
        for standing in standings_reading.team_standings(event, after_series)
    ]
    return {"event": event.slug, "after_series": after_series, "rows": rows}


def _sums(lists: int, sums: SeatTotals) -> dict[str, int]:
    names = ("minus", "bonus", "handromme_bonus", "penalties", "total", "finished", "handrommes")
    return {"lists": lists, **{name: getattr(sums, name) for name in names}}


def _points(event: models.Event, sums: SeatTotals, entrant: Entrant | None = None) -> dict[str, Any]:
    """Returns the table points or scoring points, for players also by series; {} if the event ranks by the sums."""
    if event.scoring == models.Event.Scoring.SUM:
        return {}
    points: dict[str, Any] = {event.scoring: _number(getattr(sums, event.scoring))}
    if entrant is not None:
        by_series = [None if result is None else _number(getattr(result, event.scoring)) for result in entrant.results]
        points[f"series_{event.scoring}"] = by_series
    return points


def _number(points: Fraction | int) -> int | float:
    """Returns the points, whole or half, as a number that JSON holds exactly."""
    return points.numerator if points.denominator == 1 else float(points)
