"""Copies of an SQLite database: one file, taken in one step by SQLite itself."""

import os
import shutil
import sqlite3
import time
from collections.abc import Mapping
from contextlib import closing
from pathlib import Path

from django.db import connection, connections
from django.utils.translation import gettext as _

from romme_turnier import own_process
from romme_turnier.backup.errors import BackupError
from romme_turnier.backup.files import put_in_place, sync

SUFFIX = ".sqlite3"
MAGIC = b"SQLite format 3\0"
_PATIENCE = 20.0  # seconds
_BESIDE = ("-journal", "-wal", "-shm")


def live_file() -> Path:
    return Path(connection.settings_dict["NAME"])


def place() -> str:
    return str(live_file())


def copy(target: Path) -> dict[str, int]:
    """Copies the database as it is at one moment; returns its rows by table.

    Readers do not wait, writers only where there is no write-ahead log.
    """
    try:
        return _copy(target)
    except sqlite3.Error as error:
        raise BackupError(_("Die Datenbank lässt sich nicht kopieren: %(why)s") % {"why": error}) from error


def _copy(target: Path) -> dict[str, int]:
    with (
        closing(sqlite3.connect(live_file(), timeout=_PATIENCE, isolation_level=None)) as live,
        closing(sqlite3.connect(target)) as copied,
    ):
        # What is written here counts only once it is verified, synced and named.
        copied.execute("PRAGMA synchronous=OFF")
        live.execute("BEGIN")
        rows = _rows(live)  # the first read fixes the moment
        live.backup(copied)
        live.execute("COMMIT")
        copied.execute("PRAGMA journal_mode=DELETE")  # one file, whatever journal the database itself has
    return rows


def verify(file: Path) -> dict[str, int]:
    """Reads every page of a copy; returns its rows by table. Raises BackupError."""
    try:
        with closing(_to_read(file)) as copied:
            copied.execute("PRAGMA trusted_schema=OFF")
            if copied.execute("PRAGMA integrity_check").fetchone()[0] != "ok":
                raise BackupError(_("Diese Sicherung ist beschädigt. Nehmen Sie eine andere."))
            # The program makes neither; in a foreign file they could run with its rights.
            if copied.execute("SELECT 1 FROM sqlite_master WHERE type IN ('trigger', 'view')").fetchone():
                raise BackupError(_("Diese Datei ist keine Sicherung dieses Programms."))
            return _rows(copied)
    except sqlite3.DatabaseError as error:
        raise BackupError(_("Diese Datei ist keine Sicherung dieses Programms, oder sie ist beschädigt.")) from error


def _to_read(file: Path) -> sqlite3.Connection:
    """Opens a copy, which nobody writes to. Alone it needs no lock and no log, so its folder may be write-protected."""
    alone = not any(_beside(file))
    return sqlite3.connect(f"{file.absolute().as_uri()}?mode=ro{'&immutable=1' if alone else ''}", uri=True)


def _beside(file: Path) -> list[Path]:
    """Returns the journal and the log of a database, and the log's index, as far as they are there."""
    return [path for suffix in _BESIDE if (path := file.with_name(file.name + suffix)).exists()]


def _rows(database: sqlite3.Connection) -> dict[str, int]:
    names = database.execute("SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")
    quoted = [(name, '"{}"'.format(name.replace('"', '""'))) for (name,) in names.fetchall()]
    return {name: database.execute(f"SELECT count(*) FROM {q}").fetchone()[0] for name, q in quoted}  # noqa: S608


def stage(file: Path, target: Path) -> None:
    """Copies a verified copy to where it may be changed, with what somebody's own copy has in a log beside it."""
    for old in (target, *_beside(target)):
        old.unlink(missing_ok=True)
    try:
        with closing(_to_read(file)) as copied, closing(sqlite3.connect(target)) as staged:
            copied.backup(staged)
            staged.execute("PRAGMA journal_mode=DELETE")
    except sqlite3.Error as error:
        raise BackupError(_("Die Sicherung lässt sich nicht zurückspielen: %(why)s") % {"why": error}) from error


def migrations(file: Path) -> set[tuple[str, str]]:
    with closing(_to_read(file)) as copied:
        return set(copied.execute("SELECT app, name FROM django_migrations"))


def bring_up_to_date(file: Path) -> None:
    """Run the migrations that an older copy lacks, on the copy, before it takes anybody's place."""
    environ = {**os.environ, "DATABASE_URL": f"sqlite:///{file.absolute()}"}
    migrate = own_process.command("manage", "migrate", "--no-input", "--verbosity=0")
    done = own_process.run(migrate, env=environ, capture_output=True)
    if done.returncode:
        last = (done.stderr.strip().splitlines() or [""])[-1]
        raise BackupError(
            _("Die Sicherung lässt sich nicht auf den Stand dieses Programms bringen: %(why)s") % {"why": last}
        )
    with closing(sqlite3.connect(file)) as changed:
        changed.execute("PRAGMA journal_mode=DELETE")  # the program has opened it with its log


def replace(file: Path) -> None:
    """Replaces the database by a verified copy in one transaction, so that open connections simply see it."""
    connections.close_all()
    try:
        with (
            closing(_to_read(file)) as copied,
            closing(sqlite3.connect(live_file(), timeout=_PATIENCE)) as live,
        ):
            live.execute("PRAGMA synchronous=EXTRA")
            _overwrite(copied, live)
    except sqlite3.DatabaseError as error:
        if not _is_broken(error):
            raise BackupError(_("Die Datenbank lässt sich gerade nicht ersetzen. Beenden Sie das Programm.")) from error
        _swap_files(file)
    sync(live_file().parent)


def _overwrite(copied: sqlite3.Connection, live: sqlite3.Connection) -> None:
    deadline = time.monotonic() + _PATIENCE

    def still_hoping(_status: int, _remaining: int, _total: int) -> None:
        if time.monotonic() > deadline:
            raise sqlite3.OperationalError("database is locked")

    copied.backup(live, progress=still_hoping)


def _is_broken(error: sqlite3.DatabaseError) -> bool:
    return error.sqlite_errorcode & 0xFF in (sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_CORRUPT)


def _swap_files(file: Path) -> None:
    """SQLite cannot write into a file that is no database any more."""
    fresh = live_file().with_name(f".{live_file().name}.new")
    shutil.copyfile(file, fresh)
    sync(fresh)
    for old in _beside(live_file()):
        old.unlink(missing_ok=True)
    fresh.replace(live_file())


def keep(target: Path) -> None:
    """Copy the database that is about to be replaced, also one that SQLite cannot read any more."""
    part = target.with_name(f".{target.name}.part")
    try:
        _copy(part)
    except sqlite3.DatabaseError as error:
        part.unlink(missing_ok=True)
        if not _is_broken(error):
            raise BackupError(_("Die Datenbank lässt sich nicht kopieren: %(why)s") % {"why": error}) from error
        for path in (live_file(), *_beside(live_file())):
            shutil.copyfile(path, target.with_name(target.name + path.name.removeprefix(live_file().name)))
    else:
        put_in_place(part, target)


def is_empty() -> bool:
    """Returns whether there is nothing to lose: no file, or one without tables."""
    if not live_file().exists():
        return True
    try:
        with closing(sqlite3.connect(live_file(), timeout=_PATIENCE)) as live:
            return not live.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]
    except sqlite3.DatabaseError:
        return False


def why_not() -> str:
    return ""


def watch() -> "Changes":
    return Changes()


class Changes:
    """Whether anybody has written since the last look. Belongs to one thread."""

    def __init__(self) -> None:
        self._looking: sqlite3.Connection | None = None
        self._file = 0

    def mark(self) -> Mapping[str, int]:
        """Returns a value that differs when something was committed in between, or another file is in its place."""
        file = live_file().stat().st_ino
        if self._looking is None or self._file != file:
            if self._looking:
                self._looking.close()
            self._looking, self._file = sqlite3.connect(live_file(), timeout=_PATIENCE, isolation_level=None), file
        return {"file": file, "data_version": self._looking.execute("PRAGMA data_version").fetchone()[0]}
