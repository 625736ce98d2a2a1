"""Runs the parts of the command `romme-turnier`, which is the same as `python -m romme_turnier`."""

import os
import sys
from collections.abc import Sequence
from importlib import import_module

from romme_turnier import __version__, own_process
from romme_turnier.serving.keeper import keep_serving
from romme_turnier.serving.speaking import say, warn

HELP = """\
romme-turnier                  start the server (PORT=8000, MODE=local|hall|public, DEMO=0 for no demo event,
                               DATABASE_URL=postgres://… for another database, DATA_DIR for another folder)
romme-turnier window           start the server and control it from a small window instead of the terminal
romme-turnier play [SYSTEM]    play in the terminal, against the computer or with others at the same keyboard
romme-turnier replay FILE      step through a recorded game
romme-turnier backup [FOLDER]  back up the database, even while the program is running
romme-turnier restore FILE     replace the database with a backup; asks first and keeps the old database
romme-turnier manage ARGS…     run a management command: import_event, export_event, standings, verify …
romme-turnier health           check that the running program responds; the exit code is 0 if it does
romme-turnier --version        show the version
romme-turnier --help           show this help
"""
# The parts after "window" are for child processes, and so are "press" and "press-copies".
_PARTS = {
    "health": "romme_turnier.serving.health",
    "window": "romme_turnier.laptop.start",
    "prepare": "romme_turnier.serving.prepare",
    "answer": "romme_turnier.serving.server",
    "work": "romme_turnier.documents.worker",
}


def main() -> int:
    """Runs one command; returns the exit code."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "romme_turnier.settings")
    return run(sys.argv[1:])


def run(arguments: Sequence[str]) -> int:
    """Runs the command that the arguments name, `serve` by default; returns the exit code, 2 for an unknown command."""
    match arguments:
        case [] | ["serve"]:
            # A child process prepares, so that its memory is freed before the server starts.
            return own_process.run(own_process.command("prepare")).returncode or keep_serving()
        case ["manage" | "backup" | "restore" as part, *rest]:
            from romme_turnier.serving import managing  # noqa: PLC0415 - takes a while, and few commands need it

            return managing.manage(rest if part == "manage" else arguments)
        case ["play" | "replay", *_]:
            from romme_turnier.terminal import __main__ as terminal  # noqa: PLC0415 - as above

            return terminal.main(arguments)
        case ["press", *rest]:
            from romme_turnier.documents.render import press  # noqa: PLC0415 - as above

            return press.main(rest)
        case ["press-copies", *rest]:
            from romme_turnier.documents.render import press  # noqa: PLC0415 - as above

            return press.make_copies(rest)
        case [part, *_] if part in _PARTS:
            return int(import_module(_PARTS[part]).main())
        case ["--version"]:
            say(__version__)
        case ["-h" | "--help" | "help"]:
            say(HELP)
        case _:
            warn(f"There is no command {' '.join(arguments)!r}.\n\n{HELP}")
            return 2
    return 0
