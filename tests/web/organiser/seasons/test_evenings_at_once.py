"""Officials change an evening at the same moment: one event, one release, no broken page and no deadlock."""

from collections.abc import Callable
from functools import partial

import pytest
from django.test import Client
from django.urls import reverse

from romme_turnier.tournament import models
from romme_turnier.tournament.participants.register.merging import merge_players
from romme_turnier.tournament.seasons.evenings.evening import close_evening
from romme_turnier.tournament.seasons.seasons import create_season, put_into_season
from romme_turnier.tournament.standings.releases import release_standings
from romme_turnier.tournament.standings.results import result_differences
from tests.cast import signed_in
from tests.factories import make_official
from tests.tournament.seasons.conftest import details
from tests.tournament.seasons.evenings import FIRST, SECOND, hold, make_people, play
from tests.web.organiser.organisers.test_at_once import Meet, at_once, meet, sends

pytestmark = pytest.mark.django_db(transaction=True)

__all__ = ["meet"]


@pytest.fixture
def clients() -> list[Client]:
    return [signed_in(make_official(username=name, makes_events=True)) for name in ("petra", "paula")]


@pytest.fixture
def season(clients: list[Client]) -> models.Season:
    return create_season(details(), days=[FIRST, SECOND], by=make_official(username="petra"))


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


def a_second_entry(event: models.Event) -> tuple[models.Player, models.Player]:
    """A player of the event, and a second entry of the same person, whose data move when both are merged."""
    drop = event.registrations.order_by("pk")[0].player
    return models.Player.objects.create(first_name=drop.first_name, last_name=f"{drop.last_name}-Neu"), drop


def done(act: Callable[[], object]) -> Callable[[], int]:
    def run() -> int:
        act()
        return 0

    return run


@pytest.mark.parametrize("kind", ["evening", "tournament"])
def test_person_is_merged_while_the_results_of_an_event_are_stored(
    season: models.Season, meet: Meet, kind: str
) -> None:
    petra, people = make_official(username="petra"), make_people(8)
    first, second = (hold(season, day, people, series_count=1, by=petra) for day in (FIRST, SECOND))
    for event in (first, second):
        play(event)
    close_evening(first, by=petra)
    keep, drop = a_second_entry(first)
    if kind == "tournament":
        close_evening(second, by=petra)
        second = put_into_season(second, season, models.Event.Kind.TOURNAMENT, by=petra)
    store = partial(close_evening, second) if kind == "evening" else partial(release_standings, second, 1)
    meet("standings.results.released_results")
    chief = make_official(username="chief", is_superuser=True)
    at_once(done(partial(merge_players, keep, drop, by=chief)), done(partial(store, by=petra)))
    assert [list(result_differences(event)) for event in (first, second)] == [[], []]
    assert season.results.filter(player=keep).count() == 2
