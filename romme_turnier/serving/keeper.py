"""Starts the server, and starts it again: in the mode that a page wished, or when it crashed.

It loads nothing of the program and holds the standard input of the server, which stops when that is closed. So the
server ends with this process however it ends, on every system, and answers first what it has begun.
"""

import os
import signal
import subprocess
import sys
from collections.abc import Sequence
from time import monotonic
from typing import Any

from romme_turnier import own_process
from romme_turnier.serving.speaking import warn

KEPT = "ROMME_KEPT"  # in the environment of a server that this module started
CODES = {"local": 81, "hall": 82}  # of exit: to be started again in this mode
TAKEN = 83  # of exit: another program has the database
_TOO_SOON = 20.0  # seconds: a server that ran for less will not run the next time either


def keep_serving(server: Sequence[str] = ()) -> int:
    """Returns the exit code when the server has been stopped, or when it cannot run.

    `server`: the command that serves, unless it is the program's.
    """
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    while True:
        started = monotonic()
        code, asked = _serve_once(server)
        if asked or code == 0:
            return 0
        if mode := mode_after(code):
            os.environ["MODE"] = mode
        elif monotonic() - started < _TOO_SOON:
            return 1
        else:
            warn(f"The server has crashed ({code}) and is started again.")


def mode_after(code: int) -> str:
    """Returns the mode in which a server that ended with this code is started again; "" if it is not."""
    return next((mode for mode, its_code in CODES.items() if its_code == code), "")


def start_server(server: Sequence[str] = (), **options: Any) -> "subprocess.Popen[bytes]":
    """Starts it with the standard input that it ends with; `options` as of Popen."""
    os.environ[KEPT] = "1"
    return own_process.start(*(server or own_process.command("answer")), stdin=subprocess.PIPE, **options)


def _serve_once(server: Sequence[str]) -> tuple[int, bool]:
    """Returns the exit code of the server, and whether this process was told to end."""
    process = start_server(server)
    assert process.stdin  # noqa: S101 - for the types
    asked = False
    for stop in (process.stdin.close, process.kill):  # a second request does not want to wait
        try:
            return process.wait(), asked
        except KeyboardInterrupt:
            asked = True
            stop()
    return process.wait(), asked


if __name__ == "__main__":
    sys.exit(keep_serving([sys.executable, "-m", *sys.argv[1:]]))
