"""Copies of a PostgreSQL database, by PostgreSQL's own programs, of one snapshot."""

import os
import shutil
import subprocess
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import psycopg
from django.core.management import call_command
from django.db import connection, connections
from django.utils.translation import gettext as _
from psycopg import sql

from romme_turnier.backup.errors import BackupError
from romme_turnier.backup.files import put_in_place

SUFFIX = ".dump"
MAGIC = b"PGDMP"
_PROGRAMS = ("pg_dump", "pg_restore", "psql")

# Everything of the program is dropped before the copy is read: a newer program's tables would be in its way.
_CLEAR = """
SET lock_timeout = '20s';
DO $$ DECLARE name text; BEGIN
  FOR name IN SELECT tablename FROM pg_tables WHERE schemaname = current_schema() LOOP
    EXECUTE format('DROP TABLE IF EXISTS %I CASCADE', name);
  END LOOP;
END $$;
"""

_WRITTEN = """
SELECT tup_inserted + tup_updated + tup_deleted FROM pg_stat_database WHERE datname = current_database()
"""


def place() -> str:
    return "{HOST}:{PORT}/{NAME}".format(**connection.settings_dict)


def why_not() -> str:
    """Returns why no copies can be made on this machine; empty where they can."""
    missing = [name for name in _PROGRAMS if not shutil.which(name)]
    if not missing:
        return ""
    return _("Für Sicherungen von PostgreSQL fehlen Programme: %(names)s (Paket postgresql-client).") % {
        "names": ", ".join(missing)
    }


def copy(target: Path) -> dict[str, int]:
    """Dumps the database as it is at one moment; returns its rows by table. Nobody waits."""
    options = ["--format=custom", "--no-owner", "--no-privileges", f"--file={target}"]
    try:
        with _connect() as live:
            live.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
            snapshot = live.execute("SELECT pg_export_snapshot()").fetchone()
            rows = {name: _count(live, name) for name in _tables(live)}
            _call("pg_dump", *options, f"--snapshot={snapshot[0] if snapshot else ''}")
    except psycopg.Error as error:
        raise BackupError(_("Die Datenbank lässt sich nicht kopieren: %(why)s") % {"why": error}) from error
    return rows


def _tables(live: "psycopg.Connection[Any]") -> list[str]:
    return [row[0] for row in live.execute("SELECT tablename FROM pg_tables WHERE schemaname = current_schema()")]


def _count(live: "psycopg.Connection[Any]", table: str) -> int:
    row = live.execute(sql.SQL("SELECT count(*) FROM {}").format(sql.Identifier(table))).fetchone()
    return int(row[0]) if row else 0


def verify(file: Path) -> dict[str, int]:
    """Reads a whole dump; returns its rows by table. Raises BackupError."""
    rows: dict[str, int] = {}
    for table, _line in _content(file):
        rows[table] = rows.get(table, 0) + (_line is not None)
    if not rows:
        raise BackupError(_("Diese Datei ist keine Sicherung dieses Programms."))
    return rows


def stage(file: Path, target: Path) -> None:
    """Copies a verified copy to where it may be changed."""
    shutil.copyfile(file, target)


def migrations(file: Path) -> set[tuple[str, str]]:
    lines = [line for table, line in _content(file, "--table=django_migrations") if line is not None]
    return {(fields[1], fields[2]) for fields in (line.split("\t") for line in lines)}


def _content(file: Path, *options: str) -> Iterator[tuple[str, str | None]]:
    """Table and row of each row in a dump, and each table once with None. Raises BackupError."""
    _demand_programs()
    command = ["pg_restore", "--data-only", "--file=-", *options, str(file)]
    table = ""
    with subprocess.Popen(  # noqa: S603
        command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, encoding="utf-8"
    ) as reading:
        for line in reading.stdout or ():
            if table and line == "\\.\n":
                table = ""
            elif table:
                yield table, line.rstrip("\n")
            elif line.startswith("COPY "):
                table = line.split()[1].rpartition(".")[2].strip('"')
                yield table, None
    if reading.returncode:
        raise BackupError(_("Diese Datei ist keine Sicherung dieses Programms, oder sie ist beschädigt."))


def bring_up_to_date(file: Path) -> None:
    """A dump cannot be migrated where it lies; `replace` does it."""


def replace(file: Path) -> None:
    """Clear the database and read the dump, in one transaction; then run the migrations that it lacks."""
    connections.close_all()
    script = file.with_name(f"{file.name}.sql")
    try:
        _call("pg_restore", "--no-owner", "--no-privileges", f"--file={script}", str(file))
        options = ["--quiet", "--no-psqlrc", "--set=ON_ERROR_STOP=1", "--single-transaction"]
        _call("psql", *options, f"--command={_CLEAR}", f"--file={script}")
    finally:
        script.unlink(missing_ok=True)
    call_command("migrate", interactive=False, verbosity=0)


def keep(target: Path) -> None:
    """Copy the database that is about to be replaced."""
    part = target.with_name(f".{target.name}.part")
    copy(part)
    put_in_place(part, target)


def is_empty() -> bool:
    with _connect() as live:
        return not _tables(live)


def watch() -> "Changes":
    return Changes()


class Changes:
    """Whether anybody has written since the last look."""

    def mark(self) -> Mapping[str, int]:
        """Returns a value that differs when rows were written in between."""
        with _connect() as live:
            row = live.execute(_WRITTEN).fetchone()
        return {"written": int(row[0]) if row else 0}


@contextmanager
def _connect() -> Iterator["psycopg.Connection[Any]"]:
    with psycopg.connect("", **_who_and_where(), connect_timeout=10) as live:
        yield live


def _who_and_where() -> dict[str, Any]:
    names = {"NAME": "dbname", "USER": "user", "PASSWORD": "password", "HOST": "host", "PORT": "port"}
    found = connection.settings_dict
    return {theirs: str(found[ours]) for ours, theirs in names.items() if found.get(ours)}


def _call(program: str, *arguments: str) -> None:
    """Run one of PostgreSQL's programs on our database; the password goes where other users cannot see it."""
    _demand_programs()
    names = {"dbname": "PGDATABASE", "user": "PGUSER", "password": "PGPASSWORD", "host": "PGHOST", "port": "PGPORT"}
    environ = {**os.environ, **{names[key]: value for key, value in _who_and_where().items()}}
    done = subprocess.run([program, *arguments], env=environ, capture_output=True, text=True, check=False)  # noqa: S603
    if done.returncode:
        last = (done.stderr.strip().splitlines() or [""])[-1]
        raise BackupError(_("%(program)s ist gescheitert: %(why)s") % {"program": program, "why": last})


def _demand_programs() -> None:
    if missing := why_not():
        raise BackupError(missing)
