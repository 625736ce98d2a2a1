"""Reads a backup of an SQLite database, and copies its rows into a new one.

A foreign file cannot run code here, and the effort of reading it is bounded. Limits on the process (taking.py) bound
the memory that SQLite itself takes for a schema or a value.
"""

import itertools
import re
import sqlite3
from collections.abc import Iterator
from pathlib import Path

from romme_turnier.backup.errors import BackupError, broken_words, foreign_words
from romme_turnier.backup.tables import MOST_MIGRATIONS, OF_THIS_MACHINE

# Errors while reading a file: a message about a damaged schema quotes its bytes, which may not be text.
ERRORS = (sqlite3.Error, UnicodeDecodeError)
_STEPS = 1_000_000  # steps of SQLite's virtual machine between two checks of the limit
_LEAST_STEPS, _STEPS_FOR_A_BYTE = 10_000_000, 10  # limits for reading a copy; a row takes a few steps
_LONGEST_STATEMENT, _LONGEST_SCHEMA = 10_000, 300_000  # characters; ours have 2,507 and 72,050
_LONGEST_NAME = 300  # characters of an app or a migration
_LONGEST_VALUE = 4 * 1024**2  # bytes; a logo has at most some two million
_LARGEST_ID = 2**53  # the largest exact integer in browsers; SQLite can continue from there
_A_DAY = "typeof({0}) = 'text' AND {0} >= '0001' AND strftime('%Y-%m-%d', {0}) = substr({0}, 1, 10)"
# The valid values of a column by its declared type. SQLite accepts any value, but a page fails if a name is not text.
_VALUES = {
    "bigint": f"typeof({{0}}) = 'integer' AND abs({{0}}) <= {_LARGEST_ID}",
    "integer": f"typeof({{0}}) = 'integer' AND abs({{0}}) <= {_LARGEST_ID}",
    "integer unsigned": "typeof({0}) = 'integer' AND {0} BETWEEN 0 AND 2147483647",
    "smallint unsigned": "typeof({0}) = 'integer' AND {0} BETWEEN 0 AND 32767",
    "bool": "typeof({0}) = 'integer' AND {0} IN (0, 1)",
    "decimal": "typeof({0}) IN ('integer', 'real')",
    "blob": f"typeof({{0}}) = 'blob' AND length({{0}}) <= {_LONGEST_VALUE}",
    "date": _A_DAY,
    "datetime": _A_DAY,
}
_TEXT = "typeof({0}) = 'text'"  # `_text` bounds its length
# Names may be anything in a foreign file.
_STATEMENTS = "SELECT ifnull(CAST(name AS text), ''), CAST(sql AS text) FROM sqlite_master WHERE sql IS NOT NULL"
# The tokens of a schema statement: quoted text, words, other characters; comments are skipped.
_WORD = re.compile(
    r"""(?:--[^\n]*|/\*.*?\*/|\s)*("(?:[^"]|"")*"|'(?:[^']|'')*'|`[^`]*`|\[[^]]*\]|\w+|[^\s\w])""", re.DOTALL
)


def open_to_read(file: Path) -> sqlite3.Connection:
    """Opens a backup for reading. A backup without a log is read without a lock, so its folder may be write-protected.

    SQLite checks each page, and does not run functions or CHECK constraints of the file. Reading raises sqlite3.Error
    if it takes too many steps for the size of the file.
    """
    has_log = any(beside(file))
    copied = sqlite3.connect(f"{file.absolute().as_uri()}?mode=ro{'' if has_log else '&immutable=1'}", uri=True)
    # The pages of a foreign file may form a cycle, so that reading would never end.
    left = itertools.count(_LEAST_STEPS + file.stat().st_size * _STEPS_FOR_A_BYTE, -_STEPS)
    copied.set_progress_handler(lambda: next(left) < 0, _STEPS)
    copied.text_factory = _text
    copied.executescript(
        "PRAGMA trusted_schema=OFF; PRAGMA ignore_check_constraints=ON; PRAGMA cell_size_check=ON; PRAGMA mmap_size=0;"
    )
    return copied


def _text(value: bytes) -> str:
    """Decodes a value. Raises sqlite3.DataError if it is long, because decoding can take four times its size."""
    if len(value) > _LONGEST_VALUE:
        raise sqlite3.DataError("a value is too long")
    return value.decode()


def beside(file: Path) -> list[Path]:
    """Returns the existing journal, log and log index of a database file."""
    names = (f"{file.name}-{suffix}" for suffix in ("journal", "wal", "shm"))
    return [path for name in names if (path := file.with_name(name)).exists()]


def rows_by_table(database: sqlite3.Connection) -> dict[str, int]:
    """Returns the number of rows in each table."""
    names = database.execute("SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")
    quoted = [(name, '"{}"'.format(name.replace('"', '""'))) for (name,) in names.fetchall()]
    return {name: database.execute(f"SELECT count(*) FROM {q}").fetchone()[0] for name, q in quoted}  # noqa: S608


def migrations(copied: sqlite3.Connection) -> set[tuple[str, str]]:
    """Returns the migrations recorded in a backup. Raises BackupError if there are too many."""
    applied: set[tuple[str, str]] = set()
    starts = "SELECT substr(app, 1, ?), substr(name, 1, ?) FROM django_migrations"  # ours are shorter
    for app, name in copied.execute(starts, [_LONGEST_NAME] * 2):
        if len(applied) == MOST_MIGRATIONS:
            raise BackupError(broken_words())
        applied.add((app, name))
    return applied


def demand_plain(database: sqlite3.Connection) -> None:
    """Raises BackupError if reading the schema would run code, or if the schema is too long.

    Views, triggers, virtual tables, computed columns and defaults run code. Only the text of each statement is judged,
    because the column `type` may hold any word.
    """
    for name, statement in _statements(database):
        words = [word.upper() for word in _WORD.findall(statement)]
        if words[1:2] not in (["TABLE"], ["INDEX"], ["UNIQUE"]) or {"AS", "DEFAULT"} & set(words):
            raise BackupError(foreign_words(name))


def _statements(database: sqlite3.Connection, where: str = "") -> Iterator[tuple[str, str]]:
    """Yields the names and texts of the statements in the schema. Raises BackupError if the schema is too long."""
    signs = 0
    for name, statement in database.execute(_STATEMENTS + where):
        signs += len(statement)
        if len(statement) > _LONGEST_STATEMENT or signs > _LONGEST_SCHEMA:
            raise BackupError(foreign_words(name))
        yield name, statement


def demand_whole(copied: sqlite3.Connection) -> None:
    """Raises BackupError for a backup whose pages are inconsistent or used twice."""
    if copied.execute("PRAGMA quick_check(1)").fetchone()[0] != "ok":
        raise BackupError(broken_words())


def demand_same_schema(copied: sqlite3.Connection, ours: sqlite3.Connection) -> None:
    different = _schema(copied) ^ _schema(ours)
    if different:
        raise BackupError(foreign_words(min(different)[0]))


def _schema(database: sqlite3.Connection) -> set[tuple[str, ...]]:
    """Returns each table and index as its name and its sorted definitions."""
    known = " AND name NOT IN ('sqlite_stat1', 'sqlite_stat4')"  # made by SQLite itself
    return {(name, *sorted(_definitions(statement))) for name, statement in _statements(database, known)}


def _definitions(statement: str) -> list[str]:
    """Returns the parts of a statement: before the outer parentheses, each item in them, and after the parentheses."""
    depth, parts = 0, [""]
    for word in _WORD.findall(statement):
        depth += (word == "(") - (word == ")")
        if (word, depth) in (("(", 1), (",", 1), (")", 0)):
            parts.append("")
        else:
            parts[-1] += f" {word}"
    return parts


def fill(copied: sqlite3.Connection, staged: sqlite3.Connection) -> None:
    """Replaces all rows with those of the backup, except in the tables of this machine, and commits.

    Raises one of ERRORS if a row is invalid.
    """
    tables = "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' AND name NOT IN (?, ?)"
    # The table of last numbers comes last, because every inserted row changes it.
    for (table,) in [*staged.execute(tables, OF_THIS_MACHINE).fetchall(), ("sqlite_sequence",)]:
        columns = [f'"{column[1]}"' for column in staged.execute(f'PRAGMA table_info("{table}")')]
        names, places = ", ".join(columns), ", ".join("?" * len(columns))
        staged.execute(f'DELETE FROM "{table}"')  # noqa: S608 - here and below names of our own tables
        rows = copied.execute(f'SELECT {names} FROM "{table}"')  # noqa: S608
        staged.executemany(f'INSERT INTO "{table}" ({names}) VALUES ({places})', rows)  # noqa: S608
        _demand_values(staged, table)
    if staged.execute("PRAGMA foreign_key_check").fetchone():
        raise sqlite3.IntegrityError("a row refers to a missing row")
    staged.commit()


def _demand_values(staged: sqlite3.Connection, table: str) -> None:
    """Raises sqlite3.Error if a value does not match the type or length of its column, as PostgreSQL would."""
    kinds = {f'"{column[1]}"': column[2].lower() for column in staged.execute(f'PRAGMA table_info("{table}")')}
    if table == "sqlite_sequence":  # its columns have no types
        kinds = {'"name"': "text", '"seq"': "integer"}
    right = [f"({name} IS NULL OR {_demand_of(kind).format(name)})" for name, kind in kinds.items()]
    if staged.execute(f'SELECT 1 FROM "{table}" WHERE ({" AND ".join(right)}) IS NOT TRUE').fetchone():  # noqa: S608
        raise sqlite3.IntegrityError(f"{table} holds a value of another kind")


def _demand_of(kind: str) -> str:
    """Returns the SQL condition for values of a declared type, with `{0}` for the column."""
    if length := re.fullmatch(r"varchar\((\d+)\)", kind):
        return f"{_TEXT} AND length({{0}}) <= {length[1]}"
    return _VALUES.get(kind, _TEXT)
