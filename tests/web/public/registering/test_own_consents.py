"""Consents on pages: registration form, "Meine Daten", and the form of officials."""

import pytest
from django.test import Client
from django.urls import reverse

from romme_turnier.tournament.models import Event, Organiser, Registration
from tests.cast import make_cast, signed_in
from tests.factories import make_open_event, make_organiser, register

pytestmark = pytest.mark.django_db

SENT = {"first_name": "Vera", "last_name": "Neu", "contact": "vera@example.org"}


@pytest.fixture
def event() -> Event:
    event = make_open_event()
    make_cast(event)
    return event


@pytest.fixture
def own(event: Event) -> Registration:
    return register(event, 1, token="T" * 32)


def become_several() -> None:
    make_organiser(number="2", slug="zweiter")
    Organiser.objects.update(names_years=3)


def test_one_organiser_shows_nothing_of_further_consents(client: Client, event: Event, own: Registration) -> None:
    petra = signed_in(event.roles.get(role="director").user)
    pages = [
        client.get(reverse("public:register", args=[event.slug])),
        client.get(reverse("public:own_data", args=[event.slug, own.token])),
        petra.get(reverse("organiser:participant", args=[event.slug, own.pk])),
    ]
    assert [("einverstanden" in page.content.decode()) for page in pages] == [False] * 3


def test_form_asks_for_each_purpose_by_itself(client: Client, event: Event) -> None:
    become_several()
    address = reverse("public:register", args=[event.slug])
    page = client.get(address).content.decode()
    assert "Der Name darf auch nach 3 Jahren öffentlich bleiben" in page
    assert "Bilder vom Turnier dürfen veröffentlicht werden" in page
    client.post(address, {**SENT, "agrees": ["picture"]})
    own = Registration.objects.get(player__last_name="Neu")
    assert [(row.purpose, row.speaker) for row in own.consents.all()] == [("picture", "player")]


def test_player_changes_consents_after_registration_has_closed(client: Client, event: Event, own: Registration) -> None:
    become_several()
    Event.objects.update(registration_closes_at="2026-01-01T00:00Z")
    address = reverse("public:own_consents", args=[event.slug, own.token])
    page = client.post(address, {"publish_name": "on", "agrees": ["years"]}, follow=True).content.decode()
    assert "Ihre Zustimmungen sind gespeichert." in page
    assert 'value="years"' in page
    assert sorted(own.consents.values_list("purpose", flat=True)) == ["event", "years"]
    page = client.post(address, {}, follow=True).content.decode()
    assert "zurückgenommen am" in page
    own.refresh_from_db()
    assert not own.publish_name
    assert not own.consents.filter(withdrawn_at=None).exists()


def test_unknown_purpose_is_refused_at_its_place(client: Client, event: Event, own: Registration) -> None:
    become_several()
    address = reverse("public:own_consents", args=[event.slug, own.token])
    page = client.post(address, {"agrees": ["season"]}).content.decode()
    assert "season" in page
    assert not own.consents.exists()


def test_official_sees_and_changes_them(event: Event, own: Registration) -> None:
    become_several()
    petra = signed_in(event.roles.get(role="director").user)
    address = reverse("organiser:participant", args=[event.slug, own.pk])
    petra.post(address, {"first_name": "Vera", "last_name": "Eins", "number": 1, "agrees": ["years", "picture"]})
    assert {row.official for row in own.consents.all()} == {event.roles.get(role="director").user}
    page = petra.get(address).content.decode()
    assert page.count("checked") >= 2
