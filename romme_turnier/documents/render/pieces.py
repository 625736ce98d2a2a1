"""How the server hands pieces of HTML to the press, each after its length, and what the press ends with."""

import struct
from collections.abc import Iterator
from typing import BinaryIO

_LENGTH = struct.Struct(">Q")

PNG_INSIDE = "data:image/png;base64,"  # how a picture of an event is written into its papers

LIBRARIES_MISSING = 3  # the press ends with it where WeasyPrint finds no Pango


def put(piece: bytes, target: BinaryIO) -> None:
    target.write(_LENGTH.pack(len(piece)) + piece)
    target.flush()


def taken_from(source: BinaryIO) -> Iterator[bytes]:
    while head := source.read(_LENGTH.size):
        (length,) = _LENGTH.unpack(head)
        yield source.read(length)
