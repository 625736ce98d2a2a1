"""Files that are there at once and whole, or not at all. Without Django: the press needs it, too."""

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def being_written(place: Path) -> Iterator[Path]:
    """Yields where to write, readable for this account alone; afterwards the file is at its place.

    Raises OSError where it cannot be written; then nothing is left behind.
    """
    place.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    handle, name = tempfile.mkstemp(dir=place.parent, suffix=".unfinished")
    os.close(handle)
    unfinished = Path(name)
    try:
        yield unfinished
        unfinished.replace(place)
    finally:
        unfinished.unlink(missing_ok=True)
