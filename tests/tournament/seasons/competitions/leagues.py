"""Leagues with released match days."""

from collections.abc import Collection
from datetime import UTC, datetime
from typing import Any

from romme_turnier.core.lists.totals import SeatTotals
from romme_turnier.core.standings.ranks import Tally
from romme_turnier.tournament import models
from romme_turnier.tournament.models.standing_rows import StandingRow, TeamRow
from romme_turnier.tournament.seasons.competitions.league import Groups, LeagueTerms, add_day, create_league
from tests.factories import make_event

FOUR = ["RC Herz", "RC Karo", "RC Pik", "RC Kreuz"]


def a_league(season: models.Season, petra: Any, groups: Groups = (FOUR,), **terms: Any) -> models.League:
    return create_league(season, LeagueTerms(name=terms.pop("name", "Liga"), **terms), groups, by=petra)


def match_day(league: models.League, petra: Any, n: int = 1, *, series: int = 3, **fields: Any) -> models.LeagueDay:
    values: dict[str, Any] = {"players": 0, "slug": f"tag-{n}", "series_count": series}
    values["starts_at"] = datetime(2026, 2, n, 8, tzinfo=UTC)
    return add_day(league, make_event(**values | fields, held_by=league.season.organiser), by=petra)


def release(
    day: models.LeagueDay,
    results: dict[str, list[tuple[int, int] | None]],
    *,
    after: int = 0,
    twins: Collection[str] = (),
) -> None:
    """Releases these card points and scoring points of one player of each team, by series; `twins` have two such."""
    event = day.event
    count = after or event.series_count
    series = [models.Series.objects.get_or_create(event=event, number=n)[0] for n in range(1, count + 1)][-1]
    keys = dict(day.teams.values_list("team__name", "team__key"))
    rows, team_rows = [], []
    for number, (team, own) in enumerate(results.items(), start=1):
        seats = tuple(each and SeatTotals(minus=each[0], scoring_points=each[1]) for each in own[:count])
        members = (number, 100 + number) if team in twins else (number,)
        rows += [StandingRow(number, member, None, Tally.of(seats), seats) for member in members]
        team_rows.append(TeamRow(number, keys[team], team, Tally.of(seats), members))
    models.StandingsRelease.objects.create(
        event=event,
        series=series,
        number=series.releases.count() + 1,
        released_at=event.starts_at,
        rows=rows,
        team_rows=team_rows,
    )
