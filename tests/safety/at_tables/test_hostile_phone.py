"""A hostile phone at a table: it changes nothing, the server does not grow, and others do not wait."""

import json
import random
import socket
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import suppress
from itertools import pairwise
from typing import Any

from django.urls import get_resolver, reverse

from romme_turnier.tournament.participants.card_code import ALPHABET, END, LENGTH
from tests.safety.at_tables.phone import Job, Phone
from tests.safety.at_tables.played import OF_FOUR, whole_row
from tests.safety.at_tables.tables import STATEMENTS, TableAtPlay, demand_games, tables_of
from tests.safety.attacks.mutations import JUNK
from tests.safety.conftest import Shared
from tests.safety.paper import Row
from tests.safety.server import Form, Gone
from tests.safety.sizes import SIZES
from tests.safety.test_long_day import memory
from tests.web.public.at_table.matrix import OF_THE_LIST, OF_THE_PLAYER

_MEGABYTE = 2**20
_SENT_AT_MOST = 12 * _MEGABYTE  # before the connection is closed: the refused part, and the buffers of two sockets
_GROWTH = 8 * 1024  # kilobytes for any number of requests: caches, and memory not yet collected
_PIECE = 2**16
Figure = Callable[[str], None]


def table_for(shared: Shared) -> TableAtPlay:
    """The last table, which other tests do not use."""
    return tables_of(shared.server, shared.hall, SIZES.at_tables + 1)[-1]


def addresses(table: int) -> Iterator[str]:
    """All addresses that phones send to."""
    _prefix, public = get_resolver().namespace_dict["public"]
    known = {"slug": "handys", "series": 1, "table": table}
    for name, method in [*OF_THE_LIST, *OF_THE_PLAYER]:
        if method == "post":
            found: Any = public.reverse_dict[name]
            ((_path, parameters),) = found[0]
            yield reverse(f"public:{name}", kwargs={one: known.get(one, 1) for one in parameters})


def send_much(phone: Phone, address: str, size: int, *, chunked: bool) -> tuple[int, int]:
    """Status (0: hung up without an answer), and how much was sent until then."""
    kind = "application/json" if address.endswith("/spiel/") else "application/x-www-form-urlencoded"
    length = "Transfer-Encoding: chunked" if chunked else f"Content-Length: {size}"
    headers = [f"{name}: {value}" for name, value in phone.headers.items()]
    lines = [f"POST {address} HTTP/1.1", "Host: localhost", f"Content-Type: {kind}", length, *headers, "", ""]
    piece = b"x" * _PIECE
    sent = 0
    with socket.create_connection(("127.0.0.1", phone.port), timeout=10) as line:
        with suppress(OSError):
            line.sendall("\r\n".join(lines).encode())
            while sent < size:
                line.sendall(b"%x\r\n%b\r\n" % (_PIECE, piece) if chunked else piece)
                sent += _PIECE
            line.sendall(b"0\r\n\r\n" if chunked else b"")
        with suppress(OSError):
            return int(line.recv(_PIECE)[9:12] or 0), sent
    return 0, sent


def test_bodies_without_end_are_refused_early_and_kept_by_nobody(shared: Shared, figure: Figure) -> None:
    table = table_for(shared)
    phone, answers, longest = table.phones[0], Counter[int](), 0
    phone.join()
    places = [(address, chunked) for address in addresses(table.number) for chunked in (False, True)]
    for address, chunked in places:
        status, _sent = send_much(phone, address, _MEGABYTE, chunked=chunked)
        assert 200 <= status < 500, (address, status)
    before = memory(shared.server)
    for address, chunked in places:
        status, sent = send_much(phone, address, 50 * _MEGABYTE, chunked=chunked)
        assert status in (0, 413), (address, status)
        answers[status] += 1
        longest = max(longest, sent)
    grown = memory(shared.server) - before
    figure(
        f"bodies of 50 MB to addresses of phones: {answers[413]} refused, {answers[0]} hung up, after"
        f" {longest / _MEGABYTE:.1f} MB at most; the server grew by {grown / 1024:.1f} MB"
    )
    assert longest <= _SENT_AT_MOST
    assert grown <= _GROWTH


class Hostile:
    """The phone of a player without the pen, and its knowledge about the pen."""

    def __init__(self, table: TableAtPlay, jobs: list[Job], rng: random.Random) -> None:
        self.pen, self.own = table.phones[:2]
        self.victim = table.places[2]
        self.jobs = jobs
        self.place = f"/t/handys/serie/1/tisch/{table.number}/"
        self.rng = rng
        self.answers: Counter[int] = Counter()
        self.acts: tuple[Callable[[], int], ...] = (
            self.guess_pin,
            self.guess_end,
            self.guess_secret,
            self.confirm_for_another,
            self.contradict_for_another,
            self.write_anyhow,
            self.send_what_was_sent,
            self.send_under_a_key_that_was_used,
            self.go_to_another_table,
            self.send_junk,
        )

    def act(self) -> None:
        with suppress(Gone):
            self.answers[self.rng.choice(self.acts)()] += 1

    def _letters(self, count: int) -> str:
        return "".join(self.rng.choices(ALPHABET, k=count))

    def _row(self) -> Row:
        return whole_row(1, self.rng)

    def _post(self, path: str, body: dict[str, object] | Form) -> int:
        return self.own.call("POST", self.place + path, body).status

    def guess_pin(self) -> int:
        return self._post("mit/", Form(p=f"{self.rng.randrange(10_000):04d}"))

    def guess_end(self) -> int:
        seat = str(self.victim.seat)
        return self._post("mit/", Form(p=self.victim.pin, seat_asked="1", seat=seat, card_end=self._letters(END)))

    def guess_secret(self) -> int:
        return self.own.with_secret(self._letters(43)).call("GET", f"{self.place}zettel/").status

    def confirm_for_another(self) -> int:
        code = self._letters(LENGTH)
        return self._post(
            "zettel/sagen/", Form(fingerprint="1-ab", stimmt="1", seat=str(self.victim.seat), card_code=code)
        )

    def contradict_for_another(self) -> int:
        code = self._letters(LENGTH)
        return self._post(
            "zettel/sagen/", Form(fingerprint="1-ab", text="nein", seat=str(self.victim.seat), card_code=code)
        )

    def write_anyhow(self) -> int:
        return self.own.write(Job(self.rng.randint(1, OF_FOUR.games), self._row(), self.rng.randrange(3))).status

    def send_what_was_sent(self) -> int:
        """In another order and again and again, as the pen itself, whose secret it has overheard."""
        return self.pen.write(self.rng.choice(self.jobs)).status

    def send_under_a_key_that_was_used(self) -> int:
        job = self.rng.choice(self.jobs)
        return self.pen.write(Job(job.game, self._row(), job.expected, job.key)).status

    def go_to_another_table(self) -> int:
        page = self.rng.choice(("", "schreiben/", "rufen/"))
        return self.own.call("POST", f"/t/handys/serie/1/tisch/1/zettel/{page}", Form(game="1", expected="0")).status

    def send_junk(self) -> int:
        body = {"game": 1, "cells": ["R", "20", "30", "40"], "players": [1, 2, 3, 4], "expected": 0, "key": "k" * 32}
        body[self.rng.choice([*body])] = self.rng.choice(JUNK)
        return self._post("zettel/spiel/", json.loads(json.dumps(body)))


def test_requests_of_a_hostile_phone_change_nothing(shared: Shared, figure: Figure) -> None:
    table, rng = table_for(shared), random.Random(41)
    pen, jobs = table.phones[0], [Job(game, table.row(game), 0) for game in range(1, OF_FOUR.games)]
    for phone in table.phones[:2]:
        phone.join()
    pen.take_pen()
    for job in jobs:
        table.known.stored(job, pen.write(job).version)
    hostile = Hostile(table, jobs, rng)
    sizes = []
    for request in range(SIZES.hostile):
        if not request % (SIZES.hostile // 4):
            sizes.append(memory(shared.server))
        hostile.act()
    sizes.append(memory(shared.server))
    quarters = [f"{(after - was) / 1024:.1f}" for was, after in pairwise(sizes)]
    grown = sizes[-1] - sizes[0]
    figure(f"hostile phone: {dict(sorted(hostile.answers.items()))}; the server grew by {', '.join(quarters)} MB")
    assert [status for status in hostile.answers if status >= 500] == []
    assert grown <= _GROWTH
    last = Job(OF_FOUR.games, table.row(OF_FOUR.games), 0)
    table.known.stored(last, pen.write(last).version)  # the pen writes on
    demand_games(shared.hall.database, [table])
    assert [one for one in shared.hall.database.query(STATEMENTS) if one[:2] == table.place] == []
