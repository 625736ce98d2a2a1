"""Opening the program for the hall while it runs."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from pytest_django import Settings

from romme_turnier import mode
from tests.safety.server import environ, free_port
from tools.project import ROOT

CONFIG = "python:romme_turnier.serving.gunicorn_conf"


@pytest.fixture
def server(tmp_path: Path) -> Iterator["subprocess.Popen[bytes]"]:
    """The server of the program, on a database that nobody asks anything."""
    more = {"PORT": str(free_port()), "DATA_DIR": str(tmp_path), "PYTHONUNBUFFERED": "1"}
    with (tmp_path / "log").open("ab") as log:
        process = subprocess.Popen(
            [sys.executable, "-m", "gunicorn", "--config", CONFIG, "romme_turnier.wsgi"],
            cwd=ROOT,
            env=environ(f"sqlite:///{tmp_path / 'empty.sqlite3'}", tmp_path, **more),
            stdout=log,
            stderr=log,
        )
    yield process
    process.kill()
    process.wait()


def _says(folder: Path, text: str) -> bool:
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline:
        if text in (folder / "log").read_text():
            return True
        time.sleep(0.1)
    return False


def test_the_server_starts_again_in_the_other_mode_in_the_same_process(
    server: "subprocess.Popen[bytes]", tmp_path: Path
) -> None:
    assert _says(tmp_path, "The program runs at http://127.0.0.1:")
    (tmp_path / "log").write_text("")
    (tmp_path / "mode-wanted").write_text("hall")
    server.send_signal(signal.SIGTERM)
    assert _says(tmp_path, "The program runs at")
    modes = Path(f"/proc/{server.pid}/environ").read_bytes().split(b"\0")
    assert b"MODE=hall" in modes
    assert not (tmp_path / "mode-wanted").exists()
    server.send_signal(signal.SIGTERM)  # now it ends, as nobody wishes anything
    assert server.wait(timeout=60) == 0


def test_a_page_may_not_switch_what_it_does_not_serve(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    settings.MODE = "local"
    assert mode.other_mode() == ""
    monkeypatch.setenv("ROMME_SERVER_PID", str(os.getppid()))
    assert mode.other_mode() == "hall"
    monkeypatch.setenv("LISTEN", "0.0.0.0")
    assert mode.other_mode() == ""
    monkeypatch.delenv("LISTEN")
    settings.MODE = "public"
    assert mode.other_mode() == ""
