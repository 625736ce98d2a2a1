"""Invariants as checks that raise AssertionError: with a guard off the same check must fail."""

import random
import secrets
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial

from tests.safety.databases import Database, stored_rows
from tests.safety.server import EVENT, Server, Writer, at_once, environ
from tests.safety.sizes import CLIENTS, GAMES
from tools.project import ROOT


def cells(points: int) -> list[str]:
    """A row that breaks no rule; the points of seat 2 tell it from others."""
    return ["0", str(points), "20", "30"]


def stored_points(points: int) -> tuple[int, ...]:
    return (0, points, 20, 30)


def demand_one_winner_on_a_row(database: Database, one: Writer, other: Writer, table: int = 1) -> None:
    """Two officials save the same game at the same moment, game by game: one is stored, the other gets a conflict."""
    for game in range(1, GAMES + 1):
        first, second = at_once(
            partial(one.save, table, game, cells(10 + game), 0), partial(other.save, table, game, cells(40 + game), 0)
        )
        assert sorted([first.status, second.status]) == [200, 409], f"game {game}: {first.status}, {second.status}"
        won = 10 + game if first.status == 200 else 40 + game
        lost = second if first.status == 200 else first
        assert lost.body["error"] == "conflict"
        assert lost.row(game) == (1, cells(won)), "who lost is shown what is stored"
        row = stored_rows(database)[table, game]
        assert (row.version, row.points, row.saves) == (1, stored_points(won), 1)


def demand_one_winner_on_a_list(one: Writer, other: Writer, table: int = 2) -> None:
    """Two type the scorer's sums of one list at the same moment, of the same state."""
    for attempt in range(4):
        shown = one.look(table).body["claims"]["version"]

        def claims(writer: Writer, first_total: int, shown: str = shown) -> int:
            body = {"cells": [str(first_total), *[""] * 11], "expected": shown}
            return writer.call("POST", EVENT.format(table) + "summen/", body).status

        statuses = at_once(partial(claims, one, 100 + attempt), partial(claims, other, 200 + attempt))
        assert sorted(statuses) == [200, 409], statuses
        won = 100 + attempt if statuses[0] == 200 else 200 + attempt
        assert one.look(table).body["claims"]["cells"][0] == str(won)


@dataclass
class Replay:
    """A save that the network repeats, also after another official has saved the row again."""

    writer: Writer
    other: Writer
    table: int = 3
    key: str = field(default_factory=lambda: secrets.token_hex(16))

    @classmethod
    def of(cls, people: Sequence[Writer]) -> "Replay":
        return cls(people[0], people[1])

    def again(self, times: int) -> None:
        answers = [self.writer.save(self.table, 5, cells(55), 0, self.key) for _time in range(times)]
        assert [answer.status for answer in answers] == [200] * times
        assert {answer.version for answer in answers} == {1}

    def somebody_else(self) -> None:
        assert self.other.save(self.table, 5, cells(66), 1).status == 200

    def demand_one_effect(self, database: Database) -> None:
        row = stored_rows(database)[self.table, 5]
        assert (row.version, row.points, row.saves) == (2, stored_points(66), 2)


@dataclass
class Typing:
    """Several writers who save row after row, each on separate tables, and the acknowledged rows.

    They end after `rows` rows, or when stopped. `moment` is called at each acknowledgement.
    """

    writers: Sequence[Writer]
    tables: int
    rows: int
    moment: Callable[[], int] = time.monotonic_ns
    pause: float = 0.0  # seconds after each row
    acknowledged: dict[tuple[int, int], int] = field(default_factory=dict)  # table and game: points
    moments: dict[tuple[int, int], int] = field(default_factory=dict)
    recovered: list[float] = field(default_factory=list)  # seconds until saves continued
    begun: set[tuple[int, int]] = field(default_factory=set)
    _threads: list[threading.Thread] = field(default_factory=list)
    _faults: list[BaseException] = field(default_factory=list)
    _stopped: threading.Event = field(default_factory=threading.Event)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def start(self) -> "Typing":
        for number, writer in enumerate(self.writers):
            thread = threading.Thread(target=self._type, args=(writer, number), daemon=True)
            self._threads.append(thread)
            thread.start()
        return self

    def _type(self, writer: Writer, number: int) -> None:
        rng = random.Random(number)
        try:
            for table in range(1 + number, self.tables + 1, len(self.writers)):
                for game in range(1, GAMES + 1):
                    if len(self.acknowledged) >= self.rows or self._stopped.is_set():
                        return
                    points = rng.randint(2, 90)
                    self.begun.add((table, game))
                    answer = writer.save_surely(table, game, cells(points), 0)
                    assert answer.status == 200, (table, game, answer.status, answer.body)
                    with self._lock:
                        self.acknowledged[table, game] = points
                        self.moments[table, game] = self.moment()
                    self._stopped.wait(self.pause)
        except BaseException as fault:
            self._faults.append(fault)

    def wait_for(self, rows: int) -> None:
        """Waits until this many rows are acknowledged. A wait without sleep would take a processor from the server."""
        while len(self.acknowledged) < rows:
            assert self.is_going_on
            time.sleep(0.002)

    @property
    def is_going_on(self) -> bool:
        return any(thread.is_alive() for thread in self._threads)

    def stop(self) -> None:
        """Begins no new row; ends when those under way are acknowledged."""
        self._stopped.set()
        self.finish()

    def finish(self) -> None:
        for thread in self._threads:
            thread.join()
        if self._faults:
            raise self._faults[0]


def kill_at_random(server: Server, typing: Typing, rng: random.Random, kills: int) -> int:
    """Kill the server and start it again, spread over the rows that come in; returns how often."""
    every = typing.rows // (kills + 1)
    for kill in range(1, kills + 1):
        typing.wait_for(kill * every)
        time.sleep(rng.uniform(0, 0.2))  # somewhere within a request
        if not typing.is_going_on:
            return kill - 1
        server.kill()
        server.start()
    typing.finish()
    return kills


def demand_nothing_lost(database: Database, acknowledged: dict[tuple[int, int], int]) -> None:
    """Every acknowledged row is stored once, as typed."""
    rows = stored_rows(database)
    lost = [place for place in acknowledged if place not in rows]
    assert lost == [], f"lost: {len(lost)} of {len(acknowledged)}"
    wrong = [place for place, points in acknowledged.items() if rows[place].points != stored_points(points)]
    assert wrong == []
    doubled = [place for place in acknowledged if (rows[place].version, rows[place].saves) != (1, 1)]
    assert doubled == []


HALVES = """
SELECT s.id FROM tournament_spielliste s
WHERE s.version <> (SELECT count(*) FROM tournament_logentry l WHERE l.spielliste_id = s.id)
                 + (SELECT count(*) FROM tournament_revision v WHERE v.spielliste_id = s.id AND v.number > 1)
UNION ALL
SELECT r.id FROM tournament_gamerow r
WHERE r.version <>
      (SELECT count(*) FROM tournament_logentry l WHERE l.spielliste_id = r.spielliste_id AND l.game = r.number)
   OR (SELECT count(*) FROM tournament_gameentry e WHERE e.row_id = r.id) <>
      (SELECT count(*) FROM tournament_seat p JOIN tournament_spielliste l ON l.table_id = p.table_id
       WHERE l.id = r.spielliste_id)
UNION ALL
SELECT k.id FROM tournament_savedkey k WHERE k.answer = '{}'
"""


def demand_no_halves(database: Database) -> None:
    """Saves are stored completely or not at all: list, row, entries, log and key agree."""
    assert database.query(HALVES) == [], "half a save"
    (keys,) = database.query("SELECT count(*) FROM tournament_savedkey")
    (saves,) = database.query("SELECT count(*) FROM tournament_logentry WHERE what = 'row'")
    assert keys == saves, "half a save"


READY = 5.0  # seconds


def demand_ready_again(server: Server) -> None:
    """After each kill it answered in time; on a machine that is busy otherwise, not thrice as late as undisturbed."""
    first, *again = server.ready
    slowest = max(again)
    assert slowest <= max(READY, 3 * first), f"ready after {slowest:.1f} s"


def at_most(cases: int) -> str:
    """The highest rate compatible with zero cases among this many (rule of three, 95 %)."""
    return f"0 of {cases}, at most {3 / cases:.2%}"


def demand_agreement(database: Database, server: Server) -> None:
    """The database is whole, and `verify` finds that everything stored agrees."""
    assert database.is_whole()
    done = run(server, "verify", database=database)
    assert done.returncode == 0, done.stdout + done.stderr


def run(server: Server, *command: str, database: Database | None = None) -> "subprocess.CompletedProcess[str]":
    """Runs a management command next to the server."""
    surroundings = environ((database or server.database).url, server.folder)
    return subprocess.run(
        [sys.executable, "manage.py", *command], env=surroundings, cwd=ROOT, capture_output=True, text=True, check=False
    )


def fifty_lists(writers: Sequence[Writer], each: int) -> None:
    """50 people, a list each."""

    def work(writer: Writer, table: int) -> None:
        for game in range(1, each + 1):
            answer = writer.save(table, game, cells(10 + table % 80), 0)
            assert answer.status == 200, (table, game, answer.status)

    at_once(*(partial(work, writer, table) for table, writer in enumerate(writers, start=1)))


def demand_fifty_lists(database: Database, each: int) -> None:
    rows = stored_rows(database)
    for table in range(1, CLIENTS + 1):
        for game in range(1, each + 1):
            assert rows[table, game].points == stored_points(10 + table % 80)


def fifty_on_one_list(writers: Sequence[Writer], each: int, table: int) -> None:
    """50 people increase the same twelve figures: no increment may be lost to another."""

    def work(writer: Writer, number: int, game: int) -> None:
        version, points, done = 0, 0, 0
        while done < each:
            # Seat 3 identifies the writer, as equal entries are not a conflict.
            answer = writer.save(table, game, ["0", str(points + 1), str(2 + number), "30"], version)
            assert answer.status in (200, 409), answer.status
            done += answer.status == 200
            version, typed = answer.row(game)
            points = int(typed[1])

    at_once(*(partial(work, writer, place, 1 + place % GAMES) for place, writer in enumerate(writers)))


def demand_no_lost_update(database: Database, each: int, table: int) -> None:
    rows = stored_rows(database)
    for game in range(1, GAMES + 1):
        added = each * len(range(game - 1, CLIENTS, GAMES))
        row = rows[table, game]
        assert (row.points[1], row.version) == (added, added), f"game {game}: {row.points[1]} of {added}"
