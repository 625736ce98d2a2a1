"""Pages of a federation of 300 organisers, 10,000 people and 20 years of evenings: ``python -m benchmarks.organisers``.

On SQLite and on PostgreSQL, each made in a temporary folder (benchmarks/federation). One client; whole
requests through all middleware, without a network. Milliseconds of processor time of the program, the median and the
95th percentile, also as a multiple of a fixed loop of plain Python; those of the processes of PostgreSQL, on average;
milliseconds by the clock, which other work on the machine lengthens; and the statements and rows that reach the
program. `--small` takes 30 clubs and 3 years.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from statistics import median
from time import perf_counter, process_time

import psutil

from benchmarks.timing import fixed_loop

REPEATS = 20
_DATABASE = "ROMME_BENCH_DATABASE"


def main() -> None:
    if os.environ.get(_DATABASE):
        measure(small="--small" in sys.argv)
        return
    from tools.postgres import running_cluster  # noqa: PLC0415 - a child measures on databases that exist

    with tempfile.TemporaryDirectory(prefix="romme-organisers-") as folder, running_cluster({}) as cluster:
        for name, url in (("SQLite", f"sqlite:///{Path(folder) / 'bench.sqlite3'}"), ("PostgreSQL", cluster.url)):
            sys.stdout.write(f"{name}\n")
            sys.stdout.flush()
            command = [sys.executable, "-m", "benchmarks.organisers", *sys.argv[1:]]
            subprocess.run(command, env={**os.environ, _DATABASE: url}, check=True)  # noqa: S603


def measure(*, small: bool) -> None:
    """Makes the federation in the database that the environment names, and prints a line for each question."""
    from django.core.management import call_command  # noqa: PLC0415
    from django.db import connection  # noqa: PLC0415

    import benchmarks.day  # noqa: F401, PLC0415 - sets the program up on that database
    from benchmarks.federation.making import NORMAL, SMALL, make_federation  # noqa: PLC0415
    from benchmarks.federation.questions import questions  # noqa: PLC0415

    call_command("migrate", verbosity=0)
    start = perf_counter()
    made = make_federation(SMALL if small else NORMAL)
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")
    sys.stdout.write(f"made in {perf_counter() - start:.0f} s\n")
    loop = fixed_loop()
    heads = ("median", "p95", "of the loop", "database", "clock", "p95", "statements", "rows")
    sys.stdout.write(f"fixed loop: {loop:.1f} ms\n{'':34} {' '.join(f'{head:>11}' for head in heads)}\n")
    for name, ask in questions(made).items():
        report(name, ask, loop)


def report(name: str, ask: Callable[[], object], loop: float) -> None:
    from benchmarks.federation.rows_read import reads_counted  # noqa: PLC0415

    ask()
    times, waits = [], []
    spent = _spent_by_database()
    with reads_counted() as reads:
        for _ in range(REPEATS):
            start, start_of_wait = process_time(), perf_counter()
            ask()
            times.append((process_time() - start) * 1000)
            waits.append((perf_counter() - start_of_wait) * 1000)
    database = (_spent_by_database() - spent) * 1000 / REPEATS
    (typical, slow), (wait, long_wait) = map(_median_and_p95, (times, waits))
    figures = (typical, slow, typical / loop, database, wait, long_wait)
    counts = (reads.statements // REPEATS, reads.rows // REPEATS)
    columns = (*(f"{figure:11.1f}" for figure in figures), *(f"{count:11}" for count in counts))
    sys.stdout.write(f"{name:34} {' '.join(columns)}\n")
    sys.stdout.flush()


def _median_and_p95(times: list[float]) -> tuple[float, float]:
    return median(times), sorted(times)[REPEATS * 95 // 100 - 1]


def _spent_by_database() -> float:
    """Returns the processor seconds of all processes of PostgreSQL until now; 0 for SQLite, a part of the program."""
    from django.db import connection  # noqa: PLC0415

    if connection.vendor != "postgresql":
        return 0.0
    leader = psutil.Process(psutil.Process(connection.connection.info.backend_pid).ppid())
    ended = leader.cpu_times()
    running = [process.cpu_times() for process in leader.children()]
    return float(ended.children_user + ended.children_system + sum(times.user + times.system for times in running))


if __name__ == "__main__":
    main()
