"""Writes files in one step, some of them so that they survive a power cut, and locks the folders of backups."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from django.utils.translation import gettext as _
from filelock import FileLock, Timeout

from romme_turnier.backup.errors import BackupError


def sync(path: Path) -> None:
    """Flushes a file, or the names in a folder, to the disk."""
    if os.name == "nt" and path.is_dir():
        return  # Windows cannot open folders; the journal of its file system protects names
    handle = os.open(path, os.O_RDWR if os.name == "nt" else os.O_RDONLY)  # Windows only syncs files opened for writing
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def put_in_place(part: Path, final: Path) -> None:
    """Syncs a finished file to the disk, then renames it in one step, so that readers never see an incomplete one."""
    sync(part)
    part.replace(final)
    sync(final.parent)


def write_state(file: Path, text: str) -> None:
    """Writes a small file in one step, so that readers never see an incomplete one; it may be lost in a power cut."""
    part = file.with_suffix(".part")
    part.write_text(text, encoding="utf-8")
    part.replace(file)


def make_folder(folder: Path) -> None:
    """Makes the folder if it is missing, readable only by its owner, because backups hold password hashes."""
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)


@contextmanager
def only_one(folder: Path, *, waits: bool = True) -> Iterator[None]:
    """Lets only one thread or process at a time run such a block for this folder; makes the folder if it is missing.

    Raises BackupError if the folder is not writable, and filelock.Timeout if it is in use and `waits` is false.
    """
    lock = FileLock(folder / ".lock")
    try:
        make_folder(folder)
        lock.acquire(blocking=waits)
    except Timeout:
        raise
    except OSError as error:
        raise BackupError(not_written(folder, error)) from error
    try:
        yield
    finally:
        lock.release()


def not_written(place: Path, error: OSError) -> str:
    """Returns the reason why nothing can be stored in a folder."""
    words = {"place": place, "why": error.strerror or error}
    return _("In %(place)s lässt sich keine Sicherung schreiben: %(why)s") % words
