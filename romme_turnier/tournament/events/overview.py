"""All events of an official, with their progress and the number of open tasks."""

from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from enum import StrEnum
from typing import Any

from django.db.models import Count, F, Q, QuerySet
from django.utils import timezone

from romme_turnier.accounts.models import User
from romme_turnier.tournament import models
from romme_turnier.tournament.events.progress import EventProgress, NextStep, progress_of

# After an event, its last steps stay open for this time: prizes, certificates, the cash count, the backup.
AFTERMATH = timedelta(days=14)


class EventState(StrEnum):
    """The state of an event; the members are in order of urgency for an official."""

    NOW = "now"  # drawn and not over, or its day is today
    TO_FINISH = "to_finish"
    COMING = "coming"
    MISSED = "missed"  # its day is over, and nothing was drawn
    DONE = "done"
    ELSEWHERE = "elsewhere"  # another installation keeps the event


@dataclass(frozen=True, slots=True)
class EventLine:
    """An event with its open tasks.

    `progress` is None if it was not read, or if the event is done, missed or kept elsewhere.
    """

    event: models.Event
    state: EventState
    participants: int
    disputes: int  # waiting for a decision
    notices: int  # corrections that players must be informed about (§ 2.2.5)
    progress: EventProgress | None

    @property
    def needs_somebody(self) -> bool:
        if self.state == EventState.ELSEWHERE:
            return False
        return self.state in (EventState.NOW, EventState.TO_FINISH) or bool(self.disputes or self.notices)

    @property
    def order(self) -> tuple[bool, int, float]:
        """The sort key: open tasks, then state, then time. Coming events are sorted by time, others latest first."""
        moment = self.event.starts_at.timestamp()
        by_time = moment if self.state == EventState.COMING else -moment
        return not self.needs_somebody, list(EventState).index(self.state), by_time


def lines_of(events: QuerySet[models.Event]) -> list[EventLine]:
    """Returns a line for each event: first events with open tasks, then coming, missed and completed ones.

    Events that another installation keeps are last.
    """
    facts, today = _Facts.of(list(events)), timezone.localdate()
    return sorted((_line(event, facts, today) for event in facts.events), key=lambda line: line.order)


def lines_in_order(events: Sequence[models.Event], user: User) -> list[EventLine]:
    """Returns a line for each event, in the same order.

    Reading the progress takes several queries for each event. It is read only for events in which the user has a role
    and whose day is at most `AFTERMATH` from today.
    """
    facts, today = _Facts.of(events), timezone.localdate()
    tasks = set(models.EventRole.objects.filter(user=user, event__in=events).values_list("event_id", flat=True))
    return [
        _line(
            event,
            facts,
            today,
            with_progress=event.pk in tasks and abs(timezone.localdate(event.starts_at) - today) <= AFTERMATH,
        )
        for event in events
    ]


@dataclass(frozen=True, slots=True)
class _Facts:
    """The figures of all events, by primary key."""

    events: Sequence[models.Event]
    participants: Counter[int]
    drawn: Counter[int]
    closed: Counter[int]
    released: Collection[int]  # events with standings after their last series
    disputes: Counter[int]
    notices: Counter[int]

    @classmethod
    def of(cls, events: Sequence[models.Event]) -> "_Facts":
        announced = models.Series.objects.filter(event__in=events, number__lte=F("event__series_count"))
        drawn = list(announced.drawn().values_list("pk", "event_id", "closed_at"))
        releases = models.StandingsRelease.objects.in_force().filter(
            series__event__in=events, series__number=F("series__event__series_count")
        )
        waiting = Q(decided_at=None) | Q(appeal=models.Dispute.Appeal.OPEN)
        return cls(
            events=events,
            participants=_counted(models.Registration.objects.taking_part().filter(event__in=events), "event"),
            drawn=Counter(event for _pk, event, _closed_at in drawn),
            closed=Counter(event for _pk, event, closed_at in drawn if closed_at),
            released=set(releases.values_list("series__event_id", flat=True)),
            disputes=_counted(models.Dispute.objects.filter(waiting, event__in=events), "event"),
            notices=_counted(
                models.Notice.objects.waiting().filter(revision__spielliste__table__series__event__in=events),
                "revision__spielliste__table__series__event",
            ),
        )


def _counted(rows: QuerySet[Any], by: str) -> Counter[int]:
    return Counter(dict(rows.order_by().values_list(by).annotate(Count("pk"))))


def _line(event: models.Event, facts: _Facts, today: date, *, with_progress: bool = True) -> EventLine:
    state, day = _state(event, facts, today), timezone.localdate(event.starts_at)
    asked = state in (EventState.NOW, EventState.TO_FINISH, EventState.COMING) or (
        state == EventState.DONE and today - day <= AFTERMATH
    )
    progress = progress_of(event) if asked and with_progress else None
    if state == EventState.DONE and progress and progress.next_step != NextStep.DONE:
        state = EventState.TO_FINISH
    return EventLine(
        event,
        state,
        facts.participants[event.pk],
        facts.disputes[event.pk],
        facts.notices[event.pk],
        None if state == EventState.DONE else progress,
    )


def _state(event: models.Event, facts: _Facts, today: date) -> EventState:
    if event.elsewhere:
        return EventState.ELSEWHERE
    if facts.closed[event.pk] >= event.series_count:
        return EventState.DONE if event.pk in facts.released else EventState.TO_FINISH
    day = timezone.localdate(event.starts_at)
    if facts.drawn[event.pk] or day == today:
        return EventState.NOW
    return EventState.COMING if day > today else EventState.MISSED
