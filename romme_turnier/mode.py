"""Changing between this machine only and the whole hall while the program runs.

The server binds its address once, and settings are read once. So it stops as for Ctrl+C, answering running requests,
and its exit code names the mode in which its parent process (`serving/keeper.py`) starts it again.
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
    """Returns the mode that a page may switch to, or "".

    Only if the server is the program's and free to choose its address: not behind a proxy, in a container, or in a
    test.
    """
    ours = _stop is not None and is_kept()
    return _OTHER.get(settings.MODE, "") if ours and not os.environ.get("LISTEN") else ""


def change_mode(mode: str) -> None:
    """Called by a page: stops the server, which is started again in this mode."""
    global _wanted  # noqa: PLW0603 - of the one server of this process
    _wanted = mode
    if _stop:
        _stop()


def may_end() -> bool:
    """Whether a page may end the program: if a window started it, without a terminal to end it."""
    return _stop is not None and is_kept() and WINDOW in os.environ


def end() -> None:
    """Called by a page: stops the server, which is not started again."""
    if _stop:
        _stop()


def is_kept() -> bool:
    """Whether a process starts the server again; its standard input is held by that one."""
    return KEPT in os.environ


def server_starts(stop: Callable[[], None]) -> None:
    """Called by the server when it starts; `stop` ends it."""
    global _stop  # noqa: PLW0603 - as above
    _stop = stop


def exit_code() -> int:
    """Called by the server at its end."""
    return CODES.get(_wanted, 0)
