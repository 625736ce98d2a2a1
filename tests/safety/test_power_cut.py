"""The power fails at any moment: what was acknowledged is there, whatever the disk did with what was not synced."""

import random
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.safety import checks, power
from tests.safety.conftest import Hall
from tests.safety.databases import SqliteFile
from tests.safety.server import Server, Writer
from tests.safety.sizes import SIZES, WRITERS

# A server of which every write and every sync is noted in the folder, without such guards; and who types there.
Noted = Callable[[str], tuple[Server, list[Writer]]]


@pytest.fixture
def noted(hall: Hall, serve: Callable[..., Server], people: Callable[..., list[Writer]], tmp_path: Path) -> Noted:
    if not isinstance(hall.database, SqliteFile):
        pytest.skip("PostgreSQL's own promise")
    file, library = hall.database.file, power.library(hall.folder)
    if library is None:
        pytest.skip("takes a C compiler")
    (tmp_path / power.BEFORE).write_bytes(file.read_bytes())
    noting = {"LD_PRELOAD": str(library), "SAFETY_DISK": str(file), "SAFETY_DISK_LOG": str(tmp_path / power.NOTES)}

    def start(without: str) -> tuple[Server, list[Writer]]:
        server = serve(without, **noting)
        return server, people(server, WRITERS)

    return start


def _typed(noted: Noted, folder: Path, rows: int, without: str = "") -> checks.Typing:
    """Each acknowledgement has its place in the notes."""
    server, writers = noted(without)
    typing = checks.Typing(writers, SIZES.tables, rows, lambda: (folder / power.NOTES).stat().st_size).start()
    typing.finish()
    server.kill()
    return typing


def demand_nothing_lost(typing: checks.Typing, folder: Path, count: int) -> int:
    """Returns how many acknowledged rows were looked for, in the databases after all cuts together."""
    looked_for = 0
    for place, database in power.cuts(folder, list(typing.moments.values()), count, random.Random(17)):
        due = {row: points for row, points in typing.acknowledged.items() if typing.moments[row] <= place}
        assert database.is_whole(), "broken"
        checks.demand_nothing_lost(database, due)
        checks.demand_no_halves(database)
        looked_for += len(due)
    return looked_for


def test_nothing_acknowledged_is_lost_when_the_power_fails(
    noted: Noted, tmp_path: Path, figure: Callable[[str], None]
) -> None:
    typing = _typed(noted, tmp_path, SIZES.rows_before_cuts)
    rows = demand_nothing_lost(typing, tmp_path, SIZES.cuts)
    figure(f"power cut: lost in {checks.at_most(SIZES.cuts)} ({rows} acknowledged rows looked for), broken 0, halves 0")


def test_check_fails_when_a_commit_is_not_synced(noted: Noted, tmp_path: Path) -> None:
    typing = _typed(noted, tmp_path, 24, without="sync")
    with pytest.raises(AssertionError, match="lost: "):
        demand_nothing_lost(typing, tmp_path, 20)
