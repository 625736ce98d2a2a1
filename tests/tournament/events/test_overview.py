"""The progress of each event of an official, and the events that need attention."""

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from romme_turnier.tournament.events.overview import AFTERMATH, EventLine, EventState, lines_of
from romme_turnier.tournament.events.progress import NextStep
from romme_turnier.tournament.models import Dispute, Event, Registration
from romme_turnier.tournament.standings.releases import release_standings
from tests.factories import make_event, seat_series

pytestmark = pytest.mark.django_db


def event_in(days: int, *, players: int = 8, **fields: Any) -> Event:
    at = timezone.now() + timedelta(days=days)
    return make_event(players=players, slug=f"in-{days}", name=f"In {days}", starts_at=at, series_count=1, **fields)


def played(event: Event, *, released: bool = False) -> Event:
    """All of its series are closed."""
    series = seat_series(event)
    series.closed_at = timezone.now()
    series.save()
    if released:
        release_standings(event, 1, by=None)
    return event


def line_of(event: Event) -> EventLine:
    return lines_of(Event.objects.filter(pk=event.pk))[0]


def test_event_runs_on_its_day_and_from_its_first_draw() -> None:
    assert line_of(event_in(0)).state == EventState.NOW
    early = event_in(3)
    assert line_of(early).state == EventState.COMING
    seat_series(early)
    assert line_of(early).state == EventState.NOW


def test_event_without_a_draw_is_missed_once_its_day_is_over() -> None:
    line = line_of(event_in(-1))
    assert (line.state, line.progress, line.needs_somebody) == (EventState.MISSED, None, False)


def test_event_is_to_finish_until_its_final_standings_are_released() -> None:
    event = played(event_in(-60))
    line = line_of(event)
    assert (line.state, line.needs_somebody) == (EventState.TO_FINISH, True)
    assert line.progress is not None
    release_standings(event, 1, by=None)
    assert line_of(event).state == EventState.DONE


def test_prizes_and_copy_are_asked_for_only_in_the_first_weeks() -> None:
    fresh = line_of(played(event_in(-1), released=True))
    assert fresh.state == EventState.TO_FINISH
    assert fresh.progress is not None
    assert fresh.progress.next_step == NextStep.PLAN_PRIZES
    old = line_of(played(event_in(-AFTERMATH.days - 1), released=True))
    assert (old.state, old.progress) == (EventState.DONE, None)


def test_who_is_needed_comes_first_then_what_is_soonest_then_what_was_last() -> None:
    disputed = played(event_in(-90), released=True)
    Dispute.objects.create(event=disputed, number=1, facts="Streit", called_at=timezone.now())
    for days in (-80, -70):
        played(event_in(days), released=True)
    played(event_in(-60))
    for days in (30, 20, -50, 0):
        event_in(days)
    order = [line.event.name for line in lines_of(Event.objects.all())]
    assert order == ["In 0", "In -60", "In -90", "In 20", "In 30", "In -50", "In -70", "In -80"]


def test_those_who_wait_are_no_participants() -> None:
    event = event_in(5)
    event.registrations.filter(number__lte=2).update(status=Registration.Status.WAITING, number=None)
    assert line_of(event).participants == 6


def test_number_of_statements_does_not_grow_with_events_that_are_over(django_assert_max_num_queries: Any) -> None:
    for days in range(-120, -100):
        event_in(days, players=0)
    with django_assert_max_num_queries(6):
        assert len(lines_of(Event.objects.all())) == 20
