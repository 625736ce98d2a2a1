"""The progress of an event's day, series by series, and what is to be done next."""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from django.db.models import Count, Q

from romme_turnier.tournament import models
from romme_turnier.tournament.standings.reading import standings
from romme_turnier.tournament.standings.ties import ties_to_play_off

ListStatus = models.Spielliste.Status


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
    releases: tuple[models.StandingsRelease, ...] = ()

    @property
    def settled(self) -> int:
        return self.checked + self.invalid

    @property
    def seats_released(self) -> bool:
        return self.series is not None and self.series.seats_released_at is not None


@dataclass(frozen=True, slots=True)
class EventProgress:
    """The progress of an event's day."""

    participants: int
    playing: int
    without_number: int
    unpaid: int
    series: tuple[SeriesProgress, ...]
    next_step: NextStep
    next_series: int | None

    @property
    def current(self) -> SeriesProgress | None:
        """The series that the day has reached: the first not closed, or None."""
        return next((s for s in self.series if s.state != SeriesState.CLOSED), None)


def progress_of(event: models.Event) -> EventProgress:
    active = Q(status=models.Registration.Status.ACTIVE)
    counts = event.registrations.taking_part().aggregate(
        participants=Count("pk"),
        playing=Count("pk", filter=active),
        without_number=Count("pk", filter=active & Q(number__isnull=True)),
        unpaid=Count("pk", filter=active & Q(paid=False, out_of_competition=False)),
    )
    progress = _progress(event)
    next_step, next_series = _next_step(event, counts["playing"], counts["without_number"], progress)
    return EventProgress(**counts, series=progress, next_step=next_step, next_series=next_series)


def _progress(event: models.Event) -> tuple[SeriesProgress, ...]:
    lists = "tables__spielliste"
    entered = Q(**{f"{lists}__rows__isnull": False})
    is_open = Q(**{f"{lists}__status": ListStatus.OPEN})
    is_invalid = Q(**{f"{lists}__status": ListStatus.INVALID})
    has_problems = Q(**{f"{lists}__problems__gt": 0})
    # A correction can make a checked list faulty again: then it has to be checked again.
    is_sound = Q(**{f"{lists}__problems": 0, f"{lists}__games_in__gte": event.games_per_list})
    is_checked = Q(**{f"{lists}__status": ListStatus.CHECKED}) & is_sound
    rows = event.series.annotate(
        n_tables=Count("tables", distinct=True),
        n_open=Count(lists, filter=is_open, distinct=True),
        n_started=Count(lists, filter=is_open & entered, distinct=True),
        n_checked=Count(lists, filter=is_checked, distinct=True),
        n_invalid=Count(lists, filter=is_invalid, distinct=True),
        n_problems=Count(lists, filter=has_problems & ~is_invalid, distinct=True),
    ).prefetch_related("releases")
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
                releases=tuple(sorted(series.releases.all(), key=lambda release: -release.number)),
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
    """Returns the first thing that is still to do, in the order of the day (§ 2)."""
    for series in progress:
        if series.state in (SeriesState.TO_DRAW, SeriesState.WAITING):
            if playing < event.rules.seats_min:
                return NextStep.REGISTER, None
            return (NextStep.GIVE_NUMBERS, None) if without_number else (NextStep.DRAW, series.number)
        if series.state != SeriesState.CLOSED:
            return _next_step_in(series), series.number
        if not series.releases:
            return NextStep.RELEASE_STANDINGS, series.number
    if ties_to_play_off(event, standings(event, event.series_count)):
        return NextStep.PLAY_OFF, event.series_count
    return NextStep.DONE, None


def _next_step_in(series: SeriesProgress) -> NextStep:
    if series.state == SeriesState.TO_CLOSE:
        return NextStep.CLOSE_SERIES
    if not series.seats_released:
        return NextStep.RELEASE_SEATS
    return NextStep.ENTER_LISTS if series.untouched + series.open else NextStep.CHECK_LISTS
