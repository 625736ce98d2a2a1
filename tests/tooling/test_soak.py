"""`./run soak` plays on databases of its own."""

import subprocess
from collections.abc import Mapping, Sequence

import pytest

from tools import cli, environment
from tools.project import PYTHON


def test_soak_passes_its_arguments_on_and_leaves_the_configured_database_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    called: list[tuple[Sequence[object], Mapping[str, str]]] = []

    def call(command: Sequence[object], *, cwd: object, env: Mapping[str, str]) -> int:
        called.append((command, env))
        return 1

    monkeypatch.setenv("DATABASE_URL", "postgres://somewhere/else")
    monkeypatch.setattr(environment, "ensure", lambda **_options: None)
    monkeypatch.setattr("tools.catalogues.compile_all", lambda: None)
    monkeypatch.setattr(subprocess, "call", call)
    assert cli.main(["soak", "--events", "3"]) == 1
    ((command, environ),) = called
    assert list(command) == [PYTHON, "manage.py", "soak", "--events", "3"]
    assert environ["DATABASE_URL"] == "sqlite://:memory:"
