"""The negative controls: with a guard taken away the very checks of the other tests must fail."""

import random
import time
from collections.abc import Callable

import pytest

from tests.safety import checks
from tests.safety.at_tables.tables import confirm_a_changed_list, repeat_a_game, tables_of, write_without_pen
from tests.safety.conftest import Hall
from tests.safety.databases import OnCluster, stored_rows
from tests.safety.desk import Payments
from tests.safety.faults.proxy import BadNetwork
from tests.safety.faults.test_bad_network import demand_two_effects, type_twice
from tests.safety.server import Server, Writer
from tests.safety.sizes import CLIENTS, WRITERS
from tests.safety.test_lives_of_lists import live, lives_of

Serve = Callable[..., Server]
People = Callable[..., list[Writer]]


def test_checks_fail_when_the_last_save_wins(hall: Hall, serve: Serve, people: People) -> None:
    server = serve("versions")
    writers = people(server, CLIENTS)
    one, other = writers[:2]
    with pytest.raises(AssertionError, match="game 1: 200, 200"):
        checks.demand_one_winner_on_a_row(hall.database, one, other)
    with pytest.raises(AssertionError, match="200, 200"):
        checks.demand_one_winner_on_a_list(one, other)
    checks.fifty_on_one_list(writers, 2, CLIENTS + 1)
    with pytest.raises(AssertionError, match="game 1: "):
        checks.demand_no_lost_update(hall.database, 2, CLIENTS + 1)
    with pytest.raises(AssertionError, match="table "):
        live(server, lives_of(server, hall.sessions, range(31, 35), 0), restarts=0)


def test_checks_fail_when_requests_are_carried_out_again_and_any_phone_writes_or_confirms_anything(
    hall: Hall, serve: Serve, people: People
) -> None:
    server = serve("keys,versions,pen,consent")
    demand_tables_guarded(server, hall)
    replay = checks.Replay.of(people(server, 2))
    with pytest.raises(AssertionError):
        replay.again(5)
    replay.somebody_else()
    with pytest.raises(AssertionError):
        replay.demand_one_effect(hall.database)

    with BadNetwork(server, random.Random(11)) as network:
        writers = [Writer(network, session) for session in hall.sessions[:2]]
        payments = Payments(4)
        payments.book_each_twice(writers)
        with pytest.raises(AssertionError, match="payments"):
            payments.demand_each_once(hall.database)
        with pytest.raises(AssertionError):
            demand_two_effects(hall.database, type_twice(writers, 4))


def demand_tables_guarded(server: Server, hall: Hall) -> None:
    """A table's own phones: a game that is sent twice, a phone without the pen, a list that was not shown so."""
    twice, unseen = tables_of(server, hall, 2)
    with pytest.raises(AssertionError, match="doubled"):
        repeat_a_game(hall.database, twice)
    with pytest.raises(AssertionError, match="wrote without the pen"):
        write_without_pen(twice)
    with pytest.raises(AssertionError, match="confirmed what nobody was shown"):
        confirm_a_changed_list(hall.database, unseen)


def test_check_fails_when_a_save_is_acknowledged_before_it_is_stored(hall: Hall, serve: Serve, people: People) -> None:
    server = serve("commit")
    typing = checks.Typing(people(server, WRITERS), tables=20, rows=160).start()  # enough that none is finished before
    assert checks.kill_at_random(server, typing, random.Random(4), kills=1) == 1
    with pytest.raises(AssertionError, match="lost: "):
        checks.demand_nothing_lost(hall.database, typing.acknowledged)

    late = time.monotonic() + 10
    while not stored_rows(hall.database) and time.monotonic() < late:
        time.sleep(0.05)  # the last save may or may not be stored yet: a quick server acknowledges all before that
    server.kill()
    checks.demand_no_halves(hall.database)
    for missing in ("logentry", "gameentry", "savedkey"):
        half = hall.database.copied(f"half_{missing}")
        half.lose_last(f"tournament_{missing}")
        with pytest.raises(AssertionError, match="half a save"):
            checks.demand_no_halves(half)


def test_check_fails_when_the_server_comes_back_late(hall: Hall) -> None:
    with pytest.raises(AssertionError, match="ready after"):
        checks.demand_ready_again(Server(hall.database, hall.folder, ready=[1.0, 2.0, 5.1]))


def test_check_fails_when_sqlite_is_opened_as_django_does(hall: Hall, serve: Serve, people: People) -> None:
    if isinstance(hall.database, OnCluster):
        pytest.skip("PostgreSQL takes many writers at a time")
    writers = people(serve("lock,lane"), CLIENTS)
    with pytest.raises(AssertionError, match="503"):
        checks.fifty_lists(writers, 4)
    assert sum(writer.refused for writer in writers) > 0
