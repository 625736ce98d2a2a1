"""The address in the forms of the announcement and of a copy, with one organiser and with several."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from romme_turnier.tournament.models import Event
from romme_turnier.tournament.organisers.addresses import readdress
from tests.factories import make_event, make_organiser
from tests.web.organiser.events.typed import TYPED, values_of
from tests.web.organiser.pages import text, url

pytestmark = pytest.mark.django_db
BEFORE = '<div class="address"><span>nord/</span>'


@pytest.fixture
def event() -> Event:
    return make_event(players=2, held_by=make_organiser(slug="nord"))


@pytest.fixture
def moved(event: Event) -> Event:
    """The event in a program with several organisers."""
    make_organiser(number="2", slug="sued")
    readdress()
    event.refresh_from_db()
    return event


def pages(client: Client, event: Event) -> list[str]:
    addresses = [url("event_edit", event), url("event_copy", event), reverse("organiser:event_create")]
    return [client.get(address).content.decode() for address in addresses]


def create(client: Client, **changes: str) -> Any:
    return client.post(reverse("organiser:event_create"), {**TYPED, **changes})


def test_one_organiser_is_on_no_form(petra: Client, event: Event) -> None:
    for page in pages(petra, event):
        assert '<div class="address">' not in page
        assert 'name="slug"' in page
        assert "nord" not in page


def test_address_of_the_organiser_is_fixed_before_the_part_of_the_event(petra: Client, moved: Event) -> None:
    edit, *others = pages(petra, moved)
    assert all(BEFORE in page for page in (edit, *others))
    assert 'value="testpokal"' in edit
    assert petra.post(url("event_edit", moved), {**values_of(moved), "slug": "erster"}).status_code == 302
    moved.refresh_from_db()
    assert moved.slug == "nord/erster"
    assert create(petra, slug="zweiter").status_code == 302
    assert Event.objects.filter(slug="nord/zweiter").exists()


@pytest.mark.parametrize(
    ("slug", "why"),
    [
        ("rangliste", "Diese Adresse hat im Programm schon eine Bedeutung."),
        ("vorher", "Diese Adresse hatte früher ein anderes Turnier."),
        ("testpokal", "Diese Adresse hat schon ein anderes Turnier."),
        ("nord/abend", "Buchstaben"),
    ],
)
def test_address_that_cannot_be_given_is_refused_at_its_field(petra: Client, moved: Event, slug: str, why: str) -> None:
    moved.earlier_addresses.create(address="nord/vorher")
    before = Event.objects.count()
    page = text(create(petra, slug=slug))
    assert why in page
    assert f'value="{slug}"' in page
    assert Event.objects.count() == before


def test_announcement_of_a_published_event_is_changed_below_its_long_address(petra: Client, moved: Event) -> None:
    Event.objects.update(published_at=moved.starts_at)
    assert petra.post(url("event_edit", moved), {**values_of(moved), "venue": "Halle"}).status_code == 302
    moved.refresh_from_db()
    assert (moved.slug, moved.venue) == ("nord/testpokal", "Halle")
