"""Seasons of a federation of 300 clubs, 10,000 people and 20 years of evenings: ``python -m benchmarks.seasons``.

On PostgreSQL, and five clubs with their 20 years on SQLite, each made in a temporary folder (benchmarks/federation).
One client; whole requests through all middleware, without a network. For each question: the target, the 95th percentile
by the clock, which other work on the machine lengthens, and their ratio; the medians by the clock and of processor time
of the program; the processor time of PostgreSQL, on average; the statements and rows that reach the program. Last, for
pages, the 95th percentile by the clock if four clients ask for the same page together, two in each of two processes.
`--small` takes 30 clubs and 3 years.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from pathlib import Path
from time import perf_counter

from benchmarks.timing import fixed_loop

_DATABASE = "ROMME_BENCH_DATABASE"


def main() -> None:
    if os.environ.get(_DATABASE):
        measure_all(small="--small" in sys.argv)
        return
    from tools.postgres import running_cluster  # noqa: PLC0415 - a child measures on databases that exist

    with tempfile.TemporaryDirectory(prefix="romme-seasons-") as folder, running_cluster({}) as cluster:
        for name, url in (("SQLite", f"sqlite:///{Path(folder) / 'bench.sqlite3'}"), ("PostgreSQL", cluster.url)):
            sys.stdout.write(f"{name}\n")
            sys.stdout.flush()
            command = [sys.executable, "-m", "benchmarks.seasons", *sys.argv[1:]]
            subprocess.run(command, env={**os.environ, _DATABASE: url}, check=True)  # noqa: S603


def measure_all(*, small: bool) -> None:
    """Makes the federation in the database that the environment names, and prints a line for each question."""
    from django.core.management import call_command  # noqa: PLC0415
    from django.db import connection  # noqa: PLC0415

    import benchmarks.day  # noqa: F401, PLC0415 - sets the program up on that database
    from benchmarks.federation.clients import several_clients  # noqa: PLC0415
    from benchmarks.federation.making import (  # noqa: PLC0415
        PLAYED,
        PLAYED_BY_FEW,
        PLAYED_BY_FIVE,
        make_federation,
    )
    from benchmarks.federation.measuring import measure, p95  # noqa: PLC0415
    from benchmarks.federation.season_questions import season_questions  # noqa: PLC0415

    call_command("migrate", verbosity=0)
    start = perf_counter()
    many = PLAYED if connection.vendor == "postgresql" else PLAYED_BY_FIVE
    made = make_federation(PLAYED_BY_FEW if small else many, results=True)
    with connection.cursor() as cursor:
        cursor.execute("VACUUM ANALYZE" if connection.vendor == "postgresql" else "ANALYZE")
    sys.stdout.write(f"made in {perf_counter() - start:.0f} s; fixed loop: {fixed_loop():.1f} ms\n")
    heads = ("target", "p95", "ratio", "clock", "program", "database", "statements", "rows", "4 clients")
    sys.stdout.write(f"{'':34} {' '.join(f'{head:>10}' for head in heads)}\n")
    with several_clients() as ask_several:
        for asked in season_questions(made):
            taken, several = measure(asked.ask, asked.repeats, asked.before), ask_several(asked.name)
            times = (asked.target, taken.long_wait, taken.long_wait / asked.target, taken.wait, taken.typical)
            columns = (
                *(f"{time:10.2f}" for time in (*times, taken.database)),
                f"{taken.statements:10}",
                f"{taken.rows:10}",
                f"{p95(several):10.2f}" if several else "",
            )
            sys.stdout.write(f"{asked.name:34} {' '.join(columns)}\n")
            sys.stdout.flush()


if __name__ == "__main__":
    main()
