"""The clock of a server that runs, set by us while it runs (`clock.c`)."""

import struct
import time
from datetime import datetime
from pathlib import Path

from tests.safety.faults.preloaded import preloaded


class Clock:
    """Ahead of ours by some seconds."""

    def __init__(self, file: Path) -> None:
        self._file = file
        file.write_bytes(struct.pack("q", 0))

    def ahead(self, seconds: float) -> None:
        with self._file.open("r+b") as file:
            file.write(struct.pack("q", int(seconds)))

    def at(self, moment: datetime) -> None:
        self.ahead(moment.timestamp() - time.time())


def clocked(folder: Path, name: str) -> tuple[Clock | None, dict[str, str]]:
    """Returns a clock and the environment of a server that uses it; None and {} without a C compiler."""
    library = preloaded(folder, "clock")
    if not library:
        return None, {}
    file = folder / f"clock-{name}"
    return Clock(file), {**library, "SAFETY_CLOCK": str(file)}
