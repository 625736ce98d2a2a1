"""Random lives of lists: stale versions, replays, restarts. An independent scorer predicts the result."""

import random
import secrets
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import cycle

import pytest

from tests.safety import checks
from tests.safety.conftest import Hall, Shared
from tests.safety.databases import Database, stored_rows
from tests.safety.paper import SEATS, Paper, Row, row_by_chance
from tests.safety.server import EVENT, Answer, Server, Writer, at_once, surely
from tests.safety.sizes import GAMES, IS_FULL, SIZES, WRITERS

TOTALS = """
SELECT t.number, s.number, l.minus, l.bonus, l.handromme_bonus, l.result, l.finished, l.handrommes, l.penalties
FROM tournament_listtotal l JOIN tournament_seat s ON s.id = l.seat_id
JOIN tournament_table t ON t.id = s.table_id JOIN tournament_series r ON r.id = t.series_id
JOIN tournament_event e ON e.id = r.event_id
WHERE e.slug = 'sicherheit'
"""
VERSIONS = """
SELECT t.number, s.version, s.status FROM tournament_spielliste s
JOIN tournament_table t ON t.id = s.table_id JOIN tournament_series r ON r.id = t.series_id
JOIN tournament_event e ON e.id = r.event_id
WHERE e.slug = 'sicherheit'
"""


@dataclass
class Life:
    """The acts of one person on a list, and the expected result."""

    writer: Writer
    table: int
    rng: random.Random
    paper: Paper = field(default_factory=Paper)
    sent: list[tuple[int, Row, int, str]] = field(default_factory=list)
    shown: str = ""  # the sums as the last answer showed them
    steps: int = 0

    def live(self) -> None:
        self._claims_shown()
        is_careful = self.rng.random() < 0.5  # half of the lists are completed
        for game in range(1, GAMES + 1):
            self._row(game, row_by_chance(self.rng) if not is_careful else self._whole())
            while self.rng.random() < 0.4:
                self._anything()
        if is_careful:
            self._finish(self.paper.version)
        for _step in range(3):
            self._anything()

    def _whole(self) -> Row:
        while not (row := row_by_chance(self.rng)).is_whole:
            pass
        return row

    def _anything(self) -> None:
        rng = self.rng
        game = rng.randint(1, GAMES)
        match rng.choices(("row", "stale", "replay", "reuse", "unreadable", "claims", "finish"), (3, 3, 3, 1, 1, 2, 1))[
            0
        ]:
            case "row":
                self._row(game, row_by_chance(rng))
            case "stale":
                self._row(game, row_by_chance(rng), rng.choice((-1, 1, 2)))
            case "replay" if self.sent:
                self._send_row(*rng.choice(self.sent))
            case "reuse" if self.sent:
                before = rng.choice(self.sent)
                self._send_row(before[0], row_by_chance(rng), *before[2:])
            case "unreadable":
                cells = ["0", "x7", "20", "30"]
                answer = self._send("zeile/", game=game, cells=cells, expected=0, key=secrets.token_hex(16))
                self._settle(400, answer)
            case "claims":
                self._claim()
            case "finish":
                self._finish(max(0, self.paper.version + rng.choice((0, -1, 1))))

    def _row(self, game: int, row: Row, off: int = 0) -> None:
        expected = max(0, self.paper.row_version(game) + off)
        self.sent.append((game, row, expected, secrets.token_hex(16)))
        self._send_row(*self.sent[-1])

    def _send_row(self, game: int, row: Row, expected: int, key: str) -> None:
        status, version = self.paper.save(game, row, expected, key)
        cells = [cell.text for cell in row.cells]
        answer = self._send("zeile/", game=game, cells=cells, expected=expected, key=key)
        self._settle(status, answer)
        if version is not None:
            assert answer.body["saved"]["version"] == version, self._told()

    def _claim(self) -> None:
        cells = [str(self.rng.randint(0, 300)) if self.rng.random() < 0.3 else "" for _cell in range(3 * SEATS)]
        is_stale = self.rng.random() < 0.3
        shown = "so nie gezeigt" if is_stale else self.shown
        self._settle(self.paper.claim(cells, is_stale=is_stale), self._send("summen/", cells=cells, expected=shown))

    def _finish(self, expected: int) -> None:
        self._settle(self.paper.finish(expected), self._send("fertig/", expected=expected))

    def _claims_shown(self) -> None:
        self.shown = surely(lambda: self.writer.look(self.table)).body["claims"]["version"]

    def _send(self, what: str, **body: object) -> Answer:
        self.steps += 1
        return surely(lambda: self.writer.call("POST", EVENT.format(self.table) + what, body))

    def _settle(self, status: int, answer: Answer) -> None:
        assert answer.status == status, (self._told(), answer.body.get("error"), answer.body.get("message"))
        if answer.status != 400:
            assert answer.body["list"]["version"] == self.paper.version, self._told()
            self.shown = answer.body["claims"]["version"]

    def _told(self) -> str:
        return f"table {self.table}, step {self.steps}"


def demand_papers(database: Database, lives: list[Life]) -> None:
    """Each stored list equals its paper."""
    rows = stored_rows(database)
    totals = {(table, seat): figures for table, seat, *figures in database.query(TOTALS)}
    versions = {table: rest for table, *rest in database.query(VERSIONS)}
    for life in lives:
        paper, table = life.paper, life.table
        stored = {game: row for (number, game), row in rows.items() if number == table}
        assert {game: (row.version, row.saves, row.points) for game, row in stored.items()} == {
            game: (version, version, row.said[0]) for game, (row, version) in paper.rows.items()
        }, f"rows of table {table}"
        assert versions[table] == [paper.version, "open" if paper.completed_at is None else "complete"], table
        for seat in range(SEATS):
            assert totals[table, seat + 1] == [*paper.totals(seat), 0], f"sums of table {table}, seat {seat + 1}"


def live(server: Server, lives: list[Life], restarts: int) -> None:
    """Four people work through the lists, while the server is killed occasionally."""
    rest = iter(lives)
    lock = threading.Lock()
    done = threading.Event()

    def work() -> None:
        while True:
            with lock:
                life = next(rest, None)
            if life is None:
                done.set()
                return
            life.live()

    def kill() -> None:
        for _restart in range(restarts):
            if done.wait(random.Random(restarts).uniform(0.5, 3)):
                return
            server.kill()
            server.start()

    at_once(*[work] * WRITERS, kill)


def lives_of(server: Server, sessions: Sequence[str], tables: range, seed: int) -> list[Life]:
    """Each list has a separate writer."""
    return [
        Life(Writer(server, session), table, random.Random(seed * 1000 + table))
        for table, session in zip(tables, cycle(sessions), strict=False)
    ]


def test_lists_hold_what_an_independent_scorer_says(shared: Shared, figure: Callable[[str], None]) -> None:
    lives = lives_of(shared.server, shared.hall.sessions, range(31, 31 + SIZES.lives), 0)
    live(shared.server, lives, restarts=0)
    demand_papers(shared.hall.database, lives)
    figure(_told(lives))


@pytest.mark.skipif(not IS_FULL, reason="takes a quarter of an hour")
def test_lists_hold_what_an_independent_scorer_says_also_when_the_server_is_killed(
    hall: Hall, figure: Callable[[str], None]
) -> None:
    every: list[Life] = []
    for batch in range(SIZES.batches_of_lives):
        database = hall.database.copied(f"lives{batch}")
        server = Server(database, hall.folder).start()
        try:
            lives = lives_of(server, hall.sessions, range(1, SIZES.tables), batch)
            live(server, lives, restarts=SIZES.restarts)
            demand_papers(database, lives)
            checks.demand_no_halves(database)
            checks.demand_agreement(database, server)
        finally:
            server.kill()
        every += lives
    figure(f"{_told(every)}; {SIZES.batches_of_lives * SIZES.restarts} kills")


def _told(lives: list[Life]) -> str:
    steps = sum(life.steps for life in lives)
    return f"lives of lists: {steps} requests, other than the scorer says in {checks.at_most(len(lives))} lists"


def test_scorer_sees_a_wrong_sum(hall: Hall) -> None:
    life = Life(Writer(Server(hall.database, hall.folder), ""), 1, random.Random(0))
    demand_papers(hall.database, [life])
    life.paper.save(1, row_by_chance(random.Random(1)), 0, "key")
    with pytest.raises(AssertionError, match="rows of table 1"):
        demand_papers(hall.database, [life])
