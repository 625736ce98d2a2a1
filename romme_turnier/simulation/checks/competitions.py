"""Checks a league and a stage: recounts tables, places and qualified players from the raw rows."""

import json
from collections import Counter, defaultdict
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from django.db import connection
from django.utils import timezone

from romme_turnier.simulation.checks.facts import Finding
from romme_turnier.tournament import models
from romme_turnier.tournament.seasons.competitions.league_tables import tables_of
from romme_turnier.tournament.seasons.competitions.qualification import QualificationState

_SCORING_POINTS = 7  # the place in the sums of a released row

Sums = tuple[int, int, int]  # lists (0 in an event with scoring points), scoring points, card points


def competition_findings(league: models.League, quota: models.Quota, made: models.Qualification) -> list[Finding]:
    """Returns the findings of all checks of the league, the quota and the qualification."""
    return [
        *check_league(league),
        *check_days(league),
        *check_squads(league),
        *check_quota(quota),
        *check_qualification(made),
    ]


# --- League ---------------------------------------------------------------------------------------------------------


def check_league(league: models.League) -> Iterator[Finding]:
    """Checks the points, the card points and the rank of each team of a league."""
    played = [sums for day in league.days.order_by("event__starts_at") for sums in _series_of(day)]
    for table in tables_of(league):
        teams = list(table.group.teams.all())
        in_play = [team.pk for team in teams if league.withdrawn_count or team.withdrawn_on is None]
        counted = {}
        for team in teams:
            own = [sums[team.pk] for sums in played if team.pk in sums]
            points = sum((_points(team.pk, in_play, sums) for sums in played), Fraction(0))
            counted[team.pk] = (points, sum(sums[0] for sums in own), sum(sums[2] for sums in own))
        ranked = {team.pk: counted[team.pk] for team in teams if team.withdrawn_on is None}
        for line in table.lines:
            points, lists, cards = counted[line.team.pk]
            better = sum(
                (-more, -of_more, fewer) < (-points, -lists, cards) for more, of_more, fewer in ranked.values()
            )
            rank = better + 1 if line.team.pk in ranked else None
            told = (line.line.points, line.line.card_points, line.line.rank)
            if told != (points, cards, rank):
                yield Finding("league", f"{line.team}: {told}, counted {(points, cards, rank)}")


def check_days(league: models.League) -> Iterator[Finding]:
    """Checks that all match days belong to the season, have the terms of the first, and include all teams in play."""
    first, *_others = days = [day.event for day in league.days.order_by("event__starts_at")]
    for event in days:
        if (event.season_id, event.kind, event.held_by_id) != (league.season_id, "league_day", first.held_by_id):
            yield Finding("match days", f"{event} is no match day of the season")
        if any(getattr(event, name) != getattr(first, name) for name in _TERMS):
            yield Finding("match days", f"{event} has other terms than {first}")
        day = timezone.localdate(event.starts_at)
        teams = models.LeagueTeam.objects.filter(group__league=league)
        expected = {team.pk for team in teams if team.withdrawn_on is None or team.withdrawn_on > day}
        if (entered := set(event.league_day.teams.values_list("league_team", flat=True))) != expected:
            yield Finding("match days", f"{event}: the teams {sorted(entered)} play, not {sorted(expected)}")


_TERMS = ("series_count", "games_per_list", "bonus_mode", "ruleset", "scoring", "points_per_game")


def check_squads(league: models.League) -> Iterator[Finding]:
    """Checks that every player of a match day is in the squad of their team."""
    squads = set(models.SquadMember.objects.filter(team__group__league=league).values_list("team", "player"))
    played = models.TeamMember.objects.filter(team__day_team__day__league=league)
    for team, player in played.values_list("team__day_team__league_team", "registration__player"):
        if (team, player) not in squads:
            yield Finding("squads", f"{player} plays for team {team} without being in its squad")


def _series_of(day: models.LeagueDay) -> Iterator[dict[int, Sums]]:
    """Yields, for each released series, the sums of each team, counting the players in its squad."""
    release = models.StandingsRelease.objects.filter(event=day.event).order_by("series__number", "number").last()
    if release is None:
        return
    squads = dict(models.SquadMember.objects.filter(team__group__league=day.league).values_list("player", "team"))
    players = dict(day.event.registrations.values_list("number", "player"))
    with connection.cursor() as cursor:
        cursor.execute("SELECT rows FROM tournament_standingsrelease WHERE id = %s", [release.pk])
        (stored,) = cursor.fetchone()
    rows: list[dict[str, Any]] = json.loads(stored) if isinstance(stored, str) else stored
    counted = int(day.event.scoring != "scoring_points")
    for at in range(day.event.series_count):
        teams: dict[int, list[Sums]] = defaultdict(list)
        for row in rows:
            if row["results"][at] is not None and players[row["number"]] in squads:
                minus, bonus, handromme_bonus, penalties, *_counts = row["results"][at]
                scoring_points = row["results"][at][_SCORING_POINTS]
                cards = minus - bonus - handromme_bonus + penalties
                teams[squads[players[row["number"]]]].append((counted, scoring_points, cards))
        yield {
            team: (sum(own[0] for own in sums), sum(own[1] for own in sums), sum(own[2] for own in sums))
            for team, sums in teams.items()
        }


def _points(team: int, group: list[int], series: dict[int, Sums]) -> Fraction:
    """Returns one point for each team of the group that is behind, and half a point for each tied team.

    A team that did not play gets no points.
    """
    if team not in series or team not in group:
        return Fraction(0)
    lists, scoring_points, cards = series[team]
    merit, points = (-lists, -scoring_points, cards), Fraction(0)
    for other in group:
        if other == team:
            continue
        if other not in series:
            points += 1
            continue
        lists, scoring_points, cards = series[other]
        if (-lists, -scoring_points, cards) > merit:
            points += 1
        elif (-lists, -scoring_points, cards) == merit:
            points += Fraction(1, 2)
    return points


# --- Championship ---------------------------------------------------------------------------------------------------


def check_quota(quota: models.Quota) -> Iterator[Finding]:
    """Checks that a quota counts each club's entries and gives all places, each to the club with the best claim."""
    shares = list(quota.shares.all())
    entries = Counter(
        models.Registration.objects.filter(event=quota.entries_of, status="active").values_list("club__name", flat=True)
    )
    if {share.name: share.people for share in shares} != entries:
        yield Finding("quota", f"{quota}: shared out by other numbers than {dict(entries)}")
    if sum(share.places for share in shares) != quota.places:
        yield Finding("quota", f"{quota}: other places are given than there are")
    left = quota.places - quota.in_advance * len(shares)
    total = sum(entries.values())
    for share in shares:
        for other in shares:
            mine, theirs = share.places - quota.in_advance, other.places - quota.in_advance
            if mine < 0 or (
                mine
                and share != other
                and _claim(quota, share, mine - 1, left, total) < _claim(quota, other, theirs, left, total)
            ):
                yield Finding("quota", f"{quota}: {other.name} has a better claim to a place than {share.name}")


def _claim(quota: models.Quota, share: models.QuotaShare, places: int, left: int, total: int) -> Fraction:
    """Returns the claim of a club with this many places to another place; the highest claim gets the next place."""
    match quota.method:
        case "d_hondt":
            return Fraction(share.people, places + 1)
        case "sainte_lague":
            return Fraction(share.people, 2 * places + 1)
    return Fraction(share.people * left, total) - places  # the rest up to the exact share


def check_qualification(made: models.Qualification) -> Iterator[Finding]:
    """Checks that the first players of the table who did not decline are qualified, and that these are registered."""
    ranks = [row.rank for row in made.qualifiers.order_by("position")]
    if made.places != sum(rank <= made.announced_places for rank in ranks):
        yield Finding("qualification", f"{made}: {made.places} places for the ranks {ranks}")
    willing = made.qualifiers.filter(decline=None).order_by("position").values_list("player", flat=True)
    counted = set(willing[: made.places])
    told = {row.player.pk for row in QualificationState(made).qualified}
    if told != counted:
        yield Finding("qualification", f"{made}: {sorted(told)} are qualified, counted {sorted(counted)}")
    event = made.stage.event
    registered = models.Registration.objects.filter(event=event, status="active").values_list("player", flat=True)
    if event is not None and sorted(registered) != sorted(counted):
        yield Finding("qualification", f"{made}: {sorted(registered)} are registered, counted {sorted(counted)}")
