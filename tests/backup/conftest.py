"""A separate real database for each test: connections that make copies see committed rows only."""

from pathlib import Path

import pytest
from pytest_django import Settings

from romme_turnier.backup.engine import engine
from tests.backup.tables import tables_at_hand, taken_here

__all__ = ["tables_at_hand", "taken_here"]


@pytest.fixture(autouse=True)
def place(tmp_path: Path, settings: Settings) -> Path:
    """The folder for copies in this test."""
    folder = tmp_path / "copies"
    settings.BACKUP_DIR, settings.BACKUP_SECOND_DIR = folder, ""
    return folder


@pytest.fixture
def programs() -> None:
    """Skips a test if PostgreSQL runs without its own programs."""
    if why := engine().why_not():
        pytest.skip(why)
