"""Starts the program on a double click: `romme-turnier window`, or `romme-turnier-window`.

A second start opens the page of the running program (serving/program_lock.py) and ends. The page opens automatically
when it is ready. Without tkinter or a screen there is no window: the page shows everything, and can end the program.
"""

import os
import time
import webbrowser
from contextlib import suppress
from importlib import import_module

from django.core.exceptions import ImproperlyConfigured

from romme_turnier import paths
from romme_turnier.accounts.setup_word import setup_link
from romme_turnier.laptop.program import Program, State, free_port
from romme_turnier.own_process import WINDOW
from romme_turnier.serving import program_lock
from romme_turnier.serving.speaking import StopError, warn

_LOOK_AGAIN = 0.3  # seconds


def main() -> int:
    """Runs the program with its window; returns the exit code once the program has ended."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "romme_turnier.settings")
    os.environ.setdefault("DEMO", "0")
    os.environ.setdefault("PYTHONUTF8", "1")
    os.environ[WINDOW] = "1"
    try:
        return _begin()
    except (StopError, ImproperlyConfigured) as problem:
        return _refuse(str(problem))
    except OSError as error:
        return _refuse(paths.not_writable(error))


def _refuse(words: str) -> int:
    warn(words)
    with suppress(ImportError, RuntimeError):  # no tkinter, or no screen
        import_module("romme_turnier.laptop.window").tell(words)
    return 1


def _begin() -> int:
    paths.DATA.mkdir(mode=0o700, parents=True, exist_ok=True)
    if program_lock.is_taken():
        return _open_other()
    with (paths.DATA / "program.log").open("wb") as log:
        is_new = not (paths.DATA / "version").exists()
        program = Program(free_port(*_preferred_ports()), log)
        program.start()
        try:
            code = _show(program, is_new=is_new)
            return _open_other() if program.state is State.TAKEN else code
        finally:
            program.end()


def _open_other() -> int:
    webbrowser.open(setup_link(program_lock.address()))
    return 0


def _preferred_ports() -> list[int]:
    candidates = [os.environ.get("PORT", ""), program_lock.address().rstrip("/").rpartition(":")[2]]
    return [int(port) for port in candidates if port.isdecimal() and 0 < int(port) < 65_536]


def _show(program: Program, *, is_new: bool) -> int:
    try:
        window = import_module("romme_turnier.laptop.window")
        return int(window.show(program, is_new=is_new))
    except (ImportError, RuntimeError):  # no tkinter, or no screen
        return watch(program)


def watch(program: Program) -> int:
    """Opens the page once the program runs, and waits for its end or for Ctrl+C; returns the exit code."""
    opened = False
    try:
        while (state := program.look()) not in (State.ENDED, State.FAILED, State.TAKEN):
            if state is State.RUNNING and not opened:
                webbrowser.open(program.link)
                opened = True
            time.sleep(_LOOK_AGAIN)
    except KeyboardInterrupt:
        return 0
    return 1 if state is State.FAILED else 0
