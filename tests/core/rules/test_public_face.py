"""The public interface: its examples are true, and complete."""

from __future__ import annotations

import doctest
import json
import re
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

from romme_turnier.core import rules
from romme_turnier.core.rules import play, record

README = Path(__file__).parents[3] / "docs" / "rules" / "README.md"


@pytest.mark.parametrize("face", [rules, record])
def test_examples_of_the_package_are_true(face: ModuleType) -> None:
    found = doctest.testmod(face)
    assert found.attempted > 2
    assert found.failed == 0


def test_examples_of_the_page_are_true() -> None:
    found = doctest.testfile(str(README), module_relative=False, encoding="utf-8")
    assert found.attempted > 10
    assert found.failed == 0


def test_example_of_the_page_at_the_command_line_is_true() -> None:
    asked, answered = re.search(r"^\$ echo '(.+)' \| python .+\n(.+)$", README.read_text("utf-8"), re.M).groups()  # type: ignore[union-attr]
    done = subprocess.run(
        [sys.executable, "-m", "romme_turnier.core.rules", "--jsonl"],
        input=asked + "\n",
        capture_output=True,
        encoding="utf-8",
        check=True,
    )
    assert json.loads(done.stdout) == json.loads(answered)


def test_every_question_is_on_the_page_and_has_a_docstring() -> None:
    text = README.read_text("utf-8")
    functions = [name for name in rules.__all__ if name[0].islower()]
    assert [name for name in functions if name not in text and not name.startswith(("format_", "parse_"))] == []
    assert [name for name in functions if not getattr(rules, name).__doc__] == []


@pytest.mark.parametrize("face", [rules, play, record])
def test_names_are_sorted_and_there(face: ModuleType) -> None:
    assert face.__all__ == sorted(face.__all__, key=lambda name: (not name.isupper(), not name[0].isupper(), name))
    assert all(hasattr(face, name) for name in face.__all__)


def test_games_and_lists_are_not_read_when_somebody_asks_about_a_meld() -> None:
    code = (
        "import json, sys; from romme_turnier.core.rules.interface.answers import answer; "
        "answer({'ask': 'meld', 'cards': '9H * JH'}); print(json.dumps(sorted(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, encoding="utf-8", check=True)  # noqa: S603
    rooms = {name.removeprefix("romme_turnier.core.").removeprefix("rules.") for name in json.loads(done.stdout)}
    assert "melds.judge" in rooms
    assert rooms & {"lists", "play", "record"} == set()
