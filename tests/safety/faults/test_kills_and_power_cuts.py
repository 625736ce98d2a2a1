"""The server is killed under load, or the power fails at any moment: acknowledged rows are stored, once and whole.

One run serves both: every write and sync of the killed server is noted, and the notes give the files that a disk may
hold after a power cut, with any part of the unsynced writes.
"""

import random
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.safety import checks
from tests.safety.conftest import Hall, server_of
from tests.safety.databases import SqliteFile
from tests.safety.faults import power
from tests.safety.faults.preloaded import preloaded
from tests.safety.server import Server, Writer
from tests.safety.sizes import SIZES, WRITERS

Say = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class Course:
    """The result of typing while the server was killed; the notes, if any, are in the folder."""

    hall: Hall
    server: Server
    typing: checks.Typing
    kills: int
    folder: Path


def _typed(template: Hall, folder: Path, rows: int, kills: int, without: str = "") -> Course:
    """Each acknowledgement has its place in the notes."""
    hall = Hall(template.database.copied(folder.name.replace("-", "")), template.sessions, template.folder)
    notes = folder / power.NOTES
    settings: dict[str, str] = {}
    if isinstance(hall.database, SqliteFile):
        file = hall.database.file
        (folder / power.BEFORE).write_bytes(file.read_bytes())
        settings = {**preloaded(hall.folder, "disk"), "SAFETY_DISK": str(file), "SAFETY_DISK_LOG": str(notes)}
    server = server_of(hall, without, **settings).start()
    try:
        writers = [Writer(server, session) for session in hall.sessions[:WRITERS]]
        moment = (lambda: notes.stat().st_size) if "LD_PRELOAD" in settings else (lambda: 0)
        typing = checks.Typing(writers, SIZES.tables, rows, moment).start()
        killed = checks.kill_at_random(server, typing, random.Random(4), kills)
    finally:
        server.kill()
    return Course(hall, server, typing, killed, folder)


@pytest.fixture(scope="module")
def course(template: Hall, tmp_path_factory: pytest.TempPathFactory) -> Course:
    return _typed(template, tmp_path_factory.mktemp("course"), SIZES.rows, SIZES.kills)


def demand_nothing_lost(course: Course, cuts: int) -> int:
    """Returns how many acknowledged rows were looked for, in the databases after all cuts together."""
    if not (course.folder / power.NOTES).exists():
        pytest.skip("takes SQLite and a C compiler")
    looked_for, typing = 0, course.typing
    for place, database in power.cuts(course.folder, list(typing.moments.values()), cuts, random.Random(17)):
        due = {row: points for row, points in typing.acknowledged.items() if typing.moments[row] <= place}
        assert database.is_whole(), "broken"
        checks.demand_nothing_lost(database, due)
        checks.demand_no_halves(database)
        looked_for += len(due)
    return looked_for


def test_nothing_is_lost_or_doubled_when_the_server_is_killed(course: Course, figure: Say) -> None:
    database = course.hall.database
    checks.demand_nothing_lost(database, course.typing.acknowledged)
    checks.demand_no_halves(database)
    checks.demand_agreement(database, course.server)
    assert course.kills == SIZES.kills
    rows = len(course.typing.acknowledged)
    figure(f"kill -9: {course.kills} times, lost {checks.at_most(rows)}, doubled 0, halves 0")


def test_server_is_ready_again_soon_after_it_was_killed(course: Course, figure: Say) -> None:
    checks.demand_ready_again(course.server)
    first, *again = course.server.ready
    figure(f"ready after a kill: {max(again):.1f} s at most, undisturbed {first:.1f} s")


def test_nothing_acknowledged_is_lost_when_the_power_fails(course: Course, figure: Say) -> None:
    rows = demand_nothing_lost(course, SIZES.cuts)
    figure(f"power cut: lost in {checks.at_most(SIZES.cuts)} ({rows} acknowledged rows looked for), broken 0, halves 0")


def test_check_fails_when_a_commit_is_not_synced(template: Hall, tmp_path_factory: pytest.TempPathFactory) -> None:
    if not isinstance(template.database, SqliteFile):
        pytest.skip("PostgreSQL syncs by itself")
    unsynced = _typed(template, tmp_path_factory.mktemp("unsynced"), rows=16, kills=0, without="sync")
    with pytest.raises(AssertionError, match="lost: "):
        demand_nothing_lost(unsynced, 20)
