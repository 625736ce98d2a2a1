"""How SQLite is opened, so that no acknowledged entry is lost.

SQLite 3.7.0 to 3.51.2 can lose committed writes when the write-ahead log is reset (fixed in 3.51.3 and, for
older lines, in 3.50.7 and 3.44.6). Where that is not fixed the rollback journal is used: slower, but safe.
"""

import sqlite3

_FIXED_LINES = ((3, 44, 6), (3, 50, 7))
_FIXED_FOR_GOOD = (3, 51, 3)


def wal_is_safe(version: tuple[int, int, int] = sqlite3.sqlite_version_info[:3]) -> bool:
    """Returns whether the write-ahead log of this SQLite keeps every committed write."""
    if version >= _FIXED_FOR_GOOD:
        return True
    return any(version[:2] == line[:2] and version >= line for line in _FIXED_LINES)


def journal_options() -> dict[str, object]:
    """Django's OPTIONS for SQLite: transactions that take the write lock at once, a journal that is synced."""
    journal = (
        "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL;"
        if wal_is_safe()
        else "PRAGMA journal_mode=DELETE; PRAGMA synchronous=EXTRA;"
    )
    return {"transaction_mode": "IMMEDIATE", "timeout": 20, "init_command": journal}
