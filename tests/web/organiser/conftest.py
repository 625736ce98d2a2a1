"""The officials of the event, each signed in."""

import pytest
from django.test import Client

from tests.cast import Cast, signed_in


@pytest.fixture
def petra(cast: Cast) -> Client:
    return signed_in(cast.petra)


@pytest.fixture
def rudi(cast: Cast) -> Client:
    return signed_in(cast.rudi)


@pytest.fixture
def ella(cast: Cast) -> Client:
    return signed_in(cast.ella)


@pytest.fixture
def karl(cast: Cast) -> Client:
    return signed_in(cast.karl)
