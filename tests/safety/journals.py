"""The time that SQLite's write-ahead log saves: `python -m tests.safety.journals [ROWS]`.

Four people save rows at a server as fast as they can, with each journal in turns; for comparison, the rate of bare
commits of one row.
"""

import statistics
import sys
import tempfile
import time
from contextlib import closing
from pathlib import Path

from romme_turnier.sqlite import sqlite3
from tests.safety.checks import Typing
from tests.safety.conftest import Hall, prepared
from tests.safety.databases import SqliteFile, percentile
from tests.safety.server import Server, Writer
from tests.safety.sizes import WRITERS

MODES = {
    "DELETE + EXTRA": ("log", "PRAGMA journal_mode=DELETE; PRAGMA synchronous=EXTRA;"),
    "WAL + FULL": ("journal", "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL;"),
}
ROUNDS = 3


def main(rows: int) -> None:
    with tempfile.TemporaryDirectory(prefix="romme-journals-") as name:
        folder = Path(name)
        hall = prepared(SqliteFile(folder / "template.sqlite3"), folder)
        served: dict[str, list[float]] = {mode: [] for mode in MODES}
        waits: dict[str, list[float]] = {mode: [] for mode in MODES}
        bare: dict[str, list[float]] = {mode: [] for mode in MODES}
        for turn in range(ROUNDS):
            for mode, (without, pragmas) in MODES.items():
                seconds, each = _served(hall, f"{turn}{without}", without, rows)
                served[mode].append(rows / seconds)
                waits[mode].extend(each)
                bare[mode].append(_bare(folder / f"bare-{turn}{without}", pragmas))
        for mode in MODES:
            print(
                f"{mode:<16} {statistics.median(served[mode]):7.1f} rows/s served to four people, "
                f"p99 {percentile(waits[mode], 0.99):6.0f} ms; {statistics.median(bare[mode]):7.0f} bare commits/s"
            )
        print(f"SQLite {sqlite3.sqlite_version}, median of {ROUNDS} turns of {rows} rows")


def _served(hall: Hall, name: str, without: str, rows: int) -> tuple[float, list[float]]:
    """Seconds for all rows, and for each."""
    server = Server(hall.database.copied(name), hall.folder, without).start()
    try:
        writers = [Writer(server, session) for session in hall.sessions[:WRITERS]]
        started = time.monotonic()
        Typing(writers, 51, rows).start().finish()
        return time.monotonic() - started, [each for writer in writers for each in writer.seconds]
    finally:
        server.kill()


def _bare(file: Path, pragmas: str, commits: int = 300) -> float:
    """Commits of one row each, in one second."""
    with closing(sqlite3.connect(file, isolation_level=None)) as connection:
        connection.executescript(pragmas)
        connection.execute("CREATE TABLE row (game integer, points integer)")
        started = time.monotonic()
        for game in range(commits):
            connection.execute("INSERT INTO row VALUES (?, ?)", (game, 37))
        return commits / (time.monotonic() - started)


if __name__ == "__main__":
    main(int(sys.argv[1]) if sys.argv[1:] else 200)
