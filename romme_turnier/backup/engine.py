"""Selects the module for the database engine in use, checks the kind of a backup file, and wipes deleted data."""

from collections.abc import Collection, Mapping
from pathlib import Path
from typing import Protocol

from django.db import OperationalError, connection
from django.utils.translation import gettext as _

from romme_turnier.backup import of_sqlite
from romme_turnier.backup.errors import BackupError


class Watch(Protocol):
    """Detects writes: after a write, `mark` returns a different value. For use in a single thread."""

    def mark(self) -> Mapping[str, int]: ...


class Engine(Protocol):
    """The interface that of_sqlite.py and of_postgres.py implement."""

    @property
    def SUFFIX(self) -> str: ...  # noqa: N802

    @property
    def MAGIC(self) -> bytes: ...  # noqa: N802

    def place(self) -> str: ...
    def why_not(self) -> str: ...
    def copy(self, target: Path, /) -> dict[str, int]: ...
    def verify(self, file: Path, /) -> dict[str, int]: ...
    def migrations(self, file: Path, /) -> set[tuple[str, str]]: ...
    def stage(self, file: Path, target: Path, applied: Collection[tuple[str, str]], /) -> None: ...
    def replace(self, file: Path, /) -> None: ...
    def keep(self, target: Path, /) -> None: ...
    def is_empty(self) -> bool: ...
    def watch(self) -> Watch: ...


_NAMES = {"sqlite": "SQLite", "postgresql": "PostgreSQL"}


def engine() -> Engine:
    return _engine_of(connection.vendor)


def _engine_of(vendor: str) -> Engine:
    if vendor == "sqlite":
        return of_sqlite
    from romme_turnier.backup import of_postgres  # noqa: PLC0415 - slow, and few need psycopg

    return of_postgres


def demand_fitting(file: Path) -> None:
    """Raises BackupError unless the file is a backup of the kind of database that is in use."""
    with file.open("rb") as reading:
        start = reading.read(max(len(_engine_of(vendor).MAGIC) for vendor in _NAMES))
    kind = next((vendor for vendor in _NAMES if start.startswith(_engine_of(vendor).MAGIC)), None)
    if kind is None:
        raise BackupError(_("Diese Datei ist keine Sicherung dieses Programms."))
    if kind != connection.vendor:
        raise BackupError(
            _("Diese Sicherung stammt von %(theirs)s, dieses Programm läuft mit %(ours)s.")
            % {"theirs": _NAMES[kind], "ours": _NAMES[connection.vendor]}
        )


def overwrite_freed() -> bool:
    """Rewrites the database so that its file no longer contains deleted data; returns False if that fails.

    It fails, for example, if the database is in use for too long. PostgreSQL only frees the space, and its write-ahead
    log still contains the data. Backups contain the data until they are deleted.
    """
    try:
        with connection.cursor() as cursor:
            cursor.execute("VACUUM")
            if connection.vendor == "sqlite":
                cursor.execute("PRAGMA wal_checkpoint(TRUNCATE)")
                ((was_blocked, *_pages),) = cursor.fetchall()  # by a reader of the old file
                return not was_blocked
    except OperationalError:  # the database is in use for too long
        return False
    return True
