"""The figure that each part of `romme_turnier/fast` earns: ``python -m benchmarks.day.parts [PART …]``.

A real server for each part, with the part and without it in turns, on copies of one database. Milliseconds of the
server's processor for one request; for the lanes, also the wait of phones and officials while eight of them save
without a pause, which only a machine without other work shows; for the selector, the same requests with 500 silent
connections.
"""

import re
import shutil
import socket
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from functools import partial
from http.client import HTTPConnection
from itertools import chain, product
from pathlib import Path

from romme_turnier.fast.switch import PARTS
from tests.safety.checks import cells
from tests.safety.conftest import Hall, prepared
from tests.safety.databases import SqliteFile, percentile
from tests.safety.server import Form, Server, Writer, at_once

TURNS = 3
TABLES = 120
SAVERS, PHONES = 8, 8
LOADED_SECONDS = 4.0
SILENT = 500
EVENT = "/leitung/sicherheit/"
PUBLIC = "/t/sicherheit/"
PAGES = {"overview": EVENT, "tables of a series": f"{EVENT}serie/1/", "a list": f"{EVENT}serie/1/tisch/40/"}
PAGES["door"] = f"{EVENT}einlass/"
Figures = dict[str, float]


def main() -> None:
    parts = sys.argv[1:] or PARTS
    with tempfile.TemporaryDirectory(prefix="romme-parts-") as name:
        folder = Path(name)
        scene = prepared(SqliteFile(folder / "scene.sqlite3"), folder, TABLES)
        for part in parts:
            best: dict[str, Figures] = {"": {}, part: {}}
            for turn, off in product(range(TURNS), best):
                with served(scene, folder / f"{part}-{turn}-{off}", off) as server:
                    for figure, value in figures_of(part, server, scene).items():
                        best[off][figure] = min(value, best[off].get(figure, value))
            sys.stdout.write(f"{part}\n")
            for figure, value in best[""].items():
                without = best[part][figure]
                sys.stdout.write(f"  {figure:42} {value:8.2f}, without {without:8.2f}: {without / value:5.2f}\n")
            sys.stdout.flush()


@contextmanager
def served(scene: Hall, folder: Path, off: str) -> Iterator[Server]:
    folder.mkdir()
    server = Server(scene.database.copied(folder.name), folder, settings={"PLAIN": off}).start()
    try:
        Writer(server, scene.sessions[0]).call("POST", f"{EVENT}veroeffentlichen/", Form(public="yes"))
        yield server
    finally:
        server.kill()
        shutil.rmtree(folder)


def figures_of(part: str, server: Server, scene: Hall) -> Figures:
    official = Writer(server, scene.sessions[0])
    if part == "lanes":
        return loaded(server, scene)
    if part == "static":
        page = get(server, PUBLIC).decode()
        files = set(re.findall(r'(?:href|src)="(/static/[^"]+\.(?:css|js))"', page))
        return {"styles and scripts of a public page, kB": sum(len(get(server, file)) for file in files) / 1024}
    if part == "compression":
        return {f"{page}, kB": len(get(server, path, scene.sessions[0])) / 1024 for page, path in PAGES.items()}
    with ExitStack() as silent:
        if part == "connections":
            for _ in range(SILENT):
                line = silent.enter_context(socket.create_connection(("127.0.0.1", server.port)))
                line.sendall(b"GET /konto/anmelden/ HTTP/1.1\r\nHost: localhost\r\n\r\n")
                line.recv(1)
        return {
            **{page: per_request(server, partial(official.call, "GET", path), 30) for page, path in PAGES.items()},
            "a saved row": per_request(server, saves(official, 0, 1), 200),
            "a public page": per_request(server, phone(server, again=False), 200),
            "a public page, unchanged": per_request(server, phone(server, again=True), 200),
        }


def per_request(server: Server, ask: Callable[[], object], requests: int) -> float:
    """Returns milliseconds of the server's processor, after a few requests that fill its caches."""
    for _ in range(5):
        ask()
    before = processor(server)
    for _ in range(requests):
        ask()
    return 1000 * (processor(server) - before) / requests


def processor(server: Server) -> float:
    """Returns the processor seconds of the server by the clock that Linux has for each process; psutil counts ticks."""
    return time.clock_gettime((~server.process.pid << 3) | 2) if server.process else 0.0


def saves(official: Writer, first: int, step: int) -> Callable[[], object]:
    rows = product(range(1 + first, TABLES, step), range(1, 13))

    def save() -> None:
        table, game = next(rows)
        if official.save(table, game, cells(30 + game), 0).status != 200:
            raise SystemExit("a row is refused")

    return save


def phone(server: Server, *, again: bool) -> Callable[[], float]:
    """Returns a request that gives its seconds; `again`: with the tag of the page that it has."""
    line = HTTPConnection("127.0.0.1", server.port, timeout=60)
    headers = {"Accept-Encoding": "gzip"}

    def ask() -> float:
        started = time.monotonic()
        line.request("GET", PUBLIC, headers=headers)
        answer = line.getresponse()
        answer.read()
        if again:
            headers["If-None-Match"] = answer.headers["ETag"]
        return time.monotonic() - started

    return ask


def get(server: Server, path: str, session: str = "") -> bytes:
    """Returns the body that a browser receives; only the public page is unpacked."""
    line = HTTPConnection("127.0.0.1", server.port, timeout=60)
    packed = {"Accept-Encoding": "gzip"} if session or path != PUBLIC else {}
    line.request("GET", path, headers={**packed, "Cookie": f"sessionid={session}"})
    return line.getresponse().read()


def loaded(server: Server, scene: Hall) -> Figures:
    """Returns the cost of a row while eight officials save, then the waits while phones ask at the same time."""
    rows = [saves(Writer(server, scene.sessions[number]), number, SAVERS) for number in range(SAVERS)]
    phones = [phone(server, again=True) for _ in range(PHONES)]
    before = processor(server)
    saved = sum(map(len, waits_of(rows)))
    cost = 1000 * (processor(server) - before) / saved
    reader = partial(Writer(server, scene.sessions[SAVERS]).call, "GET", EVENT)
    opened, *waits = waits_of([reader, *rows, *phones])
    asked = sorted(chain.from_iterable(waits[SAVERS:]))
    return {
        "a saved row of eight officials": cost,
        "a row, half within": percentile(sorted(chain.from_iterable(waits[:SAVERS])), 0.5),
        "an overview, half within": percentile(sorted(opened), 0.5),
        "a phone that asks again, half within": percentile(asked, 0.5),
        "a phone that asks again, 99 % within": percentile(asked, 0.99),
    }


def waits_of(works: list[Callable[[], object]]) -> list[list[float]]:
    """Returns the seconds of each request; everybody works at the same time, without a pause."""
    enough = threading.Event()

    def until_enough(ask: Callable[[], object]) -> list[float]:
        waits = []
        while not enough.is_set():
            started = time.monotonic()
            ask()
            waits.append(time.monotonic() - started)
        return waits

    threading.Timer(LOADED_SECONDS, enough.set).start()
    return at_once(*(partial(until_enough, work) for work in works))


if __name__ == "__main__":
    main()
