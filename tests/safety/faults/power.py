"""Possible contents of a disk after a power cut, from the notes of `disk.c`: synced writes, and any part of the others.

In a write without a finished sync, each sector of 512 bytes is the old one, the new one or rubbish; files created, cut
or removed since may be so or not. SQLite promises to survive exactly that.
"""

import random
import struct
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from tests.safety.databases import SqliteFile

BEFORE, NOTES = "before.sqlite3", "notes"
_SECTOR = 512
_HEAD = struct.Struct("<ccxxIQ")
_NAMES = {b"\1": "", b"\2": "-wal", b"\3": "-journal", b"\4": "/"}  # behind the name of the database; its folder
_FOLDER = "/"


@dataclass(frozen=True, slots=True)
class Note:
    """`end`: the end of the note in the file of notes; `at`: offset, new length, or thread of a sync."""

    kind: bytes
    file: str
    at: int
    content: bytes
    end: int


def notes_in(file: Path) -> Iterator[Note]:
    whole = memoryview(file.read_bytes())
    place = 0
    while place < len(whole):
        kind, number, length, at = _HEAD.unpack_from(whole, place)
        place += _HEAD.size + length
        yield Note(kind, _NAMES[number], at, bytes(whole[place - length : place]), place)


@dataclass
class _File:
    durable: bytearray | None  # None: there is no such file
    waiting: list[Note] = field(default_factory=list)  # not synced, in order
    syncs: dict[int, int] = field(default_factory=dict)  # by thread: how many of those waiting it covers

    def synced(self, thread: int) -> None:
        covered = self.syncs.pop(thread)
        for note in self.waiting[:covered]:
            self.durable = _applied(self.durable, note, None)
        del self.waiting[:covered]
        self.syncs = {other: max(0, count - covered) for other, count in self.syncs.items()}


@dataclass
class Disk:
    """The files of a database, note after note."""

    files: dict[str, _File]
    unnamed: list[str] = field(default_factory=list)  # made or removed since the folder was synced

    @classmethod
    def before(cls, database: Path) -> "Disk":
        """As the server found it: one file, whole."""
        return cls({"": _File(bytearray(database.read_bytes())), "-wal": _File(None), "-journal": _File(None)})

    def take(self, note: Note) -> None:
        if note.file == _FOLDER:
            if note.kind == b"e":
                self.unnamed.clear()
            return
        file = self.files[note.file]
        match note.kind:
            case b"b":
                file.syncs[note.at] = len(file.waiting)
            case b"e":
                file.synced(note.at)
            case b"m":
                file.durable = file.durable if file.durable is not None else bytearray()
                self.unnamed.append(note.file)
            case b"r":
                raise NotImplementedError("a journal that is removed is not looked at here")
            case _:
                file.waiting.append(note)

    def after_cut(self, rng: random.Random, database: Path) -> SqliteFile:
        """Writes what may be there to files of this name."""
        share = rng.choice((0.0, 0.0, 0.5, 0.9, 1.0))  # the part of the pending writes that has reached the disk
        for suffix, file in self.files.items():
            content = None if file.durable is None else bytearray(file.durable)
            for note in file.waiting:
                content = _applied(content, note, rng if share < 1 else None, share)
            path = Path(f"{database}{suffix}")
            path.unlink(missing_ok=True)
            if content is not None and not (suffix in self.unnamed and rng.random() < 0.5):
                path.write_bytes(content)
        Path(f"{database}-shm").unlink(missing_ok=True)
        return SqliteFile(database)


def _applied(content: bytearray | None, note: Note, rng: random.Random | None, share: float = 1.0) -> bytearray:
    """A write or a cut, as a whole or torn."""
    content = bytearray() if content is None else content
    if note.kind == b"t":
        if rng is None or rng.random() < share:
            del content[note.at :]
            content.extend(bytes(max(0, note.at - len(content))))
        return content
    if rng is None:
        _put(content, note.at, note.content)
        return content
    if rng.random() >= share:
        return content
    is_torn = rng.random() < 0.3
    start = 0
    while start < len(note.content):
        stop = min(len(note.content), (note.at + start) // _SECTOR * _SECTOR + _SECTOR - note.at)
        fate = rng.random() if is_torn else 0
        if fate < 0.6:
            _put(content, note.at + start, note.content[start:stop])
        elif fate < 0.8:
            _put(content, note.at + start, rng.randbytes(stop - start))
        start = stop
    return content


def _put(content: bytearray, at: int, piece: bytes) -> None:
    if at > len(content):
        content.extend(bytes(at - len(content)))
    content[at : at + len(piece)] = piece


def cuts(folder: Path, acknowledged: Sequence[int], count: int, rng: random.Random) -> Iterator[tuple[int, SqliteFile]]:
    """Databases after power cuts, each with the place in the notes where it happened.

    The folder holds the database of BEFORE and the NOTES that were taken since.
    Half of the cuts come right after an acknowledgement (a place in the notes, too), where most is at stake.
    """
    disk = Disk.before(folder / BEFORE)
    every = list(notes_in(folder / NOTES))
    after = [bisect_right(every, place, key=lambda note: note.end) for place in rng.choices(acknowledged, k=count // 2)]
    instants = sorted([*after, *(rng.randrange(1, len(every) + 1) for _cut in range(count - len(after)))])
    done = 0
    for instant in instants:
        for note in every[done:instant]:
            disk.take(note)
        done = instant
        yield every[instant - 1].end, disk.after_cut(rng, folder / "cut.sqlite3")
