"""The load that a processor carries with one serving process and with two on one PostgreSQL: `python -m
benchmarks.day.scaling`.

Real servers, people who save rows as fast as they are answered, and phones that poll a public page for changes.
Requests per second are those of this machine with clients, servers and PostgreSQL on the same processors; the processor
time of each request allows estimates for other machines.
"""

import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from http.client import HTTPConnection
from itertools import cycle
from pathlib import Path

import psutil

from tests.safety.checks import cells
from tests.safety.conftest import Hall, prepared
from tests.safety.databases import Database, OnCluster, SqliteFile, percentile
from tests.safety.server import Form, Server, Writer, at_once
from tools.postgres import Cluster, running_cluster

SECONDS = 6.0  # of each measurement
WRITERS, PHONES = 8, 16
TABLES = 260
PAGE = "/t/sicherheit/"


@dataclass(frozen=True, slots=True)
class Figures:
    """`seconds`: of a processor for each request, of the program and of PostgreSQL."""

    requests: int
    elapsed: float
    program: float
    postgres: float
    waits: list[float]

    def __str__(self) -> str:
        program, postgres = (1000 * each / self.requests for each in (self.program, self.postgres))
        return (
            f"{self.requests / self.elapsed:6.0f} a second, p99 {percentile(self.waits, 0.99):6.0f} ms, of a processor "
            f"{program:5.2f} ms in the program and {postgres:5.2f} ms in PostgreSQL"
        )


def main() -> None:
    with tempfile.TemporaryDirectory(prefix="romme-scaling-") as name:
        folder = Path(name)
        with served(SqliteFile(folder / "romme.sqlite3"), folder / "sqlite", processes=1) as (server, hall):
            report("SQLite, processes: 1", server, hall, None)
        with running_cluster({}) as cluster:
            for processes in (1, 2):
                database = OnCluster(cluster.url, f"scaling_{processes}").create()
                with served(database, folder / f"postgres-{processes}", processes) as (server, hall):
                    report(f"PostgreSQL, processes: {processes}", server, hall, cluster)


@contextmanager
def served(database: Database, folder: Path, processes: int) -> Iterator[tuple[Server, Hall]]:
    folder.mkdir()
    hall = prepared(database, folder, TABLES)
    beside = Server(database, folder / "beside") if processes == 2 else None
    server = Server(database, folder, beside=beside).start()
    try:
        yield server, hall
    finally:
        server.kill()


def report(title: str, server: Server, hall: Hall, cluster: Cluster | None) -> None:
    official = Writer(server, hall.sessions[0])
    official.call("POST", "/leitung/sicherheit/veroeffentlichen/", Form(public="yes"))
    saves = measured(server, cluster, [partial(save, server, hall, number) for number in range(WRITERS)])
    polls = measured(server, cluster, [partial(poll, server)] * PHONES)
    sys.stdout.write(f"{title}\n  rows saved      {saves}\n  page unchanged  {polls}\n")


def measured(server: Server, cluster: Cluster | None, works: list[Callable[[threading.Event], list[float]]]) -> Figures:
    enough = threading.Event()
    before, started = spent(server, cluster), time.monotonic()
    threading.Timer(SECONDS, enough.set).start()
    waits = [each for one in at_once(*(partial(work, enough) for work in works)) for each in one]
    elapsed = time.monotonic() - started
    program, postgres = (after - was for after, was in zip(spent(server, cluster), before, strict=True))
    return Figures(len(waits), elapsed, program, postgres, waits)


def spent(server: Server, cluster: Cluster | None) -> tuple[float, float]:
    """Processor seconds of the program and of PostgreSQL until now."""
    programs = [one.process.pid for one in (server, server.beside) if one and one.process]
    postgres = 0.0
    if cluster is not None:
        leader = psutil.Process(int((cluster.data / "postmaster.pid").read_text().split()[0]))
        times = leader.cpu_times()
        ended = times.children_user + times.children_system
        postgres = ended + sum(map(_spent, [leader, *leader.children(recursive=True)]))
    return sum(_spent(psutil.Process(pid)) for pid in programs), postgres


def _spent(process: psutil.Process) -> float:
    times = process.cpu_times()
    return float(times.user + times.system)


def save(server: Server, hall: Hall, number: int, enough: threading.Event) -> list[float]:
    """One official types one list after the other; returns how long each row took."""
    writer = Writer(server, hall.sessions[number])
    for table in range(1 + number, TABLES + 1, WRITERS):
        for game in range(1, 13):
            if enough.is_set():
                return writer.seconds
            answer = writer.save(table, game, cells(30 + game), 0)
            if answer.status != 200:
                raise SystemExit(f"a row is refused: {answer.body}")
    raise SystemExit("all lists are full")


def poll(server: Server, enough: threading.Event) -> list[float]:
    """A phone asks again as soon as it has its answer; each time the other process where there are two."""
    ports = {server.next_port() for _turn in range(2)}
    lines = [HTTPConnection("127.0.0.1", port, timeout=60) for port in ports]
    headers, waits = {"Accept-Encoding": "gzip"}, []
    for line in cycle(lines):
        started = time.monotonic()
        line.request("GET", PAGE, headers=headers)
        answer = line.getresponse()
        answer.read()
        if answer.status == 304:
            waits.append(time.monotonic() - started)
        headers["If-None-Match"] = answer.headers["ETag"]
        if enough.is_set():
            break
    return waits


if __name__ == "__main__":
    main()
