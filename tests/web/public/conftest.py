"""One event for all public pages: eight players (one agreed to be named), series 1 checked and closed."""

from datetime import UTC, datetime

import pytest

from romme_turnier.tournament import models
from romme_turnier.tournament.seating.series import close_series, release_seats
from romme_turnier.tournament.standings.releases import release_standings
from tests.factories import list_of, make_checked, make_event, make_official, seat_series


def public_event() -> models.Event:
    make_official()  # an empty program leads every visitor to its set-up
    event = make_event(games_per_list=2, published_at=datetime(2026, 10, 1, tzinfo=UTC), venue="Bürgerhaus")
    event.registrations.filter(number=2).update(publish_name=True)
    return event


def play_series(event: models.Event) -> models.Series:
    series = seat_series(event)
    for table in (1, 2):
        make_checked(list_of(series, table))
    close_series(series, by=None)
    series.refresh_from_db()
    return series


@pytest.fixture(scope="module")
def played_once(module_rows: None) -> models.Series:
    """For modules whose tests need no event without a series: they share the event and its series."""
    return play_series(public_event())


@pytest.fixture
def event(db: None, request: pytest.FixtureRequest) -> models.Event:
    return models.Event.objects.get() if "played_once" in request.fixturenames else public_event()


@pytest.fixture
def series(event: models.Event, request: pytest.FixtureRequest) -> models.Series:
    return event.series.get() if "played_once" in request.fixturenames else play_series(event)


@pytest.fixture
def seated(series: models.Series) -> models.Series:
    release_seats(series, by=None)
    return series


@pytest.fixture
def release(event: models.Event, series: models.Series) -> models.StandingsRelease:
    return release_standings(event, 1, by=None)
