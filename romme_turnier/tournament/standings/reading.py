"""Reads the current and the released standings as the same kind of value, and the results of play-offs."""

from collections import defaultdict
from collections.abc import Hashable, Sequence
from dataclasses import dataclass, replace

from django.utils import timezone

from romme_turnier.core.lists.totals import SeatTotals
from romme_turnier.core.people.names import order_of
from romme_turnier.core.standings.ranks import Entrant, PlayOff, Standing, TeamEntry, TeamStanding, rank, rank_teams
from romme_turnier.fast.statements import Prepared
from romme_turnier.tournament import models
from romme_turnier.tournament.models.standing_rows import StandingRow
from romme_turnier.tournament.standings import rankings, ties

_PLAY_OFFS = Prepared(lambda: models.PlayOff.objects.order_by("pk"), "event")
_PLAYERS = Prepared(
    lambda: models.Registration.objects.taking_part().values_list(
        "pk", "number", "status", "left_before_series", "out_of_competition", "club__name"
    ),
    "event",
)
_TEAMS = Prepared(
    lambda: models.Team.objects.order_by("position", "pk", "memberships__position", "memberships__pk").values_list(
        "key", "name", "size", "memberships__registration", "memberships__substitute"
    ),
    "event",
)
_RESULTS = Prepared(
    lambda: models.ListTotal.objects.filter(counts=True).values_list(
        "seat__registration", "seat__series__number", *SeatTotals._fields
    ),
    "seat__series__event",
)
_SEATS_OF_SUBSTITUTES = Prepared(
    lambda: models.Seat.objects.filter(registration__team_membership__substitute=True).values_list(
        "registration", "series__number"
    ),
    "series__event",
)
_CATEGORIES = Prepared(
    lambda: models.Category.objects.filter(registrations__isnull=False).values_list("registrations", "name"), "event"
)
_DAYS = Prepared(lambda: models.Series.objects.values_list("number", "held_on"), "event")
_POSTED = Prepared(lambda: models.StandingsRelease.objects.values_list("rows", "team_rows"), "pk")


def rankings_now(event: models.Event, after_series: int) -> rankings.Source:
    """Returns the current standings with the inputs of the other rankings."""
    field = _Field.of(event, after_series)
    teams = {key: (name, size) for key, name, size, _registration, _substitute in field.teams}
    held_on, own_day = dict(_DAYS.fetch(event.pk)), timezone.localdate(event.starts_at)
    return rankings.Source(
        rows=_standing_rows(field),
        team_rows=[rankings.team_row_of(row, *teams[row.team.key]) for row in field.team_standings()],
        days=[(held_on.get(number) or own_day).isoformat() for number in range(1, after_series + 1)],
        after=after_series,
        series_count=event.series_count,
        rules=event.rules,
    )


def rankings_of(release: models.StandingsRelease) -> rankings.Source:
    """Returns the released standings with the inputs of the other rankings, so that these show nothing newer."""
    return rankings.Source(
        rows=release.rows,
        team_rows=release.team_rows,
        days=release.days,
        after=release.series.number,
        series_count=release.event.series_count,
        rules=release.event.rules,
    )


def _standing_rows(field: "_Field") -> list[StandingRow]:
    categories: dict[Hashable, list[str]] = defaultdict(list)
    for registration, name in sorted(_CATEGORIES.fetch(field.event.pk), key=lambda row: order_of(row[1])):
        categories[registration].append(name)
    placed = field.standings()
    final = field.after == field.event.series_count
    played_for = ties.ties_to_play_off(field.event, placed) if final else frozenset()
    return [
        replace(
            rankings.row_of(row, field.clubs[row.entrant.key], categories[row.entrant.key]),
            # A tie on which no prize and no title depends is not played off.
            play_off_waived=final and row.play_off_needed and row.entrant.key not in played_for,
        )
        for row in placed
    ]


def is_outdated(release: models.StandingsRelease) -> bool:
    """Returns whether the standings have changed since the release."""
    return differs(release, rankings_now(release.event, release.series.number))


def differs(release: models.StandingsRelease, now: rankings.Source) -> bool:
    """Returns whether the current rows, team rows or days differ from the released ones."""
    if {"rows", "team_rows"} & release.get_deferred_fields():
        release.rows, release.team_rows = _POSTED.fetch(release.pk)[0]
    then = (list(release.rows), list(release.team_rows), list(release.days))
    return then != (list(now.rows), list(now.team_rows), list(now.days))


def has_other_figures(event: models.Event) -> bool:
    """Returns whether the lists give other standings than the newest release in force; False without one.

    Waived play-offs are not compared, because they depend on the plan of prizes, which packages of events lack.
    """
    release = event.releases.in_force().select_related("event", "series").first()
    if release is None:
        return False
    then, now = (
        ([replace(row, play_off_waived=False) for row in source.rows], list(source.team_rows), list(source.days))
        for source in (rankings_of(release), rankings_now(event, release.series.number))
    )
    return then != now


@dataclass(frozen=True, slots=True)
class _Field:
    """The participants of an event, with the results that count up to the series `after`.

    The keys of `players` and `clubs` are primary keys of registrations. `teams` has a row for each member of a team,
    and one for a team without members: key, name, size, registration, substitute.
    """

    event: models.Event
    after: int
    players: dict[int, Entrant]
    clubs: dict[Hashable, str | None]
    teams: Sequence[tuple[str, str, int | None, int | None, bool | None]]

    @classmethod
    def of(cls, event: models.Event, after: int) -> "_Field":
        results: dict[int, dict[int, SeatTotals]] = defaultdict(dict)
        for registration, series, *sums in _RESULTS.fetch(event.pk):
            results[registration][series] = SeatTotals._make(sums)
        status = models.Registration.Status
        players: dict[int, Entrant] = {}
        clubs: dict[Hashable, str | None] = {}
        for pk, number, state, left_before, filling_up, club in _PLAYERS.fetch(event.pk):
            clubs[pk] = club
            players[pk] = Entrant(
                number=number,
                results=tuple(results[pk].get(series) for series in range(1, after + 1)),
                withdrawn_from=gone_by(after, left_before) if state == status.WITHDRAWN else None,
                excluded=state == status.EXCLUDED,
                out_of_competition=filling_up,
                key=pk,
            )
        return cls(event, after, players, clubs, _TEAMS.fetch(event.pk))

    def standings(self) -> tuple[Standing, ...]:
        """Ranks the players; substitutes only if they have sat at a table (§ 1.5)."""
        waiting = {registration for *_team, registration, substitute in self.teams if substitute}
        if waiting:
            seats = _SEATS_OF_SUBSTITUTES.fetch(self.event.pk)
            waiting -= {registration for registration, series in seats if series <= self.after}
        return rank(
            [self.players[pk] for pk in self.players if pk not in waiting],
            rules=self.event.rules,
            after_series=self.after,
            series_count=self.event.series_count,
            play_offs=play_offs(self.event) if self.after == self.event.series_count else (),
        )

    def team_standings(self) -> tuple[TeamStanding, ...]:
        members: dict[str, list[Entrant]] = {}
        waiting = set()
        for key, _name, _size, registration, _substitute in self.teams:
            team = members.setdefault(key, [])
            if registration in self.players:
                team.append(self.players[registration])
            elif registration is not None:
                waiting.add(key)
        return rank_teams(
            # Leaves out a team whose members all wait for a place; a team without members stays.
            [TeamEntry(key, tuple(team)) for key, team in members.items() if team or key not in waiting],
            rules=self.event.rules,
            after_series=self.after,
        )


def gone_by(after_series: int, left_before_series: int | None) -> int | None:
    """Returns the first series that a player missed, if it is not later than `after_series`; otherwise None."""
    return left_before_series if left_before_series is not None and left_before_series <= after_series else None


def play_offs(event: models.Event) -> list[PlayOff]:
    """Returns the results of play-offs, oldest first: the order of all players, or groups of tied players."""
    results = {play_off.pk: list(play_off.groups) for play_off in _PLAY_OFFS.fetch(event.pk) if play_off.played}
    if results:
        places = models.PlayOffPlace.objects.filter(play_off__in=results).order_by("place")
        for play_off, number in places.values_list("play_off_id", "registration__number"):
            results[play_off].append([number])
    return [PlayOff(tuple(tuple(group) for group in groups)) for groups in results.values()]


def standings(event: models.Event, after_series: int) -> tuple[Standing, ...]:
    """Returns the standings after a series (§ 1.5), from the current lists.

    `entrant.key` is the registration's pk. A substitute who has not sat at a table by then is left out.
    """
    return _Field.of(event, after_series).standings()


def team_standings(event: models.Event, after_series: int) -> tuple[TeamStanding, ...]:
    """Returns the standings of the teams after a series; `team.key` is the team's key within its event.

    A team is left out if all its members wait for a place.
    """
    return _Field.of(event, after_series).team_standings()
