"""Games in the browser: `python -m benchmarks.day.playing [TABLES SECONDS]`.

People at many tables, four at each (50 tables are 200 people): every page polls each second and a half for changes, and
the player in turn thinks for a while, draws, and discards. It measures a move and a poll over HTTP as the clients wait
for them, the bytes of a poll, and the memory of the tables; for comparison the same server's page of Üben, so that the
figures are meaningful on a slower machine. The clients share the processors with the server.
"""

import json
import os
import random
import re
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

import psutil

from tests.safety.conftest import prepared
from tests.safety.databases import SqliteFile, percentile
from tests.safety.server import Answer, Form, Server, Writer, at_once, environ

TABLES, SECONDS = 50, 30.0
PEOPLE = 4
ASKS_EVERY = 1.5
THINKS = (3.0, 9.0)
_HAND = re.compile(r'name="k" value="([^"]+)"')


class Person(Writer):
    """The page of a player at a table."""

    def __init__(self, server: Server, token: str, cookie: str) -> None:
        super().__init__(server, "")
        self._headers |= {"Cookie": f"{self._headers['Cookie']}; {cookie}", "X-Part": "1"}
        self.path = f"/spielen/tisch/{token}/"
        self.text = ""
        self.asks_at = 0.0

    @property
    def in_turn(self) -> bool:
        return 'data-own="1"' in self.text

    def ask(self) -> Answer:
        answer = self.call("GET", self.path)
        if answer.status == 200:
            self.text = str(answer.body["text"])
            self._headers["If-None-Match"] = answer.headers["ETag"]
        return answer

    def type(self, line: str) -> Answer:
        answer = self.call("POST", self.path, Form(do="zeile", zeile=line, key=os.urandom(12).hex()))
        self.text = str(answer.body["text"])
        return answer


@dataclass
class Waits:
    """Seconds that clients waited, and bytes that came."""

    moves: list[float] = field(default_factory=list)
    polls: list[float] = field(default_factory=list)
    changed: list[int] = field(default_factory=list)
    bad: int = 0


def play(server: Server, token: str, cookies: list[str], until: float, seed: int) -> Waits:
    """Four people at one table, one after the other, until the time is over."""
    people, waits, rng = [Person(server, token, cookie) for cookie in cookies], Waits(), random.Random(seed)  # noqa: S311
    thinks_until = time.monotonic() + rng.uniform(0, THINKS[1])  # not all tables begin in the same second
    for person in people:
        person.asks_at = time.monotonic() + rng.random() * ASKS_EVERY
    while time.monotonic() < until:
        person = min(people, key=lambda one: one.asks_at)
        time.sleep(max(0.0, person.asks_at - time.monotonic()))
        answer = person.ask()
        waits.polls.append(answer.seconds)
        waits.bad += answer.status >= 500
        if answer.status == 200:
            waits.changed.append(len(person.text.encode()))
        person.asks_at = time.monotonic() + ASKS_EVERY
        if person.in_turn and time.monotonic() > thinks_until:
            _move(person, waits)
            thinks_until = time.monotonic() + rng.uniform(*THINKS)
    return waits


def _move(person: Person, waits: Waits) -> None:
    """Deals, or draws and discards the first card that may be."""
    lines = ["mischen"] if "Mischen" in person.text or "nächstes Spiel" in person.text else ["ziehen"]
    answer = person.type(lines[0])
    waits.moves.append(answer.seconds)
    for mark in _HAND.findall(person.text):
        if lines == ["mischen"]:
            return
        answer = person.type(f"ablegen {mark.partition('.')[0]}")
        waits.moves.append(answer.seconds)
        waits.bad += answer.status >= 500
        if answer.status == 200:
            return


def main() -> None:
    tables = int(sys.argv[1]) if len(sys.argv) > 1 else TABLES
    seconds = float(sys.argv[2]) if len(sys.argv) > 2 else SECONDS
    with tempfile.TemporaryDirectory(prefix="romme-playing-") as name:
        folder = Path(name)
        database = SqliteFile(folder / "romme.sqlite3")
        prepared(database, folder, tables=1)
        server = Server(database, folder).start()
        try:
            report(server, environ(database.url, folder), tables, seconds)
        finally:
            server.kill()


def report(server: Server, env: dict[str, str], tables: int, seconds: float) -> None:
    process = psutil.Process(server.process.pid if server.process else None)
    beside = percentile(_beside(server), 0.5)
    before = _memory(process)
    command = [sys.executable, "-m", "benchmarks.day_tables", str(tables)]
    filled = subprocess.run(command, env=env, check=True, stdout=subprocess.PIPE, text=True)  # noqa: S603 - this program
    seats, until = json.loads(filled.stdout), time.monotonic() + seconds
    found = at_once(*(partial(play, server, token, cookies, until, at) for at, (token, cookies) in enumerate(seats)))
    changed = sorted(size for one in found for size in one.changed)
    bad = sum(one.bad for one in found)
    lines = [
        f"{tables} tables, {PEOPLE * tables} people, {seconds:.0f} s, answers of 500 and above: {bad}",
        f"page of Üben, one client: p50 {beside:.1f} ms",
        _told("move", [wait for one in found for wait in one.moves], beside),
        _told("poll", [wait for one in found for wait in one.polls], beside),
        f"poll with something new: {changed[len(changed) // 2] if changed else 0} bytes of HTML, not packed",
        f"memory: {(_memory(process) - before) / 2**20:.0f} MB more than before the tables",
    ]
    sys.stdout.write("\n  ".join(lines) + "\n")


def _told(what: str, waits: list[float], beside: float) -> str:
    p50, p99 = (percentile(waits, share) for share in (0.5, 0.99))
    return f"{what}: {len(waits)} times, p50 {p50:.1f} ms ({p50 / beside:.1f} of that page), p99 {p99:.0f} ms"


def _beside(server: Server) -> list[float]:
    client = Writer(server, "")
    return [client.call("GET", "/ueben/").seconds for _ in range(20)]


def _memory(process: psutil.Process) -> int:
    return sum(one.memory_info().rss for one in [process, *process.children(recursive=True)])


if __name__ == "__main__":
    main()
