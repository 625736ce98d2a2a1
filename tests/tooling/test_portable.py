"""The program without fcntl, fork, WeasyPrint and tkinter, as on a club's Windows laptop."""

import http.client
import re
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

import pytest
from django.db import connection

from romme_turnier.sqlite import sqlite3
from tests.safety.server import environ, free_port
from tools.laptop_day import lists, morning
from tools.project import ROOT

WITHOUT = "fcntl weasyprint tkinter fork"
PATIENCE = 60  # seconds


@dataclass
class Laptop:
    """The program as `romme-turnier` starts it there."""

    process: "subprocess.Popen[bytes]"
    folder: Path
    port: int

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}/"

    def says(self) -> str:
        return (self.folder / "log").read_text()

    def waits_for(self, words: str, times: int = 1) -> None:
        deadline = time.monotonic() + PATIENCE
        while self.says().count(words) < times:
            assert self.process.poll() is None, self.says()
            assert time.monotonic() < deadline, self.says()
            time.sleep(0.05)


@pytest.fixture
def empty(tmp_path: Path, db: None) -> None:
    """A database with its tables, which take seconds to make and are not what is looked at here."""
    if connection.vendor == "sqlite":  # else the program makes it
        made, wanted = connection.settings_dict["NAME"], tmp_path / "romme.sqlite3"
        with closing(sqlite3.connect(made)) as source, closing(sqlite3.connect(wanted)) as target:
            source.backup(target)


@pytest.fixture
def laptop(tmp_path: Path, empty: None) -> Iterator[Laptop]:
    port = free_port()
    more = {
        "PORT": str(port),
        "DATA_DIR": str(tmp_path),
        "PYTHONPATH": str(ROOT / "tests" / "tooling" / "without"),
        "ROMME_WITHOUT": WITHOUT,
        "PYTHONWARNINGS": "ignore",  # of filelock, which falls back to files that are there or not
    }
    with (tmp_path / "log").open("ab") as log:
        process = subprocess.Popen(
            [sys.executable, "-m", "romme_turnier"],
            cwd=ROOT,
            env=environ(f"sqlite:///{tmp_path / 'romme.sqlite3'}", tmp_path, **more),
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=log,
        )
    found = Laptop(process, tmp_path, port)
    found.waits_for("The program runs at")
    yield found
    process.kill()
    process.wait()


def test_event_is_made_its_lists_are_pages_the_program_is_opened_for_the_hall_and_ended(laptop: Laptop) -> None:
    official = morning(laptop.address)
    assert (lists(official).kind, official.text.count("<article")) == ("text/html", 2)
    for sheet in re.findall(r'<link rel="stylesheet" href="([^"]+)"', official.text):
        assert official.open(sheet).kind == "text/css"
    official.open("/hilfe/geraete/").press("Für den Saal öffnen").expect("öffnet sich für den Saal")
    laptop.waits_for("The program runs at", times=2)
    official.open("/hilfe/geraete/").expect("Nur noch auf diesem Rechner")
    laptop.process.terminate()
    laptop.process.wait(PATIENCE)
    deadline = time.monotonic() + PATIENCE
    while _answers(laptop.port):
        assert time.monotonic() < deadline
        time.sleep(0.05)
    while [path.name for path in laptop.folder.glob("romme.sqlite3*")] != ["romme.sqlite3"]:  # its log is written back
        assert time.monotonic() < deadline
        time.sleep(0.05)


def _answers(port: int) -> bool:
    try:
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=5)
        connection.request("GET", "/")
        connection.getresponse()
    except OSError:
        return False
    return True
