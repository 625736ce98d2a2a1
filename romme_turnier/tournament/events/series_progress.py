"""How far each series of an event has come."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from django.db.models import Exists, OuterRef, Prefetch

from romme_turnier.tournament import models

ListStatus = models.Spielliste.Status


class SeriesState(StrEnum):
    WAITING = "waiting"  # an earlier series is not closed yet
    TO_DRAW = "to_draw"
    DRAWN = "drawn"  # tables are there, nothing entered yet
    RUNNING = "running"  # some games are in
    TO_CLOSE = "to_close"  # every list is checked or invalid
    CLOSED = "closed"


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
    def to_draw(self) -> bool:
        return self.state in (SeriesState.TO_DRAW, SeriesState.WAITING)

    @property
    def is_played(self) -> bool:
        """Whether its tables are set and it is not closed."""
        return self.state in (SeriesState.DRAWN, SeriesState.RUNNING, SeriesState.TO_CLOSE)

    @property
    def settled(self) -> int:
        return self.checked + self.invalid

    @property
    def seats_released(self) -> bool:
        return self.series is not None and self.series.seats_released_at is not None


def series_progress(event: models.Event) -> tuple[SeriesProgress, ...]:
    """Returns every announced series, drawn or not, in order. Two statements and one for the releases."""
    # The rows of a release are many, and only whoever compares it with the standings of now needs them.
    releases = Prefetch("releases", models.StandingsRelease.objects.defer("rows", "team_rows"))
    known = {series.number: series for series in event.series.prefetch_related(releases)}
    lists = _lists(event)
    result: list[SeriesProgress] = []
    for number in range(1, event.series_count + 1):
        series = known.get(number)
        before_closed = not result or result[-1].state == SeriesState.CLOSED
        if series is None or not lists[number]:
            state = SeriesState.TO_DRAW if before_closed else SeriesState.WAITING
            result.append(SeriesProgress(number, state, series))
        else:
            result.append(_drawn(series, lists[number], event.games_per_list))
    return tuple(result)


class _List(NamedTuple):
    status: str
    problems: int
    games_in: int
    started: bool


def _lists(event: models.Event) -> Mapping[int, Sequence[_List]]:
    """Returns the lists of each series, by its number."""
    started = Exists(models.GameRow.objects.filter(spielliste=OuterRef("pk")))
    rows = models.Spielliste.objects.filter(table__series__event=event).annotate(started=started)
    found: dict[int, list[_List]] = defaultdict(list)
    for number, *facts in rows.values_list("table__series__number", *_List._fields):
        found[number].append(_List(*facts))
    return found


def _drawn(series: models.Series, lists: Sequence[_List], games: int) -> SeriesProgress:
    unfinished = [one for one in lists if one.status == ListStatus.OPEN]
    started = sum(one.started for one in unfinished)
    # A correction can make a checked list faulty again: then it has to be checked again.
    checked = sum(one.status == ListStatus.CHECKED and one.problems == 0 and one.games_in >= games for one in lists)
    invalid = sum(one.status == ListStatus.INVALID for one in lists)
    return SeriesProgress(
        number=series.number,
        state=_state(series, len(lists), settled=checked + invalid, untouched=len(unfinished) - started),
        series=series,
        tables=len(lists),
        untouched=len(unfinished) - started,
        open=started,
        to_check=len(lists) - len(unfinished) - checked - invalid,
        checked=checked,
        invalid=invalid,
        problems=sum(one.problems > 0 and one.status != ListStatus.INVALID for one in lists),
        releases=tuple(sorted(series.releases.all(), key=lambda release: -release.number)),
    )


def _state(series: models.Series, tables: int, *, settled: int, untouched: int) -> SeriesState:
    if series.is_closed:
        return SeriesState.CLOSED
    if settled == tables:
        return SeriesState.TO_CLOSE
    return SeriesState.DRAWN if untouched == tables else SeriesState.RUNNING
