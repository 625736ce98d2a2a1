"""From the last game to the released standings, on paper and with phones: ``python -m benchmarks.day.thirty_tables``.

Thirty tables of four play twelve games. On paper one official types every list; with phones the official compares the
check word and looks at the signatures, three tables have no phone and are typed, and at one table a player objects to
the list. All actions of the program are requests to the pages of a separate server, and are timed. Actions of people
take no real time: a separate clock adds them, from the constants below, the same in both ways.

Two days: all tables end at the same moment, which is the worst for the desk, and within ten minutes. Both leave out the
drawing of pages by a browser, mistakes in typing, and further helpers at the desk.
"""

from __future__ import annotations

import heapq
import logging
import re
import sys
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from random import Random
from secrets import token_hex
from time import perf_counter
from typing import Any

from django.core.wsgi import get_wsgi_application
from django.utils import timezone

import benchmarks.day  # noqa: F401 - sets the program up
from benchmarks.timing import fixed_loop
from romme_turnier.accounts.models import User
from romme_turnier.serving.server import Server
from romme_turnier.tournament import models
from romme_turnier.tournament.at_table.access import pin_of
from romme_turnier.tournament.participants.card_code import END, card_code
from tests.factories import make_event, seat_series
from tests.safety.scene import session_of
from tests.safety.server import Answer, Form, Writer

TABLES, GAMES, SEATS = 30, 12, 4
WITHOUT_PHONE, DISPUTED = (4, 15, 26), 21
WITHIN = 600.0  # seconds, on the second day

# Seconds of people. The first five are those of the keystroke-level model (Card, Moran and Newell 1980): a key of a
# typist with 40 words a minute, a hand that moves to the mouse, pointing, pressing and releasing, and mental
# preparation for a unit of thought: a row of four figures, a sum, a word to compare.
KEY, HAND, POINT, CLICK, THINK = 0.28, 0.40, 1.10, 0.20, 1.35
BUTTON = THINK + HAND + POINT + CLICK
# The rest is assumed.
OLDER = 1.5  # as many times as long take players over sixty
TAP = OLDER * 0.5
SHEET = 3.0  # to lay one list away and take the next
SIGNATURES = 2.0  # to check that all four are present
SIGN = OLDER * 4.0
WRITTEN_SIGN = OLDER * 0.7  # a letter or a digit by hand
TO_THE_DESK = 30.0
TALK = 60.0  # until it is clear who is right


@dataclass(frozen=True, slots=True)
class Job:
    """Work at the desk that arrives after `after` seconds; `then` is its follow-up, after the first step of the
    table.
    """

    after: float
    people: float
    program: float
    then: Job | None = None


@dataclass(frozen=True, slots=True)
class Table:
    """The content of the paper on the table and of the start cards."""

    number: int
    rows: tuple[tuple[str, ...], ...]
    pin: str
    codes: tuple[str, ...]  # by seat
    players: tuple[int, ...]

    @property
    def sums(self) -> list[str]:
        return [str(sum(int(row[seat]) for row in self.rows)) for seat in range(SEATS)]


class Browser(Writer):
    """A browser whose waits for the program are counted."""

    waited = 0.0

    def ask(self, method: str, path: str, body: Mapping[str, Any] | None = None) -> Answer:
        start = perf_counter()
        answer = self.call(method, path, body)
        if answer.status == 302:
            answer = self.call("GET", answer.headers["Location"])
        self.waited += perf_counter() - start
        if answer.status != 200:
            raise SystemExit(f"{method} {path} answers {answer.status}: {str(answer.body)[:300]}")
        return answer

    def keep(self, cookie: str) -> None:
        self._headers["Cookie"] += f"; {cookie}"

    def waits(self) -> float:
        """Returns how long it waited since this was asked last."""
        waited, self.waited = self.waited, 0.0
        return waited


class Hall:
    """An event whose tables are about to play."""

    def __init__(self, server: Server, slug: str, session: str) -> None:
        self.slug = slug
        self.server = server
        self.official = Browser(self, session)
        rng = Random(30)  # noqa: S311 - points to measure with
        players = range(1, SEATS * TABLES + 1)
        event = make_event(players=len(players), slug=slug, phone_lists="allowed", published_at=timezone.now())
        models.EventRole.objects.create(event=event, user=User.objects.get(), role="director")
        series = seat_series(event, tables=[players[at : at + SEATS] for at in range(0, len(players), SEATS)])
        models.Series.objects.filter(pk=series.pk).update(seats_released_at=timezone.now())
        self.tables = [_table(one, rng) for one in series.tables.prefetch_related("seats__registration")]

    def next_port(self) -> int:
        return self.server.port

    def desk(self, place: str = "") -> str:
        return f"/leitung/{self.slug}/{place}"


def _table(table: models.Table, rng: Random) -> Table:
    registrations = [seat.registration for seat in table.seats.all()]
    return Table(
        number=table.number,
        rows=tuple(
            tuple("0" if seat == game % SEATS else str(rng.randint(20, 49)) for seat in range(SEATS))
            for game in range(GAMES)
        ),
        pin=pin_of(table.spielliste),
        codes=tuple(card_code(one) for one in registrations),
        players=tuple(int(one.number or 0) for one in registrations),
    )


# --- What people do without the program -------------------------------------------------------------------------


def keys(cells: tuple[str, ...] | list[str]) -> float:
    """Seconds for the digits and one key a cell, as the entry page wants them (tests/browser/lists)."""
    return KEY * sum(len(cell) + 1 for cell in cells)


READ_A_COLUMN = OLDER * THINK * GAMES
LAST_GAME_BY_HAND = OLDER * SEATS * THINK + 2 * SEATS * WRITTEN_SIGN
ADD_UP = OLDER * THINK * GAMES * SEATS + 3 * SEATS * WRITTEN_SIGN  # a figure after the other
CHECK_AND_SIGN = SEATS * (READ_A_COLUMN + SIGN)  # one sheet goes round
CHECK_BY_PHONE = SEATS * (READ_A_COLUMN + (2 + 6) * TAP)  # so does one phone: the name, the code, the button
LAST_GAME_BY_PHONE = OLDER * SEATS * THINK + (3 + 2 * SEATS) * TAP
WORD_AND_SUMS = (5 + 3 * SEATS) * WRITTEN_SIGN  # copied from the phone to the paper
ON_PAPER = LAST_GAME_BY_HAND + ADD_UP + CHECK_AND_SIGN + TO_THE_DESK
BESIDE_THE_PHONE = LAST_GAME_BY_HAND + LAST_GAME_BY_PHONE + CHECK_BY_PHONE + WORD_AND_SUMS + SEATS * SIGN + TO_THE_DESK


# --- What is done with the program ------------------------------------------------------------------------------


def typed(hall: Hall, table: Table) -> Job:
    """The whole list from the paper. Rows are saved while the next one is typed, as the page does."""
    official, place = hall.official, hall.desk(f"serie/1/tisch/{table.number}/")
    people = SHEET + THINK + keys([str(table.number)])
    official.ask("GET", place)
    program = official.waits()
    for game, row in enumerate(table.rows, start=1):
        people += THINK + keys(row)
        official.ask("POST", f"{place}zeile/", {"game": game, "cells": row, "expected": 0, "key": token_hex(16)})
        program += max(0.0, official.waits() - THINK - keys(row))
    people += THINK + keys(table.sums) + SIGNATURES
    official.ask(
        "POST", f"{place}summen/", {"cells": [*table.sums, *[""] * 2 * SEATS], "expected": "|" * (3 * SEATS - 1)}
    )
    official.ask("POST", f"{place}fertig/", {"expected": official.ask("GET", f"{place}stand/").body["list"]["version"]})
    return Job(ON_PAPER, people, program + official.waits())


def compared(hall: Hall, after: float) -> Job:
    """One word and four signatures, on the page that shows the words of all tables."""
    hall.official.ask("GET", hall.desk("serie/1/am-tisch/"))
    return Job(after, SHEET + 2 * THINK + SIGNATURES, hall.official.waits())


def by_phone(hall: Hall, table: Table) -> Job:
    phone = Browser(hall, "")
    place = f"/t/{hall.slug}/serie/1/tisch/{table.number}/"
    got_in(phone, place, table)
    for game in range(1, GAMES):
        write(phone, place, table, game)
    phone.waits()
    write(phone, place, table, GAMES)
    if table.number != DISPUTED:
        confirm(phone, place, table)
        return compared(hall, BESIDE_THE_PHONE + phone.waits())
    phone.ask(
        "POST", f"{place}zettel/sagen/", Form(fingerprint=fingerprint(phone, place), game="5", text="ich hatte weniger")
    )
    contradicted = BESIDE_THE_PHONE - TO_THE_DESK + phone.waits()
    return settled(hall, table, contradicted, phone, place)


def settled(hall: Hall, table: Table, after: float, phone: Browser, place: str) -> Job:
    """An official goes to the table, comes back and corrects one game; then all of them confirm again."""
    official, desk = hall.official, hall.desk(f"serie/1/tisch/{table.number}/")
    row = tuple("30" if cell != "0" else cell for cell in table.rows[4])
    for page in ("serie/1/am-tisch/", f"serie/1/tisch/{table.number}/"):
        official.ask("GET", hall.desk(page))
    official.ask("POST", f"{desk}zeile/", {"game": 5, "cells": row, "expected": 1, "key": token_hex(16)})
    people = 2 * TO_THE_DESK + TALK + 2 * BUTTON + THINK + keys(row)
    program = official.waits()
    confirm(phone, place, table)
    again = CHECK_BY_PHONE + WORD_AND_SUMS + TO_THE_DESK + phone.waits()
    return Job(after, people, program, then=compared(hall, again))


def got_in(phone: Browser, place: str, table: Table) -> None:
    form = Form(p=table.pin, seat_asked="1", seat="1", card_end=table.codes[0][-END:])
    answer = phone.call("POST", f"{place}mit/", form)
    found = re.search(r"tisch=([^;]+)", " ".join(answer.headers.get_all("Set-Cookie", [])))
    if found is None:
        raise SystemExit(f"no phone gets in at table {table.number}: {answer.body}")
    phone.keep(f"tisch={found[1]}")
    phone.ask("POST", f"{place}zettel/schreiben/", Form())


def write(phone: Browser, place: str, table: Table, game: int) -> None:
    cells = ["R" if cell == "0" else cell for cell in table.rows[game - 1]]
    body = {"game": game, "cells": cells, "players": table.players, "expected": 0, "key": token_hex(16)}
    phone.ask("POST", f"{place}zettel/spiel/", body)


def confirm(phone: Browser, place: str, table: Table) -> None:
    """Its holder, then the others with the code of their cards."""
    for seat, code in enumerate(table.codes, start=1):
        more = {"seat": str(seat), "card_code": code} if seat > 1 else {}
        phone.ask("POST", f"{place}zettel/sagen/", Form(fingerprint=fingerprint(phone, place), stimmt="1", **more))


def fingerprint(phone: Browser, place: str) -> str:
    found = re.search(r'name="fingerprint" value="([^"]+)"', phone.ask("GET", f"{place}zettel/").body["text"])
    if found is None:
        raise SystemExit(f"{place} shows no list to confirm")
    return found[1]


def closed_and_released(hall: Hall) -> Job:
    """All lists are checked together, the series is closed, its standings are released: five pages, five buttons."""
    official = hall.official
    official.ask("GET", hall.desk("serie/1/listen/"))
    official.ask("POST", hall.desk("serie/1/listen/geprueft/"), Form())
    for page, fields in (("serie/1/abschliessen/", Form()), ("rangliste/1/freigeben/", Form(minutes="15"))):
        official.ask("GET", hall.desk(page))
        official.ask("POST", hall.desk(page), fields)
    if not models.StandingsRelease.objects.filter(event__slug=hall.slug).exists():
        raise SystemExit("nothing was released")
    return Job(0.0, 5 * BUTTON, official.waits())


# --- One after the other, on the clock of the hall --------------------------------------------------------------


def told(way: str, jobs: list[Job], end: Job, within: float) -> float:
    """Says how long it takes from the last game of the last table; returns the seconds."""
    ends = [-within * place / (len(jobs) - 1) for place in range(len(jobs))]
    waiting = [(at + job.after, place, job) for place, (at, job) in enumerate(zip(ends, jobs, strict=True))]
    heapq.heapify(waiting)
    now, people, program = -within, 0.0, 0.0
    while waiting:
        at, place, job = heapq.heappop(waiting)
        now = max(now, at) + job.people + job.program
        people, program = people + job.people, program + job.program
        if job.then:
            heapq.heappush(waiting, (now + job.then.after, place, job.then))
    now, people, program = now + end.people + end.program, people + end.people, program + end.program
    sys.stdout.write(
        f"  {way:7}{now / 60:5.1f} minutes; at the desk {people / 60:.1f} of people and {program:.1f} seconds of the"
        f" program ({100 * program / (people + program):.1f} %)\n"
    )
    return now


def main() -> None:
    sys.stdout.write(f"fixed loop: {fixed_loop():.1f} ms\n")
    sys.stdout.write(f"a table is done after {ON_PAPER:.0f} seconds on paper, {BESIDE_THE_PHONE:.0f} with a phone\n")
    User.objects.create_superuser("leitung", password="nur-fuer-diese-messung")  # noqa: S106 - gone in a minute
    logging.getLogger("waitress.queue").setLevel(logging.ERROR)
    with served() as server:
        days = {}
        for way in ("paper", "phones"):
            hall = Hall(server, way, session_of(User.objects.get()))
            on_paper = {table.number for table in hall.tables} if way == "paper" else WITHOUT_PHONE
            jobs = [(typed if table.number in on_paper else by_phone)(hall, table) for table in hall.tables]
            days[way] = jobs, closed_and_released(hall)
    for title, within in (("all tables end at once", 0.0), (f"within {WITHIN / 60:.0f} minutes", WITHIN)):
        sys.stdout.write(f"{title}\n")
        paper, phones = (told(way, *day, within) for way, day in days.items())
        sys.stdout.write(f"  paper takes {paper / phones:.1f} times as long\n")


@contextmanager
def served() -> Iterator[Server]:
    server = Server(get_wsgi_application(), "127.0.0.1", 0)
    thread = threading.Thread(target=server.run)
    thread.start()
    try:
        yield server
    finally:
        server.stop()
        thread.join()


if __name__ == "__main__":
    main()
