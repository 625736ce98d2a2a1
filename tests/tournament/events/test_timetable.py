"""The timetable of the announcement: stored, read day by day, copied, and its next item."""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta

import pytest

from romme_turnier.accounts.models import User
from romme_turnier.tournament.events.announcements import Announcement, copy_event, create_event
from romme_turnier.tournament.events.timetable_words import changes_at, next_item, timetable
from romme_turnier.tournament.hall.clock import start_clock
from romme_turnier.tournament.models import Event
from romme_turnier.tournament.shared.errors import TournamentError
from tests.factories import make_official, register, seat_series

pytestmark = pytest.mark.django_db

START = datetime(2026, 10, 17, 8, tzinfo=UTC)  # 10:00 in Berlin
NINE, TEN, TWO = START - timedelta(hours=1), START, START + timedelta(hours=4)
DAY = ((TWO, "", 2), (NINE, "Einlass und  Meldung", None), (TEN, "", 1))


@pytest.fixture
def petra() -> User:
    return make_official(username="petra")


@pytest.fixture
def event(petra: User) -> Event:
    return announced(petra, DAY)


def announced(by: User, lines: Sequence[tuple[datetime, str, int | None]]) -> Event:
    announcement = Announcement(
        name="Herbstpokal", starts_at=START, bonus_mode="per_list", series_minutes=90, timetable=lines
    )
    return create_event(announcement, by=by)


def read(event: Event) -> list[tuple[str, list[tuple[str, str]]]]:
    return [(day.label, [(line.time, line.what) for line in day.lines]) for day in timetable(event)]


def test_timetable_is_in_the_order_of_the_day_and_a_series_needs_no_words(event: Event) -> None:
    assert read(event) == [("", [("09:00", "Einlass und Meldung"), ("10:00", "Serie 1"), ("14:00", "Serie 2")])]


def test_days_are_named_where_there_are_several(petra: User) -> None:
    event = announced(petra, ((TEN, "", 1), (TEN + timedelta(days=1), "", 2)))
    assert [day for day, _lines in read(event)] == ["Samstag, 17. Oktober", "Sonntag, 18. Oktober"]


def test_series_that_the_event_does_not_have_is_refused(petra: User) -> None:
    with pytest.raises(TournamentError, match="Serie 4"):
        announced(petra, ((TEN, "", 4),))
    assert not Event.objects.exists()


def test_time_at_which_nothing_happens_is_refused(petra: User) -> None:
    with pytest.raises(TournamentError, match="nichts geschieht"):
        announced(petra, ((TEN, " ", None),))


def test_copy_moves_the_timetable_by_the_clock_on_the_wall(event: Event, petra: User) -> None:
    in_winter = datetime(2027, 11, 20, 8, tzinfo=UTC)  # 9:00 in Berlin
    copy = copy_event(event, name="Winterpokal", starts_at=in_winter, by=petra)
    assert read(copy) == [("", [("08:00", "Einlass und Meldung"), ("09:00", "Serie 1"), ("13:00", "Serie 2")])]
    assert [item.series_number for item in copy.timetable.all()] == [None, 1, 2]
    assert read(event)[0][1][0] == ("09:00", "Einlass und Meldung")


def test_next_is_the_first_that_is_still_to_come_today(event: Event) -> None:
    def at(moment: datetime) -> str:
        line = next_item(event, moment)
        return f"{line.time} {line.what}" if line else ""

    assert at(NINE - timedelta(minutes=1)) == "09:00 Einlass und Meldung"
    assert at(NINE) == "10:00 Serie 1"
    assert at(TEN) == "14:00 Serie 2"
    assert at(TWO) == ""
    assert at(NINE - timedelta(days=1)) == ""


def test_series_that_began_early_does_not_come_next(event: Event) -> None:
    for number in range(1, 5):
        register(event, number)
    start_clock(seat_series(event, 1, [(1, 2, 3, 4)]), by=None)
    line = next_item(event, TEN - timedelta(minutes=5))
    assert line is not None
    assert line.what == "Serie 2"


def test_what_comes_next_changes_when_it_begins_and_at_midnight(event: Event) -> None:
    assert changes_at(event, NINE) == TEN
    assert changes_at(event, TWO) == datetime(2026, 10, 17, 22, tzinfo=UTC)


def test_nothing_that_stands_before_a_series_that_has_begun_comes_next(petra: User) -> None:
    """A day that runs ahead of its timetable, such as a rehearsal: admission is over."""
    doors, prizes = (TWO - timedelta(hours=1), "Einlass", None), (TWO + timedelta(hours=5), "Siegerehrung", None)
    event = announced(petra, (doors, (TWO, "", 1), prizes))
    for number in (1, 2):
        register(event, number)
    start_clock(seat_series(event, tables=((1, 2),)), by=None)
    line = next_item(Event.objects.get(), NINE)
    assert line is not None
    assert line.what == "Siegerehrung"


def test_the_doors_do_not_open_again_when_the_timetable_names_no_series(petra: User) -> None:
    event = announced(petra, ((START, "Einlass", None),))
    for number in (1, 2):
        register(event, number)
    assert next_item(event, NINE) is not None
    start_clock(seat_series(event, tables=((1, 2),)), by=None)
    assert next_item(Event.objects.get(), NINE) is None
