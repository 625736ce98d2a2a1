"""No test finds the tables of another one in the memory of the process."""

from collections.abc import Iterator
from datetime import timedelta

import pytest

from romme_turnier.tournament.playing import moving
from tests.factories import make_official
from tests.tournament.playing.tables import restarted


@pytest.fixture(autouse=True)
def _fresh_process() -> Iterator[None]:
    restarted()
    yield
    restarted()


@pytest.fixture(autouse=True)
def _set_up(db: None) -> None:
    """The program is set up by an account that does not play."""
    make_official()


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    play_at_once(monkeypatch)


def play_at_once(patch: pytest.MonkeyPatch) -> None:
    """Opponents do not wait."""
    for name in ("PACE", "FAST_PACE", "TO_LOOK", "TO_CLAIM"):
        patch.setattr(moving, name, timedelta())
