"""Code shared by server and press, without Django: pieces of HTML as lines of JSON, errors, and atomic writing."""

import json
import os
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

PNG_INSIDE = "data:image/png;base64,"  # an event's picture inside its papers

LIBRARIES_MISSING = 3  # exit code of the press if WeasyPrint finds no Pango


class PressError(RuntimeError):
    """A piece cannot be laid out, because of a bug in the program."""


class LibrariesMissingError(RuntimeError):
    """This machine lacks libraries that WeasyPrint needs for PDF (CONTRIBUTING.md)."""


def put(kept_at: str, html: str, target: IO[bytes]) -> None:
    """Writes a piece: its place in the cache ("" for none), and its HTML ("" if the piece is cached already)."""
    target.write(json.dumps([kept_at, html]).encode() + b"\n")
    target.flush()


def pieces_from(source: Iterable[bytes]) -> Iterator[tuple[str, str]]:
    """Yields the pieces written by `put`."""
    for line in source:
        kept_at, html = json.loads(line)
        yield kept_at, html


@contextmanager
def atomic_path(path: Path) -> Iterator[Path]:
    """Yields a temporary path, readable only by this account, and moves the finished file to `path`.

    Raises OSError if the file cannot be written, and leaves nothing behind.
    """
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    handle, name = tempfile.mkstemp(dir=path.parent, suffix=".unfinished")
    os.close(handle)
    unfinished = Path(name)
    try:
        yield unfinished
        unfinished.replace(path)
    finally:
        unfinished.unlink(missing_ok=True)
