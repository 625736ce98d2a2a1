"""Copies are whole, verified, and never half there."""

import errno
import os
import shutil
import stat
from contextlib import closing
from pathlib import Path
from types import ModuleType, SimpleNamespace

import psutil
import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from pytest_django import Settings

from romme_turnier.backup import engine, folder, memory, second
from romme_turnier.backup.clock import Rounds
from romme_turnier.backup.errors import BackupError
from romme_turnier.backup.folder import backups_in
from romme_turnier.backup.making import make_backup, make_in
from romme_turnier.backup.second import Medium
from romme_turnier.sqlite import sqlite3
from tests.factories import make_event

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("programs")]


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir() if path.name not in (".lock", "memory"))


def test_copy_holds_every_row_of_every_table(place: Path) -> None:
    make_event()
    backup = make_backup()
    rows = engine.engine().verify(backup.path)
    with connection.cursor() as cursor:
        for table in connection.introspection.table_names():
            cursor.execute(f'SELECT count(*) FROM "{table}"')  # noqa: S608
            assert rows[table] == cursor.fetchone()[0], table
    assert rows["tournament_registration"] == 8


def test_copy_is_for_its_owner_alone(place: Path) -> None:
    assert stat.S_IMODE(make_backup().path.stat().st_mode) == 0o600
    assert stat.S_IMODE(place.stat().st_mode) == 0o700


def test_copy_with_missing_rows_gets_no_name(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engine.engine(), "verify", lambda _file: {"accounts_user": 3})
    with pytest.raises(BackupError, match="nicht alle Zeilen"):
        make_backup()
    assert names(place) == []
    assert "nicht alle Zeilen" in memory.recall().error


def test_halves_of_copies_are_cleared_away(place: Path) -> None:
    place.mkdir()
    (place / ".romme-20200101-000000.sqlite3.part").write_bytes(b"half")
    backup = make_backup()
    assert names(place) == [backup.name]


def test_folder_that_cannot_be_written_is_said(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(BackupError, match="lässt sich keine Sicherung schreiben"):
        make_in(tmp_path / "file")


def test_second_place_gets_the_same_bytes(place: Path, tmp_path: Path, settings: Settings) -> None:
    settings.BACKUP_SECOND_DIR = str(tmp_path / "stick")
    backup = make_backup()
    assert (tmp_path / "stick" / backup.name).read_bytes() == backup.path.read_bytes()
    assert memory.recall().second_at is not None


def test_missing_second_place_is_remembered_and_the_first_copy_is_there(
    place: Path, tmp_path: Path, settings: Settings
) -> None:
    settings.BACKUP_SECOND_DIR = str(tmp_path / "fort" / "stick")
    backup = make_backup()
    assert names(place) == [backup.name]
    assert "ist nicht da" in memory.recall().second_error
    assert memory.recall().error == ""


def test_full_stick_is_remembered_and_nothing_half_is_left(
    place: Path, tmp_path: Path, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fill_up(_source: Path, target: Path) -> None:
        target.write_bytes(b"half")
        raise OSError(28, "No space left on device")

    settings.BACKUP_SECOND_DIR = str(tmp_path / "stick")
    monkeypatch.setattr("romme_turnier.backup.second.shutil.copyfile", fill_up)
    make_backup()
    assert "No space left" in memory.recall().second_error
    assert names(tmp_path / "stick") == []


def test_copy_that_the_stick_spoils_gets_no_name(
    place: Path, tmp_path: Path, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.BACKUP_SECOND_DIR = str(tmp_path / "stick")
    monkeypatch.setattr(
        "romme_turnier.backup.second.shutil.copyfile", lambda _source, target: target.write_bytes(b"spoiled")
    )
    make_backup()
    assert "nicht lesbar" in memory.recall().second_error
    assert names(tmp_path / "stick") == []


def test_chosen_stick_must_be_plugged_in(place: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    stick = Medium(tmp_path / "STICK", 10**9, writable=True)
    stick.path.mkdir()
    monkeypatch.setattr(second, "media", lambda: [stick])
    with pytest.raises(BackupError, match="nicht mehr da"):
        second.choose("/etc")
    second.choose(str(stick.path))
    first = make_backup()
    assert names(stick.path / second.FOLDER) == [first.name]

    monkeypatch.setattr(second, "media", list)
    later = make_backup()
    assert not (stick.path / second.FOLDER / later.name).exists()
    assert "ist nicht da" in memory.recall().second_error


def test_folder_where_a_stick_was_mounted_does_not_replace_it(
    place: Path, tmp_path: Path, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    stick, ismount = tmp_path / "stick", os.path.ismount
    settings.BACKUP_SECOND_DIR = str(stick / "copies")
    (stick / "copies").mkdir(parents=True)
    monkeypatch.setattr("os.path.ismount", lambda path: Path(path) == stick or ismount(path))
    make_backup()
    monkeypatch.setattr("os.path.ismount", ismount)
    later = make_backup()
    assert later.name not in names(stick / "copies")
    assert "ist nicht da" in memory.recall().second_error
    settings.BACKUP_SECOND_DIR = str(tmp_path / "elsewhere")
    assert make_backup().name in names(tmp_path / "elsewhere")


def test_media_are_what_is_mounted_where_sticks_are(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    stick = tmp_path / "USB STICK"
    stick.mkdir()
    (tmp_path / "own").mkdir()
    mounted = [
        SimpleNamespace(device="/dev/sda1", mountpoint="/", opts="rw"),
        SimpleNamespace(device="tmpfs", mountpoint=f"{tmp_path}/own", opts="rw"),
        SimpleNamespace(device="/dev/sdb1", mountpoint=str(stick), opts="rw"),
    ]
    monkeypatch.setattr(psutil, "disk_partitions", lambda **_all: mounted)
    monkeypatch.setattr(second, "PLACES", (str(tmp_path),))
    assert [medium.path for medium in second.media()] == [stick]


def test_command_copies_to_a_folder_and_prunes_nothing_there(
    tmp_path: Path, place: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    call_command("backup", str(tmp_path / "mine"))
    made = backups_in(tmp_path / "mine")
    assert str(made[0].path) in capsys.readouterr().out
    assert not place.exists()


def test_command_fails_when_the_second_place_is_missing(tmp_path: Path, place: Path, settings: Settings) -> None:
    settings.BACKUP_SECOND_DIR = str(tmp_path / "fort" / "stick")
    with pytest.raises(CommandError, match="ist nicht da"):
        call_command("backup")
    assert len(backups_in(place)) == 1


class Stick:
    """A stick at a place, which can be pulled out, also between two steps of copying to it."""

    def __init__(self, place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.path, self._patch = place, monkeypatch
        place.mkdir()
        monkeypatch.setattr(second, "media", lambda: [Medium(place, 10**9, writable=True)] if place.exists() else [])
        memory.remember(medium=str(place))

    def pull(self) -> None:
        shutil.rmtree(self.path)

    def pull_during(self, module: ModuleType, step: str) -> None:
        """As the system tells it: the file or its folder is not there, or cannot be read any more."""
        going_on = getattr(module, step)

        def gone(*args: object, **more: object) -> object:
            going_on(*args, **more)
            self.pull()
            raise OSError(errno.EIO, "Input/output error")

        self._patch.setattr(module, step, gone)


@pytest.fixture
def stick(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Stick:
    return Stick(tmp_path / "stick", monkeypatch)


def test_stick_that_is_pulled_between_copies_is_missed_and_the_first_copy_is_there(stick: Stick, place: Path) -> None:
    make_backup()
    assert len(backups_in(stick.path / second.FOLDER)) == 1
    stick.pull()
    make_backup()
    assert len(backups_in(place)) == 2
    assert "ist nicht da" in memory.recall().second_error
    assert memory.recall().error == ""
    assert not stick.path.exists()


@pytest.mark.parametrize("step", ["make_folder", "_digest", "put_in_place"])
def test_stick_that_is_pulled_during_a_copy_is_said_and_the_first_copy_is_there(
    step: str, stick: Stick, place: Path
) -> None:
    stick.pull_during(second, step)
    make_backup()
    assert len(backups_in(place)) == 1
    assert memory.recall().second_error == f"Auf {stick.path / second.FOLDER} lässt sich nicht schreiben: " + (
        "Input/output error"
    )
    assert memory.recall().error == ""
    assert not stick.path.exists()


def test_clock_goes_on_with_a_stick_that_cannot_even_be_looked_at(
    stick: Stick, place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def unreadable(path: Path) -> bool:
        raise OSError(errno.EIO, "Input/output error", str(path))

    rounds = Rounds()
    rounds.go(asked=True)
    monkeypatch.setattr(Path, "exists", unreadable)
    monkeypatch.setattr(second, "media", lambda: [Medium(stick.path, 10**9, writable=True)])
    monkeypatch.setattr(second, "make_folder", unreadable)
    rounds.go(asked=False)
    monkeypatch.undo()
    assert memory.recall().error == ""
    assert "Input/output error" in memory.recall().second_error


def test_stick_that_comes_back_gets_the_newest_copy(stick: Stick, place: Path) -> None:
    stick.pull()
    newest = make_backup()
    stick.path.mkdir()
    Rounds().go(asked=True)
    assert backups_in(stick.path / second.FOLDER)[0].made_at >= newest.made_at
    assert memory.recall().second_error == ""


def test_stick_that_comes_back_with_the_newest_copy_is_missed_no_more(stick: Stick, place: Path) -> None:
    make_backup()
    rounds = Rounds()
    rounds.go(asked=True)
    aside = stick.path.rename(stick.path.with_name("pulled"))
    rounds.go(asked=False)
    assert "ist nicht da" in memory.recall().second_error
    aside.rename(stick.path)
    rounds.go(asked=False)
    assert memory.recall().second_error == ""


def test_old_copy_that_cannot_be_deleted_stays_and_the_new_one_counts(
    place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As on Windows while it is being downloaded."""
    old = make_backup()

    def in_use(_path: Path) -> None:
        raise PermissionError(errno.EACCES, "in use")

    with monkeypatch.context() as patch:
        patch.setattr(folder, "superfluous", lambda _backups, _now: [old])
        patch.setattr(old.path.__class__, "unlink", in_use)
        new = make_backup()
    assert {old.name, new.name} == set(names(place))
    assert memory.recall().error == ""


@pytest.mark.skipif("connection.vendor != 'sqlite'", reason="PostgreSQL overwrites what is free in its own time")
def test_deleted_data_is_not_called_overwritten_while_somebody_reads_it() -> None:
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA busy_timeout=0")
    with closing(sqlite3.connect(connection.settings_dict["NAME"], isolation_level=None)) as reader:
        reader.execute("BEGIN")
        reader.execute("SELECT count(*) FROM accounts_user").fetchone()
        assert engine.overwrite_freed() is False
    assert engine.overwrite_freed() is True
    connection.close()  # the next one is patient again
