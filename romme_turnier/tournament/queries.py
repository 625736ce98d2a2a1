"""Reading: rows become the core's values, or annotated rows for a page."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from django.db.models import Count, Q, QuerySet

from romme_turnier.core.spielliste import SeatTotals
from romme_turnier.core.standings import (
    Entrant,
    PlayOff,
    Standing,
    TeamEntry,
    TeamStanding,
    rank,
    rank_teams,
)
from romme_turnier.tournament import models
from romme_turnier.tournament.play_offs import asked_for
from romme_turnier.tournament.tallies import tallied_entrants

ListStatus = models.Spielliste.Status


def registrations_by_pk(event: models.Event) -> dict[int, models.Registration]:
    return {r.pk: r for r in event.registrations.select_related("player", "club")}


def public_names(event: models.Event) -> dict[int | None, str]:
    """By start number, abbreviated where the player has not agreed to be named."""
    numbered = event.registrations.filter(number__isnull=False).select_related("player")
    return {registration.number: registration.public_name for registration in numbered}


def drawn_series(event: models.Event) -> QuerySet[models.Series]:
    """Those that have tables, released or not."""
    return event.series.filter(tables__isnull=False).distinct()


def _results(event: models.Event, after_series: int) -> dict[int, dict[int, SeatTotals]]:
    """Counting lists by registration and series, from the stored totals: one query, one row a list."""
    rows = models.ListTotal.objects.filter(
        counts=True, seat__series__event=event, seat__series__number__lte=after_series
    ).values_list(
        "seat__registration_id",
        "seat__series__number",
        "minus",
        "bonus",
        "handromme_bonus",
        "penalties",
        "finished",
        "handrommes",
    )
    results: dict[int, dict[int, SeatTotals]] = defaultdict(dict)
    for registration, series, *sums in rows:
        results[registration][series] = SeatTotals(*sums)
    return results


def _entrants(
    event: models.Event, after_series: int, registrations: QuerySet[models.Registration]
) -> dict[int, Entrant]:
    results = _results(event, after_series)
    status = models.Registration.Status
    return {
        pk: Entrant(
            number=number,
            results=tuple(results[pk].get(series) for series in range(1, after_series + 1)),
            withdrawn_from=from_series if state == status.WITHDRAWN else None,
            excluded=state == status.EXCLUDED,
            out_of_competition=filling_up,
            key=pk,
        )
        for pk, number, state, from_series, filling_up in registrations.values_list(
            "pk", "number", "status", "from_series", "out_of_competition"
        )
    }


def entrants(event: models.Event, after_series: int) -> list[Entrant]:
    """Everybody who takes part, with the results that count up to a series; `key` is the registration's pk."""
    return list(_entrants(event, after_series, event.registrations.taking_part()).values())


def play_offs(event: models.Event) -> list[PlayOff]:
    """Their results, oldest first: the order of all, or the groups of those who were left equal."""
    found: dict[int, list[list[int]]] = {}
    rows = event.play_offs.filter(played=True).order_by("pk", "places__place")
    for play_off, groups, number in rows.values_list("pk", "groups", "places__registration__number"):
        result = found.setdefault(play_off, list(groups))
        if number is not None:  # whoever sat at a table has a start number
            result.append([number])
    return [PlayOff(tuple(tuple(group) for group in groups)) for groups in found.values()]


def standings(event: models.Event, after_series: int, *, in_full: bool = False) -> tuple[Standing, ...]:
    """Standings after a series (§ 1.5), as they would be released now. `entrant.key` is the registration's pk.

    A substitute who has not sat at a table by then is not in them. `in_full`: each entrant also holds the results of
    its lists one by one, which takes several times as long.
    """
    compared = event.registrations.compared(after_series)
    entrants = _entrants(event, after_series, compared) if in_full else tallied_entrants(event, after_series)
    return rank(
        list(entrants.values()),
        rules=event.rules,
        after_series=after_series,
        series_count=event.series_count,
        play_offs=play_offs(event),
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
        if not members[team]:  # all of it waits for a place
            del members[team]
    return rank_teams(
        [TeamEntry(key, tuple(entries)) for key, entries in members.items()],
        rules=event.rules,
        after_series=after_series,
    )


class SeriesState(StrEnum):
    WAITING = "waiting"  # an earlier series is not closed yet
    TO_DRAW = "to_draw"
    DRAWN = "drawn"  # tables are there, nothing entered yet
    RUNNING = "running"  # some games are in
    TO_CLOSE = "to_close"  # every list is checked or invalid
    CLOSED = "closed"


class NextStep(StrEnum):
    """What the officials do next; the page puts it into words and links to it."""

    REGISTER = "register"
    GIVE_NUMBERS = "give_numbers"
    DRAW = "draw"
    RELEASE_SEATS = "release_seats"
    ENTER_LISTS = "enter_lists"
    CHECK_LISTS = "check_lists"
    CLOSE_SERIES = "close_series"
    RELEASE_STANDINGS = "release_standings"
    PLAY_OFF = "play_off"
    DONE = "done"


@dataclass(frozen=True, slots=True)
class SeriesProgress:
    number: int
    state: SeriesState
    series: models.Series | None = None
    tables: int = 0
    untouched: int = 0  # lists without any entry
    open: int = 0  # lists with entries that are not complete
    to_check: int = 0  # complete or signed, or faulty again although checked
    checked: int = 0
    invalid: int = 0
    problems: int = 0  # lists with violations that keep them from counting
    issues: tuple[models.StandingsIssue, ...] = ()

    @property
    def settled(self) -> int:
        return self.checked + self.invalid

    @property
    def seats_released(self) -> bool:
        return self.series is not None and self.series.seats_released_at is not None


@dataclass(frozen=True, slots=True)
class Day:
    """Where the day of an event stands."""

    participants: int
    playing: int
    without_number: int
    unpaid: int
    series: tuple[SeriesProgress, ...]
    next_step: NextStep
    next_series: int | None

    @property
    def current(self) -> SeriesProgress | None:
        """The series that the day is at: the first one that is not closed, else none."""
        return next((s for s in self.series if s.state != SeriesState.CLOSED), None)


def day(event: models.Event) -> Day:
    active = Q(status=models.Registration.Status.ACTIVE)
    counts = event.registrations.taking_part().aggregate(
        participants=Count("pk"),
        playing=Count("pk", filter=active),
        without_number=Count("pk", filter=active & Q(number__isnull=True)),
        unpaid=Count("pk", filter=active & Q(paid=False, out_of_competition=False)),
    )
    progress = _progress(event)
    next_step, next_series = _next_step(event, counts["playing"], counts["without_number"], progress)
    return Day(**counts, series=progress, next_step=next_step, next_series=next_series)


def _progress(event: models.Event) -> tuple[SeriesProgress, ...]:
    lists = "tables__spielliste"
    entered = Q(**{f"{lists}__rows__isnull": False})
    is_open = Q(**{f"{lists}__status": ListStatus.OPEN})
    is_invalid = Q(**{f"{lists}__status": ListStatus.INVALID})
    has_problems = Q(**{f"{lists}__problems__gt": 0})
    # A correction can make a checked list faulty again: then it has to be checked anew.
    is_sound = Q(**{f"{lists}__problems": 0, f"{lists}__games_in__gte": event.games_per_list})
    is_checked = Q(**{f"{lists}__status": ListStatus.CHECKED}) & is_sound
    rows = event.series.annotate(
        n_tables=Count("tables", distinct=True),
        n_open=Count(lists, filter=is_open, distinct=True),
        n_started=Count(lists, filter=is_open & entered, distinct=True),
        n_checked=Count(lists, filter=is_checked, distinct=True),
        n_invalid=Count(lists, filter=is_invalid, distinct=True),
        n_problems=Count(lists, filter=has_problems & ~is_invalid, distinct=True),
    ).prefetch_related("issues")
    known = {series.number: series for series in rows}
    result: list[SeriesProgress] = []
    for number in range(1, event.series_count + 1):
        series = known.get(number)
        before_closed = not result or result[-1].state == SeriesState.CLOSED
        if series is None or not series.n_tables:
            state = SeriesState.TO_DRAW if before_closed else SeriesState.WAITING
            result.append(SeriesProgress(number, state, series))
            continue
        result.append(
            SeriesProgress(
                number=number,
                state=_state(series),
                series=series,
                tables=series.n_tables,
                untouched=series.n_open - series.n_started,
                open=series.n_started,
                to_check=series.n_tables - series.n_open - series.n_checked - series.n_invalid,
                checked=series.n_checked,
                invalid=series.n_invalid,
                problems=series.n_problems,
                issues=tuple(sorted(series.issues.all(), key=lambda issue: -issue.number)),
            )
        )
    return tuple(result)


def _state(series: models.Series) -> SeriesState:
    if series.is_closed:
        return SeriesState.CLOSED
    if series.n_checked + series.n_invalid == series.n_tables:  # type: ignore[attr-defined]
        return SeriesState.TO_CLOSE
    if series.n_open == series.n_tables and not series.n_started:  # type: ignore[attr-defined]
        return SeriesState.DRAWN
    return SeriesState.RUNNING


def _next_step(
    event: models.Event, playing: int, without_number: int, progress: Iterable[SeriesProgress]
) -> tuple[NextStep, int | None]:
    """The first thing that is still to do, in the order of the day (§ 2)."""
    for series in progress:
        if series.state in (SeriesState.TO_DRAW, SeriesState.WAITING):
            if playing < event.rules.seats_min:
                return NextStep.REGISTER, None
            return (NextStep.GIVE_NUMBERS, None) if without_number else (NextStep.DRAW, series.number)
        if series.state != SeriesState.CLOSED:
            return _next_step_in(series), series.number
        if not series.issues:
            return NextStep.RELEASE_STANDINGS, series.number
    if asked_for(event, standings(event, event.series_count)):
        return NextStep.PLAY_OFF, event.series_count
    return NextStep.DONE, None


def _next_step_in(series: SeriesProgress) -> NextStep:
    if series.state == SeriesState.TO_CLOSE:
        return NextStep.CLOSE_SERIES
    if not series.seats_released:
        return NextStep.RELEASE_SEATS
    return NextStep.ENTER_LISTS if series.untouched + series.open else NextStep.CHECK_LISTS
