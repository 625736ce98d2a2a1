"""Fifty devices at the same moment during typing: one draw, and every payment once."""

import threading
from collections.abc import Callable
from functools import partial

import pytest

from tests.safety import checks
from tests.safety.conftest import Hall, Shared
from tests.safety.databases import percentile
from tests.safety.desk import Payments, demand_one_draw, draw_at_once
from tests.safety.server import Server, Writer, at_once
from tests.safety.sizes import CLIENTS, GAMES, IS_FULL, SIZES

Serve = Callable[..., Server]
People = Callable[..., list[Writer]]
_SOON = 500  # milliseconds
_EVERY = 2.0  # seconds between two rows of one person: twice as fast as anybody types


def test_fifty_people_draw_one_series_and_book_each_payment_once(shared: Shared, figure: Callable[[str], None]) -> None:
    writers, database = shared.people(CLIENTS), shared.hall.database
    draw_at_once(writers)
    demand_one_draw(database)
    payments = Payments(CLIENTS // 2 * SIZES.payments)
    payments.book_each_twice(writers)
    payments.demand_each_once(database)
    assert sum(writer.refused for writer in writers) == 0
    figure(f"50 clients draw one series: drawn once; {payments.count} payments sent twice: each booked once, 5xx 0")


def test_checks_see_a_draw_and_a_payment_that_are_missing(hall: Hall) -> None:
    with pytest.raises(AssertionError, match="seats"):
        demand_one_draw(hall.database)
    with pytest.raises(AssertionError, match="payments"):
        Payments(1).demand_each_once(hall.database)


@pytest.mark.skipif(not IS_FULL, reason="takes a machine with nothing else to do; ./run test has other steps beside it")
def test_fifty_people_who_type_wait_half_a_second_at_most(
    hall: Hall, serve: Serve, people: People, figure: Callable[[str], None]
) -> None:
    writers = people(serve(), CLIENTS)
    pause = threading.Event()

    def work(writer: Writer, table: int) -> None:
        pause.wait(_EVERY * table / CLIENTS)
        for game in range(1, GAMES + 1):
            answer = writer.save(table, game, checks.cells(10 + table % 80), 0)
            assert answer.status == 200
            pause.wait(max(0, _EVERY - answer.seconds))

    at_once(*(partial(work, writer, table) for table, writer in enumerate(writers, start=1)))
    seconds = [each for writer in writers for each in writer.seconds]
    p99 = percentile(seconds, 0.99)
    figure(f"50 people, a row every {_EVERY:.0f} s each: p50 {percentile(seconds, 0.5):.0f} ms, p99 {p99:.0f} ms")
    assert p99 <= _SOON
