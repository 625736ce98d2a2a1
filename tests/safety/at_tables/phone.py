"""A phone at a table, using the addresses of the program.

Its entries wait in its outbox until the server has answered, however the network treats requests and answers.
"""

import http.client
import json
import random
import re
import secrets
from collections import Counter, defaultdict
from contextlib import suppress
from dataclasses import dataclass, field

from romme_turnier.tournament.at_table.access import derived_pin
from romme_turnier.tournament.models import Registration
from romme_turnier.tournament.participants.card_code import END, card_code
from tests.safety.at_tables.played import Played
from tests.safety.databases import Database
from tests.safety.paper import Row
from tests.safety.server import Answer, Form, Gone, Reached, Writer, surely

SEATED = """
SELECT e.slug, t.number, s.number, r.number, r.salt, l.salt
FROM tournament_seat s JOIN tournament_table t ON t.id = s.table_id JOIN tournament_spielliste l ON l.table_id = t.id
JOIN tournament_registration r ON r.id = s.registration_id JOIN tournament_event e ON e.id = r.event_id
ORDER BY e.slug, t.number, s.number
"""


@dataclass(frozen=True, slots=True)
class Seat:
    """The codes on the paper of the table and on the start card."""

    played: Played
    table: int
    seat: int
    number: int
    pin: str
    code: str


def seats(database: Database, played: Played) -> dict[int, list[Seat]]:
    """By table."""
    found: dict[int, list[Seat]] = defaultdict(list)
    for slug, table, seat, number, salt, list_salt in database.query(SEATED):
        if slug == played.slug:
            code = card_code(Registration(salt=salt, lost_cards=0))
            found[table].append(Seat(played, table, seat, number, derived_pin(list_salt, 0), code))
    return found


@dataclass(frozen=True, slots=True)
class Job:
    """A game in the outbox of a phone."""

    game: int
    row: Row
    expected: int
    key: str = field(default_factory=lambda: secrets.token_hex(16))

    @property
    def body(self) -> dict[str, object]:
        cells = [cell.text for cell in self.row.cells]
        return {"game": self.game, "cells": cells, "expected": self.expected, "key": self.key}


FATES = {"through": 3, "lost": 1, "answer lost": 2, "twice": 1, "again later": 2}


class Phone(Writer):
    """A phone at a table, on a network that loses answers, repeats requests and changes their order."""

    def __init__(self, server: Reached, seat: Seat, rng: random.Random) -> None:
        super().__init__(server, "")
        self.seat = seat
        self.outbox: list[Job] = []
        self.happened: Counter[str] = Counter()
        self._place = f"/t/{seat.played.slug}/serie/1/tisch/{seat.table}/"
        self._rng = rng
        self._tag = ""
        self._later: list[Job] = []

    def join(self) -> None:
        """Joins with the PIN and the end of the start card, again if the answer was lost."""
        code = self.seat.code[-END:]
        form = Form(p=self.seat.pin, seat_asked="1", seat=str(self.seat.seat), card_end=code)
        answer = self.submit_surely(f"{self._place}mit/", form)
        found = re.search(r"tisch=([^;]+)", " ".join(answer.headers.get_all("Set-Cookie", [])))
        assert answer.status == 302 and found is not None, (answer.status, answer.body)  # noqa: PT018
        self._headers["Cookie"] += f"; tisch={found[1]}"

    def eyes(self) -> "Phone | None":
        """Another connection of this phone, that only asks for news; None before it is in."""
        if "tisch=" not in self._headers["Cookie"]:
            return None
        other = Phone(self._server, self.seat, self._rng)
        other._headers = {**self._headers}
        return other

    @property
    def headers(self) -> dict[str, str]:
        return {**self._headers}

    @property
    def port(self) -> int:
        return self._server.next_port()

    def with_secret(self, secret: str) -> "Phone":
        """Another phone, that says it is one that was let in."""
        other = Phone(self._server, self.seat, self._rng)
        other._headers["Cookie"] += f"; tisch={secret}"
        return other

    def read(self) -> str:
        """The page of the list; "" if it is unchanged. A phone that forgot everything reads it whole."""
        self._headers["If-None-Match"] = self._tag
        try:
            answer = surely(lambda: self.call("GET", f"{self._place}zettel/"))
        finally:
            del self._headers["If-None-Match"]
        assert answer.status in (200, 304), (self.seat, answer.status)
        self._tag = answer.headers["ETag"]
        return str(answer.body["text"])

    def reload(self) -> str:
        self._tag = ""
        return self.read()

    def take_pen(self) -> None:
        assert self.submit_surely(f"{self._place}zettel/schreiben/", Form()).status == 302

    def say(self, fingerprint: str, **more: str) -> None:
        """To say it twice says it once."""
        for _time in range(self._rng.choice((1, 1, 2))):
            assert (
                self.submit_surely(f"{self._place}zettel/sagen/", Form(fingerprint=fingerprint, **more)).status == 302
            )

    def deliver(self, job: Job) -> Answer:
        """Sends a game until an answer comes."""
        return surely(lambda: self._try(job))

    def _try(self, job: Job) -> Answer:
        (fate,) = self._rng.choices([*FATES], [*FATES.values()])
        self.happened[fate] += 1
        if fate == "lost":
            raise Gone
        if fate in ("answer lost", "twice"):
            self._send_and_leave(job)
        if fate == "answer lost":
            raise Gone
        if self._later and self._rng.random() < 0.5:
            self._send_and_leave(self._later.pop(0))
        if fate == "again later":
            self._later.append(job)
        return self.write(job)

    def write(self, job: Job) -> Answer:
        """One try on a good network."""
        answer = self.call("POST", f"{self._place}zettel/spiel/", self._body(job))
        self.seconds.append(answer.seconds)
        return answer

    def _body(self, job: Job) -> dict[str, object]:
        """With the start numbers by seat, as the page shows them."""
        return {**job.body, "players": list(self.seat.played.seating[self.seat.table - 1])}

    def _send_and_leave(self, job: Job) -> None:
        """The request arrives, sooner or later; the answer is lost."""
        connection = http.client.HTTPConnection("127.0.0.1", self._server.next_port(), timeout=60)
        headers = {**self._headers, "Content-Type": "application/json"}
        with suppress(OSError):
            connection.request("POST", f"{self._place}zettel/spiel/", json.dumps(self._body(job)), headers)
        connection.close()
