"""Replaces the database with a backup; restoring.py runs this module in a separate process with limits.

SQLite loads a schema or a value before its length is known, and making the tables of an older state takes seconds. So
the system limits the memory and the processor time of the process, and frees the memory when the process ends.
"""

import sqlite3
import sys
from contextlib import closing
from pathlib import Path

from django.utils import timezone
from django.utils.translation import gettext as _

from romme_turnier.backup import memory, state
from romme_turnier.backup.engine import engine
from romme_turnier.backup.errors import BackupError, broken_words
from romme_turnier.backup.files import only_one, sync

_MEMORY, _OF_SQLITE = 192 * 1024**2, 32 * 1024**2  # bytes
_SECONDS, _SECONDS_FOR_A_MEGABYTE = 60, 1  # processor time; a small backup takes 4 seconds, one of 100 MB takes 8


def limit_process(file: Path) -> None:
    """Limits this process to the memory and processor time that one backup needs; on Windows, only SQLite's memory."""
    with closing(sqlite3.connect(":memory:")) as any_database:
        any_database.execute(f"PRAGMA hard_heap_limit={_OF_SQLITE}")  # holds for all connections
    if sys.platform != "win32":
        import resource  # noqa: PLC0415 - Windows has none

        seconds = _SECONDS + _SECONDS_FOR_A_MEGABYTE * file.stat().st_size // 1024**2
        for kind, most in ((resource.RLIMIT_DATA, _MEMORY), (resource.RLIMIT_CPU, seconds)):
            _soft, hard = resource.getrlimit(kind)
            resource.setrlimit(kind, (most if hard == resource.RLIM_INFINITY else min(most, hard), hard))


def take(file: Path) -> Path | None:
    """Replaces the database with a backup; returns the file of the previous database, None if it was empty.

    If the replacement fails, raises BackupError and leaves the database unchanged.
    """
    place = memory.folder()
    with only_one(place):
        staged = place / f".romme-restore{engine().SUFFIX}.part"
        try:
            engine().stage(file, staged, _demanded_migrations(file))
            sync(staged)
            kept = _keep_old()
            engine().replace(staged)
        except OSError as error:
            words = _("Die Sicherung lässt sich nicht zurückspielen: %(why)s")
            raise BackupError(words % {"why": error.strerror or error}) from error
        except MemoryError as error:
            raise BackupError(broken_words()) from error
        finally:
            staged.unlink(missing_ok=True)
    return kept


def _demanded_migrations(file: Path) -> set[tuple[str, str]]:
    """Returns the migrations of a backup. Raises BackupError if this program cannot read the file."""
    applied = engine().migrations(file)
    if not applied:
        raise BackupError(_("Diese Datei ist keine Sicherung dieses Programms."))
    if state.is_former(applied):
        raise BackupError(
            _("Diese Sicherung stammt von einer Fassung vor 0.2. Ihre Tabellen kennt das Programm nicht mehr.")
        )
    if state.is_newer(applied):
        raise BackupError(
            _("Diese Sicherung stammt von einer neueren Fassung des Programms. Nehmen Sie die neuere auch hier.")
        )
    return applied


def _keep_old() -> Path | None:
    """Copies the database to a file that the program never removes; returns its path, None if the database is empty."""
    if engine().is_empty():
        return None
    stamp = timezone.localtime().strftime("%Y%m%d-%H%M%S")
    kept = memory.folder() / f"ersetzt-{stamp}{engine().SUFFIX}"
    engine().keep(kept)
    return kept
