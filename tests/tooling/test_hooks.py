"""The hooks before a commit, compared with the steps of `./run test --fast`."""

import re
from pathlib import Path

from tools import checks
from tools.project import ROOT


def _hooks() -> dict[str, list[str]]:
    """Each hook's words, the tool first, by its name."""
    text = (ROOT / ".pre-commit-config.yaml").read_text()
    names = re.findall(r"^ +name: (.+)$", text, re.MULTILINE)
    entries = re.findall(r"^ +entry: \.venv/bin/(.+)$", text, re.MULTILINE)
    return {name: entry.replace(" --force-exclude", "").split() for name, entry in zip(names, entries, strict=True)}


def test_hooks_call_what_the_fast_checks_call() -> None:
    steps = {step.title: step.command for step in checks.check_steps() if step.fast}
    hooks = _hooks()

    assert list(hooks) == list(steps)
    for name, command in steps.items():
        words = [Path(command[0]).name, *command[1:]]
        assert words[: len(hooks[name])] == hooks[name]
