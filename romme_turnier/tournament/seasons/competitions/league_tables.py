"""A league's tables with promotion and relegation, computed from the released standings of its match days."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from random import Random
from string import ascii_uppercase

from django.utils import timezone
from django.utils.translation import gettext as _

from romme_turnier.accounts.models import User
from romme_turnier.core.lists.totals import SeatTotals
from romme_turnier.core.seasons.league import LeagueLine, TeamSeries, league_table, relegated
from romme_turnier.core.seasons.quotas import lot_order
from romme_turnier.tournament import models
from romme_turnier.tournament.seasons.access import seasons_of

Series = Mapping[str, TeamSeries]  # by the primary keys of league teams, as text


class Move(StrEnum):
    """A team's fate at the end of the season; LOT means that lots between tied teams still have to decide it."""

    UP = "up"
    STAY = "stay"
    DOWN = "down"
    LOT = "lot"
    WITHDRAWN = "withdrawn"


@dataclass(frozen=True, slots=True)
class TeamLine:
    """A line of the table. While the league is running, `move` is the team's fate if the league ended today."""

    group: models.LeagueGroup
    team: models.LeagueTeam
    line: LeagueLine
    move: Move


@dataclass(frozen=True, slots=True)
class GroupTable:
    """The table of a group; `series` is the number of series played."""

    group: models.LeagueGroup
    lines: tuple[TeamLine, ...]
    series: int


def group_name(position: int) -> str:
    """Returns the name of a group by its position, from 1: "Gruppe A", after 26 groups "Gruppe 27"."""
    letter = ascii_uppercase[position - 1] if position <= len(ascii_uppercase) else str(position)
    return _("Gruppe %(letter)s") % {"letter": letter}


def has_begun(league: models.League) -> bool:
    """Returns whether a match day is drawn, which fixes the groups, their size and the rule for withdrawn teams."""
    return models.Table.objects.filter(series__event__league_day__league=league).exists()


def is_over(league: models.League) -> bool:
    """Returns whether all match days are played, and the season is closed or past, or the lots have been drawn."""
    season = league.season
    is_last = bool(season.closed_at or league.seed) or timezone.localdate() > season.last_day
    return is_last and all_played(league)


def all_played(league: models.League) -> bool:
    """Returns whether there are match days, and the standings of each are released after its last series."""
    releases = released_days(league).values()
    return bool(releases) and all(release is not None and release.is_final for release in releases)


def released_days(league: models.League) -> dict[models.LeagueDay, models.StandingsRelease | None]:
    """Returns the match days in order, each with the newest release of its standings, on which the tables rest.

    The value is None for a match day without a release.
    """
    days = league.days.select_related("event").order_by("event__starts_at", "pk")
    return {day: day.event.releases.select_related("series", "event").first() for day in days}


def newest_release(league: models.League) -> models.StandingsRelease | None:
    """Returns the newest of the releases on which the tables rest; None if there is no release yet."""
    releases = filter(None, released_days(league).values())
    return max(releases, key=lambda release: release.released_at, default=None)


def league_day_of(event: models.Event, user: User) -> models.LeagueDay | None:
    """Returns the event's match day; None for other events, and if the user may not see the season."""
    if event.kind != models.Event.Kind.LEAGUE_DAY:
        return None
    days = models.LeagueDay.objects.filter(event=event, league__season__in=seasons_of(user))
    return days.select_related("league__season__organiser").first()


def played_series(league: models.League) -> list[Series]:
    """Returns the released series of the match days in order, with the sums of each team.

    The lists of all members of a team count, including substitutes, except for members out of competition.
    """
    series: list[Series] = []
    for day, release in released_days(league).items():
        if release is None:
            continue
        teams = dict(day.teams.values_list("team__key", "league_team"))
        rows = {row.number: row for row in release.rows if not row.out_of_competition}
        for at in range(release.series.number):
            sums: dict[str, list[SeatTotals]] = defaultdict(list)
            for team in release.team_rows:
                for number in team.members:
                    results = rows[number].results if number in rows else ()
                    own = results[at] if at < len(results) else None
                    if own is not None and team.key in teams:
                        sums[str(teams[team.key])].append(own)
            counts_lists = day.event.scoring != models.Event.Scoring.SCORING_POINTS
            totals = {key: (SeatTotals.of(lists), len(lists) if counts_lists else 0) for key, lists in sums.items()}
            series.append(
                {key: TeamSeries(own.total, own.scoring_points, lists) for key, (own, lists) in totals.items()}
            )
    return series


def tables_of(league: models.League) -> list[GroupTable]:
    """Returns the tables of all groups. Before the lot is drawn, equal teams keep their order in the group."""
    groups = list(league.groups.prefetch_related("teams"))
    teams = {str(team.pk): team for group in groups for team in group.teams.all()}
    lot = lot_order(teams, Random(league.seed)) if league.seed else tuple(teams)  # noqa: S311 - repeatable
    withdrawn = {key for key, team in teams.items() if team.withdrawn_on is not None}
    played = played_series(league)
    tables = []
    for group in groups:
        own = {str(team.pk) for team in group.teams.all()}
        of_group = ({key: sums for key, sums in each.items() if key in own} for each in played)
        series = [sums for sums in of_group if sums]
        order = [key for key in lot if key in own]
        tables.append(league_table(order, series, withdrawn & own, withdrawn_count=league.withdrawn_count))
    moves = _moves(league, tables)
    return [
        GroupTable(
            group,
            tuple(TeamLine(group, teams[line.team], line, moves[line.team]) for line in table),
            max((line.series for line in table), default=0),
        )
        for group, table in zip(groups, tables, strict=True)
    ]


def _moves(league: models.League, tables: Sequence[Sequence[LeagueLine]]) -> dict[str, Move]:
    ranked = [[line for line in table if line.rank is not None] for table in tables]
    moves = {line.team: Move.STAY if line.rank else Move.WITHDRAWN for table in tables for line in table}
    if not any(line.series for table in ranked for line in table):
        return moves  # all teams are equal before the first result
    open_ties: set[str] = set()
    for table in ranked:
        for line in table[: league.promoted]:
            moves[line.team] = Move.UP
        open_ties |= _tied_across(table, league.promoted)
    if league.relegated_from is not None:
        first = league.relegated_from
        result = relegated(ranked, first, league.relegated_before)
        for team in result.teams:
            moves[team] = Move.DOWN
        if league.seed:
            order = lot_order(result.equal, Random(league.seed))  # noqa: S311 - repeatable, not secret
            moves |= dict.fromkeys(order[: result.by_lot], Move.DOWN)
        open_ties |= set(result.equal)
        for table in ranked:
            open_ties |= _tied_across(table, first - 1)
            if 0 < league.relegated_before < len(ranked):
                open_ties |= _tied_across(table, first - 2)
    if not league.seed:
        moves |= dict.fromkeys(open_ties, Move.LOT)
    return moves


def _tied_across(table: Sequence[LeagueLine], places: int) -> set[str]:
    """Returns the teams tied across the line after the first `places`; none if there is no such tie."""
    if not 0 < places < len(table) or table[places - 1].rank != table[places].rank:
        return set()
    return {line.team for line in table if line.rank == table[places].rank}


def draw_is_needed(league: models.League) -> bool:
    """Returns whether all match days are played, and lots still have to decide between tied teams."""
    if league.seed or not all_played(league):
        return False
    return any(line.move == Move.LOT for table in tables_of(league) for line in table.lines)
