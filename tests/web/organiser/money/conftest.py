"""An event of four players with a fee of ten, and the first of them."""

from decimal import Decimal

import pytest

from romme_turnier.tournament import models
from tests.factories import make_event


@pytest.fixture
def event() -> models.Event:
    return make_event(players=4, entry_fee=Decimal("10.00"), series_count=1, games_per_list=1)


@pytest.fixture
def vera(event: models.Event) -> models.Registration:
    return event.registrations.get(number=1)
