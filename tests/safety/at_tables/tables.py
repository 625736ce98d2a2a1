"""Tables that keep their lists on phones, checked by an independent scorer."""

import json
import random
import re
import threading
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import partial

from romme_turnier.core.lists.check_word import content_hash
from romme_turnier.core.lists.sheet import Game
from tests.safety.at_tables.phone import Job, Phone, Seat, seats
from tests.safety.at_tables.played import CONFIRMING, OF_FOUR, Played
from tests.safety.conftest import Hall
from tests.safety.databases import Database
from tests.safety.paper import Row
from tests.safety.server import Reached, Writer, at_once, surely
from tests.safety.sizes import WRITERS


@dataclass
class Known:
    """A list as known outside the program: the scorer's paper."""

    acknowledged: dict[tuple[int, int], Row] = field(default_factory=dict)  # by game and version
    perhaps: set[tuple[int, int]] = field(default_factory=set)  # refused in the end, after an answer that got lost
    confirmed: set[tuple[int, str]] = field(
        default_factory=set
    )  # seat, and the fingerprint of the list that it was shown
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def stored(self, job: Job, version: int) -> None:
        with self._lock:
            before = self.acknowledged.setdefault((job.game, version), job.row)
        assert said(before) == said(job.row), f"game {job.game}: two rows acknowledged as version {version}"

    def last(self, game: int) -> tuple[int, Row]:
        """Version and row."""
        return max(
            ((version, row) for (of, version), row in self.acknowledged.items() if of == game), key=lambda x: x[0]
        )

    def content(self, table: Sequence[Seat]) -> str:
        games = []
        for game in range(1, table[0].played.games + 1):
            row = self.last(game)[1]
            points, finisher, handromme = said(row)
            games.append(Game(game, finisher, handromme, points))
        return content_hash([seat.number for seat in table], games)


class TableAtPlay:
    """One table from the first phone to the last confirmation; its players fight for the pen."""

    def __init__(self, server: Reached, places: Sequence[Seat], official: Writer, rng: random.Random) -> None:
        self.places = places
        self.played = places[0].played
        self.number = places[0].table
        self.place = self.played.slug, self.number
        self.known = Known()
        self.written = threading.Event()  # all games are in: the desk leaves the list to the table
        self.phones = [Phone(server, place, random.Random(rng.random())) for place in places[:CONFIRMING]]
        self._spare = Phone(server, places[0], random.Random(rng.random()))  # a second phone of the same player
        self._official = official
        self._desk = f"/leitung/{self.played.slug}/serie/1/tisch/{self.number}/"
        self._rng = rng

    def row(self, game: int) -> Row:
        return self.played.row(game, self._rng)

    @property
    def every_phone(self) -> list[Phone]:
        return [*self.phones, self._spare]

    def play(self, pause: float) -> None:
        """Every game, then what everybody says. `pause`: seconds between two games."""
        pen = self.phones[0]
        try:
            for phone in self.every_phone:
                phone.join()
            pen.take_pen()
            self.written.wait(pause * self._rng.random())
            for game in range(1, self.played.games + 1):
                pen = self._game(pen, game)
                self.written.wait(pause * self._rng.uniform(0.7, 1.3))
            self.send(pen)
        finally:
            self.written.set()
        self.confirm(pen)

    def _game(self, pen: Phone, game: int) -> Phone:
        """Writes one game; returns the phone that writes afterwards."""
        job = Job(game, self.row(game), 0)
        pen.outbox.append(job)
        what = self._rng.random()
        if what < 0.2:  # asleep: it waits until the next game
            return pen
        if what < 0.4:  # its battery is low: another phone writes the same game, while this one still tries
            other = self._rng.choice([phone for phone in self.every_phone if phone is not pen])
            other.outbox.append(Job(game, job.row, 0))
            at_once(partial(self.send, pen), partial(self._take_over, other))
            self.demand_one_pen(other, pen, game)
            return other
        if what < 0.5:
            pen.reload()
        self._rng.shuffle(pen.outbox)
        self.send(pen)
        self._rng.choice(self.every_phone).read()
        return pen

    def _take_over(self, phone: Phone) -> None:
        phone.take_pen()
        self.send(phone)

    def demand_one_pen(self, pen: Phone, other: Phone, game: int) -> None:
        """Phones without the pen cannot write, with any version."""
        pen.take_pen()
        version, _row = self.known.last(game)
        answer = surely(partial(other.write, Job(game, self.row(game), version)))
        assert (answer.status, answer.body.get("error")) == (409, "refused"), (
            f"table {self.number}: wrote without the pen"
        )

    def send(self, phone: Phone) -> None:
        """Sends the outbox until the server has each entry or another one."""
        while phone.outbox:
            job = phone.outbox[0]
            answer = phone.deliver(job)
            if answer.status == 200:
                self.known.stored(job, answer.version)
                phone.outbox.pop(0)
            elif answer.body["error"] == "refused":  # another phone took the pen
                self.known.perhaps.add((job.game, job.expected + 1))
                phone.take_pen()
                phone.outbox[0] = Job(job.game, job.row, job.expected)
            elif self._rng.random() < 0.5:
                phone.outbox[0] = Job(job.game, job.row, answer.body["version"])
            else:
                phone.outbox.pop(0)

    def type(self, official: Writer, rng: random.Random) -> None:
        """An official types a game from the paper, or corrects it."""
        game = rng.randint(1, self.played.games)
        shown = surely(lambda: official.call("GET", f"{self._desk}stand/"))
        version = shown.row(game)[0]
        known = [row for (of, _version), row in [*self.known.acknowledged.items()] if of == game]
        row = rng.choice(known) if known and rng.random() < 0.5 else self.played.row(game, rng)
        job = Job(game, row, version)
        answer = surely(lambda: official.call("POST", f"{self._desk}zeile/", job.body))
        assert answer.status in (200, 409), (self.number, answer.status, answer.body)
        official.seconds.append(answer.seconds)
        if answer.status == 200:
            self.known.stored(job, answer.version)

    def confirm(self, pen: Phone) -> None:
        """Each reads the list and says that it is right; first something comes between."""
        shown = [_fingerprint(phone.reload()) for phone in self.phones]
        if self._rng.random() < 0.3:
            self.phones[1].say(shown[1], text="ich hatte weniger", game="2")
        self._say(shown[:2], pen)
        self._correct()
        self._say(shown, pen)  # a list that is another one by now
        for _round in range(20):
            pages = [phone.reload() for phone in self.phones]
            if 'class="check-word' in pages[-1]:
                return
            self._say([_fingerprint(page) for page in pages], pen)
        raise AssertionError(f"table {self.number}: never confirmed")

    def _correct(self) -> None:
        shown = surely(lambda: self._official.call("GET", f"{self._desk}stand/"))
        job = Job(1, self.row(1), shown.row(1)[0])
        answer = surely(lambda: self._official.call("POST", f"{self._desk}zeile/", job.body))
        if answer.status == 200:
            self.known.stored(job, answer.version)

    def _say(self, shown: Sequence[str], pen: Phone) -> None:
        """The last player has no phone and confirms with a start card on the phone that writes."""
        for phone, fingerprint in zip(self.phones, shown, strict=False):
            if not fingerprint:
                continue
            seat = phone.seat
            self.known.confirmed.add((seat.seat, fingerprint))
            if seat.seat == CONFIRMING:
                pen.say(fingerprint, stimmt="1", seat=str(seat.seat), card_code=seat.code)
            else:
                phone.say(fingerprint, stimmt="1")


def tables_of(server: Reached, hall: Hall, count: int, played: Played = OF_FOUR) -> list[TableAtPlay]:
    """The first tables of an event, each with an official who corrects its list."""
    places = seats(hall.database, played)
    officials = [Writer(server, session) for session in hall.sessions[WRITERS:]]
    return [
        TableAtPlay(server, places[number], officials[number], random.Random(number)) for number in range(1, count + 1)
    ]


def said(row: Row) -> tuple[tuple[int | None, ...], int, bool]:
    """Points, who ended the game (counted from 1), and whether by a Handrommé."""
    assert row.finisher is not None
    return tuple(cell.points for cell in row.cells), row.finisher + 1, row.handromme


def _fingerprint(page: str) -> str:
    """The fingerprint of the list that this page shows; "" once there is nothing to say."""
    found = re.search(r'name="fingerprint" value="([^"]+)"', page)
    return found[1] if found else ""


LOGGED = """
SELECT e.slug, t.number, x.game, x.row_version, x.new FROM tournament_logentry x
JOIN tournament_spielliste s ON s.id = x.spielliste_id JOIN tournament_table t ON t.id = s.table_id
JOIN tournament_series r ON r.id = t.series_id JOIN tournament_event e ON e.id = r.event_id
WHERE x.what = 'row' ORDER BY x.id
"""
STATEMENTS = """
SELECT e.slug, t.number, x.seat, x.version, x.content_hash, x.ended_at IS NULL, x.agrees FROM tournament_statement x
JOIN tournament_spielliste s ON s.id = x.spielliste_id JOIN tournament_table t ON t.id = s.table_id
JOIN tournament_series r ON r.id = t.series_id JOIN tournament_event e ON e.id = r.event_id
"""
COMPLETE = """
SELECT e.slug, t.number FROM tournament_spielliste s
JOIN tournament_table t ON t.id = s.table_id JOIN tournament_series r ON r.id = t.series_id
JOIN tournament_event e ON e.id = r.event_id WHERE s.status = 'complete'
"""


def demand_games(database: Database, tables: Sequence[TableAtPlay]) -> int:
    """Exactly the acknowledged games are logged, with their figures; returns their number."""
    logged: dict[tuple[tuple[str, int], int, int], list[object]] = defaultdict(list)
    for slug, table, game, version, new in database.query(LOGGED):
        row = json.loads(new) if isinstance(new, str) else new
        logged[(slug, table), game, version].append((tuple(row["points"]), row["finisher"], row["handromme"]))
    acknowledged = {(one.place, *place): row for one in tables for place, row in one.known.acknowledged.items()}
    perhaps = {(one.place, *place) for one in tables for place in one.known.perhaps}
    lost = [place for place, row in acknowledged.items() if said(row) not in logged[place]]
    assert lost == [], f"lost: {lost}"
    ours = {one.place for one in tables}
    twice = [place for place, rows in logged.items() if place[0] in ours and len(rows) != 1]
    untold = [place for place in logged if place[0] in ours and place not in acknowledged and place not in perhaps]
    assert (twice, untold) == ([], []), f"doubled: {twice}, {untold}"
    return len(acknowledged)


def demand_confirmed(database: Database, tables: Sequence[TableAtPlay]) -> None:
    """Every list is complete, with the content that its players were shown and confirmed."""
    every: dict[tuple[str, int], list[tuple[int, str, str, bool]]] = defaultdict(list)
    for slug, table, seat, version, content, holds, agrees in database.query(STATEMENTS):
        if agrees:
            every[slug, table].append((seat, f"{version}-{content}", content, bool(holds)))
    complete = {*database.query(COMPLETE)}
    for one in tables:
        of_table = every[one.place]
        said = [(seat, fingerprint) for seat, fingerprint, _content, _holds in of_table]
        unseen = [statement for statement in said if statement not in one.known.confirmed]
        assert unseen == [], f"{one.place}: confirmed what nobody was shown: {unseen}"
        content = one.known.content(one.places)
        holding = sorted((seat, of) for seat, _fingerprint, of, holds in of_table if holds)
        assert holding == [(seat, content) for seat in range(1, CONFIRMING + 1)], f"{one.place}: other than confirmed"
        assert one.place in complete, f"{one.place}: not complete"


def repeat_a_game(database: Database, table: TableAtPlay) -> None:
    """The same request comes twice, and the first answer gets lost."""
    pen = table.phones[0]
    pen.join()
    pen.take_pen()
    job = Job(1, table.row(1), 0)
    pen.write(job)
    table.known.stored(job, pen.write(job).version)
    demand_games(database, [table])


def write_without_pen(table: TableAtPlay) -> None:
    pen, other = table.phones[2:]
    pen.join()
    other.join()
    table.known.stored(Job(2, table.row(2), 0), 0)  # not written yet
    table.demand_one_pen(pen, other, 2)


def confirm_a_changed_list(database: Database, table: TableAtPlay) -> None:
    """Written on a good network; it is changed after the table has read it."""
    pen = table.phones[0]
    for phone in table.phones:
        phone.join()
    pen.take_pen()
    for game in range(1, table.played.games + 1):
        job = Job(game, table.row(game), 0)
        table.known.stored(job, pen.write(job).version)
    table.confirm(pen)
    demand_confirmed(database, [table])
