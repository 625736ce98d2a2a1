"""Requests that are lost, late, repeated or reordered take effect once; no entry is lost."""

import random
from collections.abc import Callable, Sequence
from functools import partial

from tests.safety import checks
from tests.safety.conftest import Shared
from tests.safety.databases import Database, stored_rows
from tests.safety.desk import Payments
from tests.safety.faults.proxy import BadNetwork
from tests.safety.server import Writer, at_once
from tests.safety.sizes import SIZES, WRITERS


def type_twice(writers: Sequence[Writer], games: int) -> dict[tuple[int, int], int]:
    """Each types the rows of a list and then all of them again; returns the final points."""

    def work(writer: Writer, table: int) -> None:
        for version in (0, 1):
            for game in range(1, games + 1):
                answer = writer.save_surely(table, game, checks.cells(10 + 40 * version + game), version)
                assert (answer.status, answer.body.get("saved")) == (200, {"version": version + 1}), (table, game)

    at_once(*(partial(work, writer, table) for table, writer in enumerate(writers, start=1)))
    return {(table, game): 50 + game for table in range(1, len(writers) + 1) for game in range(1, games + 1)}


def demand_two_effects(database: Database, typed: dict[tuple[int, int], int]) -> None:
    """Of each row two saves were carried out, however often they came."""
    rows = stored_rows(database)
    assert {place: (rows[place].version, rows[place].saves) for place in typed} == dict.fromkeys(typed, (2, 2))
    assert {place: rows[place].points for place in typed} == {
        place: checks.stored_points(points) for place, points in typed.items()
    }
    checks.demand_no_halves(database)


def test_each_request_has_one_effect_over_a_bad_network(shared: Shared, figure: Callable[[str], None]) -> None:
    database = shared.hall.database
    with BadNetwork(shared.server, random.Random(11)) as network:
        writers = shared.people(WRITERS, network)
        typed = type_twice(writers, SIZES.games_on_bad_network)
        payments = Payments(SIZES.games_on_bad_network)
        payments.book_each_twice(writers)
        demand_two_effects(database, typed)
        payments.demand_each_once(database)
    assert sum(writer.refused for writer in writers) == 0
    requests = sum(network.happened.values())
    told = ", ".join(f"{count} {what}" for what, count in sorted(network.happened.items()) if what != "nothing")
    figure(f"bad network: {requests} requests ({told}), done twice or lost {checks.at_most(requests)}")
