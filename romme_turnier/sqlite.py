"""The program's SQLite, opened so that no acknowledged entry is lost.

SQLite 3.7.0 to 3.51.2 can lose committed writes when the write-ahead log is reset (fixed in 3.51.3 and, for older
lines, in 3.50.7 and 3.44.6). The standard library uses the system's SQLite, which has the fault on Debian, so the
program uses pysqlite3 if it is available. With a faulty SQLite, the program uses the rollback journal, which is slower
but safe.

Two SQLite libraries on one file in one process can corrupt it: when one closes the file, the other's locks are lost.
Therefore pysqlite3 replaces the standard library's module, for Django and all other code, before that module is
imported: `romme_turnier/__init__.py` imports this module first.
"""

import sys
from importlib import import_module


def _take_the_name() -> None:
    """Puts pysqlite3 in place of sqlite3, unless sqlite3 is already imported or pysqlite3 is missing."""
    if "sqlite3" in sys.modules or "_sqlite3" in sys.modules:
        return
    try:
        own, interface = import_module("pysqlite3"), import_module("pysqlite3.dbapi2")
    except ImportError:
        return
    sys.modules.update({"sqlite3": own, "sqlite3.dbapi2": interface})


_take_the_name()

import sqlite3  # noqa: E402 - after the choice above

__all__ = ["is_own", "journal_options", "sqlite3", "wal_is_safe"]

_FIXED_LINES = ((3, 44, 6), (3, 50, 7))
_FIXED_FOR_GOOD = (3, 51, 3)


def is_own() -> bool:
    """Returns whether the program uses pysqlite3 rather than the system's SQLite."""
    return sqlite3.__name__ == "pysqlite3"


def wal_is_safe(version: tuple[int, int, int] = sqlite3.sqlite_version_info[:3]) -> bool:
    """Returns whether the write-ahead log of this SQLite version keeps every committed write."""
    if version >= _FIXED_FOR_GOOD:
        return True
    return any(version[:2] == line[:2] and version >= line for line in _FIXED_LINES)


def journal_options() -> dict[str, object]:
    """Returns Django's OPTIONS for SQLite: transactions take the write lock when they begin, and the journal is synced.

    Each connection caches its parsed statements. A day of play uses about eight hundred different statements, which
    take five megabytes. With a smaller cache, parsing them again would take a tenth of each request's time.
    """
    journal = (
        "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL;"
        if wal_is_safe()
        else "PRAGMA journal_mode=DELETE; PRAGMA synchronous=EXTRA;"
    )
    return {"transaction_mode": "IMMEDIATE", "timeout": 20, "cached_statements": 1000, "init_command": journal}
