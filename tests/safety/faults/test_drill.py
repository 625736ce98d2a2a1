"""Everything moves to an empty machine, from one kind of database to the other and back, while people type."""

import time
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.safety import checks
from tests.safety.conftest import Hall
from tests.safety.databases import Database, OnCluster, SqliteFile, stored_rows
from tests.safety.server import Server, Writer
from tests.safety.sizes import GAMES, SIZES, WRITERS

_MINUTES = 10
_PAUSE = 0.2  # seconds: they shall not be done before the copy is


def _moved(server: Server, here: Database, there: Database) -> Database:
    done = checks.run(server, "copy_to", there.url, database=here)
    assert done.returncode == 0, done.stderr
    return there


def _goes_on(database: Database, folder: Path, session: str, table: int) -> None:
    """Served from there, a new row finds its place."""
    server = Server(database, folder).start()
    try:
        assert Writer(server, session).save(table, 1, checks.cells(37), 0).status == 200
    finally:
        server.kill()


def test_everything_moves_to_the_other_kind_of_database_and_back(
    hall: Hall,
    serve: Callable[..., Server],
    people: Callable[..., list[Writer]],
    tmp_path: Path,
    figure: Callable[[str], None],
) -> None:
    if not isinstance(hall.database, OnCluster):
        pytest.skip("runs with --database postgres")
    server = serve()
    rows = (SIZES.tables - 2) * GAMES
    typing = checks.Typing(people(server, WRITERS), SIZES.tables - 2, rows, pause=_PAUSE).start()
    typing.wait_for(SIZES.rows // 4)
    before = dict(typing.acknowledged)
    started = time.monotonic()
    on_sqlite = _moved(server, hall.database, SqliteFile(tmp_path / "empty.sqlite3"))
    assert typing.is_going_on, "nothing was moved under load"
    typing.stop()
    checks.demand_nothing_lost(on_sqlite, before)
    checks.demand_no_halves(on_sqlite)
    checks.demand_agreement(on_sqlite, server)
    _goes_on(on_sqlite, tmp_path, hall.sessions[0], SIZES.tables - 1)

    back = OnCluster(hall.database.cluster, f"{hall.database.name}_back").create()
    _moved(server, on_sqlite, back)
    assert stored_rows(back) == stored_rows(on_sqlite)
    checks.demand_agreement(back, server)
    _goes_on(back, tmp_path, hall.sessions[0], SIZES.tables)
    seconds = time.monotonic() - started
    assert seconds <= _MINUTES * 60
    figure(
        f"drill: from PostgreSQL to SQLite and back under load in {seconds:.0f} s, lost {checks.at_most(len(before))}"
    )

    with pytest.raises(AssertionError, match="lost"):  # the check sees what came after the copy
        checks.demand_nothing_lost(back, typing.acknowledged)
