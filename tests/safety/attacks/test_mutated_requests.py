"""Requests that no page sends: none makes the program fail or stores values that `verify` refuses.

They run in one process without a server; broken bytes are tested with the server.
"""

import json
import random
from collections import Counter
from collections.abc import Callable, Iterator
from copy import deepcopy
from dataclasses import dataclass, field
from datetime import timedelta
from functools import cached_property
from typing import Any, cast

import pytest
from django.db import transaction
from django.http import HttpResponse
from django.test import Client
from django.utils import timezone

from romme_turnier.accounts.models import User
from romme_turnier.fast import statements
from romme_turnier.tournament import models
from romme_turnier.tournament.exchange.integrity import differences
from romme_turnier.tournament.lists import change
from romme_turnier.tournament.lists.change import store_totals
from romme_turnier.tournament.shared.effects import invalidate_public_pages
from romme_turnier.web.organiser.lists import rows_api
from tests.cast import signed_in
from tests.safety.attacks.mutations import FORM, JSON, Request, each_field, mutated
from tests.safety.attacks.sent import Sent, sent_from
from tests.safety.attacks.writes import writes
from tests.safety.sizes import ADDRESSES, ATTACKS
from tests.web.matrix import DESK, PROGRAM, PUBLIC
from tests.web.scene import PublicScene, Scene

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("printed_at_once")]

Figure = Callable[[str], None]
# Making a copy, changing the mode and writing on a stick reach out of the database.
LEFT_OUT = {"help:backup_now", "help:backup_medium", "help:change_mode"}


class Bench:
    """An event with one row of each kind, a public event, and a user with all rights."""

    def __init__(self) -> None:
        self.desk, self.public = Scene(), PublicScene("ESR")
        for spielliste in models.Spielliste.objects.filter(table__series__event=self.desk.event):
            store_totals(spielliste)  # the scene writes a penalty by hand
        soon = timezone.now() + timedelta(days=1)
        models.Event.objects.filter(pk=self.public.event.pk).update(self_registration=True, registration_closes_at=soon)
        invalidate_public_pages(self.public.event.pk)
        User.objects.create_superuser("chief", password="geheim-geheim")
        models.EventRole.objects.create(event=self.desk.event, user=User.objects.get(username="chief"), role="director")
        self.clients = {"anybody": Client(), "chief": signed_in(User.objects.get(username="chief"))}
        for client in self.clients.values():
            client.raise_request_exception = False
        assert list(differences(self.desk.event)) == list(differences(self.public.event)) == []

    @cached_property
    def all_sent(self) -> list[Sent]:
        """All requests of pages, and every address without a page."""
        found: dict[tuple[Any, ...], Sent] = {}
        for one in self._looked_at():
            found.setdefault((one.address, one.method, tuple(sorted(name for name, _value in one.fields))), one)
        return [one for one in found.values() if one.address not in LEFT_OUT]

    def _looked_at(self) -> Iterator[Sent]:
        shown = [
            address for table in (DESK, PUBLIC, PROGRAM) for address in table if not address.startswith("documents:")
        ]
        read = set(random.Random(2).sample(shown, k=ATTACKS.forms or len(shown)))
        for table, who, url in (
            (DESK, "chief", self.desk.url),
            (PUBLIC, "anybody", self.public.url),
            (PROGRAM, "chief", self.desk.url),
            ({"account_login": PROGRAM["account_login"]}, "anybody", self.desk.url),
        ):
            for address, (arguments, looking, sending) in table.items():
                path = url(address, arguments)
                if looking is not None and address not in LEFT_OUT:
                    yield Sent(address, who, "get", path)
                    if address in read:
                        yield from sent_from(self.answer_to(Request(who, "GET", path)), path, who)
                if sending is not None:
                    yield Sent(address, who, "post", path, json=self.desk.bodies.get(address))

    def answer_to(self, request: Request, look: Callable[[], None] = lambda: None) -> HttpResponse:
        """The answer; `look` sees what it stored, and then all is as before."""
        client = self.clients[request.who]
        cookies = deepcopy(client.cookies)
        headers: Any = dict(request.headers)
        with transaction.atomic():
            answer: Any = client.generic(
                request.method, request.path, request.body, request.content_type, headers=headers
            )
            look()
            transaction.set_rollback(True)
        client.cookies = cookies
        return cast("HttpResponse", answer)

    def refused_by_verify(self, request: Request) -> tuple[HttpResponse, list[str]]:
        """The answer, and the findings of `verify`."""
        found: list[str] = []

        def look() -> None:
            if written:
                found.extend(str(one) for event in models.Event.objects.all() for one in differences(event))

        with writes() as written:
            answer = self.answer_to(request, look)
        return answer, found


@pytest.fixture(scope="module")
def made_bench(module_rows: None) -> Bench:
    return Bench()


@pytest.fixture
def bench(made_bench: Bench, db: None) -> Bench:
    return made_bench


def test_every_address_that_takes_something_is_among_what_is_sent(bench: Bench) -> None:
    sent = {(one.address, one.method) for one in bench.all_sent}
    takes = {
        (address, method)
        for table in (DESK, PUBLIC, PROGRAM)
        for address, (_arguments, *rights) in table.items()
        for method, right in zip(("get", "post"), rights, strict=True)
        if right is not None and address not in LEFT_OUT
    }
    assert takes - sent == set()


def requests(everything: list[Sent], rng: random.Random) -> Iterator[tuple[str, Request]]:
    """Yields some, or with SAFETY_SIZE=full each field of each request with each sharp value, and many by chance."""
    if not ATTACKS.mutations:
        yield from ((sent.address, mutated(sent, rng)) for sent in rng.sample(everything, k=ATTACKS.mutated))
        return
    for sent in everything:
        if ADDRESSES and sent.address not in ADDRESSES:
            continue
        yield from ((sent.address, request) for request in each_field(sent))
        yield from ((sent.address, mutated(sent, rng)) for _time in range(ATTACKS.mutations))


@dataclass
class Found:
    """Requests that failed, with the data for debugging."""

    total: int = 0
    answers: Counter[int] = field(default_factory=Counter)
    faults: list[tuple[object, ...]] = field(default_factory=list)

    def ask(self, bench: Bench, address: str, request: Request) -> None:
        answer, refused = bench.refused_by_verify(request)
        self.total += 1
        self.answers[answer.status_code // 100] += 1
        if answer.status_code >= 500 or refused:
            why = getattr(answer, "exc_info", None)
            cause = repr(why[1])[:200] if why else ""
            self.faults.append((address, answer.status_code, cause, refused[:3], str(request)))


def test_no_request_makes_the_program_fail_or_stores_what_verify_refuses(bench: Bench, figure: Figure) -> None:
    found = Found()
    for address, request in requests(bench.all_sent, random.Random(9)):
        found.ask(bench, address, request)
    figure(
        f"mutated requests: {len(found.faults)} of {found.total} failed (95 %: below 1 in {found.total // 3}); "
        f"answers by hundreds: {dict(sorted(found.answers.items()))}"
    )
    assert found.faults == []


# Former failures: deep nesting, a key too large for databases, a day before all calendars, a character that
# PostgreSQL refuses.
LIST_ROW, READING, EVENT = "organiser:list_row", "organiser:list_second_reading", "organiser:event_edit"
ONCE_FAILED: tuple[tuple[str, str, str], ...] = (
    (LIST_ROW, JSON, "[" * 100_000),
    (LIST_ROW, JSON, json.dumps({"game": 1, "cells": ["0", "1", "1", "1"], "expected": 0, "key": "\ud800" * 16})),
    (LIST_ROW, JSON, json.dumps({"game": 1, "cells": ["0", "1", "1", "1"], "expected": 0, "key": "\0" * 16})),
    (READING, FORM, "g1s1=%00&g1s2=1"),
    (EVENT, FORM, "name=Pokal&starts_at=0001-01-01T00%3A00"),
    (EVENT, FORM, "name=Pokal&starts_at=2026-10-17T10%3A00&registration_closes_at=0001-01-01T00%3A00"),
)


def once_failed(bench: Bench) -> Found:
    found = Found()
    for address, content_type, body in ONCE_FAILED:
        path = bench.desk.url(address, DESK[address][0])
        found.ask(bench, address, Request("chief", "POST", path, body.encode(), content_type))
    return found


def test_requests_that_once_failed_are_answered(bench: Bench) -> None:
    assert once_failed(bench).faults == []


def test_fault_of_the_program_is_found(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    """The negative control: bodies are read without validation."""
    monkeypatch.setattr(rows_api, "body_of", lambda request: json.loads(request.body))
    faults = once_failed(bench).faults
    assert [(address, status) for address, status, *_more in faults] == [(LIST_ROW, 500)]
    assert "RecursionError" in str(faults[0][2])


def test_sums_that_are_not_stored_are_found(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    """The negative control for `verify`."""

    def without_totals(rows: list[Any], **options: Any) -> list[int]:
        return [] if isinstance(rows[0], models.ListTotal) else statements.insert(rows, **options)

    monkeypatch.setattr(change, "insert", without_totals)
    body = json.dumps(bench.desk.bodies[LIST_ROW]).encode()
    found = Found()
    found.ask(bench, LIST_ROW, Request("chief", "POST", bench.desk.url(LIST_ROW, DESK[LIST_ROW][0]), body, JSON))
    assert found.faults
