"""No test finds the tables of another one in the memory of the process."""

from collections.abc import Iterator

import pytest

from tests.tournament.playing.tables import restarted


@pytest.fixture(autouse=True)
def _fresh_process() -> Iterator[None]:
    restarted()
    yield
    restarted()
