"""Where things lie in a checkout, and how the launcher speaks."""

import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
TOOLS = ROOT / ".tools"
VENV = ROOT / ".venv"
PYTHON = VENV / "bin" / "python"


class StopError(Exception):
    """The command cannot go on; the text says why and what helps."""


def say(text: str = "") -> None:
    """Print a line at once, so that it stands before what a child process prints."""
    print(text, flush=True)


def warn(text: str) -> None:
    """Print a line about something that is missing while the command goes on."""
    print(text, file=sys.stderr, flush=True)
