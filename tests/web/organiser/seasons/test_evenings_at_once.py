"""Two officials open or close the same evening at the same moment: one event, one release, no broken page."""

import pytest
from django.test import Client
from django.urls import reverse

from romme_turnier.tournament import models
from romme_turnier.tournament.seasons.seasons import create_season
from tests.cast import signed_in
from tests.factories import make_official
from tests.tournament.seasons.conftest import details
from tests.tournament.seasons.evenings import FIRST, hold, make_people, play
from tests.web.organiser.organisers.test_at_once import Meet, at_once, meet, sends

pytestmark = pytest.mark.django_db(transaction=True)

__all__ = ["meet"]


@pytest.fixture
def clients() -> list[Client]:
    return [signed_in(make_official(username=name, makes_events=True)) for name in ("petra", "paula")]


@pytest.fixture
def season(clients: list[Client]) -> models.Season:
    return create_season(details(), days=[FIRST], by=make_official(username="petra"))


def test_evening_opened_twice_is_one_event(clients: list[Client], season: models.Season, meet: Meet) -> None:
    address = reverse("organiser:evening_open", args=[season.address, FIRST])
    present = [player.pk for player in make_people(8)]
    models.Membership.objects.bulk_create(models.Membership(player_id=pk, organiser=season.organiser) for pk in present)
    fields = {"present": present, "bonus_mode": "per_list", "series_count": "2"}
    meet("seasons.evenings.people.known_by_name")
    assert at_once(*(sends(client, address, **fields) for client in clients)) == [302, 302]
    assert models.Event.objects.count() == 1
    assert models.Event.objects.get().registrations.count() == 8


def test_evening_closed_twice_is_released_once(clients: list[Client], season: models.Season, meet: Meet) -> None:
    petra = make_official(username="petra")
    event = hold(season, FIRST, make_people(8), series_count=1, by=petra)
    play(event)
    address = reverse("organiser:evening_close", args=[season.address, FIRST])
    meet("seasons.evenings.evening.what_is_missing")
    answers = at_once(*(sends(client, address, ends_after=1) for client in clients))
    assert set(answers) <= {200, 302}
    assert event.releases.count() == 1
