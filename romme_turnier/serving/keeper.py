"""Starts the server. Restarts it after a crash, and in another mode if a page requests that.

This process loads few modules of the program. It holds the server's standard input, and the server stops when that
input closes. On every system, the server therefore ends with this process, and answers running requests first.
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
CODES = {"local": 81, "hall": 82}  # exit codes: restart in this mode
TAKEN = 83  # exit code: another program has the database
_TOO_SOON = 20.0  # seconds; if the server fails sooner, another start would fail as well


def keep_serving(server: Sequence[str] = ()) -> int:
    """Runs the server, restarting it after a crash or in another mode; returns 0 once stopped, 1 if it cannot start.

    A failure within 20 seconds counts as a failed start. `server` is the command to run instead of the program's own
    server.
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
    """Returns the mode for the restart after this exit code; "" for no restart."""
    return next((mode for mode, its_code in CODES.items() if its_code == code), "")


def start_server(server: Sequence[str] = (), **options: Any) -> "subprocess.Popen[bytes]":
    """Starts the server with a pipe as standard input; `options` are those of Popen."""
    os.environ[KEPT] = "1"
    return own_process.start(*(server or own_process.command("answer")), stdin=subprocess.PIPE, **options)


def _serve_once(server: Sequence[str]) -> tuple[int, bool]:
    """Runs the server; returns its exit code, and whether this process was told to end."""
    process = start_server(server)
    assert process.stdin  # noqa: S101 - for the types
    asked = False
    for stop in (process.stdin.close, process.kill):  # a second signal kills the server
        try:
            return process.wait(), asked
        except KeyboardInterrupt:
            asked = True
            stop()
    return process.wait(), asked


if __name__ == "__main__":
    sys.exit(keep_serving([sys.executable, "-m", *sys.argv[1:]]))
