"""A copy that is made while four people type is whole, and holds what was acknowledged before it began."""

import time
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.safety import checks
from tests.safety.conftest import Hall
from tests.safety.databases import Database, OnCluster, SqliteFile, stored_rows
from tests.safety.server import Server, Writer
from tests.safety.sizes import GAMES, SIZES, WRITERS


def _restored(server: Server, copy: Path) -> Database:
    """The copy, brought back into an empty database by the program's own command."""
    database = server.database
    other: Database
    if isinstance(database, OnCluster):
        other = OnCluster(database.cluster, f"{database.name}_{time.monotonic_ns()}").create()
    else:
        other = SqliteFile(server.folder / "restored.sqlite3")
    done = checks.run(server, "restore", "--yes", str(copy), database=other)
    assert done.returncode == 0, done.stderr
    return other


def test_copy_made_under_load_is_the_database_at_one_moment(
    hall: Hall, serve: Callable[..., Server], people: Callable[..., list[Writer]], tmp_path: Path
) -> None:
    server = serve()
    typing = checks.Typing(people(server, WRITERS), SIZES.tables, rows=SIZES.tables * GAMES).start()
    typing.wait_for(SIZES.rows // 8)
    before = dict(typing.acknowledged)
    made = checks.run(server, "backup", str(tmp_path))
    assert made.returncode == 0, made.stderr
    after = set(typing.begun)
    assert typing.is_going_on, "the copy was not made under load"
    typing.stop()

    copied = _restored(server, Path(made.stdout.split(" (")[0]))
    checks.demand_nothing_lost(copied, before)
    checks.demand_agreement(copied, server)  # no save is stored in part
    original, restored = stored_rows(hall.database), stored_rows(copied)
    assert set(before) <= set(restored) <= after
    assert restored == {place: original[place] for place in restored}

    with pytest.raises(AssertionError, match="lost"):  # the check sees a copy that is too old
        checks.demand_nothing_lost(copied, typing.acknowledged)


def test_server_copies_by_itself_once_something_was_written(
    hall: Hall, serve: Callable[..., Server], people: Callable[..., list[Writer]], tmp_path: Path
) -> None:
    copies = tmp_path / "copies"
    server = serve(BACKUP_MINUTES="0.02", BACKUP_DIR=str(copies))
    assert people(server, 1)[0].save(1, 1, checks.cells(37), 0).status == 200
    copied = _wait_for(copies, lambda file: (1, 1) in stored_rows(_restored(server, file)))
    assert not list(copies.glob(".*.part"))
    assert copied


def _wait_for(copies: Path, is_meant: Callable[[Path], bool]) -> bool:
    """Whether such a copy comes within a minute."""
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline:
        newest = max(copies.glob("romme-*"), default=None)
        if newest is not None and is_meant(newest):
            return True
        time.sleep(0.2)
    return False
