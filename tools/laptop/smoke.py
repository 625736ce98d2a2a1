"""`python -m tools.laptop.smoke`: a morning with the new folder, from its double click to its end.

It does not use packages of the machine: the folder is started by its file, with separate data.
"""

import os
import re
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from tools.laptop.build import FOLDER
from tools.laptop.day import lists, morning

_PATIENCE = 300  # seconds; the first start makes the database and collects the files of the pages
_CLICKED = "Turnier starten" + (".exe" if sys.platform == "win32" else "")


def main(folder: Path = FOLDER) -> int:
    """Returns 0 if lists could be printed and the program ended in good order."""
    with tempfile.TemporaryDirectory(prefix="romme-laptop-", ignore_cleanup_errors=True) as name:
        data = Path(name)
        kept = {key: value for key, value in os.environ.items() if not key.startswith(("PYTHON", "VIRTUAL_ENV"))}
        surroundings = {**kept, "DATA_DIR": name, "BROWSER": "true"}
        with subprocess.Popen([folder / _CLICKED], env=surroundings, cwd=name) as program:
            try:
                _try(data, program)
                code = program.wait(_PATIENCE)
            finally:
                program.kill()
                print((data / "program.log").read_text(encoding="utf-8", errors="replace"))
        left = sorted(file.name for file in data.glob("romme.sqlite3*"))
    print(f"It ended with {code} and left {left}.")
    return code or (left != ["romme.sqlite3"])


def _try(data: Path, program: "subprocess.Popen[bytes]") -> None:
    address = _wait_for_address(data, program)
    official = lists(morning(address))
    print(f"Lists: {official.kind}, {len(official.body)} bytes, from {official.at}")
    official.open("/hilfe/geraete/").press("Programm beenden").expect("Das Programm ist beendet")


def _wait_for_address(data: Path, program: "subprocess.Popen[bytes]") -> str:
    """Returns the address of the program, with the word for the first visit; raises TimeoutError without an answer."""
    until, log = time.monotonic() + _PATIENCE, data / "program.log"
    while time.monotonic() < until and program.poll() is None:
        said = log.read_text(encoding="utf-8", errors="replace") if log.exists() else ""
        if address := re.search(r"The program runs at (\S+)", said):
            return address[1]
        time.sleep(0.5)
    raise TimeoutError("The program does not run")


if __name__ == "__main__":
    sys.exit(main(*(Path(argument) for argument in sys.argv[1:])))
