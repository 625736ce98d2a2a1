"""Copies of an SQLite database: one file, taken in one step by SQLite itself."""

import itertools
import re
import shutil
import sqlite3
import time
from collections.abc import Collection, Iterator, Mapping
from contextlib import closing, contextmanager
from pathlib import Path

from django.db import DEFAULT_DB_ALIAS, Error, connection, connections
from django.db.utils import load_backend
from django.utils.translation import gettext as _

from romme_turnier.backup.errors import BackupError, broken_words, foreign_words
from romme_turnier.backup.files import put_in_place, sync
from romme_turnier.backup.tables import COUNTED, bring_up_to_date, demand_usable, make_tables

SUFFIX = ".sqlite3"
MAGIC = b"SQLite format 3\0"
_PATIENCE = 20.0  # seconds
_BESIDE = ("-journal", "-wal", "-shm")
# What reading a file raises: a message about a damaged schema quotes it, whatever bytes that has.
ERRORS = (sqlite3.Error, UnicodeDecodeError)
_STEPS = 1_000_000  # of SQLite, between two looks at how many there were
_LEAST_STEPS, _STEPS_FOR_A_BYTE = 10_000_000, 10  # what reading a copy may take; a row takes a few
_LARGEST_ID = 2**53  # browsers count no further, and a last number that was given out leaves room for more
_A_DAY = "typeof({0}) = 'text' AND {0} >= '0001' AND strftime('%Y-%m-%d', {0}) = substr({0}, 1, 10)"
# Which values a column of a declared type may have. SQLite takes any, and no page reads a name that is no text.
_VALUES = {
    "bigint": f"typeof({{0}}) = 'integer' AND abs({{0}}) <= {_LARGEST_ID}",
    "integer": f"typeof({{0}}) = 'integer' AND abs({{0}}) <= {_LARGEST_ID}",
    "integer unsigned": "typeof({0}) = 'integer' AND {0} BETWEEN 0 AND 2147483647",
    "smallint unsigned": "typeof({0}) = 'integer' AND {0} BETWEEN 0 AND 32767",
    "bool": "typeof({0}) = 'integer' AND {0} IN (0, 1)",
    "decimal": "typeof({0}) IN ('integer', 'real')",
    "blob": "typeof({0}) = 'blob'",
    "date": _A_DAY,
    "datetime": _A_DAY,
}
_TEXT = "typeof({0}) = 'text'"  # text, varchar(120), …
# Names may be anything in a foreign file.
_STATEMENTS = "SELECT ifnull(CAST(name AS text), ''), CAST(sql AS text) FROM sqlite_master WHERE sql IS NOT NULL"
# Of a statement of the schema: quoted, a word, a sign; comments are left out.
_WORD = re.compile(
    r"""(?:--[^\n]*|/\*.*?\*/|\s)*("(?:[^"]|"")*"|'(?:[^']|'')*'|`[^`]*`|\[[^]]*\]|\w+|[^\s\w])""", re.DOTALL
)


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
    except ERRORS as error:
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
            _demand_plain(copied)
            if copied.execute("PRAGMA integrity_check").fetchone()[0] != "ok":
                raise BackupError(_("Diese Sicherung ist beschädigt. Nehmen Sie eine andere."))
            return _rows(copied)
    except ERRORS as error:
        raise BackupError(broken_words()) from error


def _to_read(file: Path) -> sqlite3.Connection:
    """Opens a copy, which nobody writes to. Alone it needs no lock and no log, so its folder may be write-protected.

    It may be a foreign file: none of its functions and checks are run, and no page is believed without a look.
    """
    alone = not any(_beside(file))
    copied = sqlite3.connect(f"{file.absolute().as_uri()}?mode=ro{'&immutable=1' if alone else ''}", uri=True)
    # Its pages may refer to each other so that reading them never ends.
    left = itertools.count(_LEAST_STEPS + file.stat().st_size * _STEPS_FOR_A_BYTE, -_STEPS)
    copied.set_progress_handler(lambda: next(left) < 0, _STEPS)
    copied.executescript(
        "PRAGMA trusted_schema=OFF; PRAGMA ignore_check_constraints=ON; PRAGMA cell_size_check=ON; PRAGMA mmap_size=0;"
    )
    return copied


def _beside(file: Path) -> list[Path]:
    """Returns the journal and the log of a database, and the log's index, as far as they are there."""
    return [path for suffix in _BESIDE if (path := file.with_name(file.name + suffix)).exists()]


def _rows(database: sqlite3.Connection) -> dict[str, int]:
    names = database.execute("SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")
    quoted = [(name, '"{}"'.format(name.replace('"', '""'))) for (name,) in names.fetchall()]
    return {name: database.execute(f"SELECT count(*) FROM {q}").fetchone()[0] for name, q in quoted}  # noqa: S608


def migrations(file: Path) -> set[tuple[str, str]]:
    """Returns the migrations of a copy. Raises BackupError for a file that holds anything but tables and indexes."""
    try:
        with closing(_to_read(file)) as copied:
            _demand_plain(copied)
            return set(copied.execute("SELECT app, name FROM django_migrations"))
    except ERRORS as error:
        raise BackupError(broken_words()) from error


def stage(file: Path, target: Path, applied: Collection[tuple[str, str]]) -> None:
    """Makes a database of today's tables with the rows of a copy, and with what is in a log beside it.

    Nothing of the file but values gets there. Its tables have to be those that its own migrations, `applied`, make.
    """
    for old in (target, *_beside(target)):
        old.unlink(missing_ok=True)
    page_size = _page_size()
    try:
        with _in_place_of_the_live_database(target):
            with connection.cursor() as cursor:
                cursor.execute(f"PRAGMA page_size={page_size}")
            make_tables(applied)
            connection.close()
            with closing(_to_read(file)) as copied, closing(sqlite3.connect(target)) as staged:
                _demand_same_schema(copied, staged)
                if copied.execute("PRAGMA quick_check").fetchone()[0] != "ok":
                    raise BackupError(_("Diese Sicherung ist beschädigt. Nehmen Sie eine andere."))
                _fill(copied, staged)
            bring_up_to_date()
            demand_usable()
    except (*ERRORS, Error) as error:
        raise BackupError(_why_not_staged(error)) from error


def _why_not_staged(error: Exception) -> str:
    """An error of Django is caused by one of SQLite. Most speak of the file, some of the disk it is copied to."""
    code = getattr(error, "sqlite_errorcode", 0) or getattr(error.__cause__, "sqlite_errorcode", 0)
    if code & 0xFF in (sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_READONLY):
        return _("Die Sicherung lässt sich nicht zurückspielen: %(why)s") % {"why": error}
    return broken_words()


def _page_size() -> int:
    """A database with a write-ahead log keeps its size of pages, so what replaces it needs the same."""
    try:
        with closing(sqlite3.connect(live_file())) as live:
            return int(live.execute("PRAGMA page_size").fetchone()[0])
    except ERRORS:  # it cannot be read any more, and is replaced as a file
        return 4096


@contextmanager
def _in_place_of_the_live_database(file: Path) -> Iterator[None]:
    """Has Django take this file for the database, in this thread alone."""
    live = connections[DEFAULT_DB_ALIAS]
    fast = {"init_command": "PRAGMA journal_mode=MEMORY; PRAGMA synchronous=OFF;"}  # it is synced once it is whole
    config = {**live.settings_dict, "NAME": str(file), "OPTIONS": fast}
    connections[DEFAULT_DB_ALIAS] = load_backend(config["ENGINE"]).DatabaseWrapper(config, DEFAULT_DB_ALIAS)
    try:
        yield
    finally:
        connections[DEFAULT_DB_ALIAS].close()
        connections[DEFAULT_DB_ALIAS] = live


def _demand_plain(database: sqlite3.Connection) -> None:
    """Raise BackupError for what runs or grows when it is read: views, triggers, virtual tables, computed values.

    What a statement of the schema makes is said by its text alone; the column `type` beside it may say anything.
    """
    for name, statement in database.execute(_STATEMENTS):
        words = [word.upper() for word in _WORD.findall(statement)]
        if words[1:2] not in (["TABLE"], ["INDEX"], ["UNIQUE"]) or {"AS", "DEFAULT"} & set(words):
            raise BackupError(foreign_words(name))


def _demand_same_schema(copied: sqlite3.Connection, ours: sqlite3.Connection) -> None:
    different = _schema(copied) ^ _schema(ours)
    if different:
        raise BackupError(foreign_words(min(different)[0]))


def _schema(database: sqlite3.Connection) -> set[tuple[str, ...]]:
    """Returns name and definitions of each table and index, in no order: how they came about is no difference."""
    known = f"{_STATEMENTS} AND name NOT IN ('sqlite_stat1', 'sqlite_stat4')"  # which SQLite makes by itself
    return {(name, *sorted(_definitions(statement))) for name, statement in database.execute(known)}


def _definitions(statement: str) -> list[str]:
    """Returns what comes before the parentheses of a statement, between their commas, and behind them."""
    depth, parts = 0, [""]
    for word in _WORD.findall(statement):
        depth += (word == "(") - (word == ")")
        if (word, depth) in (("(", 1), (",", 1), (")", 0)):
            parts.append("")
        else:
            parts[-1] += f" {word}"
    return parts


def _fill(copied: sqlite3.Connection, staged: sqlite3.Connection) -> None:
    """Replaces the rows of all tables by those of the copy. Raises sqlite3.Error for rows that cannot be there."""
    tables = "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' AND name <> ?"
    # The last numbers that were given out come last: each row counts them on.
    for (table,) in [*staged.execute(tables, [COUNTED]).fetchall(), ("sqlite_sequence",)]:
        columns = [f'"{column[1]}"' for column in staged.execute(f'PRAGMA table_info("{table}")')]
        names, places = ", ".join(columns), ", ".join("?" * len(columns))
        staged.execute(f'DELETE FROM "{table}"')  # noqa: S608 - here and below names of our own tables
        rows = copied.execute(f'SELECT {names} FROM "{table}"')  # noqa: S608
        staged.executemany(f'INSERT INTO "{table}" ({names}) VALUES ({places})', rows)  # noqa: S608
        _demand_values(staged, table)
    if staged.execute("PRAGMA foreign_key_check").fetchone():
        raise sqlite3.IntegrityError("a row refers to one that is not there")
    staged.commit()


def _demand_values(staged: sqlite3.Connection, table: str) -> None:
    """Raises sqlite3.Error for a value of another kind than its column is for, as PostgreSQL would."""
    kinds = {f'"{column[1]}"': column[2].lower() for column in staged.execute(f'PRAGMA table_info("{table}")')}
    if table == "sqlite_sequence":  # whose columns have no types
        kinds = {'"name"': "text", '"seq"': "integer"}
    right = [f"({name} IS NULL OR {_VALUES.get(kind, _TEXT).format(name)})" for name, kind in kinds.items()]
    if staged.execute(f'SELECT 1 FROM "{table}" WHERE ({" AND ".join(right)}) IS NOT TRUE').fetchone():  # noqa: S608
        raise sqlite3.IntegrityError(f"{table} holds a value of another kind")


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
    except ERRORS as error:
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
    """Returns whether one of ERRORS says that the file itself is damaged, or is no database."""
    if isinstance(error, UnicodeDecodeError):
        return True
    # Errors of `Connection.backup`, and our own, have no code.
    return getattr(error, "sqlite_errorcode", 0) & 0xFF in (sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_CORRUPT)


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
    except ERRORS as error:
        part.unlink(missing_ok=True)
        if not is_broken(error):
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
    except ERRORS:
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
