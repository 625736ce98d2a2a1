"""Fixtures shared by the tests of services."""

import pytest

from romme_turnier.accounts.models import User


@pytest.fixture
def chief(db: None) -> User:
    """A superuser."""
    return User.objects.create_superuser("chief", display_name="Chief")
