"""The disk is full and then has room again: no false acknowledgement, and everything else continues."""

import os
import shutil
import subprocess
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.safety import checks
from tests.safety.conftest import Hall
from tests.safety.databases import SqliteFile
from tests.safety.server import EVENT, Server, Writer
from tests.safety.sizes import IS_FULL, SIZES, WRITERS

_MB = 1024**2
_MOUNT = 'mount -t tmpfs -o size="$1" tmpfs "$2" && cp "$3" "$2/romme.sqlite3" && cd "$4" && shift 4 && exec "$@"'
_UNSHARE = ("unshare", "--mount", "--map-root-user")


@dataclass
class SmallDisk:
    """A server with its database on a private disk of 3 MB, next to a copy."""

    server: Server
    seen: Path  # the disk from outside
    writers: list[Writer]

    def taken_out(self, folder: Path) -> SqliteFile:
        """The database at the kill of the server; SQLite cannot open the disk from outside."""
        disk = os.open(self.seen, os.O_DIRECTORY)
        self.server.kill()
        for name in os.listdir(disk):
            with open(name, "rb", opener=lambda path, flags: os.open(path, flags, dir_fd=disk)) as file:
                (folder / name).write_bytes(file.read())
        os.close(disk)
        return SqliteFile(folder / "romme.sqlite3")

    def fill(self) -> None:
        with (self.seen / "something-else").open("wb", buffering=0) as other:
            try:
                while True:
                    other.write(bytes(64 * 1024))
            except OSError:
                return

    def make_room(self) -> None:
        (self.seen / "something-else").unlink()


@contextmanager
def _small_disk(hall: Hall, folder: Path, without: str = "") -> Iterator[SmallDisk]:
    if not isinstance(hall.database, SqliteFile):
        pytest.skip("where PostgreSQL keeps its data is not the program's choice")
    if shutil.which("unshare") is None or subprocess.run([*_UNSHARE, "true"], check=False).returncode:
        pytest.skip("takes a Linux on which anybody may mount a disk for themselves")
    disk = folder / "disk"
    disk.mkdir()
    whole = hall.database.file
    size = str(whole.stat().st_size + 6 * _MB)
    inside = (*_UNSHARE, "sh", "-c", _MOUNT, "sh", size, str(disk), str(whole), str(Path.cwd()))
    server = Server(SqliteFile(disk / "romme.sqlite3"), folder, without, inside=inside)
    try:
        assert server.start().process is not None
        seen = Path(f"/proc/{server.process.pid}/root{disk}")  # type: ignore[union-attr]
        yield SmallDisk(server, seen, [Writer(server, session) for session in hall.sessions[:WRITERS]])
    finally:
        server.kill()


def _until_refused(typing: checks.Typing, times: int) -> None:
    while sum(writer.refused for writer in typing.writers) < times:
        assert typing.is_going_on
        time.sleep(0.01)


def demand_pages_that_can_be_read(writer: Writer) -> None:
    for address in (EVENT.format(1), EVENT.format(1) + "stand/", "/leitung/", "/leitung/sicherheit/"):
        assert writer.call("GET", address).status == 200, address


def test_full_disk_is_said_and_costs_nothing(hall: Hall, tmp_path: Path, figure: Callable[[str], None]) -> None:
    with _small_disk(hall, tmp_path) as disk:
        typing = checks.Typing(disk.writers, SIZES.tables, SIZES.rows_on_full_disk).start()
        typing.wait_for(SIZES.rows_on_full_disk // 4)
        disk.fill()
        _until_refused(typing, 8)
        reader = Writer(disk.server, hall.sessions[WRITERS])
        demand_pages_that_can_be_read(reader)
        told = reader.save(SIZES.tables, 12, checks.cells(37), 0)
        assert told.status == 507
        assert "Der Speicher des Servers ist voll" in told.body["text"]
        disk.make_room()
        typing.finish()
        database = disk.taken_out(tmp_path)
        checks.demand_nothing_lost(database, typing.acknowledged)
        checks.demand_no_halves(database)
        assert database.is_whole()
    refused = sum((writer.answers for writer in disk.writers), Counter())
    assert set(refused) == {200, 507}
    assert refused[507] >= 8
    figure(
        f"full disk: {refused[507]} saves refused with 507 and stored later, other 5xx 0, "
        f"lost {checks.at_most(len(typing.acknowledged))}"
    )


@pytest.mark.skipif(not IS_FULL, reason="test_guards_off.py takes the same guard from the same check")
def test_check_fails_when_a_save_is_acknowledged_before_it_is_stored(hall: Hall, tmp_path: Path) -> None:
    with _small_disk(hall, tmp_path, "commit") as disk:
        disk.fill()
        typing = checks.Typing(disk.writers, SIZES.tables, 40).start()
        typing.finish()
        time.sleep(1)
        with pytest.raises(AssertionError, match="lost: "):
            checks.demand_nothing_lost(disk.taken_out(tmp_path), typing.acknowledged)
