"""A copy of PostgreSQL gives way to acts that lock whole tables, always ends, and leaves no transaction open."""

import os
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import psycopg
import pytest
from django.db import connection

from romme_turnier.backup import of_postgres
from romme_turnier.backup.errors import BackupError
from tests.factories import make_event

pytestmark = [
    pytest.mark.skipif("connection.vendor != 'postgresql'", reason="about locks of PostgreSQL"),
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("programs"),
]
WAITING = "SELECT count(*) FROM pg_locks WHERE NOT granted"
OPEN = """
SELECT count(*) FROM pg_stat_activity
WHERE datname = current_database() AND state LIKE 'idle in transaction%%'
"""


@pytest.fixture
def migration() -> Iterator["psycopg.Connection[Any]"]:
    """Another process that changes tables. The server ends it after a while, so that a failing test ends, too."""
    with of_postgres._connect() as live:
        live.execute("SET lock_timeout = '15s'")
        live.execute("SET idle_in_transaction_session_timeout = '15s'")
        live.commit()
        yield live
        live.rollback()


def wait_for(question: str, count: int) -> None:
    """Waits until the database gives this count as an answer."""
    end = time.monotonic() + 30
    while True:
        with connection.cursor() as cursor:
            cursor.execute(question)
            if cursor.fetchone() == (count,):
                return
        assert time.monotonic() < end, question
        time.sleep(0.01)


def test_copy_ends_if_a_migration_waits_for_it(
    migration: "psycopg.Connection[Any]", tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """`pg_dump` waits for the migration, that for the snapshot, that for `pg_dump`: no deadlock to PostgreSQL."""
    call = of_postgres._call
    monkeypatch.setattr(of_postgres, "_DUMP_WAITS", "200ms", raising=False)
    with ThreadPoolExecutor(1) as pool:

        def call_later(*line: str) -> None:
            changing.append(pool.submit(migration.execute, "ALTER TABLE tournament_event ADD COLUMN new integer"))
            wait_for(WAITING, 1)
            call(*line)

        changing: list[Any] = []
        monkeypatch.setattr(of_postgres, "_call", call_later)
        with pytest.raises(BackupError, match=r"pg_dump ist gescheitert: .*timeout"):
            of_postgres.copy(tmp_path / "copy")
        changing[0].result()


def test_copy_does_not_wait_for_a_migration(migration: "psycopg.Connection[Any]", tmp_path: Path) -> None:
    migration.execute("ALTER TABLE tournament_event ADD COLUMN new integer")
    with pytest.raises(BackupError, match="werden gerade geändert"):
        of_postgres.copy(tmp_path / "copy")


def test_copy_has_the_rows_of_a_table_that_was_written_again(
    migration: "psycopg.Connection[Any]", tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A snapshot from before the migration would show no row in its new table."""
    make_event()
    monkeypatch.setattr(of_postgres, "_COPY_WAITS", "30s", raising=False)
    migration.execute("ALTER TABLE tournament_event ADD COLUMN new float DEFAULT random()")
    with ThreadPoolExecutor(1) as pool:
        copying = pool.submit(of_postgres.copy, tmp_path / "copy")
        wait_for(WAITING, 1)
        migration.execute("ALTER TABLE tournament_event DROP COLUMN new")
        migration.commit()
        assert copying.result()["tournament_event"] == 1
    assert of_postgres.verify(tmp_path / "copy")["tournament_event"] == 1


@pytest.mark.parametrize(
    ("script", "words"),
    [
        ("echo 'pg_dump: error: disk full' >&2; echo 'pg_dump: detail: at 7' >&2; exit 1", "gescheitert: .*disk full"),
        ("exec sleep 60", "wurde nach 0 Minuten beendet"),
    ],
)
def test_failed_or_hanging_dump_leaves_no_transaction_open(
    script: str, words: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    program = tmp_path / "pg_dump"
    program.write_text(f"#!/bin/sh\n{script}\n")
    program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}{os.pathsep}{os.environ['PATH']}")
    monkeypatch.setattr(of_postgres, "_LONGEST_COPY", 1, raising=False)
    with pytest.raises(BackupError, match=words):
        of_postgres.copy(tmp_path / "copy")
    wait_for(OPEN, 0)


def test_server_ends_the_transaction_of_a_process_that_stands_still(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def stand_still(*_line: str) -> None:
        wait_for(OPEN, 1)
        wait_for(OPEN, 0)

    monkeypatch.setattr(of_postgres, "_LONGEST_COPY", 1, raising=False)
    monkeypatch.setattr(of_postgres, "_call", stand_still)
    with pytest.raises(BackupError, match="lässt sich nicht kopieren"):
        of_postgres.copy(tmp_path / "copy")
