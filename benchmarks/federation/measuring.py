"""Measures what a question to the program takes: of the program, of the database, and by the clock."""

from collections.abc import Callable
from dataclasses import dataclass
from math import ceil
from statistics import median
from time import perf_counter, process_time

import psutil
from django.db import connection

from benchmarks.federation.rows_read import reads_counted


@dataclass(frozen=True, slots=True)
class Figures:
    """Milliseconds of each repeat, shortest first; `database` is the mean of the database's processor time.

    The database is counted on PostgreSQL only: SQLite works inside of the program.
    """

    processor: list[float]
    clock: list[float]
    database: float
    statements: int
    rows: int

    @property
    def typical(self) -> float:
        return median(self.processor)

    @property
    def wait(self) -> float:
        return median(self.clock)

    @property
    def slow(self) -> float:
        """The 95th percentile of processor time."""
        return p95(self.processor)

    @property
    def long_wait(self) -> float:
        """The 95th percentile by the clock."""
        return p95(self.clock)


def measure(ask: Callable[[], object], repeats: int, before: Callable[[], object] = lambda: None) -> Figures:
    """Asks once without measuring, and then `repeats` times. `before` prepares each time and is not measured."""
    before()
    ask()
    processor, clock, spent = [], [], 0.0
    statements = rows = 0
    for _ in range(repeats):
        before()
        database = _spent_by_database()
        with reads_counted() as reads:
            start, start_of_wait = process_time(), perf_counter()
            ask()
            processor.append((process_time() - start) * 1000)
            clock.append((perf_counter() - start_of_wait) * 1000)
        spent += _spent_by_database() - database
        statements, rows = statements + reads.statements, rows + reads.rows
    return Figures(sorted(processor), sorted(clock), spent * 1000 / repeats, statements // repeats, rows // repeats)


def p95(times: list[float]) -> float:
    """Returns the 95th percentile of sorted times."""
    return times[ceil(len(times) * 0.95) - 1]


def _spent_by_database() -> float:
    """Returns the processor seconds of all processes of PostgreSQL until now; 0 for SQLite, a part of the program."""
    if connection.vendor != "postgresql":
        return 0.0
    leader = psutil.Process(psutil.Process(connection.connection.info.backend_pid).ppid())
    ended = leader.cpu_times()
    running = [process.cpu_times() for process in leader.children()]
    return float(ended.children_user + ended.children_system + sum(times.user + times.system for times in running))
