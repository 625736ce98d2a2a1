"""The desk sees online registrations and the waiting list, invites, moves up by hand, and deletes mistakes."""

import pytest
from django.test import Client

from romme_turnier.tournament import models
from romme_turnier.tournament.participants.self_registration import (
    Person,
    RegistrationDetails,
    register_alone,
    register_team,
)
from tests.factories import make_open_event, seat_series

pytestmark = pytest.mark.django_db

LIST = "/leitung/testpokal/teilnehmer/"
DESK = "/leitung/testpokal/einlass/"
WAITING = f"{LIST}warteliste/"
INVITATIONS = "/leitung/testpokal/einladungen/"


@pytest.fixture
def event() -> models.Event:
    return make_open_event(capacity=1)


def alone(event: models.Event, name: str) -> models.Registration:
    return register_alone(
        event, Person(first_name=name, last_name="Neu"), RegistrationDetails(contact=f"{name}@beispiel.de")
    )


def page(client: Client, path: str) -> str:
    return client.get(path).content.decode()


def test_the_list_says_who_registered_alone_and_who_waits(event, petra):
    alone(event, "anna")
    alone(event, "berta")
    shown = page(petra, DESK)
    assert "1 gemeldet · 0 da" in " ".join(shown.split())
    assert shown.count("selbst gemeldet") >= 2
    assert "berta" in page(petra, f"{DESK}?show=waiting")
    assert "anna" not in page(petra, f"{DESK}?show=waiting")


def test_a_participants_page_says_how_to_reach_who_registered_alone(event, petra):
    own = alone(event, "anna")
    shown = page(petra, f"{LIST}{own.pk}/")
    assert "Selbst gemeldet am" in shown
    assert "anna@beispiel.de" in shown
    assert str(own.token) in shown


def test_the_waiting_list_is_shown_in_its_order_and_somebody_is_moved_up_by_hand(event, petra):
    for name in ("anna", "berta", "carla"):
        last = alone(event, name)
    shown = page(petra, WAITING)
    assert "1 von 1 Plätzen sind vergeben." in shown
    assert shown.index("berta Neu") < shown.index("carla Neu")
    answer = petra.post(f"{LIST}{last.pk}/nachruecken/", follow=True).content.decode()
    assert "Jetzt dabei: carla Neu." in answer
    again = petra.post(f"{LIST}{last.pk}/nachruecken/", follow=True).content.decode()
    assert "steht nicht auf der Warteliste" in again


def test_a_team_is_one_line_of_the_waiting_list(event, petra):
    people = [Person(first_name=f"Vera{n}", last_name="Nord") for n in range(4)]
    register_team(event, "Nordlichter", people, RegistrationDetails(contact="0170 123456"))
    shown = page(petra, WAITING)
    assert "Nordlichter" in shown
    assert shown.count("nachruecken") == 1


def test_who_waits_is_given_no_start_number(event, petra):
    alone(event, "anna")
    waiting = alone(event, "berta")
    refused = petra.post(f"{LIST}{waiting.pk}/einlass/", {"with_number": "on"})
    assert "steht auf der Warteliste" in refused.content.decode()
    waiting.refresh_from_db()
    assert waiting.number is None


def test_deleting_asks_first(event, petra):
    own = alone(event, "anna")
    assert "als hätte es sie nie gegeben" in page(petra, f"{LIST}{own.pk}/loeschen/")
    assert event.registrations.exists()
    petra.post(f"{LIST}{own.pk}/loeschen/")
    assert not event.registrations.exists()


def test_deleting_says_why_somebody_who_was_seated_stays(petra, event):
    models.Event.objects.update(capacity=None)
    for n in range(1, 9):
        own = alone(event, f"n{n}")
        models.Registration.objects.filter(pk=own.pk).update(number=n)
    seat_series(event)
    assert "hat an einem Tisch gesessen" in petra.post(f"{LIST}{own.pk}/loeschen/", follow=True).content.decode()
    assert event.registrations.count() == 8


def test_a_link_is_made_for_a_player_and_for_a_club_and_shown_as_a_code(event, petra):
    for whom, name in (("player", "Berta Neu"), ("club", "RC Nord")):
        answer = petra.post(INVITATIONS, {"whom": whom, "name": name}, follow=True).content.decode()
        invitation = event.player_invitations.first()
        assert f"/t/testpokal/einladung/{invitation.token}/" in answer
        assert "<svg" in answer
    assert str(invitation.club) == "RC Nord"
    assert "noch nicht benutzt" in page(petra, INVITATIONS)


def test_a_link_without_a_name_is_not_made(event, petra):
    petra.post(INVITATIONS, {"whom": "player", "name": " "})
    assert not event.player_invitations.exists()


def test_who_used_a_link_is_named_and_it_can_be_withdrawn(event, petra):
    petra.post(INVITATIONS, {"whom": "club", "name": "RC Nord"})
    invitation = event.player_invitations.get()
    register_alone(
        event,
        Person(first_name="Anna", last_name="Neu"),
        RegistrationDetails(contact="0170 123456", club="RC Nord", invitation=invitation),
    )
    path = f"{INVITATIONS}{invitation.pk}/"
    assert "Anna Neu" in page(petra, path)
    assert "bleibt es" in page(petra, f"{path}zuruecknehmen/")
    petra.post(f"{path}zuruecknehmen/")
    assert "zurückgenommen" in page(petra, INVITATIONS)


def test_a_prepayment_is_booked_as_a_transfer_with_one_click(event, petra):
    models.Event.objects.update(entry_fee=10, bank_details="DE02120300000000202051")
    own = alone(event, "anna")
    assert "überwiesen" in page(petra, "/leitung/testpokal/kasse/")
    petra.post(f"/leitung/testpokal/kasse/teilnehmer/{own.pk}/bezahlt/", {"method": "bank", "key": "k"})
    assert [entry.method for entry in event.ledger.all()] == ["bank"]
