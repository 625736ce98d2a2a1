"""Prints the lines of commands without buffering, and defines the error for a command that cannot continue."""

import sys


class StopError(Exception):
    """The command cannot continue; the text gives the reason."""


def say(text: str) -> None:
    """Prints a line unbuffered, so that it precedes the output of a child process."""
    print(text, flush=True)  # noqa: T201 - the output of a command


def warn(text: str) -> None:
    """Prints a warning to standard error."""
    print(text, file=sys.stderr, flush=True)  # noqa: T201
