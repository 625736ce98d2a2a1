"""Hours of all activities together, with occasional kills of the server: memory, log and errors stay bounded."""

import random
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from tests.safety import checks
from tests.safety.conftest import Hall
from tests.safety.desk import BOOK, Payments
from tests.safety.server import Gone, Server, Writer, at_once
from tests.safety.sizes import GAMES, SIZES, WRITERS

_GROWTH = 1.1
_MOST = 300 * 1024  # kilobytes; 192 MB were measured, and 678 when the server laid out large papers itself
_WARM = 120.0  # seconds until the caches of all ten connections to the database are full
_LOG = 64 * 1024  # bytes for a day
_READERS = 2
_PAGES = (
    "/",
    "/konto/anmelden/",
    "/leitung/",
    "/leitung/sicherheit/",
    "/leitung/sicherheit/einlass/",
    "/leitung/sicherheit/serie/1/",
    "/leitung/sicherheit/serie/1/listen/",
    "/leitung/sicherheit/rangliste/",
    "/leitung/sicherheit/kasse/",
    "/leitung/sicherheit/saal/",
    "/leitung/sicherheit/serie/1/tischplan.pdf",
)


def memory(server: Server) -> int:
    """Kilobytes that the server has to itself."""
    assert server.process is not None
    rollup = Path(f"/proc/{server.process.pid}/smaps_rollup").read_text()
    return sum(int(line.split()[1]) for line in rollup.splitlines() if line.startswith(("Private_", "Shared_Dirty")))


def demand_steady(lives: Sequence[Sequence[int]]) -> float:
    """Between warm-up and kill the server grows by a tenth at most; returns the growth.

    It never needs more than `_MOST`, as a tenth of a large size would be much.
    """
    growth, most = max(life[-1] / life[0] for life in lives), max(map(max, lives))
    assert growth <= _GROWTH, f"grew to {growth:.0%}"
    assert most <= _MOST, f"needed {most} kB"
    return growth


def demand_silence(log: Path) -> int:
    """Returns how much it wrote."""
    size = log.stat().st_size
    assert size <= _LOG, f"{size} bytes of log"
    return size


@dataclass
class Day:
    """Four people type and two look at pages until the end."""

    server: Server
    writers: Sequence[Writer]
    seconds: float
    requests: int = 0
    _over: threading.Event = field(default_factory=threading.Event)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def pass_(self, lives: int) -> list[list[int]]:
        """Returns what the server needed in each of its lives, from when it was warm."""
        typists = [self._typist(number, writer) for number, writer in enumerate(self.writers[:WRITERS])]
        readers = [self._reader(number, writer) for number, writer in enumerate(self.writers[WRITERS:])]
        needed: list[list[int]] = []

        def live() -> None:
            try:
                for life in range(lives):
                    if life:
                        self.server.kill()
                        self.server.start()
                    needed.append(self._live(self.seconds / lives))
            finally:
                self._over.set()

        at_once(live, *typists, *readers)
        return needed

    def _live(self, seconds: float) -> list[int]:
        self._over.wait(min(_WARM, seconds / 2))
        needed, until = [memory(self.server)], time.monotonic() + max(seconds - _WARM, seconds / 2)
        while time.monotonic() < until:
            self._over.wait(5)
            needed.append(memory(self.server))
        return needed

    def _typist(self, number: int, writer: Writer) -> Callable[[], None]:
        rng = random.Random(number)
        versions: dict[tuple[int, int], int] = {}

        def type_on() -> None:
            while not self._over.is_set():
                place = (rng.randrange(1 + number, SIZES.tables, WRITERS), rng.randint(1, GAMES))
                expected = versions.get(place, 0)
                answer = writer.save_surely(*place, checks.cells(rng.randint(2, 90)), expected)
                assert answer.status == 200, (place, answer.status)
                versions[place] = answer.version
                if rng.random() < 0.1:
                    assert writer.submit_surely(BOOK, Payments(1).forms[0]).status == 302
                self._counted()

        return type_on

    def _reader(self, number: int, writer: Writer) -> Callable[[], None]:
        rng = random.Random(-number)

        def read_on() -> None:
            while not self._over.is_set():
                try:
                    answer = writer.call("GET", rng.choice(_PAGES))
                except Gone:
                    time.sleep(0.05)
                    continue
                assert answer.status in (200, 302, 409), answer.status
                self._counted()

        return read_on

    def _counted(self) -> None:
        with self._lock:
            self.requests += 1


@pytest.mark.skipif(not SIZES.minutes, reason="what grows slowly is seen in minutes, not in seconds")
def test_server_neither_grows_nor_chatters_nor_fails(
    hall: Hall,
    serve: Callable[..., Server],
    people: Callable[..., list[Writer]],
    figure: Callable[[str], None],
) -> None:
    log = hall.folder / "server.log"
    log.unlink(missing_ok=True)
    server = serve(KEPT_PAPERS=str(hall.folder / "papers"))
    writers = people(server, WRITERS + _READERS)
    day = Day(server, writers, SIZES.minutes * 60)
    lives = day.pass_(SIZES.kills_of_a_day + 1)
    checks.demand_agreement(hall.database, server)
    growth, written = demand_steady(lives), demand_silence(log)
    assert sum(writer.refused for writer in writers) == 0
    figure(
        f"{SIZES.minutes} minutes of everything, {len(lives) - 1} kills: {day.requests} requests, 5xx 0, "
        f"memory {lives[0][0] // 1024} MB when warm, {growth - 1:+.1%} at most, log {written} bytes"
    )


def test_checks_see_a_server_that_grows_or_chatters(tmp_path: Path) -> None:
    demand_steady([[100, 150, 110], [100, 100]])
    with pytest.raises(AssertionError, match="grew to 111%"):
        demand_steady([[100, 100], [100, 105, 111]])
    with pytest.raises(AssertionError, match="needed 307201 kB"):
        demand_steady([[300_000, 307_201, 300_000]])
    log = tmp_path / "server.log"
    log.write_bytes(bytes(_LOG))
    demand_silence(log)
    log.write_bytes(bytes(_LOG + 1))
    with pytest.raises(AssertionError, match="bytes of log"):
        demand_silence(log)
