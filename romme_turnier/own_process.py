"""Starts child processes of this program: its command with other arguments, in any kind of installation.

From a checkout or an installed package, the command is Python with this package; in the folder for laptops
(tools/laptop) it is the executable next to the running program.
"""

import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from romme_turnier import paths

# The name of the command in the folder for laptops; the program to click opens a window and has no output.
COMMAND = "romme-turnier"
WINDOW = "ROMME_WINDOW"  # in the environment of processes started by a window: they have no terminal to end them


def is_frozen() -> bool:
    """Returns whether the program runs from the folder for laptops, which includes its own Python."""
    return getattr(sys, "frozen", False) is True


def command(*arguments: str) -> list[str]:
    """Returns the command that starts this program with these arguments."""
    if is_frozen():
        return [str(Path(sys.executable).with_name(COMMAND).with_suffix(Path(sys.executable).suffix)), *arguments]
    return [sys.executable, "-m", "romme_turnier", *arguments]


def typed(*arguments: str) -> str:
    """Returns the command with these arguments as a person would type it in a terminal."""
    return " ".join(("./run" if paths.IS_CHECKOUT else COMMAND, *arguments))


def start(*line: str, **options: Any) -> "subprocess.Popen[bytes]":
    """Starts `line`, made by `command`, with `options` of Popen."""
    return subprocess.Popen(line, **_options(options))  # noqa: S603 - the program itself


def run(line: Sequence[str], **options: Any) -> "subprocess.CompletedProcess[str]":
    """Runs `line`, made by `command`, to its end; returns the exit code and any captured output as text."""
    return subprocess.run(line, check=False, text=True, **_options(options))  # noqa: S603 - as above


def _options(given: dict[str, Any]) -> dict[str, Any]:
    options = {"cwd": None if is_frozen() else paths.IMPORTED_FROM, **given}
    if sys.platform == "win32":
        # A window needs no terminal.
        options["creationflags"] = subprocess.CREATE_NO_WINDOW if sys.stdout is None else 0
    return options
