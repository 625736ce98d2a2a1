"""Detects a damaged SQLite database, and finds the backups that could replace it.

Pages do not use a damaged database until a backup is restored. SQLite's own check runs at the start, before a command,
when a backup fails, and when an error in a request indicates damage. PostgreSQL checks its data while reading.
"""

import sqlite3
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from threading import Lock

from django.db import connection
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from romme_turnier import own_process
from romme_turnier.backup import folder, memory, of_sqlite, second, sqlite_copy
from romme_turnier.backup.engine import engine
from romme_turnier.backup.folder import Backup

_PATIENCE = 20.0  # seconds
_QUICK, _THOROUGH = "PRAGMA quick_check(1)", "PRAGMA integrity_check(1)"  # the latter also checks indexes


@dataclass(frozen=True, slots=True)
class _Finding:
    check: str
    files: tuple[tuple[int, int, int], ...]  # the result of `_files` before the check


_finding: _Finding | None = None
_had_tables: set[Path] = set()  # databases that had tables when this process checked them
_one_at_a_time = Lock()


def look(*, thoroughly: bool = False) -> bool:
    """Checks the database now, `thoroughly` including its indexes; stores and returns whether it is damaged.

    An SQLite database without tables counts as damaged if this process saw its tables before, or if the file exists and
    there are backups. Returns False on PostgreSQL.
    """
    global _finding  # noqa: PLW0603 - a process has only one database
    if connection.vendor != "sqlite":
        return False
    check = _THOROUGH if thoroughly else _QUICK
    with _one_at_a_time:
        files = _files()  # a backup may replace them during the check
        _finding = _Finding(check, files) if _fails(check) else None
    return _finding is not None


def is_damaged(*, restored: bool = False) -> bool:
    """Returns the result of the last check.

    If that check found damage, it is repeated first if the files have changed since, or if a backup was `restored`.
    """
    if (finding := _finding) is not None and (restored or finding.files != _files()):
        look(thoroughly=finding.check == _THOROUGH)
    return _finding is not None


def _fails(check: str) -> bool:
    file = of_sqlite.live_file()
    if of_sqlite.is_empty():  # also before and during the first start, but then there are no backups
        return file in _had_tables or (file.exists() and bool(copies()))
    _had_tables.add(file)
    try:
        with closing(sqlite3.connect(file, timeout=_PATIENCE)) as live:
            return bool(live.execute(check).fetchone()[0] != "ok")
    except sqlite_copy.ERRORS as error:
        return of_sqlite.is_broken(error)


def _files() -> tuple[tuple[int, int, int], ...]:
    file = of_sqlite.live_file()
    stats = [place.stat() for place in (file, file.with_name(f"{file.name}-wal")) if place.exists()]
    return tuple((stat.st_ino, stat.st_size, stat.st_mtime_ns) for stat in stats)


def copies() -> list[Backup]:
    """Returns the backups that could replace the database, newest first and without duplicates.

    They are in the backup folder, in the second location and on all mounted sticks. Backups dated in the future come
    last.
    """
    places = [memory.folder(), second.target(), *(medium.path / second.FOLDER for medium in second.media())]
    every = [backup for place in reversed(places) if place for backup in folder.backups_in(place)]
    fitting = {backup.name: backup for backup in every if backup.path.suffix == engine().SUFFIX}
    return sorted(fitting.values(), key=lambda backup: (backup.made_at <= timezone.now(), backup.name), reverse=True)


def moment_of(backup: Backup) -> str:
    return date_format(timezone.localtime(backup.made_at), "SHORT_DATETIME_FORMAT")


def command_for(backup: Backup | None) -> str:
    """Returns the command that restores this backup; without one, the command names a placeholder."""
    path = str(backup.path) if backup else _("DATEI")
    return own_process.typed("restore", f'"{path}"' if " " in path else path)


def words() -> str:
    """Returns one line that describes the damage and its remedy."""
    newest = next(iter(copies()), None)
    told = {"place": engine().place(), "command": command_for(newest)}
    if newest is None:
        return (
            _(
                "Die Datenbank %(place)s ist beschädigt. Gespeichert wird nichts mehr. Auf diesem Rechner liegt keine "
                "Sicherung; mit einer vom USB-Stick geht es weiter: %(command)s"
            )
            % told
        )
    return _(
        "Die Datenbank %(place)s ist beschädigt. Gespeichert wird nichts mehr. Mit der letzten Sicherung, vom "
        "%(moment)s Uhr, geht es weiter: %(command)s"
    ) % {**told, "moment": moment_of(newest)}
