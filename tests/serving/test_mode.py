"""Opening the program for the hall while it runs, and processes after the end of its server."""

import signal
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest
from pytest_django import Settings

from romme_turnier import mode
from romme_turnier.serving import keeper
from tests.safety.server import environ, free_port
from tools.project import ROOT

SWITCHING = """
import os
from romme_turnier import mode
from romme_turnier.wsgi import application as program

def application(environ, start):
    if environ["PATH_INFO"] == "/saal":
        mode.change_mode(mode.other_mode())
    start("200 OK", [])
    return [f"{os.environ['MODE']} {os.getpid()}".encode()]
"""


@pytest.fixture
def port() -> int:
    return free_port()


@pytest.fixture
def kept(tmp_path: Path, port: int) -> Iterator["subprocess.Popen[bytes]"]:
    """Serves the name of its mode and its process number, with a database that is never queried."""
    (tmp_path / "switching.py").write_text(SWITCHING)
    more = {"PORT": str(port), "DATA_DIR": str(tmp_path), "PYTHONPATH": str(tmp_path)}
    with (tmp_path / "log").open("ab") as log:
        process = subprocess.Popen(
            [sys.executable, "-m", "romme_turnier.serving.keeper", "romme_turnier.serving.server", "switching"],
            cwd=ROOT,
            env=environ(f"sqlite:///{tmp_path / 'empty.sqlite3'}", tmp_path, **more),
            stdout=log,
            stderr=log,
        )
    yield process
    process.kill()
    process.wait()


def _ask(port: int, path: str = "/") -> tuple[str, int]:
    """The mode and the process that answers, once one does."""
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline:
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{port}{path}", timeout=10) as answer:
                name, process = answer.read().decode().split()
                return name, int(process)
        except OSError:
            time.sleep(0.05)
    raise AssertionError("the server does not answer")


def _ends(process: int) -> bool:
    deadline = time.monotonic() + 30
    while time.monotonic() < deadline and (Path("/proc") / str(process)).exists():
        time.sleep(0.05)
    return time.monotonic() < deadline


def test_server_starts_again_in_the_other_mode_and_ends_with_the_process_that_started_it(
    kept: "subprocess.Popen[bytes]", port: int
) -> None:
    name, first = _ask(port, "/saal")  # the wish is answered before the server ends
    assert name == "local"
    assert _ends(first)
    name, second = _ask(port)
    assert name == "hall"
    kept.send_signal(signal.SIGTERM)  # now it ends, as there is no wish
    assert kept.wait(timeout=60) == 0
    assert _ends(second)


def test_server_ends_when_the_process_that_started_it_was_killed(kept: "subprocess.Popen[bytes]", port: int) -> None:
    _name, process = _ask(port)
    kept.kill()
    assert _ends(process)


@pytest.mark.parametrize(
    ("codes", "minutes", "starts", "code"),
    [
        ([0], 1, 1, 0),
        ([-signal.SIGSEGV, 0], 1, 2, 0),
        ([1], 0, 1, 1),
        ([keeper.CODES["hall"], 0], 0, 2, 0),
    ],
    ids=["ended", "crashed", "cannot run", "another mode"],
)
def test_server_is_started_again_after_a_crash_but_not_where_it_cannot_run(
    codes: list[int], minutes: int, starts: int, code: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock, left = [0.0], list(codes)

    def serve_once(_server: object) -> tuple[int, bool]:
        clock[0] += 60 * minutes
        return left.pop(0), False

    monkeypatch.setattr(keeper, "_serve_once", serve_once)
    monkeypatch.setattr(keeper, "monotonic", lambda: clock[0])
    monkeypatch.setattr(signal, "signal", lambda *_: None)
    monkeypatch.setenv(keeper.KEPT, "")  # given back afterwards, like the mode
    monkeypatch.setenv("MODE", "local")

    assert keeper.keep_serving() == code
    assert len(codes) - len(left) == starts


def test_a_page_may_not_switch_what_it_does_not_serve(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    settings.MODE = "local"
    assert mode.other_mode() == ""
    monkeypatch.setenv(keeper.KEPT, "1")
    assert mode.other_mode() == ""
    monkeypatch.setattr(mode, "_stop", lambda: None)
    assert mode.other_mode() == "hall"
    monkeypatch.setenv("LISTEN", "0.0.0.0")
    assert mode.other_mode() == ""
    monkeypatch.delenv("LISTEN")
    settings.MODE = "public"
    assert mode.other_mode() == ""
