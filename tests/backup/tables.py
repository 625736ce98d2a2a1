"""Restoring makes every table, which takes seconds; here those of the test's own database are taken for new ones."""

from collections.abc import Collection
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from django.db import connection

from romme_turnier.backup import of_postgres, of_sqlite, tables
from romme_turnier.sqlite import sqlite3

_made: dict[frozenset[tuple[str, str]], bytes] = {}


@pytest.fixture
def tables_at_hand(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of each state once; of today's, those that are there."""
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
