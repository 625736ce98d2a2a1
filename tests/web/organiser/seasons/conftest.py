"""The official at the desk of the seasons."""

import pytest
from django.test import Client

from romme_turnier.accounts.models import User
from tests.factories import make_official


@pytest.fixture
def petra(db: None, client: Client) -> User:
    """An official who may make events, signed in with `client`."""
    official = make_official(username="petra", makes_events=True)
    client.force_login(official)
    return official
