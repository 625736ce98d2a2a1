"""The program without fcntl, fork, WeasyPrint and tkinter, as on Windows laptops of clubs: a morning from a click.

Only the page shows it then; with tkinter a window does (test_laptop.py).
"""

import re
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

import pytest
from django.conf import settings
from django.db import connection

from romme_turnier.accounts.setup_word import setup_link
from romme_turnier.sqlite import sqlite3
from tests.safety.server import environ, free_port
from tools.laptop.day import lists, morning
from tools.project import ROOT

WITHOUT = "fcntl weasyprint tkinter fork"
PATIENCE = 60  # seconds
BROWSER = '#!/bin/sh\necho "$1" >> "$(dirname "$0")/opened"\n'  # notes the address that it is asked to open


@dataclass
class Laptop:
    folder: Path
    port: int

    @property
    def link(self) -> str:
        """The address with the word, which follows from the secret key."""
        return setup_link(f"http://127.0.0.1:{self.port}/")

    def click(self) -> "subprocess.Popen[bytes]":
        more = {
            "PORT": str(self.port),
            "SECRET_KEY": settings.SECRET_KEY,
            "DATA_DIR": str(self.folder),
            "BROWSER": str(self.folder / "browser"),
            "PYTHONPATH": str(ROOT / "tests" / "serving" / "without"),
            "ROMME_WITHOUT": WITHOUT,
            "PYTHONWARNINGS": "ignore",  # of filelock, which falls back to the existence of files
        }
        surroundings = environ(f"sqlite:///{self.folder / 'romme.sqlite3'}", self.folder, **more)
        return subprocess.Popen([sys.executable, "-m", "romme_turnier", "window"], cwd=ROOT, env=surroundings)

    def opened(self) -> list[str]:
        noted = self.folder / "opened"
        return noted.read_text().split() if noted.exists() else []


@pytest.fixture
def laptop(tmp_path: Path, db: None) -> Laptop:
    """With the tables of the tests' database, which take seconds to make and do not matter here."""
    if connection.vendor == "sqlite":  # else the program makes them
        made, wanted = connection.settings_dict["NAME"], tmp_path / "romme.sqlite3"
        with closing(sqlite3.connect(made)) as source, closing(sqlite3.connect(wanted)) as target:
            source.backup(target)
    (tmp_path / "browser").write_text(BROWSER)
    (tmp_path / "browser").chmod(0o700)
    return Laptop(tmp_path, free_port())


@pytest.fixture
def running(laptop: Laptop) -> Iterator["subprocess.Popen[bytes]"]:
    process = laptop.click()
    wait_until(lambda: laptop.opened() == [laptop.link])
    yield process
    process.kill()
    process.wait()


def wait_until(fact: Callable[[], bool]) -> None:
    deadline = time.monotonic() + PATIENCE
    while not fact():
        assert time.monotonic() < deadline
        time.sleep(0.05)


def test_event_is_made_its_lists_are_pages_and_the_program_is_ended_from_its_page(
    laptop: Laptop, running: "subprocess.Popen[bytes]"
) -> None:
    official = morning(laptop.link)
    assert (lists(official).kind, official.text.count("<article")) == ("text/html", 2)
    for sheet in re.findall(r'<link rel="stylesheet" href="([^"]+)"', official.text):
        assert official.open(sheet).kind == "text/css"

    assert laptop.click().wait(PATIENCE) == 0  # a second double click
    assert laptop.opened() == [laptop.link] * 2

    official.open("/hilfe/geraete/").expect("Noch nicht abgeschlossen: Probepokal, Serie 1")
    official.press("Programm beenden").expect("Das Programm ist beendet")
    assert running.wait(PATIENCE) == 0
    assert [path.name for path in laptop.folder.glob("romme.sqlite3*")] == ["romme.sqlite3"]
