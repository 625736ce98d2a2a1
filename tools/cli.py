"""The commands of `./run`."""

import os
import signal
import subprocess
import sys
from collections.abc import MutableMapping
from pathlib import Path
from typing import NoReturn

from tools import bench, catalogues, checks, debian, environment, serve, soak
from tools.project import PYTHON, ROOT, TOOLS, StopError, say

HELP = """\
./run                  set up and start the server (PORT=8000, MODE=local|hall|public, DEMO=0 for no demo event,
                       DATABASE_URL=postgres://… for another database; a .env file may hold these)
./run test             set up and run every check and every test
./run test --fast      only lint, format, scripts, import contracts and the tests of the core
./run test ARGS…       only tests, ARGS go to pytest: ./run test tests/core -k standings
./run test --plain [ARGS…]
                       the tests without the parts of romme_turnier/fast (docs/performance.md)
./run test --database postgres [ARGS…]
                       the tests on a private PostgreSQL cluster, removed afterwards
./run play [SYSTEM] [OPTIONS…]
                       play in the terminal, against the computer or with others at the same keyboard (--help)
./run replay FILE      step through a recorded game (--help)
./run backup [FOLDER]  back up the database, even while the program is running; to FOLDER or the backup folder
./run restore FILE     replace the database with a backup; asks first and keeps the old database
./run soak [--events N] [--seed N]
                       play a thousand events by chance and check all stored rows of each
./run bench [NAME…]    speed, compared with other programs and bare SQL (benchmarks/): melding, day.serving …
./run messages         bring the message catalogues up to date with the sources
./run manage ARGS…     Django's manage.py
./run wheel            build a wheel into dist/, for pipx install
./run lock [--check]   resolve pyproject.toml into requirements*.txt and check that every supported Python and
                       platform finds its files; --check does not change the files
"""


def main(arguments: list[str]) -> int:
    """Runs a command; returns the exit code."""
    # So that a termination from outside also runs the clean-up of a private cluster.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    keep_compiled(os.environ)
    here = Path.cwd()
    os.chdir(ROOT)
    try:
        return _dispatch(arguments, here)
    except StopError as stop:
        print(stop, file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130


def keep_compiled(environ: MutableMapping[str, str]) -> None:
    """Lets later Python processes compile each module once, whatever the environment says, outside of the sources.

    A run of the tests starts some fifty of them; compiling everything again costs each one seconds.
    """
    environ.pop("PYTHONDONTWRITEBYTECODE", None)
    environ.setdefault("PYTHONPYCACHEPREFIX", str(TOOLS / "bytecode"))


def _dispatch(arguments: list[str], here: Path) -> int:
    command, rest = (arguments[0], arguments[1:]) if arguments else ("serve", [])
    match command:
        case "serve":
            return serve.serve()
        case "test" | "soak" | "bench":
            return {"test": checks.test, "soak": soak.soak, "bench": bench.bench}[command](rest)
        case "manage":
            _manage(rest)
        case "play" | "replay":
            _in_terminal([command, *rest], here)
        case "backup" | "restore":
            _manage([command, *seen_from(here, rest)])
        case "messages" | "wheel" | "lock":
            return _make(command, rest)
        case "-h" | "--help" | "help":
            say(HELP)
            return 0
        case _:
            say(HELP)
            raise StopError(f"There is no command {command!r}.")


def _make(what: str, options: list[str]) -> int:
    """Makes files for others from the sources."""
    match what:
        case "messages":
            environment.ensure(dev=True)
            debian.ensure(debian.GETTEXT)
            return subprocess.call([PYTHON, "-m", "tools.messages", "--write"])
        case "wheel":
            debian.ensure(debian.GETTEXT)
            environment.build_wheel()
        case _:
            if options != ["--check"]:
                environment.lock()
            environment.check_lock()
    return 0


def _in_terminal(arguments: list[str], here: Path) -> NoReturn:
    """Continues as a program in the caller's folder, because its file names are relative to it."""
    environment.ensure()
    catalogues.compile_all()
    os.chdir(here)
    os.execve(
        PYTHON, [str(PYTHON), "-m", "romme_turnier.terminal", *arguments], {**os.environ, "PYTHONPATH": str(ROOT)}
    )


def _manage(arguments: list[str]) -> NoReturn:
    environment.ensure()
    catalogues.compile_all()
    os.execv(PYTHON, [str(PYTHON), "manage.py", *arguments])


def seen_from(here: Path, arguments: list[str]) -> list[str]:
    """Returns the arguments with paths relative to the caller's folder; options do not change."""
    return [each if each.startswith("-") else str(here / each) for each in arguments]
