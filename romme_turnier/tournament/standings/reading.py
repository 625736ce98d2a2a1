"""The current and the released standings, as one kind of value."""

from collections import defaultdict
from collections.abc import Hashable
from dataclasses import replace

from django.db.models import QuerySet
from django.utils import timezone

from romme_turnier.core.lists.totals import SeatTotals
from romme_turnier.core.people.names import order_of
from romme_turnier.core.standings.ranks import Entrant, PlayOff, Standing, TeamEntry, TeamStanding, rank, rank_teams
from romme_turnier.statements import Prepared
from romme_turnier.tournament import models
from romme_turnier.tournament.models.standing_rows import StandingRow, TeamRow
from romme_turnier.tournament.standings import rankings, ties
from romme_turnier.tournament.standings.tallies import tallied_entrants

_PLAY_OFFS = Prepared(lambda: models.PlayOff.objects.order_by("pk"), "event")


def rankings_now(event: models.Event, after_series: int) -> rankings.Source:
    """Returns the current standings with all that the further rankings are made of."""
    return rankings.Source(
        rows=standing_rows(event, after_series),
        team_rows=team_rows(event, after_series),
        days=days_of(event, after_series),
        after=after_series,
        series_count=event.series_count,
        rules=event.rules,
    )


def rankings_of(release: models.StandingsRelease) -> rankings.Source:
    """Returns the same of a release: nothing newer than what is posted."""
    return rankings.Source(
        rows=release.rows,
        team_rows=release.team_rows,
        days=release.days,
        after=release.series.number,
        series_count=release.event.series_count,
        rules=release.event.rules,
    )


def standing_rows(event: models.Event, after_series: int) -> list[StandingRow]:
    """Returns the rows of the standings after a series, the best first."""
    clubs: dict[Hashable, str | None] = dict(event.registrations.values_list("pk", "club__name"))
    categories = _categories(event)
    found = standings(event, after_series, in_full=True)
    final = after_series == event.series_count
    played_for = ties.ties_to_play_off(event, found) if final else frozenset()
    return [
        replace(
            rankings.row_of(row, clubs[row.entrant.key], categories.get(row.entrant.key, ())),
            # A tie stays if no prize and no title depends on it.
            play_off_waived=final and row.play_off_needed and row.entrant.key not in played_for,
        )
        for row in found
    ]


def _categories(event: models.Event) -> dict[Hashable, list[str]]:
    """Returns the names of the categories of each registration that has some."""
    found: dict[Hashable, list[str]] = {}
    memberships = models.Category.objects.filter(event=event, registrations__isnull=False)
    by_name = sorted(memberships.values_list("registrations", "name"), key=lambda one: order_of(one[1]))
    for registration, name in by_name:
        found.setdefault(registration, []).append(name)
    return found


def team_rows(event: models.Event, after_series: int) -> list[TeamRow]:
    """Returns the rows of the teams after a series, the best first."""
    teams = {key: (name, size) for key, name, size in event.teams.values_list("key", "name", "size")}
    return [rankings.team_row_of(row, *teams[row.team.key]) for row in team_standings(event, after_series)]


def days_of(event: models.Event, after_series: int) -> list[str]:
    """Returns the day of each series; the event's for those without one."""
    held_on = dict(event.series.values_list("number", "held_on"))
    own = timezone.localdate(event.starts_at)
    return [(held_on.get(number) or own).isoformat() for number in range(1, after_series + 1)]


def is_outdated(release: models.StandingsRelease) -> bool:
    """Returns whether the standings have changed since the release."""
    return differs(release, rankings_now(release.event, release.series.number))


def differs(release: models.StandingsRelease, now: rankings.Source) -> bool:
    """Returns whether the current state says something else than the release."""
    then = (list(release.rows), list(release.team_rows), list(release.days))
    return then != (list(now.rows), list(now.team_rows), list(now.days))


def _results(event: models.Event, after_series: int) -> dict[int, dict[int, SeatTotals]]:
    """Counting lists by registration and series, from the stored totals: one query, one row a list."""
    rows = models.ListTotal.objects.filter(
        counts=True, seat__series__event=event, seat__series__number__lte=after_series
    ).values_list("seat__registration_id", "seat__series__number", *SeatTotals._fields)
    results: dict[int, dict[int, SeatTotals]] = defaultdict(dict)
    for registration, series, *sums in rows:
        results[registration][series] = SeatTotals(*sums)
    return results


def gone_by(after_series: int, left_before_series: int | None) -> int | None:
    """Returns the first series not played, as far as standings after that series know of it."""
    return left_before_series if left_before_series is not None and left_before_series <= after_series else None


def _entrants(
    event: models.Event, after_series: int, registrations: QuerySet[models.Registration]
) -> dict[int, Entrant]:
    results = _results(event, after_series)
    status = models.Registration.Status
    return {
        pk: Entrant(
            number=number,
            results=tuple(results[pk].get(series) for series in range(1, after_series + 1)),
            withdrawn_from=gone_by(after_series, left_before_series) if state == status.WITHDRAWN else None,
            excluded=state == status.EXCLUDED,
            out_of_competition=filling_up,
            key=pk,
        )
        for pk, number, state, left_before_series, filling_up in registrations.values_list(
            "pk", "number", "status", "left_before_series", "out_of_competition"
        )
    }


def entrants(event: models.Event, after_series: int) -> list[Entrant]:
    """Returns everybody who takes part, with the results that count up to a series; `key` is the registration's pk."""
    return list(_entrants(event, after_series, event.registrations.taking_part()).values())


def play_offs(event: models.Event) -> list[PlayOff]:
    """Returns their results, oldest first: the order of all, or the groups of those left equal."""
    found = {one.pk: list(one.groups) for one in _PLAY_OFFS.fetch(event.pk) if one.played}
    if found:
        places = models.PlayOffPlace.objects.filter(play_off__in=found).order_by("place")
        for play_off, number in places.values_list("play_off_id", "registration__number"):
            found[play_off].append([number])
    return [PlayOff(tuple(tuple(group) for group in groups)) for groups in found.values()]


def standings(event: models.Event, after_series: int, *, in_full: bool = False) -> tuple[Standing, ...]:
    """Standings after a series (§ 1.5), as they would be released now. `entrant.key` is the registration's pk.

    A substitute who has not sat at a table by then is left out. `in_full`: each entrant also holds the results of its
    lists one by one, which takes several times as long.
    """
    if in_full:
        entrants = list(_entrants(event, after_series, event.registrations.in_standings(after_series)).values())
    else:
        entrants = tallied_entrants(event, after_series)
    return rank(
        entrants,
        rules=event.rules,
        after_series=after_series,
        series_count=event.series_count,
        play_offs=play_offs(event) if after_series == event.series_count else (),
    )


def team_standings(event: models.Event, after_series: int) -> tuple[TeamStanding, ...]:
    """Standings of the teams; `team.key` is the team's key within its event."""
    players = _entrants(event, after_series, event.registrations.taking_part())
    members: dict[str, list[Entrant]] = {team.key: [] for team in event.teams.all()}
    memberships = models.TeamMember.objects.filter(team__event=event).order_by("position", "pk")
    asked = set()
    for team, registration in memberships.values_list("team__key", "registration_id"):
        asked.add(team)
        if registration in players:
            members[team].append(players[registration])
    for team in asked:
        if not members[team]:  # the whole team waits for a place
            del members[team]
    return rank_teams(
        [TeamEntry(key, tuple(entries)) for key, entries in members.items()],
        rules=event.rules,
        after_series=after_series,
    )
