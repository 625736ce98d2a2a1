"""“Spielleitung rufen”: a phone that showed its start card calls to its own table, which sees the official coming."""

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from romme_turnier.tournament import models
from romme_turnier.tournament.hall.calls import answer_call, call_official, end_call
from romme_turnier.tournament.participants.card_code import card_code
from romme_turnier.tournament.seating.series import release_seats
from tests.factories import make_event, make_official, one, seat_series

pytestmark = pytest.mark.django_db


@pytest.fixture
def playing(event: models.Event) -> models.Series:
    """Series 1, released: 1 to 4 at table 1, 5 to 8 at table 2."""
    series = seat_series(event)
    release_seats(series, by=None)
    return series


def url(event: models.Event, name: str = "my_call") -> str:
    return reverse(f"public:{name}", args=[event.slug])


def phone_of(event: models.Event, number: int) -> Client:
    phone = Client()
    phone.post(url(event, "my_card"), {"nr": str(number), "code": card_code(one(event, number))})
    return phone


def shown(phone: Client, event: models.Event, name: str = "my_call") -> str:
    html = phone.get(url(event, name)).content.decode()
    return html.partition("<main")[2].partition("</main>")[0]


def rufen(phone: Client, event: models.Event, about: str = "rule", **more: str) -> Any:
    return phone.post(url(event), {"about": about, **more}, follow=True)


def test_one_tap_calls_an_official_to_the_players_table_and_confirms_it(
    event: models.Event, playing: models.Series
) -> None:
    phone = phone_of(event, 7)
    assert "Spielleitung rufen" in shown(phone, event, "my_event")
    assert shown(phone, event).count('name="about"') == 4
    html = rufen(phone, event).content.decode()
    call = models.TableCall.objects.get()
    assert (call.table.number, call.seat, call.registration, call.about) == (2, 3, one(event, 7), "rule")
    assert f"Sie haben um {timezone.localtime(call.called_at):%H:%M} Uhr gerufen" in html
    assert "Bitte bleiben Sie am Tisch" in html
    assert 'name="about"' not in html
    assert "Sie haben um" in shown(phone, event, "my_event")


def test_other_takes_a_short_text_that_the_caller_alone_reads_again(
    event: models.Event, playing: models.Series
) -> None:
    phone = phone_of(event, 7)
    rufen(phone, event, "other", text="Wir brauchen ein neues Blatt")
    assert "Wir brauchen ein neues Blatt" in shown(phone, event)
    assert "neues Blatt" not in shown(phone_of(event, 8), event)


@pytest.mark.parametrize("body", [{}, {"about": "pizza"}, {"about": "other", "text": "x" * 201}])
def test_call_for_nothing_known_is_refused_with_what_to_do(
    event: models.Event, playing: models.Series, body: dict[str, str]
) -> None:
    answer = phone_of(event, 7).post(url(event), body)
    assert answer.status_code == 200
    assert "Bitte berichtigen Sie" in answer.content.decode()
    assert "data-refresh" not in answer.content.decode()  # the typed text stays
    assert not models.TableCall.objects.exists()


def test_others_of_the_table_see_the_call_and_another_table_does_not(
    event: models.Event, playing: models.Series
) -> None:
    rufen(phone_of(event, 7), event, "ill")
    neighbour = shown(phone_of(event, 8), event)
    assert "Ihr Tisch hat um" in neighbour
    assert "nicht gut" not in neighbour
    assert "Ruf zurücknehmen" not in neighbour
    assert "gerufen" not in shown(phone_of(event, 1), event)


def test_second_call_of_a_table_that_waits_adds_nothing(event: models.Event, playing: models.Series) -> None:
    rufen(phone_of(event, 7), event)
    html = rufen(phone_of(event, 8), event, "list").content.decode()
    assert "Ihr Tisch hat um" in html
    assert models.TableCall.objects.get().about == "rule"


def test_table_reads_who_comes_and_then_that_it_is_done(event: models.Event, playing: models.Series) -> None:
    phone, petra = phone_of(event, 7), make_official(event, username="petra")
    rufen(phone, event)
    call = models.TableCall.objects.get()
    answer_call(call, by=petra)
    for number in (7, 8):
        assert "Petra kommt." in shown(phone_of(event, number), event)
    assert "Petra kommt." in shown(phone, event, "my_event")
    end_call(call, by=petra)
    html = shown(phone, event)
    assert "Erledigt" in html
    assert '<details class="call__done" open>' in html
    assert 'name="about"' in html  # the next call
    models.TableCall.objects.update(ended_at=timezone.now() - timedelta(minutes=1))
    assert '<details class="call__done">' in shown(phone, event)
    models.TableCall.objects.update(ended_at=timezone.now() - timedelta(minutes=11))
    assert "Erledigt" not in shown(phone, event)


def test_minutes_since_the_call_are_told(event: models.Event, playing: models.Series) -> None:
    phone = phone_of(event, 7)
    rufen(phone, event)
    assert "(vor" not in shown(phone, event)
    models.TableCall.objects.update(called_at=timezone.now() - timedelta(minutes=2, seconds=5))
    assert "(vor 2 min)." in shown(phone, event)


def test_only_the_caller_takes_a_call_back(event: models.Event, playing: models.Series) -> None:
    phone = phone_of(event, 7)
    rufen(phone, event)
    for other in (phone_of(event, 8), phone_of(event, 1), Client()):
        other.post(url(event, "my_call_back"))
        assert models.TableCall.objects.get().is_open
    assert "Der Ruf ist zurückgenommen" in phone.post(url(event, "my_call_back"), follow=True).content.decode()
    assert models.TableCall.objects.get().withdrawn_at is not None
    phone.post(url(event, "my_call_back"))


def test_stranger_is_asked_for_the_card_and_calls_nobody(event: models.Event, playing: models.Series) -> None:
    for answer in (Client().get(url(event)), Client().post(url(event), {"about": "rule"})):
        assert answer["Location"] == url(event, "my_card")
    assert not models.TableCall.objects.exists()


def test_cookie_of_another_event_calls_nobody_here(event: models.Event, playing: models.Series) -> None:
    other = make_event(slug="anderes", published_at=event.published_at)
    release_seats(seat_series(other), by=None)
    phone = phone_of(other, 7)
    phone.cookies["mein-turnier"]["path"] = "/"
    assert phone.post(url(event), {"about": "rule"})["Location"] == url(event, "my_card")
    assert not models.TableCall.objects.exists()


def test_nobody_calls_at_an_event_that_is_not_published(event: models.Event, playing: models.Series) -> None:
    phone = phone_of(event, 7)
    models.Event.objects.update(published_at=None)
    assert phone.post(url(event), {"about": "rule"}).status_code == 404
    assert phone.post(url(event, "my_call_back")).status_code == 404
    assert not models.TableCall.objects.exists()


def test_nobody_calls_before_the_seats_are_released_or_after_the_series(
    event: models.Event, series: models.Series
) -> None:
    phone = phone_of(event, 7)
    for _state in ("closed, not released", "closed"):
        assert "an keinem Tisch" in rufen(phone, event).content.decode()
        assert 'name="about"' not in shown(phone, event)
        assert "rufen" not in shown(phone, event, "my_event")
        release_seats(series, by=None)
    seat_series(event, 2)
    assert "an keinem Tisch" in rufen(phone, event).content.decode()
    assert not models.TableCall.objects.exists()


def test_player_that_calls_all_the_time_is_sent_to_the_officials(event: models.Event, playing: models.Series) -> None:
    phone, now = phone_of(event, 7), timezone.now()
    taken_back = {"about": "rule", "registration": one(event, 7), "called_at": now, "withdrawn_at": now}
    table = playing.tables.get(number=2)
    models.TableCall.objects.bulk_create(models.TableCall(table=table, **taken_back) for _time in range(10))
    assert "sehr oft gerufen" in rufen(phone, event).content.decode()
    assert models.TableCall.objects.filter(withdrawn_at=None).count() == 0


def test_page_is_kept_nowhere(event: models.Event, playing: models.Series) -> None:
    answer = phone_of(event, 7).get(url(event))
    assert (answer["Cache-Control"], answer["X-Robots-Tag"]) == ("no-store", "noindex")


def test_page_of_the_hall_names_the_table_and_nothing_else(event: models.Event, playing: models.Series) -> None:
    def hall() -> str:
        return Client().get(url(event, "hall_now")).content.decode()

    assert "data-calls" not in hall()
    said: dict[str, Any] = {"about": "ill", "text": "Mir ist schwindlig", "seat": 3, "registration": one(event, 7)}
    call = call_official(playing.tables.get(number=2), **said)
    assert '<li data-table="1-2" data-state="waiting"></li>' in hall()
    answer_call(call, by=make_official(event, username="petra"))
    assert '<li data-table="1-2" data-state="coming"></li>' in hall()
    for secret in ("Petra", "Vera7", "schwindlig", "nicht gut"):
        assert secret not in hall()
    end_call(call, by=make_official(event, username="petra"))
    assert "data-calls" not in hall()
