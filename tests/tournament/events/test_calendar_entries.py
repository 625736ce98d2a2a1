"""Entries of calendars stay themselves and say when they were changed (RFC 5545, 3.8.4.7 and 3.8.7)."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
import time_machine
from django.utils import timezone

from romme_turnier.tournament.events.announcements import Announcement, create_event, update_event
from romme_turnier.tournament.events.timetable import CalendarEntry, calendar_entries
from romme_turnier.tournament.models import Event
from tests.factories import make_official

pytestmark = pytest.mark.django_db

NINE = datetime(2026, 10, 17, 7, tzinfo=UTC)
DOORS, FIRST, SECOND, PRIZES = (
    (NINE, "Einlass", None),
    (NINE + timedelta(hours=1), "", 1),
    (NINE + timedelta(hours=2), "", 2),
    (NINE + timedelta(hours=4), "Siegerehrung", None),
)
PLAN = Announcement(
    name="Pokal",
    bonus_mode=Event.Bonus.PER_LIST,
    starts_at=NINE,
    venue="Halle",
    series_count=2,
    series_minutes=60,
    timetable=[DOORS, FIRST, SECOND, PRIZES],
)


@pytest.fixture
def event() -> Event:
    return create_event(PLAN, by=make_official())


def by_summary(event: Event) -> dict[str, CalendarEntry]:
    return {entry.summary.partition(": ")[2]: entry for entry in calendar_entries(Event.objects.get(pk=event.pk))}


def stored(event: Event, announcement: Announcement) -> dict[str, CalendarEntry]:
    update_event(event, announcement, by=make_official())
    return by_summary(event)


def test_entries_keep_their_places_when_another_comes_between_and_one_moves(event: Event) -> None:
    before = by_summary(event)
    welcome = (NINE + timedelta(minutes=45), "Begrüßung", None)
    moved = (FIRST[0] + timedelta(minutes=30), "", 1)
    with time_machine.travel(timezone.now() + timedelta(hours=1), tick=False):
        now = timezone.now()
        after = stored(event, replace(PLAN, timetable=[DOORS, welcome, moved, SECOND, PRIZES]))
    assert {name: after[name].uid for name in before} == {name: entry.uid for name, entry in before.items()}
    assert after["Begrüßung"].uid not in {entry.uid for entry in before.values()}
    assert {name: entry.sequence for name, entry in after.items()} == {
        "Einlass": 1,  # it ends with the welcome
        "Begrüßung": 0,
        "Serie 1": 1,
        "Serie 2": 0,
        "Siegerehrung": 0,
    }
    assert after["Serie 1"].changed_at == now
    assert after["Serie 2"].changed_at == before["Serie 2"].changed_at


def test_announcement_that_is_stored_unchanged_changes_no_entry(event: Event) -> None:
    before = calendar_entries(event)
    stored(event, PLAN)
    assert calendar_entries(event) == before


def test_another_name_of_the_place_changes_every_entry(event: Event) -> None:
    assert {entry.sequence for entry in stored(event, replace(PLAN, venue="Schule")).values()} == {1}


def test_event_without_a_timetable_says_when_it_was_moved(event: Event) -> None:
    plain = replace(PLAN, timetable=[])
    [before] = stored(event, plain).values()
    with time_machine.travel(timezone.now() + timedelta(hours=1), tick=False):
        now = timezone.now()
        [after] = stored(event, replace(plain, starts_at=NINE + timedelta(days=7))).values()
    assert (after.uid, after.changed_at) == (before.uid, now)
    assert after.sequence > before.sequence


def test_item_with_other_words_at_its_time_is_the_same_entry(event: Event) -> None:
    before = by_summary(event)["Siegerehrung"]
    after = stored(event, replace(PLAN, timetable=[DOORS, FIRST, SECOND, (PRIZES[0], "Preise und Kuchen", None)]))
    assert (after["Preise und Kuchen"].uid, after["Preise und Kuchen"].sequence) == (before.uid, 1)


def test_series_that_are_exchanged_stay_what_they_are(event: Event) -> None:
    before = by_summary(event)
    exchanged = [DOORS, (FIRST[0], "", 2), (SECOND[0], "", 1), PRIZES]
    after = stored(event, replace(PLAN, timetable=exchanged))
    for name in ("Serie 1", "Serie 2"):
        assert after[name].uid == before[name].uid
