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
from time import perf_counter

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
        cursor.execute("VACUUM ANALYZE" if connection.vendor == "postgresql" else "ANALYZE")
    sys.stdout.write(f"made in {perf_counter() - start:.0f} s\n")
    loop = fixed_loop()
    heads = ("median", "p95", "of the loop", "database", "clock", "p95", "statements", "rows")
    sys.stdout.write(f"fixed loop: {loop:.1f} ms\n{'':34} {' '.join(f'{head:>11}' for head in heads)}\n")
    for name, ask in questions(made).items():
        report(name, ask, loop)


def report(name: str, ask: Callable[[], object], loop: float) -> None:
    from benchmarks.federation.measuring import measure  # noqa: PLC0415

    taken = measure(ask, REPEATS)
    figures = (taken.typical, taken.slow, taken.typical / loop, taken.database, taken.wait, taken.long_wait)
    columns = (*(f"{figure:11.1f}" for figure in figures), f"{taken.statements:11}", f"{taken.rows:11}")
    sys.stdout.write(f"{name:34} {' '.join(columns)}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main()
