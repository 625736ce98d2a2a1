"""The officials' side of the hall's screen."""

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from romme_turnier.tournament import models
from romme_turnier.tournament.hall.messages import shown_messages
from romme_turnier.tournament.hall.wall import programme_of
from romme_turnier.tournament.models import Board
from romme_turnier.tournament.seating.series import close_series, release_seats
from romme_turnier.tournament.standings.play_offs import call_play_off
from romme_turnier.tournament.standings.releases import release_standings
from tests.cast import make_cast, signed_in
from tests.factories import list_of, make_checked, make_event

pytestmark = pytest.mark.django_db

PAGE = "/leitung/testpokal/saal/"


@pytest.fixture
def petra(series: models.Series) -> Client:
    return signed_in(make_cast(series.event).petra)


def turn(client: Client, **fields: object) -> str:
    return client.post(PAGE + "uhr/1/", fields, follow=True).content.decode()


def test_the_clock_is_set_started_stopped_and_put_back(petra: Client, series: models.Series) -> None:
    assert "Für diese Serie ist noch keine Spielzeit festgelegt." in petra.get(PAGE).content.decode()
    assert "Die Spielzeit ist gespeichert." in turn(petra, minutes=90)
    assert "Ende der Spielzeit" in turn(petra, what="start")
    assert "Die Uhr ist angehalten." in turn(petra, what="stop")
    assert "Die Uhr ist noch nicht gestartet." in turn(petra, what="reset")


def test_the_desk_says_how_many_tables_still_play_in_the_words_of_the_wall(
    petra: Client, series: models.Series
) -> None:
    assert "Noch 2 von 2 Tischen spielen" in petra.get(PAGE).content.decode()
    models.Spielliste.objects.filter(table__series=series, table__number=1).update(games_in=12)
    assert "Noch 1 von 2 Tischen spielt" in petra.get(PAGE).content.decode()


@pytest.mark.parametrize("minutes", ["", "0", "abc", "9999"])
def test_a_time_that_makes_no_sense_is_refused(petra: Client, series: models.Series, minutes: str) -> None:
    assert "Die Spielzeit liegt zwischen 1 und 600 Minuten." in turn(petra, minutes=minutes)
    series.refresh_from_db()
    assert series.minutes is None


def test_an_announcement_is_shown_and_ended(petra: Client, series: models.Series) -> None:
    page = petra.post(PAGE + "durchsage/", {"text": "Das Buffet ist eröffnet", "minutes": ""}, follow=True)
    assert "Das Buffet ist eröffnet" in page.content.decode()
    message = series.event.hall_messages.get()
    page = petra.post(f"{PAGE}durchsage/{message.pk}/beenden/", follow=True)
    assert "Zurzeit wird nichts durchgesagt." in page.content.decode()


def test_what_was_typed_is_kept_when_an_announcement_is_refused(petra: Client) -> None:
    page = petra.post(PAGE + "durchsage/", {"text": "Das Buffet", "minutes": "-5"}).content.decode()
    assert 'value="Das Buffet"' in page
    assert 'value="-5"' in page


def announce(client: Client, **fields: object) -> str:
    return client.post(PAGE + "durchsage/", fields, follow=True).content.decode()


def test_a_call_is_made_with_one_button_and_ends_by_itself(petra: Client, series: models.Series) -> None:
    assert "Bitte setzen Sie sich an Ihren Tisch." in announce(petra, call="sit_down")
    message = series.event.hall_messages.get()
    assert message.until == message.at + timedelta(minutes=10)


def test_one_table_alone_is_told_something(petra: Client, series: models.Series) -> None:
    assert "An Tisch 2:" in announce(petra, call="hand_in", table=2)
    assert announce(petra, call="referee", table=2).count("Ein Schiedsrichter bitte zu Tisch 2.") > 1
    assert "An Tisch 1:" not in announce(petra, text="An alle")


def test_a_referee_is_not_called_without_a_table(petra: Client, series: models.Series) -> None:
    assert "an welchen Tisch der Schiedsrichter" in announce(petra, call="referee")
    assert not series.event.hall_messages.exists()


def test_message_is_withdrawn_and_sent_again(petra: Client, series: models.Series) -> None:
    announce(petra, text="Das Buffet ist eröffnet")
    message = series.event.hall_messages.get()
    petra.post(f"{PAGE}durchsage/{message.pk}/zuruecknehmen/")
    page = petra.get(PAGE).content.decode()
    assert "Zurzeit wird nichts durchgesagt." in page
    assert "zurückgenommen" in page
    for _ in range(2):  # sent twice
        petra.post(f"{PAGE}durchsage/{message.pk}/noch-einmal/")
    assert [one.words for one in shown_messages(series.event)] == ["Das Buffet ist eröffnet"]


def test_an_announcement_of_another_event_is_not_found(petra: Client, series: models.Series) -> None:
    other = make_event(slug="fremd", players=0)
    message = models.HallMessage.objects.create(event=other, text="Fremd", at=series.event.starts_at)
    assert petra.post(f"{PAGE}durchsage/{message.pk}/beenden/").status_code == 404


def programme(**changed: object) -> dict[str, object]:
    """Form data of the wall: the clock first, then the seats."""
    numbers = {f"wall-place-{board}": place for place, board in enumerate(Board, 1)}
    lengths = {f"wall-seconds-{board}": 15 for board in Board}
    return {**numbers, **lengths, "wall-look": "dark", "wall-shown-clock": "on", "wall-shown-seats": "on", **changed}


def test_the_wall_gets_its_programme(petra: Client, series: models.Series) -> None:
    sent = programme(**{"wall-place-clock": 3, "wall-seconds-seats": 20})
    assert "Die Leinwand ist eingerichtet." in petra.post(PAGE + "leinwand/", sent, follow=True).content.decode()
    found = programme_of(series.event)
    assert found.slots == ((Board.SEATS, 20), (Board.CLOCK, 15))
    assert found.look == "dark"


@pytest.mark.parametrize("seconds", ["", "2", "301", "abc"])
def test_a_length_that_makes_no_sense_is_refused_and_kept_in_sight(
    petra: Client, series: models.Series, seconds: str
) -> None:
    page = petra.post(PAGE + "leinwand/", programme(**{"wall-seconds-clock": seconds})).content.decode()
    assert "Bitte berichtigen Sie" in page
    assert f'value="{seconds}"' in page or not seconds
    assert not models.WallBoard.objects.exists()


def test_a_wall_without_any_board_is_refused(petra: Client, series: models.Series) -> None:
    sent = {name: value for name, value in programme().items() if "shown" not in name}
    assert "mindestens eine Tafel" in petra.post(PAGE + "leinwand/", sent).content.decode()


def test_the_wall_stays_with_a_board_until_it_is_let_go(petra: Client, series: models.Series) -> None:
    page = petra.post(PAGE + "leinwand/halten/", {"board": "seats"}, follow=True).content.decode()
    assert "Bleibt bei: Plätze nach Namen" in page
    page = petra.post(PAGE + "leinwand/halten/", {"board": ""}, follow=True).content.decode()
    assert "Bleibt bei" not in page
    assert petra.post(PAGE + "leinwand/halten/", {"board": "nichts"}).status_code == 404


@pytest.mark.usefixtures("stopped_clock")
def test_officials_are_told_when_the_board_they_chose_has_nothing_to_show(petra: Client, series: models.Series) -> None:
    """In agreement with the wall itself, from the draw to the last standings."""
    models.Event.objects.update(published_at=series.event.starts_at - timedelta(days=400), series_count=1)

    def demand_agreement() -> set[str]:
        empty = set()
        for board in Board:
            told = petra.post(PAGE + "leinwand/halten/", {"board": board}, follow=True).content.decode()
            assert f"Die Leinwand bleibt bei: {board.label}." in told
            shown = petra.get("/t/testpokal/saal/").content.decode()
            is_empty = f'data-frame="{board}-1"' not in shown
            assert ("So lange wechseln die anderen Tafeln weiter." in told) == is_empty, board
            empty |= {str(board)} if is_empty else set()
        return empty

    assert demand_agreement() == {"seats", "tables", "standings", "next", "messages", "play_off"}
    series.event.timetable.create(starts_at=timezone.now() + timedelta(seconds=30), what="Begrüßung")
    petra.post(f"{PAGE}durchsage/", {"text": "Guten Morgen", "minutes": ""})
    models.HallMessage.objects.update(at=timezone.now() - timedelta(minutes=5))
    release_seats(series, by=None)
    assert demand_agreement() <= {"standings", "play_off", "next"}  # the next day may begin within these seconds
    for table in (1, 2):
        make_checked(list_of(series, table))
    close_series(series, by=None)
    call_play_off(series.event, list(series.event.registrations.filter(number__in=(1, 5))), table=2, by=None)
    assert demand_agreement() >= {"seats", "tables", "standings", "play_off"}
    release_standings(series.event, 1, by=None)
    models.PlayOff.objects.update(at=timezone.now() - timedelta(minutes=5))
    assert demand_agreement() >= {"seats", "tables"}
