"""Code shared by server and press, without Django: pieces of HTML as lines of JSON, errors, and atomic writing."""

import json
import os
import tempfile
from base64 import b64decode, b64encode
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
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


@dataclass(frozen=True, slots=True)
class Attached:
    """A file to embed in a PDF, created at the time `at`."""

    name: str
    content: bytes
    description: str
    at: datetime


def line_of_copy(html: str, attached: Attached) -> bytes:
    """Returns the request for an archive copy, as a line of JSON."""
    content = b64encode(attached.content).decode()
    return json.dumps([html, attached.name, content, attached.description, attached.at.isoformat()]).encode() + b"\n"


def asked_copies(source: Iterable[bytes]) -> Iterator[tuple[str, Attached]]:
    """Yields the HTML and the file of each request made by `line_of_copy`."""
    for line in source:
        html, name, content, description, at = json.loads(line)
        yield html, Attached(name, b64decode(content), description, datetime.fromisoformat(at))


def copies_from(made: bytes) -> list[bytes]:
    """Returns the PDF files that the press wrote as lines of base64."""
    return [b64decode(line) for line in made.splitlines()]


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
