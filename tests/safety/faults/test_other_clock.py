"""The clock is set back, summer time begins and ends, a year passes: order, chain and sessions do not depend on it."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from functools import partial

import pytest

from tests.safety import checks
from tests.safety.conftest import Hall, Shared
from tests.safety.databases import Database
from tests.safety.faults.clock import clocked
from tests.safety.server import EVENT, Form, Server, Writer
from tests.safety.sizes import GAMES

_HOUR, _YEAR = 3600, 366 * 24 * 3600
# The last second before clocks go forward, and the last before they go back.
SUMMER, WINTER = datetime(2027, 3, 28, 0, 59, 59, tzinfo=UTC), datetime(2027, 10, 31, 0, 59, 59, tzinfo=UTC)
_MOMENT = timedelta(seconds=2)
TABLE = 21
DONE = """
SELECT l.version, l.game, l.at FROM tournament_logentry l
JOIN tournament_spielliste s ON s.id = l.spielliste_id JOIN tournament_table t ON t.id = s.table_id
WHERE t.number = 21 ORDER BY l.version
"""
REVISIONS = """
SELECT r.number, r.at FROM tournament_revision r
JOIN tournament_spielliste s ON s.id = r.spielliste_id JOIN tournament_table t ON t.id = s.table_id
WHERE t.number = 21 ORDER BY r.number
"""


def demand_order(database: Database) -> None:
    """The log has the games in the order in which they were saved, although their times go to and fro."""
    done = database.query(DONE)
    assert [version for version, _game, _at in done] == list(range(1, GAMES + 2)), "order"
    assert [game for _version, game, _at in done] == [*range(1, GAMES + 1), None], "order"
    assert [at for *_row, at in done] != sorted(at for *_row, at in done), "the clock was never set back"


def demand_signed_out(writer: Writer) -> None:
    """The sign-in page appears, and no row is stored."""
    assert writer.save(TABLE + 1, 1, checks.cells(37), 0).status == 401, "still signed in"
    for address in (EVENT.format(TABLE), "/leitung/"):
        assert writer.call("GET", address).status == 401, "still signed in"


def test_order_and_chain_hold_whatever_the_clock_says_and_sessions_end(
    shared: Shared, figure: Callable[[str], None]
) -> None:
    hands, database = shared.clock, shared.hall.database
    if hands is None:
        pytest.skip("takes a C compiler")
    writer, other = shared.people(2)
    database.keep_signed_in(shared.hall.sessions[0])
    moments: list[Callable[[], None]] = [
        lambda: hands.ahead(0),
        lambda: hands.ahead(-2 * _HOUR),
        *(partial(hands.at, moment) for moment in (SUMMER, SUMMER + _MOMENT, WINTER, WINTER + _MOMENT)),
    ]
    try:
        for game in range(1, GAMES + 1):
            moments[game % len(moments)]()
            assert writer.save(TABLE, game, checks.cells(20 + game), 0).status == 200
        assert writer.call("GET", EVENT.format(TABLE) + "verlauf/").status == 200
        assert writer.call("POST", EVENT.format(TABLE) + "fertig/", {"expected": GAMES}).status == 200
        hands.ahead(-2 * _HOUR)
        assert writer.call("POST", EVENT.format(TABLE) + "geprueft/", Form(version=str(GAMES + 1))).status == 302
        hands.ahead(_YEAR)
        demand_signed_out(other)
    finally:
        hands.ahead(0)
    demand_order(database)
    (first, completed), (second, checked) = database.query(REVISIONS)
    assert (first, second, checked < completed) == (1, 2, True)
    figure(f"other clocks: {GAMES + 2} changes in their order; a year on nobody is signed in")


def test_check_fails_when_sessions_never_end(hall: Hall, serve: Callable[..., Server]) -> None:
    hands, settings = clocked(hall.folder, "sessions")
    if hands is None:
        pytest.skip("takes a C compiler")
    writer = Writer(serve("sessions", **settings), hall.sessions[0])
    hands.ahead(_YEAR)
    with pytest.raises(AssertionError, match="still signed in"):
        demand_signed_out(writer)
    with pytest.raises(AssertionError, match="order"):
        demand_order(hall.database)
