"""`./run bench`: its options, and that a missing peer does not stop it."""

import subprocess

import pytest

from tools import bench, cli, environment
from tools.project import PYTHON, StopError


def test_bench_knows_every_benchmark() -> None:
    assert {"day.saving", "day.serving", "day.standings", "interface", "melding", "outcome", "rearranging"} <= set(
        bench.benchmarks()
    )


def test_bench_refuses_a_name_it_does_not_know(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["bench", "meldings"]) == 1
    assert "interface, melding, opponents, organisers, outcome, publishing, rankings" in capsys.readouterr().err


def test_bench_goes_on_and_says_so_when_a_peer_cannot_be_installed(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    installed: list[str] = []
    run: list[str] = []

    def install(_python: object, package: str) -> None:
        if package == "rlcard":
            raise StopError("no")
        installed.append(package)

    def call(command: list[str], **_: object) -> int:
        run.append(command[-1])
        return 0

    monkeypatch.setattr(environment, "make", lambda _venv: None)
    monkeypatch.setattr(environment, "install", install)
    monkeypatch.setattr(subprocess, "call", call)

    assert bench.bench(["melding"]) == 0
    assert installed == ["open_spiel", "rummikub-solver", "scipy"]
    assert run == ["benchmarks.melding"]
    assert "rlcard cannot be installed" in capsys.readouterr().err


def test_bench_measures_the_program_in_its_own_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    run: list[str] = []

    def call(command: list[str], **_: object) -> int:
        run.append(str(command[0]))
        return 0

    monkeypatch.setattr(environment, "ensure", lambda **_: None)
    monkeypatch.setattr(environment, "install", lambda *_: pytest.fail("no peer is needed"))
    monkeypatch.setattr(subprocess, "call", call)

    assert bench.bench(["day.saving"]) == 0
    assert run == [str(PYTHON)]
