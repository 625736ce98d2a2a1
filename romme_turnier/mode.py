"""Changing between this machine alone and the whole hall while the program runs.

The server binds its address once, and settings are read once. So it stops as for Ctrl+C, answering what it has begun,
and the same process starts the same command again in the other mode: terminal and service manager still reach it.
"""

import os
import signal
import sys
from pathlib import Path

from django.conf import settings

_SERVER = "ROMME_SERVER_PID"
_OTHER = {"local": "hall", "hall": "local"}


def other_mode() -> str:
    """Returns the mode that a page may switch to, or "".

    Only where the server is ours and free to choose its address: not behind a proxy, in a container, or in a test.
    """
    ours = os.environ.get(_SERVER) == str(os.getppid())
    return _OTHER.get(settings.MODE, "") if ours and not os.environ.get("LISTEN") else ""


def change_mode(mode: str) -> None:
    """Called by the process that answers: stores the wish and stops the server, which begins anew."""
    _wish().write_text(mode)
    os.kill(os.getppid(), signal.SIGTERM)


def server_starts() -> None:
    """Called by the server itself, before it has processes that answer."""
    os.environ[_SERVER] = str(os.getpid())
    _wish().unlink(missing_ok=True)


def server_has_stopped() -> None:
    """Called by the server itself at its end; does not return where another mode is wished."""
    wish = _wish()
    if wish.exists() and (mode := wish.read_text()) in _OTHER:
        os.environ["MODE"] = mode
        os.execv(sys.executable, sys.orig_argv)  # noqa: S606 - the command that this process was started with


def _wish() -> Path:
    return Path(settings.DATA_DIR) / "mode-wanted"
