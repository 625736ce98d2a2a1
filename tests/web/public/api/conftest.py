"""An event and a season with all rows that the API reads, and a client with a token."""

from collections.abc import Callable, Iterator, Mapping
from datetime import timedelta
from typing import Any

import pytest
from django.core.cache import caches
from django.test import Client
from django.utils import timezone

from romme_turnier.tournament import models
from romme_turnier.tournament.seasons.years.page import change_years_page, make_years_page
from romme_turnier.tournament.seating.series import release_seats
from romme_turnier.tournament.standings.releases import release_standings
from romme_turnier.web.public.api import views
from romme_turnier.web.public.api.operations import BASE, OPERATIONS, Operation
from tests.factories import make_api_token, make_hook
from tests.seasons import issue, make_season_with_players
from tests.web.public.conftest import play_series, public_event
from tests.web.public.test_years import played

# Values for the parts of the addresses, with which every operation answers.
WHERE = {
    "organiser": "verein",
    "season": "2026",
    "event": "testpokal",
    "ranking": "mittel",
    "series": "1",
    "number": "1",
    "player": "1",
    "hook": "9001",  # far from the next key of PostgreSQL
}
# Bodies with which every operation answers.
BODIES: Mapping[str, Any] = {
    "makeHook": {"url": "https://neu.example/meldungen", "types": ["standings.released"]},
    "confirmPeople": {"messages": [f"msg_{'0' * 24}"]},
}
READS = [operation for operation in OPERATIONS if (operation.method, operation.scope) == ("GET", "read")]


def address_of(operation: Operation, **where: str) -> str:
    return BASE + operation.path.format(**{**WHERE, **where})


@pytest.fixture(autouse=True)
def _fresh() -> Iterator[None]:
    """Leaves no kept answers and no waiting tokens to the next test."""
    yield
    caches["embedded"].clear()
    views._running.clear()
    views._waits_until.clear()


@pytest.fixture(scope="module")
def made_scene(module_rows: None) -> models.Event:
    """The event, whose standings, seats and draw are released, and its season with a league and public years."""
    event = public_event()
    series = play_series(event)
    season = make_season_with_players()
    models.Event.objects.filter(pk=event.pk).update(season=season)
    season.dates.create(day=timezone.localdate())
    issue(season, ["300.00", "310.50", "400.25", ""])
    models.League.objects.create(season=season, name="Liga").groups.create(name="A", position=1)
    player = season.players.get(number=1).player
    numbers = [seat.registration.number or 0 for seat in series.seats.order_by("table__number", "number")]
    models.Draw.objects.create(
        series=series,
        status=models.Draw.Status.APPLIED,
        algorithm="random-1",
        seed="1",
        inputs={
            "players": [{"number": number, "club": number % 2, "team": None} for number in numbers],
            "tables": [1, 2],
        },
        result=[numbers[:4], numbers[4:]],
        made_at=timezone.now(),
    )
    release_seats(series, by=None)
    release_standings(event, 1, by=None)
    played(player, [300, 320, 281])  # afterwards, because a release stores the results again
    change_years_page(make_years_page(player, token="S" * 32), public=True, compares=True)
    models.SigningKey.objects.get_or_create(
        organiser=event.held_by, ended_at=None, defaults={"public": "0" * 64, "sealed": "x", "since": timezone.now()}
    )
    long_ago = timezone.now() - timedelta(days=1)
    models.PersonChange.objects.create(organiser=event.held_by, event=event, number=1, at=long_ago)
    make_hook(event.held_by, pk=int(WHERE["hook"]))
    return event


@pytest.fixture
def scene(made_scene: models.Event, db: None) -> models.Event:
    return models.Event.objects.get(pk=made_scene.pk)


@pytest.fixture
def call(scene: models.Event) -> Callable[..., Any]:
    """Calls an address with a token that may read."""
    _token, secret = make_api_token(scene.held_by)
    client = Client(headers={"Authorization": f"Bearer {secret}"})
    return client.get
