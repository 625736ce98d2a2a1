"""Makes, verifies and restores backups of an SQLite database. SQLite itself copies the file in one step."""

import shutil
import sqlite3
import time
from collections.abc import Collection, Iterator, Mapping
from contextlib import closing, contextmanager
from pathlib import Path

from django.db import DEFAULT_DB_ALIAS, Error, connection, connections
from django.db.utils import load_backend
from django.utils.translation import gettext as _

from romme_turnier.backup import sqlite_copy
from romme_turnier.backup.errors import BackupError, broken_words
from romme_turnier.backup.files import put_in_place, sync
from romme_turnier.backup.tables import bring_up_to_date, demand_usable, make_tables

SUFFIX = ".sqlite3"
MAGIC = b"SQLite format 3\0"
_PATIENCE = 20.0  # seconds


def live_file() -> Path:
    return Path(connection.settings_dict["NAME"])


def place() -> str:
    return str(live_file())


def copy(target: Path) -> dict[str, int]:
    """Makes a consistent copy of the database; returns the number of rows in each table.

    With a write-ahead log, other connections do not wait for the copy; without one, writers wait. Raises BackupError on
    failure.
    """
    try:
        return _copy(target)
    except sqlite_copy.ERRORS as error:
        raise BackupError(_("Die Datenbank lässt sich nicht kopieren: %(why)s") % {"why": error}) from error


def _copy(target: Path) -> dict[str, int]:
    with (
        closing(sqlite3.connect(live_file(), timeout=_PATIENCE, isolation_level=None)) as live,
        closing(sqlite3.connect(target)) as copied,
    ):
        # No sync here: the copy is used only after it is verified, synced and renamed.
        copied.execute("PRAGMA synchronous=OFF")
        live.execute("BEGIN")
        rows = sqlite_copy.rows_by_table(live)  # the first read starts the snapshot
        live.backup(copied)
        live.execute("COMMIT")
        copied.execute("PRAGMA journal_mode=DELETE")  # one file, whatever the journal mode of the database
    return rows


def verify(file: Path) -> dict[str, int]:
    """Reads every page of a backup; returns the number of rows by table.

    Raises BackupError if the backup is damaged, or contains anything other than tables and indexes.
    """
    try:
        with closing(sqlite_copy.open_to_read(file)) as copied:
            sqlite_copy.demand_plain(copied)
            if copied.execute("PRAGMA integrity_check").fetchone()[0] != "ok":
                raise BackupError(_("Diese Sicherung ist beschädigt. Nehmen Sie eine andere."))
            return sqlite_copy.rows_by_table(copied)
    except sqlite_copy.ERRORS as error:
        raise BackupError(broken_words()) from error


def migrations(file: Path) -> set[tuple[str, str]]:
    """Returns the migrations recorded in a backup.

    Raises BackupError if the backup is damaged, records more than MOST_MIGRATIONS, or contains anything other than
    tables and indexes.
    """
    try:
        with closing(sqlite_copy.open_to_read(file)) as copied:
            sqlite_copy.demand_plain(copied)
            sqlite_copy.demand_whole(copied)
            return sqlite_copy.migrations(copied)
    except sqlite_copy.ERRORS as error:
        raise BackupError(broken_words()) from error


def stage(file: Path, target: Path, applied: Collection[tuple[str, str]]) -> None:
    """Makes a database at `target` with this program's tables and the rows of the backup, including rows in its log.

    Only values are taken from the backup. Raises BackupError if its tables differ from the tables that its migrations,
    `applied`, make, if a value is invalid, or if the disk is full.
    """
    for old in (target, *sqlite_copy.beside(target)):
        old.unlink(missing_ok=True)
    page_size = _page_size()
    try:
        with _in_place_of_the_live_database(target):
            with connection.cursor() as cursor:
                cursor.execute(f"PRAGMA page_size={page_size}")
            make_tables(applied)
            connection.close()
            with closing(sqlite_copy.open_to_read(file)) as copied, closing(sqlite3.connect(target)) as staged:
                sqlite_copy.demand_same_schema(copied, staged)
                sqlite_copy.fill(copied, staged)
            bring_up_to_date()
            demand_usable()
    except (*sqlite_copy.ERRORS, Error) as error:
        raise BackupError(_why_not_staged(error)) from error


def _why_not_staged(error: Exception) -> str:
    """Returns the message for an error: usually the backup is at fault, sometimes the target's disk."""
    code = getattr(error, "sqlite_errorcode", 0) or getattr(error.__cause__, "sqlite_errorcode", 0)
    if code & 0xFF in (sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_READONLY):
        return _("Die Sicherung lässt sich nicht zurückspielen: %(why)s") % {"why": error}
    return broken_words()


def _page_size() -> int:
    """Returns the page size of the database; its replacement needs the same one because of the write-ahead log."""
    try:
        with closing(sqlite3.connect(live_file())) as live:
            return int(live.execute("PRAGMA page_size").fetchone()[0])
    except sqlite_copy.ERRORS:  # an unreadable database is replaced as a file
        return 4096


@contextmanager
def _in_place_of_the_live_database(file: Path) -> Iterator[None]:
    """Makes Django use this file as the database, in this thread only."""
    live = connections[DEFAULT_DB_ALIAS]
    fast = {"init_command": "PRAGMA synchronous=OFF"}  # the complete file is synced later
    config = {**live.settings_dict, "NAME": str(file), "OPTIONS": fast}
    connections[DEFAULT_DB_ALIAS] = load_backend(config["ENGINE"]).DatabaseWrapper(config, DEFAULT_DB_ALIAS)
    try:
        yield
    finally:
        connections[DEFAULT_DB_ALIAS].close()
        connections[DEFAULT_DB_ALIAS] = live


def replace(file: Path) -> None:
    """Replaces the database with a verified backup in one transaction, so that open connections see the new data.

    If the database file is damaged, replaces the file itself. Raises BackupError if SQLite cannot write to the
    database, usually because it is in use.
    """
    connections.close_all()
    try:
        with (
            closing(sqlite_copy.open_to_read(file)) as copied,
            closing(sqlite3.connect(live_file(), timeout=_PATIENCE)) as live,
        ):
            live.execute("PRAGMA synchronous=EXTRA")
            _overwrite(copied, live)
    except sqlite_copy.ERRORS as error:
        if not is_broken(error):
            raise BackupError(_("Die Datenbank lässt sich gerade nicht ersetzen. Beenden Sie das Programm.")) from error
        _swap_files(file)
    sync(live_file().parent)


def _overwrite(copied: sqlite3.Connection, live: sqlite3.Connection) -> None:
    deadline = time.monotonic() + _PATIENCE

    def still_hoping(_status: int, _remaining: int, _total: int) -> None:
        if time.monotonic() > deadline:
            raise sqlite3.OperationalError("database is locked")

    copied.backup(live, progress=still_hoping)


def is_broken(error: Exception) -> bool:
    """Returns whether an error, one of sqlite_copy.ERRORS, means that the file is damaged or not a database."""
    if isinstance(error, UnicodeDecodeError):
        return True
    # Errors of `Connection.backup`, and our own, have no code.
    return getattr(error, "sqlite_errorcode", 0) & 0xFF in (sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_CORRUPT)


def _swap_files(file: Path) -> None:
    """Replaces the file itself, because SQLite cannot write to a file that is not a database."""
    fresh = live_file().with_name(f".{live_file().name}.new")
    shutil.copyfile(file, fresh)
    sync(fresh)
    for old in sqlite_copy.beside(live_file()):
        old.unlink(missing_ok=True)
    fresh.replace(live_file())


def keep(target: Path) -> None:
    """Copies the current database to `target` before it is replaced, even if it is damaged.

    The files of a damaged database are copied, with the journal and the log next to `target`. Raises BackupError or
    OSError on other failures.
    """
    part = target.with_name(f".{target.name}.part")
    try:
        _copy(part)
    except sqlite_copy.ERRORS as error:
        part.unlink(missing_ok=True)
        if not is_broken(error):
            raise BackupError(_("Die Datenbank lässt sich nicht kopieren: %(why)s") % {"why": error}) from error
        for path in (live_file(), *sqlite_copy.beside(live_file())):
            shutil.copyfile(path, target.with_name(target.name + path.name.removeprefix(live_file().name)))
    else:
        put_in_place(part, target)


def is_empty() -> bool:
    """Returns whether the file is missing or has no tables; False if it is unreadable."""
    if not live_file().exists():
        return True
    try:
        with closing(sqlite3.connect(live_file(), timeout=_PATIENCE)) as live:
            return not live.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]
    except sqlite_copy.ERRORS:
        return False


def why_not() -> str:
    return ""


def watch() -> "Changes":
    return Changes()


class Changes:
    """Detects writes by other connections. For use in a single thread."""

    def __init__(self) -> None:
        self._looking: sqlite3.Connection | None = None
        self._file = 0

    def mark(self) -> Mapping[str, int]:
        """Returns a value that changes with every commit by another connection, and when the file is replaced."""
        file = live_file().stat().st_ino
        if self._looking is None or self._file != file:
            if self._looking:
                self._looking.close()
            self._looking, self._file = sqlite3.connect(live_file(), timeout=_PATIENCE, isolation_level=None), file
        return {"file": file, "data_version": self._looking.execute("PRAGMA data_version").fetchone()[0]}
