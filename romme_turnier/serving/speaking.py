"""Output of commands: unbuffered lines, and a reason when something cannot continue."""

import sys


class StopError(Exception):
    """The command cannot continue; the text gives the reason and a remedy."""


def say(text: str = "") -> None:
    """Prints a line unbuffered, so that it precedes the output of a child process."""
    print(text, flush=True)  # noqa: T201 - a command's own words


def warn(text: str) -> None:
    """Prints a line about a missing part while the command continues."""
    print(text, file=sys.stderr, flush=True)  # noqa: T201
