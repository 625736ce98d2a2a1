"""The programme of the hall's screen: its boards, their order and their contents."""

from datetime import UTC, datetime, timedelta
from itertools import product

import pytest
import time_machine
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from romme_turnier.tournament import models
from romme_turnier.tournament.at_table.statements import confirm
from romme_turnier.tournament.hall import clock, messages as hall_messages
from romme_turnier.tournament.hall.wall import hold_board, programme_of, set_programme
from romme_turnier.tournament.lists.consent import fingerprint_of
from romme_turnier.tournament.models import Board
from romme_turnier.tournament.participants.registrations import Entry, register
from romme_turnier.tournament.seating.series import close_series, release_seats
from romme_turnier.tournament.standings.play_offs import call_play_off
from romme_turnier.tournament.standings.releases import release_standings
from romme_turnier.web.public.wall.boards import Boards
from tests.factories import list_of, make_checked, make_complete, make_event, make_official, seat_series
from tests.tournament.at_table.scene import at_table

pytestmark = pytest.mark.django_db

PAGE = "/t/testpokal/saal/"
LATER = timedelta(minutes=5)  # no result is new any more


@pytest.fixture
def event() -> models.Event:
    make_official()  # the first visit is over
    return make_event(published_at=datetime(2026, 1, 1, tzinfo=UTC), series_minutes=90, series_count=1)


@pytest.fixture
def series(event: models.Event) -> models.Series:
    found = seat_series(event)
    release_seats(found, by=None)
    return found


def page(frame: str = "") -> str:
    return Client().get(PAGE, {"tafel": frame} if frame else {}).content.decode()


def shown_at(frame: str = "") -> str:
    """The frame shown for this address."""
    return page(frame).partition('data-frame="')[2].partition('"')[0]


def programme() -> list[str]:
    """The boards of the whole programme, in order."""
    boards, frame = [], shown_at()
    while frame not in boards:
        boards.append(frame)
        frame = page(frame).partition('data-ahead="/t/testpokal/saal/?tafel=')[2].partition('"')[0]
    return boards


def tell(event: models.Event, text: str, ago: timedelta = timedelta()) -> models.HallMessage:
    message = hall_messages.announce(event, text, minutes=None, by=None)
    models.HallMessage.objects.filter(pk=message.pk).update(at=timezone.now() - ago)
    return message


def play(series: models.Series) -> None:
    for table in (1, 2):
        make_checked(list_of(series, table))
    close_series(series, by=None)


def test_the_wall_shows_the_time_when_there_is_nothing_else(event: models.Event) -> None:
    assert programme() == ["clock-1"]
    assert f'<p class="wall__event">{event.name}</p>' in page()


def test_names_of_sixty_tables_pass_in_ninety_seconds(event: models.Event) -> None:
    """All seats of 240 people with names as long as usual."""
    lasts = "Ahrens Brandt Clasen Eggers Hübner Jansen Kühn Lüders Möller Nowak Özdemir Quandt Riedel Sander Schmitz "
    lasts += "Thiele Wendelstein Ammersbach Schmidt-Rüdenhausen Löwenherz"
    firsts = "Elke Hannelore Bernd Gerhard Monika Jürgen Waltraud Kurt Petra Ilse Heinz Carla"
    names = list(product(firsts.split(), lasts.split()))
    players = models.Player.objects.bulk_create(
        models.Player(first_name=first, last_name=last) for first, last in names
    )
    models.Registration.objects.filter(event=event).delete()
    models.Registration.objects.bulk_create(
        models.Registration(event=event, player=player, number=number, publish_name=True)
        for number, player in enumerate(players, 1)
    )
    tables = [list(range(first, first + 4)) for first in range(1, len(names), 4)]
    release_seats(seat_series(event, 1, tables), by=None)
    shown = Boards(event, timezone.now()).pages_of(Board.SEATS)
    assert len(tables) == 60
    assert len(shown) * dict(programme_of(event).slots)[Board.SEATS] <= 90
    assert shown[0].shows["span"] == "Ah – Am"


def test_the_wall_is_not_to_be_seen_before_the_event_is_published(event: models.Event) -> None:
    models.Event.objects.update(published_at=None)
    assert Client().get(PAGE).status_code == 404


def test_the_wall_names_seats_until_the_first_list_is_in(series: models.Series) -> None:
    assert programme() == ["clock-1", "seats-1"]
    assert "S., Vera1" in page("seats-1")
    make_complete(list_of(series, 1))
    assert programme() == ["clock-1", "tables-1"]


def test_people_whose_names_look_the_same_are_told_apart_by_their_numbers(series: models.Series) -> None:
    assert "(1)" not in page("seats-1")
    models.Player.objects.update(first_name="Vera")
    models.PublicVersion.objects.update(number=100)
    assert "S., Vera (1)" in page("seats-1")


def test_the_wall_says_of_each_table_in_words_whether_it_still_plays(series: models.Series) -> None:
    clock.start_clock(series, by=None)
    assert "Noch 2 von 2 Tischen spielen" in page("tables-1")
    make_complete(list_of(series, 1))
    shown = page("tables-1")
    assert "Noch 1 von 2 Tischen spielt" in shown
    assert "abgegeben" in shown
    make_checked(list_of(series, 2))
    assert "Alle Listen sind da" in page("tables-1")


def test_the_wall_counts_a_list_that_was_handed_in_before_it_is_typed(series: models.Series) -> None:
    models.HandIn.objects.create(spielliste=list_of(series, 1), paper=models.HandIn.Custody.IN)
    assert "Noch 1 von 2 Tischen spielt" in page("tables-1")


def test_the_wall_counts_a_list_that_is_being_typed_as_come_in(series: models.Series) -> None:
    models.Spielliste.objects.filter(pk=list_of(series, 1).pk).update(games_in=7)
    assert "Noch 1 von 2 Tischen spielt" in page("tables-1")


def test_table_that_writes_on_a_phone_plays_until_its_list_is_confirmed_and_its_paper_handed_in() -> None:
    make_official()
    table = at_table(slug="testpokal", published_at=datetime(2026, 1, 1, tzinfo=UTC))
    pen = table.pen()
    table.write(pen, 1)
    assert "Noch 2 von 2 Tischen spielen" in page("tables-1")
    assert "abgegeben" not in page("tables-1").partition("<main")[2]
    table.write(pen, 2)
    shown = fingerprint_of(table.loaded())
    for seat in (1, 2, 3, 4):
        confirm(table.phone(seat), fingerprint=shown)
    assert "Noch 1 von 2 Tischen spielt" in page("tables-1")
    assert "abgegeben" not in page("tables-1").partition("<main")[2]
    make_checked(list_of(table.series, 2))
    assert "Noch 1 Liste ist am Tisch" in page("tables-1")
    models.HandIn.objects.create(spielliste=table.spielliste, paper=models.HandIn.Custody.IN)
    assert "Alle Listen sind da" in page("tables-1")
    assert "abgegeben" in page("tables-1").partition("<main")[2]


def test_the_wall_keeps_seats_and_tables_to_itself_until_they_are_released(event: models.Event) -> None:
    clock.start_clock(seat_series(event), by=None)
    assert programme() == ["clock-1"]
    assert f'<p class="wall__event">{event.name}</p>' in page()


def test_the_wall_shows_the_clock_once_it_is_started(series: models.Series) -> None:
    assert "data-until" not in page("clock-1")
    clock.start_clock(series, by=None)
    assert "data-until" in page("clock-1")
    clock.stop_clock(series, by=None)
    assert "die Uhr ist angehalten" in page("clock-1")


@time_machine.travel(datetime(2026, 10, 17, 11, tzinfo=UTC))
def test_the_wall_counts_down_to_the_next_start(event: models.Event) -> None:
    start = datetime(2026, 10, 17, 12, tzinfo=UTC)
    event.timetable.create(starts_at=start - timedelta(minutes=30), what="Mittagessen")
    event.timetable.create(starts_at=start, what="Serie 1", series_number=1)
    shown = page("clock-1")
    assert "14:00 Uhr: Serie 1" in shown
    assert f'data-until="{start.timestamp():.0f}"' in shown
    assert "Als Nächstes: 13:30 Uhr, Mittagessen" in shown


def test_the_wall_shows_standings_when_they_are_released_and_not_before(series: models.Series) -> None:
    play(series)
    assert programme() == ["clock-1"]
    release_standings(series.event, 1, by=None)
    assert programme() == ["clock-1", "standings-1"]
    assert "Vera1 S." in page("standings-1")


def test_standings_on_the_wall_say_what_the_page_says_of_players_without_lists_and_of_namesakes(
    series: models.Series,
) -> None:
    play(series)
    models.Player.objects.filter(registrations__number__in=(1, 2)).update(first_name="Vera", last_name="Schmidt")
    register(series.event, Entry(first_name="Otto", last_name="Spät", number=99), by=None)
    release_standings(series.event, 1, by=None)
    shown = Boards(series.event, timezone.now()).pages_of(Board.STANDINGS)
    rows = [row.cells for part in shown[-1].shows["columns"] for row in part]
    assert ("–", "Otto S.", "–") in rows
    assert {name for _rank, name, _points in rows if name.startswith("Vera S.")} == {"Vera S. (1)", "Vera S. (2)"}
    assert shown[-1].shows["span"] == "1 – 7"  # the last two of eight share a rank


def test_the_wall_calls_to_a_play_off_once_the_last_standings_are_released(series: models.Series) -> None:
    play(series)
    call_play_off(series.event, list(series.event.registrations.filter(number__in=(1, 5))), table=2, by=None)
    assert "play_off-1" not in programme()
    release_standings(series.event, 1, by=None)
    shown = page()
    assert 'data-frame="play_off-1"' in shown
    assert "Entscheidungsspiel, Tisch 2" in shown
    assert "Vera5 S." in shown
    assert "wall__names--large" in shown


def test_what_is_announced_has_the_wall_at_once_and_then_its_place_in_the_programme(series: models.Series) -> None:
    tell(series.event, "Das Buffet ist eröffnet")
    shown = page("seats-1")
    assert 'data-frame="messages-1"' in shown
    assert "Das Buffet ist eröffnet" in shown
    assert ">Neu<" in shown
    models.HallMessage.objects.update(at=timezone.now() - LATER)
    assert shown_at("seats-1") == "seats-1"
    assert programme() == ["clock-1", "seats-1", "messages-1"]
    assert ">Neu<" not in page("messages-1")


def test_what_is_announced_to_a_table_names_the_table(series: models.Series) -> None:
    table = series.tables.get(number=2)
    hall_messages.announce(series.event, "Bitte warten Sie", table=table, minutes=None, by=None)
    assert "An Tisch 2" in page()


def test_the_officials_choose_boards_their_order_and_how_long_they_stay(series: models.Series) -> None:
    set_programme(series.event, [(Board.SEATS, 20), (Board.CLOCK, 30)], look="dark", by=None)
    assert programme() == ["seats-1", "clock-1"]
    shown = page("clock-1")
    assert 'data-seconds="30"' in shown
    assert 'class="wall-dark"' in shown
    set_programme(series.event, [(Board.SEATS, 20)], look="felt", by=None)
    assert 'class="wall-felt"' in page("seats-1")


def test_a_board_that_is_held_stays_alone(series: models.Series) -> None:
    hold_board(series.event, Board.SEATS, by=None)
    assert programme() == ["seats-1"]
    assert shown_at("clock-1") == "seats-1"
    hold_board(series.event, None, by=None)
    assert shown_at("clock-1") == "clock-1"


def test_seats_are_shown_for_as_long_as_they_are_held(series: models.Series) -> None:
    """Although lists are in by now, which hides a board in the automatic programme."""
    make_complete(list_of(series, 1))
    hold_board(series.event, Board.SEATS, by=None)
    assert programme() == ["seats-1"]


def test_tables_are_shown_when_they_are_held_before_anybody_plays(series: models.Series) -> None:
    hold_board(series.event, Board.TABLES, by=None)
    assert programme() == ["tables-1"]


def test_a_board_that_is_held_and_has_nothing_to_show_leaves_the_wall_to_the_others(event: models.Event) -> None:
    hold_board(event, Board.STANDINGS, by=None)
    assert programme() == ["clock-1"]


def test_the_wall_goes_on_without_scripts(series: models.Series) -> None:
    refresh = '<noscript><meta http-equiv="refresh" content="15;url=/t/testpokal/saal/?tafel=seats-1"></noscript>'
    assert refresh in page("clock-1")


def test_the_wall_shows_where_phones_find_the_event(
    event: models.Event, settings: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert "wall__code" not in page()  # only on this machine: no phone reaches it
    monkeypatch.setattr("romme_turnier.web.public.wall.views.for_phones", lambda _here: "http://192.0.2.7:8000/")
    shown = page()
    assert "wall__code" in shown
    assert '<p class="wall__address">192.0.2.7:8000/t/testpokal</p>' in shown


@pytest.mark.speed
def test_hundreds_of_names_are_read_once_for_all_looks_at_the_wall(series: models.Series) -> None:
    with CaptureQueriesContext(connection) as first:
        page("seats-1")
    with CaptureQueriesContext(connection) as second:
        page("seats-1")
    assert len(second) < len(first)
    assert not any("player" in query["sql"] and "seat" in query["sql"] for query in second)


def test_the_wall_answers_304_when_nothing_has_changed(series: models.Series) -> None:
    with time_machine.travel(timezone.now(), tick=False):
        tag = Client().get(PAGE).headers["ETag"]
        assert Client().get(PAGE, headers={"If-None-Match": tag}).status_code == 304


@time_machine.travel(datetime(2026, 10, 17, 11, tzinfo=UTC))
def test_the_wall_and_the_phone_say_what_comes_next(event: models.Event) -> None:
    models.Event.objects.update(series_count=2)
    event.timetable.create(starts_at=datetime(2026, 10, 17, 12, tzinfo=UTC), what="Serie 2", series_number=2)
    assert "Als Nächstes: 14:00 Uhr, Serie 2" in page()
    assert "Als Nächstes:</strong> 14:00 Uhr, Serie 2" in Client().get("/t/testpokal/").content.decode()


def test_the_phone_stops_announcing_what_has_begun_though_nobody_changed_anything(event: models.Event) -> None:
    event.timetable.create(starts_at=datetime(2026, 10, 17, 12, tzinfo=UTC), what="Serie 2", series_number=2)
    with time_machine.travel(datetime(2026, 10, 17, 11, 59, 59, tzinfo=UTC), tick=False):
        assert "Als Nächstes" in Client().get("/t/testpokal/").content.decode()
    with time_machine.travel(datetime(2026, 10, 17, 12, 0, 1, tzinfo=UTC), tick=False):
        shown = Client().get("/t/testpokal/").content.decode()
    assert "Als Nächstes" not in shown
    assert "Zeitplan" in shown
