"""The progress of each series of an event."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from romme_turnier.fast.statements import Prepared
from romme_turnier.tournament import models
from romme_turnier.tournament.hall.reading import HallTable, hall_tables_by_series
from romme_turnier.tournament.models.spielliste import SETTLED, ListState

_SERIES = Prepared(models.Series.objects.all, "event")
# The rows of a release are loaded later, and only for a comparison with the current standings.
_RELEASES = Prepared(
    lambda: models.StandingsRelease.objects.defer("rows", "team_rows").order_by("-number"), "series__event"
)

NOTHING_TYPED = {ListState.AT_TABLE, ListState.HANDED_IN, ListState.LOST}
TO_ENTER = {*NOTHING_TYPED, ListState.STARTED, ListState.FAULTY}


class SeriesState(StrEnum):
    WAITING = "waiting"  # an earlier series is not closed yet
    TO_DRAW = "to_draw"
    DRAWN = "drawn"  # tables exist, without entries
    RUNNING = "running"  # some games are entered
    TO_CLOSE = "to_close"  # every list is checked or invalid
    CLOSED = "closed"


@dataclass(frozen=True, slots=True)
class SeriesProgress:
    number: int
    state: SeriesState
    series: models.Series | None = None
    states: Counter[ListState] = field(default_factory=Counter)  # number of lists in this state
    releases: tuple[models.StandingsRelease, ...] = ()

    @property
    def to_draw(self) -> bool:
        return self.state in (SeriesState.TO_DRAW, SeriesState.WAITING)

    @property
    def is_played(self) -> bool:
        """Whether the series has tables and is not closed."""
        return self.state in (SeriesState.DRAWN, SeriesState.RUNNING, SeriesState.TO_CLOSE)

    @property
    def tables(self) -> int:
        return self.states.total()

    @property
    def to_enter(self) -> int:
        """The number of incomplete or faulty lists, including those with faults from a correction after the check."""
        return sum(self.states[state] for state in TO_ENTER)

    @property
    def faulty(self) -> int:
        return self.states[ListState.FAULTY]

    @property
    def settled(self) -> int:
        return sum(self.states[state] for state in SETTLED)

    @property
    def seats_released(self) -> bool:
        return self.series is not None and self.series.seats_released_at is not None


def series_progress(event: models.Event) -> tuple[SeriesProgress, ...]:
    """Returns the progress of every announced series, in order, with three queries."""
    known = {stored.number: stored for stored in _SERIES.fetch(event.pk)}
    for stored in known.values():
        stored.event = event
    released = defaultdict(list)
    for release in _RELEASES.fetch(event.pk):
        released[release.series_id].append(release)
    tables = hall_tables_by_series(event)
    result: list[SeriesProgress] = []
    for number in range(1, event.series_count + 1):
        series = known.get(number)
        before_closed = not result or result[-1].state == SeriesState.CLOSED
        if series is None or number not in tables:
            state = SeriesState.TO_DRAW if before_closed else SeriesState.WAITING
            result.append(SeriesProgress(number, state, series))
        else:
            result.append(_drawn(series, tables[number], released[series.pk]))
    return tuple(result)


def _drawn(
    series: models.Series, tables: Sequence[HallTable], releases: Iterable[models.StandingsRelease]
) -> SeriesProgress:
    states = Counter(table.state for table in tables)
    for release in releases:
        release.series, release.event = series, series.event
    if series.is_closed:
        state = SeriesState.CLOSED
    elif all(listed in SETTLED for listed in states):
        state = SeriesState.TO_CLOSE
    else:
        state = SeriesState.DRAWN if set(states) <= NOTHING_TYPED else SeriesState.RUNNING
    return SeriesProgress(series.number, state, series, states, tuple(releases))
