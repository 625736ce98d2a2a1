"""The list of all events that an official has a task at."""

import pytest
from django.test import Client
from django.urls import reverse

from romme_turnier.accounts.models import User
from romme_turnier.tournament.models import Event
from tests.cast import Cast, signed_in
from tests.factories import make_event
from tests.web.organiser.pages import text

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> Event:
    return make_event(players=8, clubs=4)


def test_list_shows_the_events_with_a_task_and_no_others(petra: Client) -> None:
    make_event(players=0, slug="fremd", name="Fremdes Turnier")
    page = text(petra.get(reverse("organiser:events")))
    assert "Testpokal" in page
    assert "Fremdes Turnier" not in page


def test_list_without_events_says_what_comes_here_and_offers_the_next_step() -> None:
    page = text(signed_in(User.objects.create_user("neu")).get(reverse("organiser:events")))
    assert "Noch ist keines angelegt" in page
    assert reverse("organiser:event_new") in page


def test_superuser_sees_all_events(event: Event) -> None:
    admin = User.objects.create_superuser("chefin")
    assert "Testpokal" in text(signed_in(admin).get(reverse("organiser:events")))


def test_strangers_are_asked_to_sign_in(cast: Cast) -> None:
    response = Client().get(reverse("organiser:events"))
    assert response.status_code == 302
    assert reverse("account_login") in response["Location"]
