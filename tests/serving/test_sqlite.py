"""The SQLite of the program: its own if available, and never two in one process."""

import json
import platform
import signal
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable
from pathlib import Path

import pytest
from django.db.backends.sqlite3.base import DatabaseWrapper

from romme_turnier.sqlite import is_own, sqlite3, wal_is_safe
from tests.safety.server import environ, free_port
from tools.project import ROOT

own = pytest.mark.skipif(platform.machine() != "x86_64", reason="pysqlite3 has no wheel for this processor")

PROBE = """
import json, sys
from django.db import connection
connection.ensure_connection()
journal = connection.connection.execute("PRAGMA journal_mode").fetchone()[0]
others = [
    name for name, module in list(sys.modules.items())
    for held in list(getattr(module, "__dict__", {}).values())
    if type(held) is type(sys) and "sqlite3" in held.__name__ and held.__name__.partition(".")[0] == "sqlite3"
]
libraries = [name for name in ("_sqlite3", "pysqlite3._sqlite3") if name in sys.modules]
print(json.dumps([libraries, others, connection.Database.__name__, connection.Database.sqlite_version, journal]))
"""
OWN = ["pysqlite3._sqlite3"]
STANDARD = ["_sqlite3"]

Probe = Callable[..., tuple[list[str], list[str], str, str, str]]


def _read(said: str) -> tuple[list[str], list[str], str, str, str]:
    libraries, others, interface, version, journal = json.loads(said)
    return libraries, others, interface, version, journal


@pytest.fixture
def probe(tmp_path: Path) -> Probe:
    """Reports facts about a new Python process."""

    def run(*arguments: str) -> tuple[list[str], list[str], str, str, str]:
        surroundings = environ(f"sqlite:///{tmp_path / 'db.sqlite3'}", tmp_path, DATA_DIR=str(tmp_path))
        done = subprocess.run(
            [sys.executable, *arguments], env=surroundings, cwd=ROOT, capture_output=True, text=True, check=True
        )
        return _read(done.stdout)

    return run


def _demand_own(found: tuple[list[str], list[str], str, str, str]) -> None:
    libraries, others, interface, version, journal = found
    assert libraries == OWN
    assert others == []
    assert interface == "pysqlite3.dbapi2"
    assert tuple(map(int, version.split("."))) >= (3, 51, 3)
    assert journal == "wal"


@own
def test_tests_have_only_the_library_of_the_program() -> None:
    assert is_own()
    assert wal_is_safe()
    assert "_sqlite3" not in sys.modules
    assert DatabaseWrapper.Database.sqlite_version == sqlite3.sqlite_version


@own
@pytest.mark.parametrize("command", [["manage.py"], ["-m", "romme_turnier", "manage"]], ids=["checkout", "installed"])
def test_commands_have_only_the_library_of_the_program(probe: Probe, command: list[str]) -> None:
    _demand_own(probe(*command, "shell", "--no-imports", "-c", PROBE))


@own
def test_server_has_only_the_library_of_the_program_and_leaves_one_file_when_it_ends(tmp_path: Path) -> None:
    (tmp_path / "probing.py").write_text(
        f"from romme_turnier.wsgi import application as program\n"
        f"def application(environ, start):\n"
        f"    import contextlib, io\n"
        f"    said = io.StringIO()\n"
        f"    with contextlib.redirect_stdout(said):\n"
        f"        exec({PROBE!r}, {{}})\n"
        f"    from django.db import connection\n"
        f"    connection.cursor().execute('CREATE TABLE x (y)')\n"
        f"    start('200 OK', [])\n"
        f"    return [said.getvalue().encode()]\n"
    )
    database, port = tmp_path / "db.sqlite3", free_port()
    more = {"PORT": str(port), "DATA_DIR": str(tmp_path), "PYTHONPATH": str(tmp_path)}
    server = subprocess.Popen(
        [sys.executable, "-m", "romme_turnier.serving.server", "probing"],
        cwd=ROOT,
        env=environ(f"sqlite:///{database}", tmp_path, **more),
        stdout=subprocess.DEVNULL,
    )
    try:
        _demand_own(_read(_answer(port)))
        # The log is not written back after each request, as threads keep their connections.
        assert (tmp_path / "db.sqlite3-wal").stat().st_size > 0
    finally:
        server.send_signal(signal.SIGTERM)
        assert server.wait(timeout=60) == 0
    assert [file.name for file in tmp_path.glob("db.sqlite3*")] == ["db.sqlite3"]


def _answer(port: int) -> str:
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline:
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{port}/", timeout=10) as answer:
                return str(answer.read().decode())
        except OSError:
            time.sleep(0.1)
    raise AssertionError("the server does not answer")


START = "import os, sys; {}; import django; django.setup(); exec(os.environ['PROBE'])"


@pytest.mark.parametrize(
    "before", ["sys.modules['pysqlite3'] = None", "import sqlite3"], ids=["no wheel", "imported before"]
)
def test_standard_library_stays_where_there_is_no_other_or_somebody_has_it_already(
    probe: Probe, before: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PROBE", PROBE)
    libraries, _others, interface, version, journal = probe("-c", START.format(before))
    assert libraries == STANDARD
    assert interface == "sqlite3.dbapi2"
    major, minor, patch = map(int, version.split("."))
    assert journal == ("wal" if wal_is_safe((major, minor, patch)) else "delete")


@pytest.mark.parametrize(
    ("version", "safe"),
    [
        ((3, 40, 1), False),
        ((3, 44, 5), False),
        ((3, 44, 6), True),
        ((3, 45, 0), False),
        ((3, 50, 7), True),
        ((3, 51, 2), False),
        ((3, 51, 3), True),
        ((3, 53, 4), True),
    ],
)
def test_log_is_used_where_its_fault_is_repaired(version: tuple[int, int, int], safe: bool) -> None:
    assert wal_is_safe(version) is safe
