"""Servers for the tests of safety, each on its own database, and the figures that they measured."""

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.safety.databases import Database, OnCluster, SqliteFile
from tests.safety.faults.clock import Clock, clocked
from tests.safety.server import Reached, Server, Writer, environ
from tests.safety.sizes import CLIENTS, SIZES
from tests.web.conftest import printed_at_once  # noqa: F401 - a fixture
from tools.project import ROOT

_FIGURES: list[str] = []


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    if _FIGURES:
        terminalreporter.section("figures")
        for line in _FIGURES:
            terminalreporter.write_line(line)


@pytest.fixture
def figure() -> Callable[[str], None]:
    """Say a measured figure at the end of the run."""
    return _FIGURES.append


@dataclass(frozen=True, slots=True)
class Hall:
    """A database with one series, without a server yet, and the sessions of its writers."""

    database: Database
    sessions: list[str]
    folder: Path


@pytest.fixture(scope="session")
def folder() -> Iterator[Path]:
    with tempfile.TemporaryDirectory(prefix="romme-safety-") as name:
        yield Path(name)


@pytest.fixture(scope="session")
def template(folder: Path) -> Hall:
    """Made as `./run` makes a database, once; each test writes on a copy."""
    return prepared(_empty(folder), folder)


def _empty(folder: Path) -> Database:
    url = os.environ.get("DATABASE_URL", "")
    if url.startswith("postgres"):
        return OnCluster(url, f"safety_{os.getpid()}").create()
    return SqliteFile(folder / "template.sqlite3")


def prepared(database: Database, folder: Path, tables: int = SIZES.tables) -> Hall:
    """Bring an empty database up to date, and put the scene on it."""
    surroundings = environ(database.url, folder, PORT="0")
    _run(["romme_turnier", "prepare"], surroundings)
    sessions = _run(["tests.safety.scene", str(tables), str(CLIENTS)], surroundings)
    return Hall(database, json.loads(sessions), folder)


def _run(module: list[str], surroundings: dict[str, str]) -> str:
    """The output of a module; a failure shows its messages."""
    command = [sys.executable, "-m", *module]
    done = subprocess.run(command, env=surroundings, cwd=ROOT, check=False, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.fixture
def hall(template: Hall, request: pytest.FixtureRequest) -> Hall:
    """A database for this test only."""
    name = f"t{abs(hash(request.node.nodeid)) % 10**8}"
    return Hall(template.database.copied(name), template.sessions, template.folder)


def server_of(hall: Hall, without: str = "", **settings: str) -> Server:
    """The server of this database; on PostgreSQL two processes, as on two machines."""
    beside = None
    if isinstance(hall.database, OnCluster):
        beside = Server(hall.database, hall.folder / "beside", without, settings=settings)
    return Server(hall.database, hall.folder, without, settings=settings, beside=beside)


@pytest.fixture
def serve(hall: Hall) -> Iterator[Callable[..., Server]]:
    """Starts servers, `without="keys,versions"` such guards and with further settings; they end with the test."""
    running: list[Server] = []

    def start(without: str = "", **settings: str) -> Server:
        running.append(server_of(hall, without, **settings).start())
        return running[-1]

    yield start
    for server in running:
        server.kill()


@dataclass(frozen=True, slots=True)
class Shared:
    """A server for tests that use separate tables, with its own clock (test_other_clock.py)."""

    hall: Hall
    server: Server
    clock: Clock | None  # None without a C compiler

    def people(self, count: int, place: Reached | None = None) -> list[Writer]:
        return [Writer(place or self.server, session) for session in self.hall.sessions[:count]]


@pytest.fixture(scope="session")
def shared(template: Hall) -> Iterator[Shared]:
    hall = Hall(template.database.copied("shared"), template.sessions, template.folder)
    clock, settings = clocked(template.folder, "shared")
    server = Server(hall.database, hall.folder, settings=settings).start()
    yield Shared(hall, server, clock)
    server.kill()


@pytest.fixture
def people(hall: Hall) -> Callable[..., list[Writer]]:
    """Signed-in officials, each at a separate browser."""

    def some(server: Server, count: int) -> list[Writer]:
        return [Writer(server, session) for session in hall.sessions[:count]]

    return some
