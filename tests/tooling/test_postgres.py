"""The private PostgreSQL cluster of `./run test --database postgres`."""

import tempfile
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import psycopg
import pytest

from tools import debian
from tools.postgres import private_cluster

needs_server = pytest.mark.skipif(debian.postgres_programs() is None, reason="PostgreSQL's server is not installed")


@pytest.fixture
def temporary_files(monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder for temporary files; unlike pytest's folders, it is open to the user of the server."""
    with tempfile.TemporaryDirectory() as folder:
        Path(folder).chmod(0o755)
        monkeypatch.setattr("tempfile.tempdir", folder)
        yield Path(folder)


def _fail_on_a_private_cluster(seen: list[str]) -> None:
    with private_cluster() as url:
        seen.append(url)
        with psycopg.connect(url) as connection:
            assert connection.execute("SELECT 6 * 7").fetchone() == (42,)
        raise ZeroDivisionError


@needs_server
def test_private_cluster_is_gone_afterwards_even_on_failure(temporary_files: Path) -> None:
    seen: list[str] = []

    with pytest.raises(ZeroDivisionError):
        _fail_on_a_private_cluster(seen)

    assert urlsplit(seen[0]).hostname == "127.0.0.1"
    assert list(temporary_files.iterdir()) == []
    with pytest.raises(psycopg.OperationalError):
        psycopg.connect(seen[0], connect_timeout=2)
