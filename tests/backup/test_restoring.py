"""Restoring brings back every copied row; a file that is not a copy changes nothing."""

import io
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path
from types import ModuleType
from typing import Any
from unittest.mock import Mock

import pytest
from django.core.management import CommandError, call_command
from django.db import connection, connections

from romme_turnier.backup import of_postgres, of_sqlite, sqlite_copy, tables
from romme_turnier.backup.errors import BackupError
from romme_turnier.backup.making import make_backup
from romme_turnier.backup.restoring import restore
from romme_turnier.tournament.models import Event
from tests.backup.tables import in_earnest
from tests.factories import list_of, make_checked, make_event, seat_series

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("programs", "tables_at_hand")]
only_sqlite = pytest.mark.skipif("connection.vendor != 'sqlite'", reason="about SQLite's file")


def everything() -> dict[str, list[Any]]:
    """All rows of all tables."""
    found = {}
    with connection.cursor() as cursor:
        for table in connection.introspection.table_names():
            cursor.execute(f'SELECT * FROM "{table}"')  # noqa: S608
            found[table] = sorted(map(repr, cursor.fetchall()))
    return found


@pytest.fixture
def played() -> Event:
    event = make_event()
    make_checked(list_of(seat_series(event)))
    return event


def test_restored_database_equals_the_original_row_for_row(
    played: Event, monkeypatch: pytest.MonkeyPatch, place: Path
) -> None:
    in_earnest(monkeypatch, place)
    before = everything()
    backup = make_backup()
    Event.objects.update(name="Etwas anderes")
    make_event(slug="spaeter")

    restore(backup.path)

    assert everything() == before
    said = io.StringIO()
    call_command("verify", stdout=said)
    assert "Alles stimmt" in said.getvalue()


def test_umlauts_come_back_whatever_encoding_the_environment_names(
    played: Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As a database in LATIN1 names it: pg_dump would write copies in that."""
    Event.objects.update(name="Müritzpokal")
    monkeypatch.setenv("PGCLIENTENCODING", "LATIN1")
    backup = make_backup()
    Event.objects.update(name="Etwas anderes")
    restore(backup.path)
    assert Event.objects.get().name == "Müritzpokal"


def test_former_database_is_kept_next_to_the_new_one(played: Event, place: Path) -> None:
    backup = make_backup()
    make_event(slug="spaeter")
    after = everything()
    kept = restore(backup.path)
    assert kept is not None
    assert kept.parent == place
    restore(kept)
    assert everything() == after


@pytest.mark.parametrize("content", [b"", b"Liebe Petra", b"SQLite format 3\0" + b"x" * 5000, b"PGDMP" + b"x" * 5000])
def test_file_that_is_no_copy_is_refused(played: Event, tmp_path: Path, content: bytes) -> None:
    before = everything()
    file = tmp_path / "brief.sqlite3"
    file.write_bytes(content)
    with pytest.raises(BackupError):
        restore(file)
    assert everything() == before


@only_sqlite
def test_database_of_another_program_is_refused(tmp_path: Path) -> None:
    with sqlite3.connect(tmp_path / "other.sqlite3") as other:
        other.execute("CREATE TABLE songs (title text)")
    with pytest.raises(BackupError, match="keine Sicherung dieses Programms"):
        restore(tmp_path / "other.sqlite3")


@only_sqlite
def test_copy_with_a_trigger_in_it_is_refused(played: Event) -> None:
    backup = make_backup()
    with sqlite3.connect(backup.path) as changed:
        changed.execute("CREATE TRIGGER x AFTER INSERT ON accounts_user BEGIN DELETE FROM tournament_event; END")
    with pytest.raises(BackupError, match="keine Sicherung"):
        restore(backup.path)


@only_sqlite
def test_damaged_copy_is_refused(played: Event) -> None:
    backup = make_backup()
    with backup.path.open("r+b") as file:
        file.seek(4096 * 3)
        file.write(b"\xff" * 4096 * 20)
    with pytest.raises(BackupError, match="beschädigt"):
        restore(backup.path)


@only_sqlite
def test_copy_of_a_newer_program_is_refused(played: Event) -> None:
    backup = make_backup()
    with sqlite3.connect(backup.path) as changed:
        changed.execute(
            "INSERT INTO django_migrations (app, name, applied) VALUES ('tournament', '9999_later', '2030')"
        )
    with pytest.raises(BackupError, match="neueren Fassung"):
        restore(backup.path)


@only_sqlite
def test_copy_from_before_the_first_migrations_is_refused(played: Event) -> None:
    backup = make_backup()
    with sqlite3.connect(backup.path) as changed:
        changed.execute("UPDATE django_migrations SET name = '0001_initial' WHERE app = 'tournament'")
        changed.execute(
            "INSERT INTO django_migrations (app, name, applied) VALUES ('tournament', '0002_twenty_minutes', '2026')"
        )
    with pytest.raises(BackupError, match=r"vor 0\.2"):
        restore(backup.path)


def older(copy: Path) -> Path:
    """A copy of a program that had no sessions."""
    with sqlite3.connect(copy) as changed:
        changed.execute("DELETE FROM django_migrations WHERE app = 'sessions'")
        changed.execute("DROP TABLE django_session")
    return copy


@only_sqlite
def test_copy_of_an_older_program_is_brought_up_to_date_before_it_comes_in(
    played: Event, monkeypatch: pytest.MonkeyPatch, place: Path
) -> None:
    copy = older(make_backup().path)
    journals: list[str] = []
    replace = of_sqlite.replace

    def looking(file: Path) -> None:
        with closing(sqlite3.connect(file)) as staged:
            journals.extend(staged.execute("PRAGMA journal_mode").fetchone())
        replace(file)

    monkeypatch.setattr(of_sqlite, "replace", looking)
    restore(copy)
    assert "django_session" in everything()
    assert journals == ["delete"]  # a log next to the file could get lost
    assert list(place.glob(".romme-restore*")) == []


@pytest.fixture
def with_log(tmp_path: Path) -> Path:
    """Both files, copied by hand from under a running program: the new name is only in the log."""
    backup = make_backup()
    with closing(sqlite3.connect(backup.path)) as changed:
        changed.execute("PRAGMA journal_mode=WAL")
        changed.execute("UPDATE tournament_event SET name = 'Aus dem Protokoll'")
        changed.commit()
        for suffix in ("", "-wal"):
            shutil.copyfile(f"{backup.path}{suffix}", tmp_path / f"stick.sqlite3{suffix}")
    return tmp_path / "stick.sqlite3"


@only_sqlite
def test_copy_made_by_hand_comes_in_with_its_log(played: Event, with_log: Path) -> None:
    restore(with_log)
    assert Event.objects.get().name == "Aus dem Protokoll"


@only_sqlite
def test_reading_a_copy_needs_no_file_next_to_it(played: Event, tmp_path: Path) -> None:
    file = tmp_path / "stick.sqlite3"
    shutil.copyfile(make_backup().path, file)
    with closing(sqlite3.connect(file)) as changed:
        changed.execute("PRAGMA journal_mode=WAL")
    of_sqlite.verify(file)
    assert [path.name for path in tmp_path.glob("stick*")] == ["stick.sqlite3"]


@only_sqlite
def test_copy_that_cannot_be_brought_up_to_date_changes_nothing(played: Event, monkeypatch: pytest.MonkeyPatch) -> None:
    def stumble(*_command: object, **_options: object) -> None:
        raise KeyError("a row that no program has written")

    copy = older(make_backup().path)
    before = everything()
    monkeypatch.setattr(tables, "call_command", stumble)
    with pytest.raises(BackupError, match="auf den Stand dieses Programms"):
        restore(copy)
    assert everything() == before


@only_sqlite
@pytest.mark.parametrize(("module", "step"), [(of_sqlite, "make_tables"), (sqlite_copy, "fill")])
def test_disk_that_is_full_is_not_the_fault_of_the_copy(
    played: Event, monkeypatch: pytest.MonkeyPatch, module: ModuleType, step: str
) -> None:
    def fill_up(*_values: object) -> None:
        with closing(sqlite3.connect(":memory:")) as small:
            small.executescript("PRAGMA max_page_count=1; CREATE TABLE t (x)")

    copy = make_backup().path
    monkeypatch.setattr(module, step, fill_up)
    with pytest.raises(BackupError, match=r"nicht zurückspielen: .*full"):
        restore(copy)


def test_copy_of_the_other_kind_of_database_is_refused(tmp_path: Path) -> None:
    other = of_postgres if connection.vendor == "sqlite" else of_sqlite
    (tmp_path / "copy").write_bytes(other.MAGIC + b"x" * 100)
    with pytest.raises(BackupError, match="dieses Programm läuft mit"):
        restore(tmp_path / "copy")


@only_sqlite
def test_database_that_cannot_be_read_any_more_is_replaced_and_kept(
    played: Event, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    backup = make_backup()
    broken = tmp_path / "live.sqlite3"
    broken.write_bytes(b"rubbish" * 1000)
    monkeypatch.setattr(of_sqlite, "live_file", lambda: broken)
    kept = restore(backup.path)
    assert kept is not None
    assert kept.read_bytes() == b"rubbish" * 1000
    assert of_sqlite.verify(broken)["tournament_event"] == 1


def test_command_asks_before_it_overwrites(
    played: Event, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    backup = make_backup()
    make_event(slug="spaeter")
    monkeypatch.setattr("sys.stdin.isatty", lambda: True, raising=False)
    monkeypatch.setattr("builtins.input", Mock(side_effect=["n", EOFError, KeyboardInterrupt]))
    for _answer in range(3):
        with pytest.raises(CommandError, match="Nichts geändert"):
            call_command("restore", str(backup.path))
    assert Event.objects.filter(slug="spaeter").exists()

    monkeypatch.setattr("builtins.input", lambda _question: "j")
    call_command("restore", str(backup.path))
    assert not Event.objects.filter(slug="spaeter").exists()
    assert "liegt hier" in capsys.readouterr().out


def test_command_does_not_overwrite_where_nobody_can_answer(played: Event, monkeypatch: pytest.MonkeyPatch) -> None:
    backup = make_backup()
    monkeypatch.setattr("sys.stdin.isatty", lambda: False, raising=False)
    with pytest.raises(CommandError, match="--yes"):
        call_command("restore", str(backup.path))


def test_open_connections_see_what_came_back(played: Event) -> None:
    backup = make_backup()
    Event.objects.update(name="Etwas anderes")
    assert connections["default"].connection is not None
    restore(backup.path)
    assert Event.objects.get(pk=played.pk).name == "Testpokal"
