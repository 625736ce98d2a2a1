"""How the server hands pieces of HTML to the press, each after its length, and what the press ends with."""

import struct
from collections.abc import Iterator
from enum import StrEnum
from typing import BinaryIO

_LENGTH = struct.Struct(">Q")

PNG_INSIDE = "data:image/png;base64,"  # how a picture of an event is written into its papers

LIBRARIES_MISSING = 3  # the press ends with it where WeasyPrint finds no Pango


class Why(StrEnum):
    """Why an order came to nothing."""

    BROKEN_OFF = "broken off"  # the process was ended before it could say anything
    MISTAKE = "mistake"
    DISK = "disk"
    LIBRARIES = "libraries"


def put(kept_at: str, html: str, target: BinaryIO) -> None:
    """Hands over a piece: where it is kept ("" for nowhere), and its HTML ("" where it is there already)."""
    for part in (kept_at.encode(), html.encode()):
        target.write(_LENGTH.pack(len(part)) + part)
    target.flush()


def pieces_from(source: BinaryIO) -> Iterator[tuple[str, bytes]]:
    while head := source.read(_LENGTH.size):
        yield _part(source, head).decode(), _part(source, source.read(_LENGTH.size))


def _part(source: BinaryIO, head: bytes) -> bytes:
    (length,) = _LENGTH.unpack(head)
    return source.read(length)
