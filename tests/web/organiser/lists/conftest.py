"""Series 1 of nine players (player 9 has no seat), the list of table 1, and the director."""

import pytest
from django.test import Client

from romme_turnier.tournament import models
from tests.factories import make_event
from tests.web.organiser.lists.pages import signed_in


@pytest.fixture
def event() -> models.Event:
    return make_event(players=9)


@pytest.fixture
def director(client: Client, event: models.Event) -> Client:
    return signed_in(client, event)
