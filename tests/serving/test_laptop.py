"""The program on a club's laptop: one at a time, its mode, its questions and the kept answers."""

import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from pytest_django import Settings

from romme_turnier import mode
from romme_turnier.laptop import program as programs, start
from romme_turnier.laptop.program import Program, State, free_port
from romme_turnier.serving import keeper
from romme_turnier.tournament import models
from tests.factories import make_event, seat_series


@pytest.fixture
def port(monkeypatch: pytest.MonkeyPatch) -> int:
    """Restored afterwards, like the mode and the environment of servers."""
    for name in ("PORT", keeper.KEPT):
        monkeypatch.setenv(name, "0")
    monkeypatch.setenv("MODE", "local")
    return 8765


@pytest.fixture
def program(port: int, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[Program]:
    """Servers that wait for the end of their input and then end with the code in `code`."""
    code = tmp_path / "code"
    code.write_text("0")
    server = f"import sys; from pathlib import Path; sys.stdin.read(); sys.exit(int(Path({str(code)!r}).read_text()))"

    def start_server(**_options: object) -> "subprocess.Popen[bytes]":
        return subprocess.Popen([sys.executable, "-c", server], stdin=subprocess.PIPE)

    monkeypatch.setattr(programs, "start_server", start_server)
    monkeypatch.setattr(programs, "answers", lambda _port: True)
    with (tmp_path / "log").open("wb") as log:
        found = Program(port, log)
        found._serve()
        yield found
        found.end()


def stops_with(program: Program, code: int, tmp_path: Path) -> None:
    (tmp_path / "code").write_text(str(code))
    server = program._server
    assert server is not None
    assert server.stdin is not None
    server.stdin.close()
    server.wait()


def test_program_runs_once_its_server_answers(program: Program) -> None:
    assert program.look() is State.RUNNING
    assert program.address == "http://127.0.0.1:8765/"


def test_page_that_opens_the_hall_restarts_the_server(program: Program, tmp_path: Path) -> None:
    stops_with(program, keeper.CODES["hall"], tmp_path)
    assert program.look() is State.STARTING
    assert program.mode == "hall"
    assert program.look() is State.RUNNING


def test_window_that_opens_the_hall_never_looks_ended(program: Program, monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[State] = []
    monkeypatch.setattr(program, "_serve", lambda: seen.append(program.state))
    program.change_mode("hall")
    assert (seen, program.mode) == ([State.STARTING], "hall")


@pytest.mark.parametrize(("code", "state"), [(0, State.ENDED), (1, State.FAILED)])
def test_server_that_ends_is_told_from_one_that_breaks_down(
    code: int, state: State, program: Program, tmp_path: Path
) -> None:
    stops_with(program, code, tmp_path)
    assert program.look() is state
    assert program.look() is state


def test_port_that_somebody_uses_is_passed_over() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        assert free_port(port) != port
    assert free_port(port) == port


def test_port_whose_last_connection_has_just_ended_is_free() -> None:
    with socket.create_server(("127.0.0.1", 0)) as listening:
        port = listening.getsockname()[1]
        with socket.create_connection(("127.0.0.1", port)) as browser:
            listening.accept()[0].close()  # the server ends it, and its side waits for a minute
            assert browser.recv(1) == b""
    assert free_port(port) == port


def test_port_of_the_last_time_is_taken_again(
    tmp_path: Path, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.DATA_DIR = tmp_path
    monkeypatch.delenv("PORT", raising=False)
    assert start._preferred_ports() == []
    (tmp_path / "address").write_text("http://127.0.0.1:8003/")
    assert start._preferred_ports() == [8003]
    monkeypatch.setenv("PORT", "9000")
    assert start._preferred_ports() == [9000, 8003]


def test_page_ends_the_program_only_if_a_window_started_it(monkeypatch: pytest.MonkeyPatch) -> None:
    ended: list[bool] = []
    monkeypatch.setattr(mode, "_stop", lambda: ended.append(True))
    monkeypatch.setenv(keeper.KEPT, "1")
    assert not mode.may_end()
    monkeypatch.setenv("ROMME_WINDOW", "1")
    assert mode.may_end()
    mode.end()
    assert ended == [True]


@pytest.mark.django_db
def test_end_is_asked_about_while_a_series_is_played() -> None:
    window = pytest.importorskip("romme_turnier.laptop.window", exc_type=ImportError)  # needs tkinter
    event = make_event()
    assert window.question_at_the_end() == ""
    series = seat_series(event)
    assert "Noch nicht abgeschlossen: Testpokal, Serie 1." in window.question_at_the_end()
    models.Series.objects.filter(pk=series.pk).update(closed_at=event.starts_at)
    assert window.question_at_the_end() == ""
