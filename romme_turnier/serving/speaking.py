"""Output of commands: a line at once, and a reason when something cannot go on."""

import sys


class StopError(Exception):
    """The command cannot go on; the text says why and what helps."""


def say(text: str = "") -> None:
    """Prints a line at once, so that it stands before what a child process prints."""
    print(text, flush=True)  # noqa: T201 - a command's own words


def warn(text: str) -> None:
    """Prints a line about something that is missing while the command goes on."""
    print(text, file=sys.stderr, flush=True)  # noqa: T201
