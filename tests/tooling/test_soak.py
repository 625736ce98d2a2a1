"""`./run soak` plays on separate databases."""

import subprocess
from collections.abc import Mapping, Sequence

import pytest

from tools import cli, environment
from tools.project import PYTHON

Calls = list[tuple[Sequence[object], Mapping[str, str]]]


@pytest.fixture
def called(monkeypatch: pytest.MonkeyPatch) -> Calls:
    """Commands, recorded instead of run; each succeeds."""
    calls: Calls = []

    def call(command: Sequence[object], *, cwd: object, env: Mapping[str, str]) -> int:
        calls.append((command, env))
        return 0

    monkeypatch.setenv("DATABASE_URL", "postgres://somewhere/else")
    monkeypatch.setattr(environment, "ensure", lambda **_options: None)
    monkeypatch.setattr("tools.catalogues.compile_all", lambda: None)
    monkeypatch.setattr(subprocess, "call", call)
    return calls


def test_soak_tries_files_for_a_minute_each_before_the_events(called: Calls) -> None:
    assert cli.main(["soak"]) == 0
    (files, environ), (events, _environ) = called
    assert ("tests/safety/attacks/test_fuzzed_files.py" in files, environ["FUZZ_SECONDS"]) == (True, "60")
    assert list(events) == [PYTHON, "manage.py", "soak"]


def test_soak_passes_its_arguments_on_and_leaves_the_configured_database_alone(called: Calls) -> None:
    assert cli.main(["soak", "--events", "3"]) == 0
    ((command, environ),) = called
    assert list(command) == [PYTHON, "manage.py", "soak", "--events", "3"]
    assert environ["DATABASE_URL"] == "sqlite://:memory:"
