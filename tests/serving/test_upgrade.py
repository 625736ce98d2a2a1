"""A database used by another version of the program: copied once, brought up to date, or refused with a message."""

import subprocess
import sys
from collections.abc import Collection
from pathlib import Path
from unittest.mock import Mock

import pytest
from django.db.migrations import Migration
from pytest_django import Settings

from romme_turnier.backup import engine, state
from romme_turnier.backup.errors import BackupError
from romme_turnier.backup.folder import backups_in
from romme_turnier.serving import managing, upgrade
from romme_turnier.serving.speaking import StopError
from tests.safety.server import environ
from tools.project import ROOT

OLDER = ("tournament", "0024_play_position")


@pytest.fixture(autouse=True)
def _migrations_on(settings: Settings) -> None:
    settings.MIGRATION_MODULES = {}  # also if the test database was made without them


@pytest.fixture
def data(tmp_path: Path, settings: Settings) -> Path:
    settings.DATA_DIR = tmp_path
    settings.BACKUP_DIR = str(tmp_path / "backups")
    return tmp_path


@pytest.fixture
def migrated(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Calls that would migrate, recorded instead of run."""
    called: list[str] = []
    monkeypatch.setattr(upgrade, "call_command", lambda name, **_options: called.append(name))
    return called


def _without(*last: tuple[str, str]) -> set[tuple[str, str]]:
    """All migrations of this program but these. An older database has no squashed migration, only its parts."""
    of_program = state._of_program()
    return {key for key, migration in of_program.items() if key not in last and not (last and migration.replaces)}


def _have(monkeypatch: pytest.MonkeyPatch, applied: Collection[tuple[str, str]]) -> None:
    monkeypatch.setattr(state, "applied_migrations", lambda: applied)


def _up_to(number: str) -> set[tuple[str, str]]:
    """This program's migrations, of the tournament those up to a number."""
    later = [(app, name) for app, name in state._of_program() if app == "tournament" and name[:4] > number]
    return _without(*later)


@pytest.fixture
def copies(data: Path) -> Path:
    if why := engine.engine().why_not():
        pytest.skip(why)
    return data / "backups"


def _copies_of(folder: Path) -> dict[str, int]:
    return {state_folder.name: len(backups_in(state_folder)) for state_folder in folder.glob("stand-*")}


@pytest.mark.django_db
def test_database_is_copied_whenever_migrations_are_pending(
    copies: Path, migrated: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    _have(monkeypatch, _up_to("0009"))
    upgrade.upgrade()
    assert _copies_of(copies) == {"stand-0009_announcements_in_order": 1}
    assert migrated == ["migrate"]


@pytest.mark.django_db
def test_database_of_this_state_is_not_copied(
    copies: Path, migrated: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    _have(monkeypatch, _without())
    upgrade.upgrade()
    assert _copies_of(copies) == {}


@pytest.mark.django_db
def test_database_between_two_states_is_never_the_newest_copy(copies: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def be_killed(*_args: object, **_options: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(upgrade, "call_command", be_killed)
    for number in ("0009", "0010", "0017"):
        _have(monkeypatch, _up_to(number))
        with pytest.raises(KeyboardInterrupt):
            upgrade.upgrade()
    assert _copies_of(copies) == {"stand-0009_announcements_in_order": 1}

    monkeypatch.setattr(upgrade, "call_command", lambda *_args, **_options: None)
    upgrade.upgrade()
    _have(monkeypatch, _up_to("0017"))  # another upgrade, after one that was finished
    upgrade.upgrade()
    assert _copies_of(copies) == {"stand-0009_announcements_in_order": 1, "stand-0017_lists_at_the_table": 1}


@pytest.mark.django_db
def test_upgrade_stops_where_no_copy_can_be_made(
    copies: Path, migrated: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    copies.write_text("a file where the folder should be")
    _have(monkeypatch, _up_to("0009"))
    with pytest.raises(StopError, match="keine Sicherung schreiben"):
        upgrade.upgrade()
    assert migrated == []


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("more", "words"),
    [(("tournament", "9999_later"), "neuere Fassung"), (("tournament", "0001_initial"), r"vor 0\.2")],
)
def test_database_that_this_program_does_not_know_is_refused(
    more: tuple[str, str], words: str, copies: Path, migrated: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    _have(monkeypatch, {*_without(), more})
    with pytest.raises(StopError, match=words):
        upgrade.upgrade()
    assert (migrated, _copies_of(copies)) == ([], {})


def test_parts_of_a_squashed_migration_are_known_and_not_pending(monkeypatch: pytest.MonkeyPatch) -> None:
    class Squashed(Migration):
        replaces = [("hall", "0001_first"), ("hall", "0002_second")]

    squashed = Squashed("0001_squashed", "hall")
    monkeypatch.setattr(state, "_of_program", lambda: {("hall", "0001_squashed"): squashed})
    both = {("hall", "0001_first"), ("hall", "0002_second")}
    assert not state.is_newer(both)
    assert not state.pending(both)
    assert state.pending({("hall", "0001_first")}) == {("hall", "0001_squashed")}
    assert state.is_newer({("hall", "0003_third")})


# Commands


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("applied", "words"),
    [(_without(OLDER), "auf dem Stand einer älteren Fassung"), ({*_without(), ("x", "0001")}, "neuere Fassung")],
)
def test_command_on_a_database_of_another_state_says_one_sentence(
    applied: set[tuple[str, str]],
    words: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    run: list[list[str]] = []
    monkeypatch.setattr(managing, "execute_from_command_line", run.append)
    _have(monkeypatch, applied)
    for command in ("verify", "standings", "createsuperuser"):
        assert managing.manage([command]) == 1
        said = capsys.readouterr().err
        assert words in said
        assert said.count("\n") == 1
    assert run == []
    assert [managing.manage([command]) for command in ("migrate", "restore", "backup", "check")] == [0] * 4
    assert managing.manage(["verify", "--help"]) == 0
    assert len(run) == 5


@pytest.mark.django_db
def test_command_runs_on_a_database_of_this_state(monkeypatch: pytest.MonkeyPatch) -> None:
    run: list[list[str]] = []
    monkeypatch.setattr(managing, "execute_from_command_line", run.append)
    _have(monkeypatch, _without())
    assert managing.manage(["verify"]) == 0
    assert len(run) == 1


def test_command_says_that_the_database_does_not_answer(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    silent = Mock(is_empty=Mock(side_effect=BackupError("Die Datenbank antwortet nicht: timeout")))  # of PostgreSQL
    monkeypatch.setattr(state, "engine", lambda: silent)
    assert managing.manage(["verify"]) == 1
    assert capsys.readouterr().err == "Die Datenbank antwortet nicht: timeout\n"


def test_command_without_a_database_makes_none(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'none.sqlite3'}"
    line = [sys.executable, "manage.py", "verify"]
    done = subprocess.run(line, cwd=ROOT, env=environ(url, tmp_path), capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.startswith("Die Datenbank ist noch leer.")
    assert not (tmp_path / "none.sqlite3").exists()
