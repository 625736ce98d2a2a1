"""Databases for a separate server: SQLite files or databases of the cluster in DATABASE_URL."""

import os
from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol
from urllib.parse import urlsplit, urlunsplit

import psycopg
from psycopg import sql

from romme_turnier.sqlite import sqlite3

KEEP_SIGNED_IN = "UPDATE django_session SET expire_date = '2099-01-01 00:00:00+00:00' WHERE session_key = '{}'"
LOSE_LAST = "DELETE FROM {0} WHERE id = (SELECT max(id) FROM {0})"


class Database(Protocol):
    """One database, seen from outside of the program."""

    @property
    def url(self) -> str: ...

    def query(self, text: str) -> list[tuple[Any, ...]]: ...

    def keep_signed_in(self, session: str) -> None:
        """As after years of sign-ins."""

    def lose_last(self, table: str) -> None:
        """Without the row of this table that was stored last."""

    def is_whole(self) -> bool:
        """Whether the database finds nothing broken in itself."""

    def copied(self, name: str) -> "Database":
        """A copy of the database, which must not have connections."""


@dataclass(frozen=True, slots=True)
class SqliteFile:
    file: Path

    @property
    def url(self) -> str:
        return f"sqlite:///{self.file}"

    def query(self, text: str) -> list[tuple[Any, ...]]:
        with closing(sqlite3.connect(self.file, timeout=20)) as connection:
            return connection.execute(text).fetchall()

    def keep_signed_in(self, session: str) -> None:
        with closing(sqlite3.connect(self.file, timeout=20)) as connection, connection:
            connection.execute(KEEP_SIGNED_IN.format(session))

    def lose_last(self, table: str) -> None:
        with closing(sqlite3.connect(self.file, timeout=20)) as connection, connection:
            connection.execute(LOSE_LAST.format(table))

    def is_whole(self) -> bool:
        return self.query("PRAGMA integrity_check") == [("ok",)] and self.query("PRAGMA foreign_key_check") == []

    def copied(self, name: str) -> "SqliteFile":
        other = self.file.with_name(f"{name}.sqlite3")
        with closing(sqlite3.connect(self.file)) as whole, closing(sqlite3.connect(other)) as copy:
            whole.backup(copy)
        return SqliteFile(other)


@dataclass(frozen=True, slots=True)
class OnCluster:
    cluster: str  # the address of an existing database
    name: str

    @property
    def url(self) -> str:
        parts = urlsplit(self.cluster)
        return urlunsplit((parts.scheme, parts.netloc, f"/{self.name}", "", ""))

    def query(self, text: str) -> list[tuple[Any, ...]]:
        with psycopg.connect(self.url) as connection:
            return connection.execute(text).fetchall()

    def keep_signed_in(self, session: str) -> None:
        with psycopg.connect(self.url) as connection:
            connection.execute(KEEP_SIGNED_IN.format(session).encode())

    def lose_last(self, table: str) -> None:
        with psycopg.connect(self.url) as connection:
            connection.execute("SET session_replication_role = replica")  # rows that refer to it stay
            connection.execute(sql.SQL(LOSE_LAST).format(sql.Identifier(table)))

    def is_whole(self) -> bool:
        return bool(self.query("SELECT count(*) FROM tournament_gamerow"))

    def create(self, template: str = "template1") -> "OnCluster":
        with psycopg.connect(self.cluster, autocommit=True) as connection:
            words = sql.SQL("CREATE DATABASE {} TEMPLATE {}")
            connection.execute(words.format(sql.Identifier(self.name), sql.Identifier(template)))
        return self

    def copied(self, name: str) -> "OnCluster":
        return OnCluster(self.cluster, f"safety_{os.getpid()}_{name}").create(self.name)


ROWS = """
SELECT t.number, r.number, r.version, e.seat, e.points
FROM tournament_gamerow r
JOIN tournament_spielliste s ON s.id = r.spielliste_id JOIN tournament_table t ON t.id = s.table_id
JOIN tournament_gameentry e ON e.row_id = r.id
JOIN tournament_series i ON i.id = t.series_id JOIN tournament_event v ON v.id = i.event_id
WHERE v.slug = 'sicherheit' ORDER BY t.number, r.number, e.seat
"""
SAVES = """
SELECT t.number, l.game, count(*)
FROM tournament_logentry l
JOIN tournament_spielliste s ON s.id = l.spielliste_id JOIN tournament_table t ON t.id = s.table_id
JOIN tournament_series i ON i.id = t.series_id JOIN tournament_event v ON v.id = i.event_id
WHERE v.slug = 'sicherheit' AND l.what = 'row' GROUP BY t.number, l.game
"""


@dataclass(frozen=True, slots=True)
class Stored:
    """A row of the database; `saves`: the number of saves in the log."""

    version: int
    points: tuple[int | None, ...]
    saves: int


def stored_rows(database: Database) -> dict[tuple[int, int], Stored]:
    """By table and game; of the event whose lists officials type."""
    saves = {(table, game): count for table, game, count in database.query(SAVES)}
    points: dict[tuple[int, int], list[int | None]] = {}
    versions: dict[tuple[int, int], int] = {}
    for table, game, version, _seat, value in database.query(ROWS):
        points.setdefault((table, game), []).append(value)
        versions[table, game] = version
    return {place: Stored(versions[place], tuple(points[place]), saves.get(place, 0)) for place in points}


def percentile(seconds: Sequence[float], share: float) -> float:
    """In milliseconds."""
    ordered = sorted(seconds)
    return 1000 * ordered[min(len(ordered) - 1, int(share * len(ordered)))]
