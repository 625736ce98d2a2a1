"""A table whose list is kept on phones, in a program that has been set up."""

import pytest
from django.utils import timezone

from tests.factories import make_official
from tests.tournament.at_table.scene import AtTable, at_table


@pytest.fixture
def table() -> AtTable:
    made = at_table(published_at=timezone.now())
    make_official(made.event)  # the program has been set up
    return made
