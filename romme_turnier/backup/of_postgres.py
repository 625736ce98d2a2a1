"""Makes, verifies and restores backups of a PostgreSQL database with PostgreSQL's own programs."""

import os
import shutil
import subprocess
from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager
from itertools import islice
from pathlib import Path
from typing import Any

import psycopg
from django.db import Error, connection, connections, transaction
from django.db.backends.utils import CursorWrapper
from django.utils.translation import gettext as _
from psycopg import sql

from romme_turnier.backup import dump
from romme_turnier.backup.errors import BackupError, broken_words, foreign_words
from romme_turnier.backup.files import put_in_place
from romme_turnier.backup.tables import MOST_MIGRATIONS, OF_THIS_MACHINE, bring_up_to_date, demand_usable, make_tables

SUFFIX = ".dump"
MAGIC = b"PGDMP"
_PROGRAMS = ("pg_dump", "pg_restore")
_PATIENCE = "20s"

# A copy gives way to a migration or a restore: after a second, PostgreSQL would end the other side of a deadlock.
_COPY_WAITS = "500ms"
# `pg_dump` may wait for a transaction that waits for the locks of `copy`: a deadlock that PostgreSQL cannot see.
_DUMP_WAITS = "5s"
_LONGEST_COPY = 3600  # seconds; `pg_dump` hangs if it takes longer

_BUSY = ("55P03", "40P01", "57014")  # SQLSTATE: not locked in time, deadlock, cancelled
_OF_ROWS = ("22", "23")  # classes of SQLSTATE: invalid values, contradicting rows

# The objects in the schema, with the names that DROP needs, except those of extensions, which the server owns.
_OBJECTS = """
SELECT object.type, object.identity
FROM pg_depend AS held, pg_identify_object(held.classid, held.objid, 0) AS object
WHERE held.refclassid = 'pg_namespace'::regclass AND held.refobjid = current_schema()::regnamespace
  AND held.classid <> 'pg_extension'::regclass AND (object.type = 'table') = %s
  AND NOT EXISTS (SELECT FROM pg_depend AS part
                  WHERE part.classid = held.classid AND part.objid = held.objid AND part.deptype = 'e')
"""

# The definitions that `dump.definitions` reads from a file, for this database. Needs an empty search path.
_DEFINITIONS = """
WITH names AS (SELECT oid, oid::regclass::text AS name FROM pg_class WHERE relnamespace = %s AND relkind = 'r')
SELECT 'CREATE TABLE ' || name,
       format('%%I %%s', attname, format_type(atttypid, atttypmod)) || CASE WHEN attnotnull THEN ' NOT NULL' ELSE '' END
FROM names JOIN pg_attribute ON attrelid = names.oid AND attnum > 0 AND NOT attisdropped
UNION ALL
SELECT CASE contype WHEN 'c' THEN 'CREATE TABLE ' ELSE 'ALTER TABLE ONLY ' END || name,
       CASE contype WHEN 'c' THEN '' ELSE 'ADD ' END
           || format('CONSTRAINT %%I %%s', conname, pg_get_constraintdef(pg_constraint.oid))
FROM names JOIN pg_constraint ON conrelid = names.oid AND contype IN ('c', 'f', 'p', 'u')
UNION ALL
SELECT pg_get_indexdef(indexrelid), ''
FROM names JOIN pg_index ON indrelid = names.oid
WHERE NOT EXISTS (SELECT FROM pg_constraint WHERE conindid = indexrelid AND contype IN ('p', 'u'))
"""

# Each sequence with its greatest number, its table and column.
_SEQUENCES = """
SELECT sequence.relname, seqmax, numbered.relname, attname
FROM pg_sequence JOIN pg_class AS sequence ON sequence.oid = seqrelid JOIN pg_depend ON objid = seqrelid
JOIN pg_class AS numbered ON numbered.oid = refobjid
JOIN pg_attribute ON attrelid = refobjid AND attnum = refobjsubid
WHERE classid = 'pg_class'::regclass AND deptype = 'i' AND sequence.relnamespace = current_schema()::regnamespace
"""

_BROWSERS_MOST = 2**53  # the greatest exact whole number in JavaScript

_WRITTEN = """
SELECT tup_inserted + tup_updated + tup_deleted FROM pg_stat_database WHERE datname = current_database()
"""


def place() -> str:
    return "{HOST}:{PORT}/{NAME}".format(**connection.settings_dict)


def why_not() -> str:
    """Returns the reason why this machine cannot make backups; empty if it can."""
    missing = [name for name in _PROGRAMS if not shutil.which(name)]
    if not missing:
        return ""
    return _("Für Sicherungen von PostgreSQL fehlen Programme: %(names)s (Paket postgresql-client).") % {
        "names": ", ".join(missing)
    }


def copy(target: Path) -> dict[str, int]:
    """Dumps a snapshot without blocking writers; returns the number of rows by table.

    Raises BackupError on failure, including if a migration or a restore is changing the tables. Leaves no lock behind.
    """
    # `replace` reads UTF-8, which may be neither the encoding of the database nor that of the environment.
    options = ["--format=custom", "--encoding=UTF8", "--no-owner", "--no-privileges", f"--file={target}"]
    try:
        with _connect() as live:
            tables = [sql.Identifier(name) for name in _tables(live)]
            live.execute(sql.SQL("SET lock_timeout = {}").format(_COPY_WAITS))
            live.execute(sql.SQL("SET idle_in_transaction_session_timeout = {}").format(f"{_LONGEST_COPY}s"))
            live.commit()
            live.isolation_level, live.read_only = psycopg.IsolationLevel.REPEATABLE_READ, True
            # In a snapshot taken before the locks, a table that a migration rewrites in between would be empty.
            live.execute(sql.SQL("LOCK TABLE {} IN ACCESS SHARE MODE").format(sql.SQL(", ").join(tables)))
            snapshot = live.execute("SELECT pg_export_snapshot()").fetchone()
            count = sql.SQL("SELECT count(*) FROM {}")
            rows = {name: live.execute(count.format(sql.Identifier(name))).fetchall()[0][0] for name in _tables(live)}
            options += [f"--snapshot={snapshot[0] if snapshot else ''}", f"--lock-wait-timeout={_DUMP_WAITS}"]
            _call("pg_dump", *options)
    except psycopg.errors.LockNotAvailable as error:
        words = _("Die Tabellen der Datenbank werden gerade geändert. Sichern Sie in einer Minute noch einmal.")
        raise BackupError(words) from error
    except psycopg.Error as error:
        raise BackupError(_("Die Datenbank lässt sich nicht kopieren: %(why)s") % {"why": error}) from error
    return rows


def _tables(live: "psycopg.Connection[Any]") -> list[str]:
    return [row[0] for row in live.execute("SELECT tablename FROM pg_tables WHERE schemaname = current_schema()")]


def verify(file: Path) -> dict[str, int]:
    """Reads a whole dump; returns the number of rows by table. Raises BackupError if that fails."""
    _demand_plain(file)
    rows: dict[str, int] = {}

    def count(table: str, _columns: list[str], lines: Iterator[bytes]) -> None:
        rows[table] = sum(1 for _line in lines)

    dump.read_rows(file, count)
    return rows


def _demand_plain(file: Path) -> None:
    _demand_programs()
    with _connect() as live:
        schema = live.execute("SELECT current_schema()").fetchone()
    dump.demand_plain(file, schema[0] if schema else "")


def migrations(file: Path) -> set[tuple[str, str]]:
    """Returns the migrations recorded in a dump.

    Raises BackupError if the dump is unreadable, records more than MOST_MIGRATIONS, or has objects other than tables
    and their indexes, keys and sequences.
    """
    _demand_plain(file)
    applied: set[tuple[str, str]] = set()

    def note(_table: str, columns: list[str], lines: Iterator[bytes]) -> None:
        for line in islice(lines, MOST_MIGRATIONS):
            values = dict(zip(columns, dump.row_values(line), strict=False))
            applied.add((values.get("app", ""), values.get("name", "")))

    dump.read_rows(file, note, "--table=django_migrations")
    return applied


def stage(file: Path, target: Path, _applied: Collection[tuple[str, str]]) -> None:
    """Copies a dump to a protected folder; `replace` checks the contents later."""
    shutil.copyfile(file, target)


def replace(file: Path) -> None:
    """Replaces the database with the rows of a dump, migrated to this program's state, in one transaction.

    No statement of the dump is run. The tables in the dump must be those that its migrations make. If the replacement
    fails, raises BackupError and leaves the database unchanged.
    """
    connections.close_all()
    applied = migrations(file)
    try:
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute("SELECT set_config('lock_timeout', %s, true)", [_PATIENCE])
            _clear(cursor)
            make_tables(applied)
            _demand_same_definitions(file, cursor)
            _fill(file, cursor)
            cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")  # tables with pending checks cannot be changed
            bring_up_to_date()
            demand_usable()
    except (Error, psycopg.Error) as error:
        raise BackupError(_why_not_replaced(error)) from error


def _clear(cursor: CursorWrapper) -> None:
    """Drops tables with their dependent objects, then all other objects in the schema."""
    for tables in (True, False):
        cursor.execute(_OBJECTS, [tables])
        for kind, name in cursor.fetchall():
            cursor.execute(f"DROP {kind} IF EXISTS {name} CASCADE")  # PostgreSQL has quoted the name


def _demand_same_definitions(file: Path, cursor: CursorWrapper) -> None:
    cursor.execute("SELECT current_schema()::regnamespace::oid")
    schema = cursor.fetchone()
    cursor.execute("SET LOCAL search_path = ''")
    cursor.execute(_DEFINITIONS, schema)
    ours = set(cursor.fetchall())
    cursor.execute("SET LOCAL search_path TO DEFAULT")
    missing = set(ours)
    for pair in dump.definitions(file):  # read one by one: a foreign file may have any number
        if pair not in ours:
            raise BackupError(foreign_words(" ".join(pair)))
        missing.discard(pair)
    if missing:
        raise BackupError(foreign_words(" ".join(min(missing))))


def _fill(file: Path, cursor: CursorWrapper) -> None:
    """Fills all tables and sequences from the dump, but leaves the tables of this machine empty.

    Raises BackupError if tables or columns differ.
    """
    cursor.execute(
        "SELECT table_name, column_name FROM information_schema.columns WHERE table_schema = current_schema()"
    )
    missing: dict[str, set[str]] = {}
    for table, column in cursor.fetchall():
        missing.setdefault(table, set()).add(column)

    def take(table: str, columns: list[str], lines: Iterator[bytes]) -> None:
        if missing.pop(table, None) != set(columns):
            raise BackupError(foreign_words(table))
        target, names = sql.Identifier(table), sql.SQL(", ").join(map(sql.Identifier, columns))
        cursor.execute(sql.SQL("DELETE FROM {}").format(target))
        with cursor.copy(sql.SQL("COPY {} ({}) FROM STDIN").format(target, names)) as writing:
            for line in lines:
                if table not in OF_THIS_MACHINE:
                    writing.write(line)

    sequences = dump.read_rows(file, take)
    if missing:
        raise BackupError(foreign_words(min(missing)))
    _set_sequences(sequences, cursor)


def _set_sequences(sequences: Mapping[str, tuple[int, bool]], cursor: CursorWrapper) -> None:
    """Restarts each sequence after the last number in the dump or, if that is greater, in its column.

    Unlike `setval`, a restart is rolled back. Raises BackupError if the sequences differ from this program's, or if too
    few numbers are left.
    """
    cursor.execute(_SEQUENCES)
    places = {name: (most, place) for name, most, *place in cursor.fetchall()}
    if different := sequences.keys() ^ places.keys():
        raise BackupError(foreign_words(min(different)))
    for name, (last, given) in sequences.items():
        most, place = places[name]
        table, column = map(sql.Identifier, place)
        cursor.execute(sql.SQL("SELECT greatest(%s, max({}) + 1) FROM {}").format(column, table), [last + given])
        ((number,),) = cursor.fetchall()
        if number > min(most // 2, _BROWSERS_MOST):
            raise BackupError(broken_words())
        cursor.execute(sql.SQL("ALTER SEQUENCE {} RESTART WITH {}").format(sql.Identifier(name), sql.Literal(number)))


def _why_not_replaced(error: Exception) -> str:
    code = str(getattr(error, "sqlstate", None) or getattr(error.__cause__, "sqlstate", None) or "")
    if code.startswith(_OF_ROWS):
        return broken_words()
    if code in _BUSY:
        return _("Die Datenbank lässt sich gerade nicht ersetzen. Beenden Sie das Programm.")
    return _("Die Datenbank lässt sich nicht ersetzen: %(why)s") % {"why": error}


def keep(target: Path) -> None:
    """Copies the current database to `target` before it is replaced. Raises BackupError or OSError on failure."""
    part = target.with_name(f".{target.name}.part")
    copy(part)
    put_in_place(part, target)


def is_empty() -> bool:
    with _connect() as live:
        return not _tables(live)


def watch() -> "Changes":
    return Changes()


class Changes:
    """Uses PostgreSQL's statistics to detect writes."""

    def mark(self) -> Mapping[str, int]:
        """Returns a value that changes when rows are written."""
        with _connect() as live:
            row = live.execute(_WRITTEN).fetchone()
        return {"written": int(row[0]) if row else 0}


@contextmanager
def _connect() -> Iterator["psycopg.Connection[Any]"]:
    try:
        opened = psycopg.connect(**{**connection.get_connection_params(), "connect_timeout": 10})
    except psycopg.Error as error:
        raise BackupError(_("Die Datenbank antwortet nicht: %(why)s") % {"why": error}) from error
    with opened as live:
        yield live


def _call(program: str, *arguments: str) -> None:
    """Runs one of PostgreSQL's programs on this database. Raises BackupError if the program is missing, hangs or fails.

    The program receives the password in its environment, hidden from other users.
    """
    _demand_programs()
    (_psql, *line), secrets = connection.client.settings_to_cmd_args_env(connection.settings_dict, list(arguments))
    environ = {**os.environ, **(secrets or {})}
    try:
        done = subprocess.run(  # noqa: S603
            [program, *line], env=environ, capture_output=True, text=True, check=False, timeout=_LONGEST_COPY
        )
    except subprocess.TimeoutExpired as error:
        words = _("%(program)s wurde nach %(minutes)d Minuten beendet, weil es nicht fertig wurde.")
        raise BackupError(words % {"program": program, "minutes": _LONGEST_COPY // 60}) from error
    if done.returncode:
        lines = done.stderr.strip().splitlines()
        why = ([line for line in lines if ": error: " in line] or lines or [""])[0]  # its details follow
        raise BackupError(_("%(program)s ist gescheitert: %(why)s") % {"program": program, "why": why})


def _demand_programs() -> None:
    if missing := why_not():
        raise BackupError(missing)
