"""Two programs never serve one SQLite database, for every way of starting and every name of its folder."""

import subprocess
import sys
import webbrowser
from collections.abc import Callable
from pathlib import Path

import pytest
from django.conf import settings as program_settings
from filelock import FileLock
from pytest_django import Settings

from romme_turnier import own_process, paths
from romme_turnier.accounts.setup_word import setup_link
from romme_turnier.laptop import start
from romme_turnier.laptop.program import Program, State
from romme_turnier.serving import keeper, prepare, program_lock, server
from tests.safety.server import environ
from tools.project import ROOT


@pytest.fixture
def data(tmp_path: Path, settings: Settings, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of data with a database of SQLite in it, for tests on any database."""
    folder = tmp_path / "data"
    folder.mkdir()
    settings.DATA_DIR = folder
    database = {"ENGINE": "django.db.backends.sqlite3", "NAME": str(folder / "romme.sqlite3")}
    monkeypatch.setitem(program_settings.DATABASES, "default", database)
    monkeypatch.setenv("PORT", "8765")
    return folder


@pytest.fixture
def other_program(data: Path) -> FileLock:
    """Another program that has this database, and is opened on port 8001."""
    (data / "address").write_text("http://127.0.0.1:8001/")
    lock = FileLock(data / ".romme.sqlite3.lock")
    lock.acquire()
    return lock


@pytest.mark.parametrize("begin", [prepare.main, server.main])
def test_second_program_is_refused_in_a_sentence(
    begin: Callable[[], int], other_program: FileLock, data: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert begin() == keeper.TAKEN
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err == (
        "Das Programm läuft mit dieser Datenbank schon. Öffnen Sie http://127.0.0.1:8001/ oder beenden Sie es dort.\n"
    )
    assert not (data / "romme.sqlite3").exists()
    assert program_lock.address() == "http://127.0.0.1:8001/"


@pytest.mark.parametrize("linked", ["folder", "file"])
def test_other_name_of_the_database_leads_to_the_same_lock(
    linked: str, other_program: FileLock, data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (data / "romme.sqlite3").touch()
    elsewhere = data.with_name("elsewhere")
    if linked == "folder":
        elsewhere.symlink_to(data)
    else:
        elsewhere.mkdir()
        (elsewhere / "romme.sqlite3").symlink_to(data / "romme.sqlite3")
    monkeypatch.setitem(program_settings.DATABASES["default"], "NAME", str(elsewhere / "romme.sqlite3"))
    assert program_lock.is_taken()
    with pytest.raises(program_lock.TakenError), program_lock.held():
        pass


def test_database_is_free_once_the_other_program_has_ended(other_program: FileLock, data: Path) -> None:
    other_program.release()
    assert not program_lock.is_taken()
    with program_lock.held():
        assert program_lock.is_taken()
        assert program_lock.address() == "http://127.0.0.1:8765/"
    assert not program_lock.is_taken()


def test_several_programs_serve_a_database_on_postgresql(
    other_program: FileLock, data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(program_settings.DATABASES["default"], "ENGINE", "django.db.backends.postgresql")
    with program_lock.held(), program_lock.held():
        assert not program_lock.is_taken()


@pytest.mark.parametrize("begin", [prepare.main, server.main])
def test_folder_in_which_nothing_can_be_written_is_said_in_a_sentence(
    begin: Callable[[], int], data: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(paths, "DATA", data)
    (data / ".romme.sqlite3.lock").mkdir()  # also for accounts that may write everywhere
    assert begin() == 1
    said = capsys.readouterr().err
    assert said.startswith(f"In den Ordner {data} lässt sich nicht schreiben (")
    assert said.count("\n") == 1


@pytest.mark.parametrize("command", [["prepare"], ["manage", "verify"], ["backup"], ["window"]])
def test_folder_that_cannot_be_made_is_said_in_a_sentence(command: list[str], tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    settings = environ("sqlite:///unused", tmp_path, DATA_DIR=str(tmp_path / "file" / "data"), DISPLAY="")
    line = [sys.executable, "-m", "romme_turnier", *command]
    done = subprocess.run(line, cwd=ROOT, env=settings, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.startswith(f"In den Ordner {tmp_path / 'file' / 'data'} lässt sich nicht schreiben (")
    assert done.stderr.count("\n") == 1


# The window


@pytest.fixture
def opened(data: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The addresses that are opened in a browser."""
    addresses: list[str] = []
    monkeypatch.setattr(paths, "DATA", data)
    monkeypatch.setattr(webbrowser, "open", addresses.append)
    for name in ("DEMO", "PYTHONUTF8", "ROMME_WINDOW", "MODE", keeper.KEPT):
        monkeypatch.setenv(name, "0")  # given back afterwards
    return addresses


def test_second_window_opens_the_page_of_the_program_that_runs(other_program: FileLock, opened: list[str]) -> None:
    assert start.main() == 0
    assert opened == [setup_link("http://127.0.0.1:8001/")]


@pytest.mark.parametrize("part", ["prepare", "answer"])
def test_window_gives_way_to_a_program_that_was_faster(
    part: str, data: Path, opened: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    codes = {"prepare": 0, part: keeper.TAKEN}

    def ends_with(*arguments: str) -> list[str]:
        (data / "address").write_text("http://127.0.0.1:8002/")
        return [sys.executable, "-c", f"import sys; sys.exit({codes[arguments[0]]})"]

    monkeypatch.setattr(own_process, "command", ends_with)
    monkeypatch.setattr(start, "_show", lambda program, **_options: start.watch(program))
    monkeypatch.setattr(start, "_LOOK_AGAIN", 0.01)
    assert start.main() == 0
    assert opened == [setup_link("http://127.0.0.1:8002/")]


def test_window_says_why_the_program_could_not_be_started(
    data: Path, opened: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    line = [sys.executable, "-c", "import sys; print('Zu alt für diese Daten.', file=sys.stderr); sys.exit(1)"]
    monkeypatch.setattr(own_process, "command", lambda *_arguments: line)
    with (data / "log").open("wb") as log:
        program = Program(8765, log)
        program._prepare_and_serve()
    assert (program.state, program.why) == (State.FAILED, "Zu alt für diese Daten.")
    assert "Zu alt" in (data / "log").read_text(encoding="utf-8")


def test_lock_falls_with_the_process_however_it_ends(data: Path) -> None:
    hold = "import sys; from filelock import FileLock; FileLock(sys.argv[1]).acquire(); print(1, flush=True); input()"
    line = [sys.executable, "-c", hold.replace("FileLock(sys.argv[1])", "lock = FileLock(sys.argv[1]); lock")]
    process = subprocess.Popen([*line, str(data / ".romme.sqlite3.lock")], stdin=-1, stdout=subprocess.PIPE)
    assert process.stdout is not None
    process.stdout.read(1)
    assert program_lock.is_taken()
    process.kill()
    process.communicate()
    assert not program_lock.is_taken()
