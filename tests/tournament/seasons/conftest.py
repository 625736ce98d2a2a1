from datetime import date

import pytest

from romme_turnier.accounts.models import User
from romme_turnier.tournament import models
from romme_turnier.tournament.seasons.seasons import SeasonDetails, create_season
from tests.factories import make_official


def details(**fields) -> SeasonDetails:
    """A season of the year 2026; `fields` differ."""
    values = {"name": "Saison 2026", "first_day": date(2026, 1, 1), "last_day": date(2026, 12, 31), "weekday": 1}
    return SeasonDetails(**{**values, **fields})


@pytest.fixture
def petra(db) -> User:
    """An official who may make events."""
    return make_official(username="petra", makes_events=True)


@pytest.fixture
def season(petra) -> models.Season:
    """A season with evenings on the first three Tuesdays of 2026."""
    return create_season(details(), days=[date(2026, 1, 6), date(2026, 1, 13), date(2026, 1, 20)], by=petra)
