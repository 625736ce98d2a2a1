"""A season without dates, and the official who directs everything."""

import pytest

from romme_turnier.accounts.models import User
from romme_turnier.tournament.models import Season
from tests.factories import make_official, make_season


@pytest.fixture
def petra(db: None) -> User:
    return make_official(username="petra", is_superuser=True)


@pytest.fixture
def season(db: None) -> Season:
    return make_season()
