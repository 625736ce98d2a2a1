"""The page "Ihre Daten" of an organiser, linked from the public pages and forms of its events."""

import pytest
from django.test import Client
from django.urls import reverse

from romme_turnier.tournament.events.operator import describe_operator
from romme_turnier.tournament.models import Event, Organiser
from tests.factories import make_official, make_open_event, make_organiser

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> Event:
    official = make_official()
    describe_operator(imprint="Betreiber", privacy="Der Betreiber fragt niemanden", by=official)
    event = make_open_event()
    Organiser.objects.update(name="RC Herz", privacy="Fragen an Vera", names_years=3)
    return event


def page(client: Client, name: str, *args: object) -> str:
    answer = client.get(reverse(f"public:{name}", args=args))
    assert answer.status_code == 200
    return str(answer.content.decode())


def become_several() -> None:
    make_organiser(number="2", slug="zweiter", name="RC Karo")


def test_one_organiser_has_the_page_of_the_program_alone(client: Client, event: Event) -> None:
    assert client.get(reverse("public:organiser_privacy", args=["verein"])).status_code == 404
    for name in ("event", "register", "standings"):
        shown = page(client, name, event.slug)
        assert reverse("help:privacy") in shown
        assert "/o/" not in shown


def test_public_pages_and_forms_lead_to_the_page_of_their_organiser(client: Client, event: Event) -> None:
    become_several()
    for name in ("event", "register", "standings", "seats", "announcements"):
        shown = page(client, name, event.slug)
        assert reverse("public:organiser_privacy", args=["verein"]) in shown
        assert reverse("help:privacy") not in shown
        assert reverse("help:imprint") in shown
        assert reverse("public:organiser", args=["verein"]) in shown


def test_page_tells_who_how_long_and_which_rights(client: Client, event: Event) -> None:
    become_several()
    shown = page(client, "organiser_privacy", "verein")
    assert "Für die Turniere von RC Herz ist es dieser Veranstalter." in shown
    assert "Fragen an Vera" in shown
    assert "bis 3 Jahre nach einem Turnier öffentlich" in shown
    assert "Was Sie verlangen können" in shown
    assert "Der Betreiber fragt niemanden" not in shown


def test_organiser_without_a_text_has_that_of_the_operator(client: Client, event: Event) -> None:
    become_several()
    shown = page(client, "organiser_privacy", "zweiter")
    assert "Der Betreiber fragt niemanden" in shown
    assert "Jahre nach einem Turnier" not in shown
