"""Restoring starts a process that makes every table, which takes seconds.

Here it runs in the test itself, and the tables of the test database replace the new ones.
"""

import os
from collections.abc import Collection
from contextlib import closing
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from urllib.parse import urlsplit, urlunsplit

import pytest
from django.db import connection

from romme_turnier.backup import background, of_postgres, of_sqlite, restoring, tables, taking
from romme_turnier.sqlite import sqlite3
from tests.safety.server import environ


def in_earnest(monkeypatch: pytest.MonkeyPatch, folder: Path) -> None:
    """Lets a separate process restore copies and make the tables, for the database of this test."""
    monkeypatch.undo()
    name = str(connection.settings_dict["NAME"])
    url = f"sqlite:///{name}"
    if connection.vendor == "postgresql":
        url = urlunsplit(urlsplit(os.environ["DATABASE_URL"])._replace(path=f"/{name}"))
    for key, value in environ(url, folder, BACKUP_DIR=str(folder), DATA_DIR=str(folder.parent)).items():
        monkeypatch.setenv(key, value)


_made: dict[frozenset[tuple[str, str]], bytes] = {}


@pytest.fixture(autouse=True)
def taken_here(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(restoring, "_take_in_separate_process", taking.take)
    # The page that follows shows the end.
    monkeypatch.setattr(background, "Thread", lambda **how: SimpleNamespace(start=how["target"]))


@pytest.fixture
def tables_at_hand(monkeypatch: pytest.MonkeyPatch) -> None:
    """Tables of each state are made once; those of today's state are copied from the test's database."""
    if connection.vendor == "postgresql":
        monkeypatch.setattr(of_postgres, "_clear", lambda _cursor: None)
        monkeypatch.setattr(of_postgres, "make_tables", lambda _applied: None)
        return
    of_test, today = connection.settings_dict["NAME"], set(_applied())

    def copied(applied: Collection[tuple[str, str]]) -> None:
        state, target = frozenset(applied), Path(connection.settings_dict["NAME"])
        connection.close()
        if state == today:
            with closing(sqlite3.connect(of_test)) as ours, closing(sqlite3.connect(target)) as new:
                ours.backup(new)
                new.execute("PRAGMA journal_mode=DELETE")
        elif state in _made:
            target.write_bytes(_made[state])
        else:
            tables.make_tables(applied)
            connection.close()
            _made[state] = target.read_bytes()

    monkeypatch.setattr(of_sqlite, "make_tables", copied)


def _applied() -> list[Any]:
    with connection.cursor() as cursor:
        cursor.execute("SELECT app, name FROM django_migrations")
        return list(cursor.fetchall())
