"""Lets pages switch between this machine only and the whole hall, or end the program, while it runs.

The address is bound and the settings are read only once. To switch, the server therefore stops as for Ctrl+C, answering
running requests, and its exit code names the mode in which its parent process (`serving/keeper.py`) starts it again.
"""

import os
from collections.abc import Callable

from django.conf import settings

from romme_turnier.own_process import WINDOW
from romme_turnier.serving.keeper import CODES, KEPT

_OTHER = {"local": "hall", "hall": "local"}

_wanted = ""
_stop: Callable[[], None] | None = None


def other_mode() -> str:
    """Returns the mode that a page may switch to; "" if switching is impossible.

    The program cannot switch behind a proxy, in a container or in a test, where it does not choose its own address.
    """
    ours = _stop is not None and is_kept()
    return _OTHER.get(settings.MODE, "") if ours and not os.environ.get("LISTEN") else ""


def change_mode(mode: str) -> None:
    """Stops the server, which its parent process restarts in this mode. Called by a page."""
    global _wanted  # noqa: PLW0603 - this process has one server
    _wanted = mode
    if _stop:
        _stop()


def may_end() -> bool:
    """Returns whether a page may end the program: only if a window started the program, so that it has no terminal."""
    return _stop is not None and is_kept() and WINDOW in os.environ


def end() -> None:
    """Stops the server for good. Called by a page."""
    if _stop:
        _stop()


def is_kept() -> bool:
    """Returns whether a parent process restarts the server and holds its standard input."""
    return KEPT in os.environ


def server_starts(stop: Callable[[], None]) -> None:
    """Stores the function that stops the server. Called by the server at its start."""
    global _stop  # noqa: PLW0603 - as above
    _stop = stop


def exit_code() -> int:
    """Returns the exit code for the requested mode; 0 without one. Called by the server at its end."""
    return CODES.get(_wanted, 0)
