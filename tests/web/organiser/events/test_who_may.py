"""The rights to see and to change an event."""

import pytest
from django.test import Client

from romme_turnier.accounts.models import User
from romme_turnier.tournament.models import Event, EventLog, EventRole
from tests.cast import Cast, signed_in
from tests.web.organiser.pages import text, url

pytestmark = pytest.mark.django_db


PAGES = ["event", "event_edit", "event_copy", "event_publish", "officials", "official_create"]


@pytest.mark.parametrize("name", PAGES)
def test_foreign_event_does_not_exist(cast: Cast, event: Event, name: str) -> None:
    assert signed_in(cast.frieda).get(url(name, event)).status_code == 404


@pytest.mark.parametrize("name", ["event_edit", "event_copy", "event_publish", "official_create"])
def test_only_directors_change_the_event_and_others_are_told_so(cast: Cast, event: Event, name: str) -> None:
    for official in (cast.rudi, cast.ella, cast.karl):
        page = signed_in(official).get(url(name, event))
        assert page.status_code == 403
        assert "Spielleitung" in text(page)


def test_every_official_sees_the_day_and_who_else_is_there(cast: Cast, event: Event) -> None:
    for official in (cast.rudi, cast.ella, cast.karl):
        client = signed_in(official)
        assert client.get(url("event", event)).status_code == 200
        assert "Ella" in text(client.get(url("officials", event)))


@pytest.mark.parametrize("name", PAGES)
def test_looking_changes_nothing(petra: Client, event: Event, name: str) -> None:
    before = (Event.objects.count(), EventLog.objects.count(), EventRole.objects.count(), User.objects.count())
    assert petra.get(url(name, event)).status_code == 200
    after = (Event.objects.count(), EventLog.objects.count(), EventRole.objects.count(), User.objects.count())
    assert after == before
