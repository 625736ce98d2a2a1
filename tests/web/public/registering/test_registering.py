"""Anybody registers without an account and gets a personal link."""

from datetime import timedelta

import pytest
import time_machine
from django.core import mail
from django.test import Client
from django.utils import timezone

from romme_turnier.tournament import models
from romme_turnier.web.public.registering import guard
from tests.factories import seat_series
from tests.web.public.registering.pages import ADDRESS, PERSON, closing, open_event, own_page, page, send

pytestmark = pytest.mark.django_db


def test_who_registers_is_led_to_a_link_of_their_own():
    event = open_event()
    answer = send()
    registration = event.registrations.get()
    assert answer.url == own_page(registration)
    assert (registration.name, str(registration.club), registration.status) == ("Berta Neu", "RC Nord", "active")
    shown = page(answer.url)
    assert "Angemeldet" in shown
    assert "Bewahren Sie diesen Link auf" in shown
    assert str(registration.token) in shown


def test_pages_of_a_link_are_stored_nowhere_and_found_by_no_search_engine():
    event = open_event()
    send()
    for path in (
        ADDRESS,
        own_page(event.registrations.get()),
        own_page(event.registrations.get(), "registration_change"),
    ):
        headers = Client().get(path).headers
        assert (headers["Cache-Control"], headers["X-Robots-Tag"]) == ("no-store", "noindex")


def test_the_button_pressed_twice_registers_once():
    event = open_event()
    data = {**PERSON, "key": "A" * 32}
    assert send(data).url == send(data).url
    assert event.registrations.count() == 1


def test_somebody_else_on_the_same_page_gets_another_link():
    event = open_event()
    send({**PERSON, "key": "A" * 32})
    send({**PERSON, "first_name": "Carl", "key": "A" * 32})
    assert event.registrations.values("token").distinct().count() == 2


def test_all_that_is_missing_is_said_at_once_and_what_was_typed_stays():
    open_event()
    shown = send({"first_name": "Berta", "contact": "berta@"}).content.decode()
    assert "Bitte geben Sie den Nachnamen an." in shown
    assert "Diese E-Mail-Adresse ist unvollständig" in shown
    assert 'value="Berta"' in shown


@pytest.mark.parametrize("name", ["first_name", "last_name", "club", "contact"])
def test_what_is_too_long_is_refused(name):
    event = open_event()
    assert send({**PERSON, name: "x" * 500}).status_code == 200
    assert not event.registrations.exists()


def test_a_player_of_the_register_is_never_taken_by_name():
    event = open_event()
    known = models.Player.objects.create(first_name="Berta", last_name="Neu")
    send()
    assert event.registrations.get().player != known


def test_who_is_registered_already_is_told_so_and_no_more():
    event = open_event()
    send()
    models.Registration.objects.update(number=7)
    shown = send({**PERSON, "first_name": "BERTA", "club": "rc  nord"}).content.decode()
    assert "ist schon angemeldet" in shown
    assert event.registrations.count() == 1


def test_form_does_not_reveal_the_registration_of_another_person():
    event = open_event()
    send()
    models.Registration.objects.update(contact="geheim@beispiel.de")
    shown = send().content.decode()
    assert "schon angemeldet" not in shown
    assert event.registrations.count() == 2


def test_the_same_name_in_another_club_is_somebody_else():
    event = open_event()
    send()
    send({**PERSON, "club": "RC Süd"})
    assert event.registrations.count() == 2


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"self_registration": False}, "kann man sich hier nicht anmelden"),
        ({"registration_closes_at": timezone.now() - timedelta(minutes=1)}, "Der Anmeldeschluss ist vorbei"),
        ({"access": "closed"}, "wer eingeladen ist"),
    ],
)
def test_a_closed_registration_says_why_and_takes_nobody(fields, words):
    event = open_event(**fields)
    assert words in page(ADDRESS)
    assert words in send().content.decode()
    assert not event.registrations.exists()


def test_registration_is_over_once_the_first_series_is_drawn():
    event = open_event(players=8)
    seat_series(event)
    assert "schon ausgelost" in send().content.decode()
    assert event.registrations.count() == 8


def test_an_event_that_is_not_published_has_no_such_page():
    open_event(published_at=None)
    assert Client().get(ADDRESS).status_code == 404
    assert send().status_code == 404


def test_the_page_of_the_event_says_how_many_places_are_left_and_follows():
    event = open_event(capacity=2)
    assert "Noch 2 Plätze frei." in page("/t/testpokal/")
    send()
    assert "Noch 1 Platz frei." in page("/t/testpokal/")
    send({**PERSON, "first_name": "Carl"})
    shown = page("/t/testpokal/")
    assert "Zur Anmeldung" in shown
    assert "Warteliste" in shown
    with time_machine.travel(closing(event) + timedelta(seconds=1)):
        shown = page("/t/testpokal/")
    assert "Zur Anmeldung" not in shown
    assert "Der Anmeldeschluss ist vorbei" in shown


def test_too_many_registrations_from_one_address_are_held_up_and_nothing_typed_is_lost(monkeypatch):
    monkeypatch.setitem(guard._RATES, "register", "3/10m/ip")
    event = open_event()
    for n in range(3):
        send({**PERSON, "first_name": f"Vera{n}"})
    answer = send({**PERSON, "first_name": "Letzte"})
    assert answer.status_code == 429
    assert 'value="Letzte"' in answer.content.decode()
    assert event.registrations.count() == 3


def test_the_link_is_mailed_only_if_mail_is_set_up_and_the_contact_is_an_address(settings):
    open_event()
    send({**PERSON, "contact": "berta@beispiel.de"})
    assert mail.outbox == []
    settings.SENDS_MAIL = True
    send({**PERSON, "first_name": "Carl"})
    assert mail.outbox == []
    send({**PERSON, "first_name": "Dora", "contact": "dora@beispiel.de"})
    (sent,) = mail.outbox
    assert sent.to == ["dora@beispiel.de"]
    assert "/anmeldung/" in sent.body
    assert "Dora" not in sent.body


def test_clubs_that_strangers_typed_are_offered_to_nobody():
    event = open_event()
    send({**PERSON, "club": "Unfug"})
    club = models.Club.objects.create(name="RC Echt")
    player = models.Player.objects.create(first_name="A", last_name="B")
    models.Registration.objects.create(event=event, player=player, club=club)
    shown = page(ADDRESS)
    assert "RC Echt" in shown
    assert "Unfug" not in shown
