"""Work at the desk besides typing lists: drawing a series, booking money."""

import re
import secrets
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import partial

from tests.safety.databases import Database
from tests.safety.server import Form, Writer, at_once

DRAW = "/leitung/klein/serie/1/auslosen/"
BOOK = "/leitung/klein/kasse/buchungen/neu/"
PLAYERS = 16


def draw_at_once(writers: Sequence[Writer]) -> None:
    """All have the same preview before them, and all take it at the same moment."""
    assert writers[0].call("POST", DRAW, Form(seed="17")).status == 302
    shown = re.search(r'name="apply" value="(\d+)"', writers[0].call("GET", DRAW).body["text"])
    assert shown is not None
    answers = at_once(*(partial(writer.call, "POST", DRAW, Form(apply=shown[1])) for writer in writers))
    assert {answer.status for answer in answers} == {302}


SEATED = """
SELECT count(*), count(DISTINCT s.registration_id), count(DISTINCT s.table_id)
FROM tournament_seat s JOIN tournament_series r ON r.id = s.series_id JOIN tournament_event e ON e.id = r.event_id
WHERE e.slug = 'klein'
"""
DRAWN = """
SELECT count(*) FROM tournament_eventlog l JOIN tournament_event e ON e.id = l.event_id
WHERE e.slug = 'klein' AND l.verb = 'draws.apply_draw'
"""


def demand_one_draw(database: Database) -> None:
    """Everybody has one seat, and the log has one draw."""
    assert database.query(SEATED) == [(PLAYERS, PLAYERS, PLAYERS // 4)], "seats"
    assert database.query(DRAWN) == [(1,)], "draws"


@dataclass
class Payments:
    """Each is a separate amount with a separate key, as the page makes it."""

    count: int
    forms: list[Form] = field(init=False)

    def __post_init__(self) -> None:
        self.forms = [
            Form(kind="float", way="in", amount=f"{1 + number},25", text="", method="cash", key=secrets.token_hex(16))
            for number in range(self.count)
        ]

    def book_each_twice(self, writers: Sequence[Writer]) -> None:
        """Two press the button of every payment, with nothing between them."""

        def book(writer: Writer, mine: Sequence[Form]) -> None:
            for form in mine:
                assert writer.submit_surely(BOOK, form).status == 302

        half = len(writers) // 2
        shares = [self.forms[number::half] for number in range(half)]
        at_once(*(partial(book, writer, share) for writer, share in zip(writers, [*shares, *shares], strict=True)))

    def demand_each_once(self, database: Database) -> None:
        """Every payment is booked once, and numbers have no gap."""
        booked = database.query(
            "SELECT l.number, l.payment_key FROM tournament_ledgerentry l "
            "JOIN tournament_event e ON e.id = l.event_id WHERE e.slug = 'klein' ORDER BY l.number"
        )
        assert [number for number, _key in booked] == list(range(1, len(booked) + 1)), "payments"
        keys = Counter(key for _number, key in booked)
        assert {form["key"]: keys[form["key"]] for form in self.forms} == {form["key"]: 1 for form in self.forms}, (
            "payments"
        )
        assert None not in keys, "payments"
