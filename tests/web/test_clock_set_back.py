"""A laptop's clock runs two hours ahead and is corrected at noon: earlier events keep their order."""

from collections.abc import Iterator
from datetime import timedelta
from decimal import Decimal
from pathlib import Path

import pytest
import time_machine
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from romme_turnier.accounts.models import User
from romme_turnier.backup import clock as backup_clock
from romme_turnier.backup.folder import Backup
from romme_turnier.tournament.at_table import phones
from romme_turnier.tournament.at_table.reading import Progress, tables_at_work
from romme_turnier.tournament.events.announcements import publish_event
from romme_turnier.tournament.events.progress import Facts
from romme_turnier.tournament.hall import calls, clock, messages
from romme_turnier.tournament.hall.calls_reading import call_to_show
from romme_turnier.tournament.models import Event, Series, TableCall
from romme_turnier.tournament.money.cash import book_other, count_cash
from romme_turnier.tournament.participants.absences import set_absent
from romme_turnier.tournament.participants.check_in import check_in, is_here
from romme_turnier.tournament.participants.waiting_list import waiting
from romme_turnier.tournament.seating.drawn_cards import enter_card, start_cards, take_back_last
from romme_turnier.tournament.seating.series import release_seats
from romme_turnier.web.public.access import visible_events
from tests.cast import Cast
from tests.factories import make_event, register
from tests.tournament.at_table.scene import AtTable

pytestmark = pytest.mark.django_db

AHEAD = "2026-10-17T12:00:00+02:00"
RIGHT = "2026-10-17T10:00:00+02:00"


@pytest.fixture
def hall() -> Iterator[time_machine.Traveller]:
    """The hall's clock, two hours ahead until a test puts it right."""
    with time_machine.travel(AHEAD, tick=False) as hall_clock:
        yield hall_clock


def test_what_was_published_stays_public(
    hall: time_machine.Traveller, event: Event, series: Series, cast: Cast, client: Client
) -> None:
    publish_event(event, by=cast.petra)
    release_seats(series, by=cast.petra)
    hall.move_to(RIGHT)
    assert list(visible_events()) == [event]
    assert event.name in client.get(reverse("public:home")).content.decode()
    for name in ("event", "calendar", "standings", "hall", "hall_now", "announcements", "seats", "my_card"):
        assert client.get(reverse(f"public:{name}", args=[event.slug])).status_code == 200, name


def test_phones_of_a_table_stay_in(hall: time_machine.Traveller, table: AtTable) -> None:
    Event.objects.update(published_at=timezone.now())
    phone = table.phone(1, token="x" * 32)
    phones.note_seen(phone.pk, None)
    hall.move_to(RIGHT)
    assert Event.objects.get().is_public
    phone.refresh_from_db()
    phones.note_seen(phone.pk, phone.seen_at)
    phone.refresh_from_db()
    assert phone.seen_at == timezone.now()


def test_table_that_last_wrote_before_the_clock_was_set_back_is_looked_after(
    hall: time_machine.Traveller, table: AtTable
) -> None:
    table.write(table.pen(1), 1)
    hall.move_to(RIGHT)
    assert tables_at_work(table.series, table.spielliste.table.number)[0].progress == Progress.SILENT


def test_ended_announcement_stays_ended(hall: time_machine.Traveller, event: Event) -> None:
    message = messages.announce(event, "Bitte hinsetzen", minutes=30, by=None)
    messages.end(message, by=None)
    hall.move_to(RIGHT)
    assert messages.shown_messages(event) == []
    assert list(messages.past_messages(event)) == [message]


def test_message_does_not_keep_the_hall_screen(
    hall: time_machine.Traveller, event: Event, cast: Cast, client: Client
) -> None:
    publish_event(event, by=cast.petra)
    messages.announce(event, "Bitte hinsetzen", minutes=None, by=cast.petra)
    wall = reverse("public:hall", args=[event.slug])
    assert 'data-frame="messages-1"' in client.get(wall).text
    hall.move_to(RIGHT)
    assert 'data-frame="clock-1"' in client.get(wall).text


def test_clock_of_a_series_never_shows_more_than_its_time(hall: time_machine.Traveller, series: Series) -> None:
    clock.set_minutes(series, 60, by=None)
    clock.start_clock(series, by=None)
    hall.move_to(RIGHT)
    series.refresh_from_db()
    shown = clock.clock_of(series)
    assert shown is not None
    assert shown.remaining == timedelta(minutes=60)
    clock.stop_clock(series, by=None)
    series.refresh_from_db()
    assert series.played_before == timedelta(0)


def test_calls_before_the_clock_was_set_back_hinder_none_after(
    hall: time_machine.Traveller, table: AtTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(calls, "MOST_AN_HOUR", 1)
    row = table.spielliste.table
    first = calls.call_official(row, about=TableCall.About.values[0])
    calls.take_back_call(first)
    hall.move_to(RIGHT)
    assert call_to_show(row) is None
    assert calls.call_official(row, about=TableCall.About.values[0]).is_open


def test_player_that_arrives_after_being_absent_is_here(hall: time_machine.Traveller, event: Event) -> None:
    one, other = event.registrations.filter(number__in=(1, 2)).order_by("number")
    set_absent(one, 1, reason="Zug", by=None)
    check_in(other, by=None)
    hall.move_to(RIGHT)
    one = check_in(one, by=None)
    assert is_here(one)
    other.refresh_from_db()
    set_absent(other, 2, reason="gegangen", by=None)
    assert not is_here(other)


def test_box_is_counted_until_cash_moves_again(hall: time_machine.Traveller, event: Event) -> None:
    book_other(event, "float", Decimal(50), text="", key="", by=None)
    count_cash(event, {Decimal(50): 1}, by=None)
    hall.move_to(RIGHT)
    assert Facts.of(event).cash_is_counted
    book_other(event, "float", Decimal(5), text="", key="", by=None)
    assert not Facts.of(event).cash_is_counted


def test_player_that_waits_longer_keeps_the_place(hall: time_machine.Traveller) -> None:
    event = make_event(players=1, slug="voll")
    first = register(event, None, status="waiting")
    hall.move_to(RIGHT)
    second = register(event, None, status="waiting")
    assert list(waiting(event)) == [first, second]


def test_last_card_drawn_is_the_one_taken_back(hall: time_machine.Traveller, event: Event, cast: Cast) -> None:
    draw = start_cards(event, 1, by=cast.petra)
    enter_card(draw, 1, 1, 1, by=cast.petra)
    hall.move_to(RIGHT)
    enter_card(draw, 2, 1, 2, by=cast.petra)
    take_back_last(draw, by=cast.petra)
    assert not draw.cards.filter(registration__number=2).exists()


def test_copy_is_made_though_the_last_one_names_a_later_time(
    hall: time_machine.Traveller, monkeypatch: pytest.MonkeyPatch
) -> None:
    made: list[int] = []
    ahead = Backup(Path("x"), timezone.now(), 1)
    monkeypatch.setattr("romme_turnier.backup.clock.folder.backups_in", lambda _place: [ahead])
    monkeypatch.setattr(backup_clock, "make_backup", lambda: made.append(1))
    hall.move_to(RIGHT)
    User.objects.create(username="neu")
    backup_clock.Rounds().go(asked=False)
    assert made == [1]
