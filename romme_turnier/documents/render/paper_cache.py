"""Caches finished papers and archives on disk, by their contents.

The name of a paper is a hash of its HTML and of everything else that affects its look, so no file can be out of date:
if a single figure changes, so does the name. The name of an archive is a hash of its bytes. The files name people, so
only the server's account may read them, backups leave them out, and a file not requested for a week is deleted.
"""

import hashlib
import math
import os
import tempfile
import time
from collections.abc import Iterable
from contextlib import suppress
from functools import cache
from importlib.metadata import version
from pathlib import Path

from django.conf import settings

from romme_turnier.documents.render.pieces import atomic_path

DAYS = 7
_DAY = 24 * 60 * 60
_ROOM = 2**20  # bytes that must be free to store a paper
LOOKS = ("css/documents", "fonts/paper", "img")  # below the static files


def path_of(html: str) -> Path | None:
    """Returns the path of the paper made from this HTML, finished or not; None if no papers are kept."""
    if not settings.KEPT_PAPERS:
        return None
    return path_named(hashlib.sha256(_edition() + html.encode()).hexdigest())


def path_named(digest: str, ending: str = "pdf") -> Path:
    return Path(settings.KEPT_PAPERS, digest[:2], f"{digest}.{ending}")


def fetch(path: Path | None) -> bytes | None:
    """Returns the finished paper and updates its time of use; None if it is missing."""
    with suppress(OSError):
        if path is not None:
            os.utime(path)
            return path.read_bytes()
    return None


def is_finished(path: Path) -> bool:
    """Returns whether the paper is finished, and updates its time of use."""
    with suppress(OSError):
        os.utime(path)
        return True
    return False


def keep(pdf: bytes, path: Path | None) -> None:
    """Stores a finished paper; a full disk does not prevent printing."""
    if path is not None:
        with suppress(OSError), atomic_path(path) as unfinished:
            unfinished.write_bytes(pdf)


def require_space() -> None:
    """Makes the folder for papers if it is missing; raises OSError if no paper can be stored."""
    folder = Path(settings.KEPT_PAPERS)
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    with tempfile.TemporaryFile(dir=folder) as file:
        file.write(bytes(_ROOM))


def tidy(*, now: float | None = None) -> int:
    """Deletes files unused for a week, including unfinished ones left by a crash; returns their number."""
    if not settings.KEPT_PAPERS:
        return 0
    oldest = (time.time() if now is None else now) - DAYS * _DAY
    deleted = 0
    for path in Path(settings.KEPT_PAPERS).glob("*/*"):
        with suppress(OSError):
            if path.stat().st_mtime < oldest:
                path.unlink()
                deleted += 1
    return deleted


def forget_all() -> None:
    """Deletes all papers and archives in the cache, because some may show the name of an erased person."""
    tidy(now=math.inf)


@cache
def _edition() -> bytes:
    """Returns a hash of the parts that all papers share: style sheets, typefaces, pictures, WeasyPrint's version."""
    static = Path(settings.STATICFILES_DIRS[0])
    return hash_of_files([(static / folder, "*") for folder in LOOKS], version("weasyprint")).encode()


def hash_of_files(kinds: Iterable[tuple[Path, str]], text: str) -> str:
    """Returns a hash of a text and of the names and contents of files, given as folders and patterns."""
    digest = hashlib.sha256(text.encode())
    for folder, pattern in kinds:
        for path in sorted(path for path in folder.rglob(pattern) if path.is_file()):
            digest.update(f"\0{path.relative_to(folder)}\0".encode())
            digest.update(path.read_bytes())
    return digest.hexdigest()
