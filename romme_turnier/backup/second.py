"""The second place for copies: a folder given by BACKUP_SECOND_DIR, or a stick chosen on the status page."""

import hashlib
import os
import shutil
import sys
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import psutil
from django.conf import settings
from django.utils import timezone
from django.utils.translation import gettext as _

from romme_turnier.backup import folder, memory
from romme_turnier.backup.errors import BackupError
from romme_turnier.backup.files import make_folder, put_in_place
from romme_turnier.backup.folder import Backup

# Where a system mounts sticks; Windows gives each a letter of its own.
PLACES = ("/Volumes",) if sys.platform == "darwin" else ("/media", "/run/media", "/mnt")
FOLDER = "romme-sicherungen"
_CHUNK = 1024**2


@dataclass(frozen=True, slots=True)
class Medium:
    """Something that is mounted where sticks are; `free` in bytes."""

    path: Path
    free: int
    writable: bool


def media() -> list[Medium]:
    """Returns what is mounted at this moment where sticks are: below PLACES, or under a letter of Windows."""
    found = []
    for path in sorted(set(_mounted())):
        try:
            found.append(Medium(path, shutil.disk_usage(path).free, os.access(path, os.W_OK)))
        except OSError:
            continue  # pulled out at this very moment
    return found


def _mounted() -> list[Path]:
    """Disks, sticks and folders of the network; not what a system mounts for itself."""
    everything = psutil.disk_partitions(all=True)
    if os.name == "nt":
        own = {Path(settings.DATA_DIR).drive.casefold(), os.environ.get("SYSTEMDRIVE", "C:").casefold()}
        drives = [Path(one.mountpoint) for one in everything if "cdrom" not in one.opts.split(",")]
        return [path for path in drives if path.drive.casefold() not in own]
    real = [one for one in everything if one.device.startswith("/dev/") or "//" in one.device or ":" in one.device]
    return [path for one in real if any((path := Path(one.mountpoint)).is_relative_to(place) for place in PLACES)]


def is_fixed() -> bool:
    """Returns whether the settings name the place, so that nobody chooses it on a page."""
    return bool(settings.BACKUP_SECOND_DIR)


def choose(path: str) -> None:
    """Take a stick that is mounted now, or none with an empty path. Raises BackupError for anything else."""
    if path and path not in [str(medium.path) for medium in media() if medium.writable]:
        raise BackupError(_("Dieser Datenträger ist nicht mehr da. Stecken Sie ihn ein und laden Sie die Seite neu."))
    memory.remember(medium=path, second_error="", second_at=None)


def target() -> Path | None:
    """Returns the folder for second copies; None: nobody has chosen one."""
    if is_fixed():
        return Path(settings.BACKUP_SECOND_DIR)
    medium = memory.recall().medium
    return Path(medium) / FOLDER if medium else None


def why_not_there() -> str:
    """Returns that the chosen place is missing at this moment; empty if it is there, or nobody has chosen one.

    A stick that is not plugged in must not be replaced by a folder on the laptop's own disk.
    """
    place = target()
    if place is None or (is_fixed() and (place.is_dir() or place.parent.is_dir())):
        return ""
    if not is_fixed() and place.parent in [medium.path for medium in media()]:
        return ""
    return _("Der zweite Ort %(place)s ist nicht da. Stecken Sie den Datenträger ein.") % {"place": place}


def bring_up_to_date(newest: Backup | None) -> None:
    """Have the newest copy in the second place, too. Raises BackupError when it is missing or full."""
    place = target()
    if place is None or newest is None:
        return
    try:
        if why := why_not_there():
            raise BackupError(why)
        if _has(place, newest):
            return
        copy_to(newest, place)
    except BackupError as error:
        memory.remember(second_error=error.message)
        raise
    memory.remember(second_error="", second_at=timezone.now())


def _has(place: Path, newest: Backup) -> bool:
    try:
        return (place / newest.name).exists()
    except OSError:  # of a stick that is being pulled out; writing to it will say what is the matter
        return False


def copy_to(backup: Backup, place: Path) -> None:
    """Copy a finished copy; it gets its name once it was read back and is the same. Raises BackupError."""
    part = place / f".{backup.name}.part"
    try:
        make_folder(place)
        for leftover in place.glob(".romme-*.part"):
            leftover.unlink(missing_ok=True)
        shutil.copyfile(backup.path, part)
        if _digest(part) != _digest(backup.path):
            words = _("Die Kopie auf %(place)s ist nicht lesbar. Nehmen Sie einen anderen Datenträger.")
            raise BackupError(words % {"place": place})
        put_in_place(part, place / backup.name)
        folder.prune(place, timezone.now())
    except OSError as error:
        raise BackupError(
            _("Auf %(place)s lässt sich nicht schreiben: %(why)s") % {"place": place, "why": error.strerror or error}
        ) from error
    finally:
        with suppress(OSError):
            part.unlink(missing_ok=True)


def _digest(file: Path) -> bytes:
    digest = hashlib.sha256()
    with file.open("rb") as reading:
        while chunk := reading.read(_CHUNK):
            digest.update(chunk)
    return digest.digest()
