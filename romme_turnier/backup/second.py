"""The second location for backups: a folder given by BACKUP_SECOND_DIR, or a USB stick chosen on the status page."""

import hashlib
import os
import re
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

# The folders in which a system mounts sticks; Windows gives each stick a drive letter.
PLACES = ("/Volumes",) if sys.platform == "darwin" else ("/media", "/run/media", "/mnt")
FOLDER = "romme-sicherungen"


@dataclass(frozen=True, slots=True)
class Medium:
    """A mounted device that may be a stick; `free` is in bytes."""

    path: Path
    free: int
    writable: bool


def media() -> list[Medium]:
    """Returns the devices mounted below PLACES, by path.

    On Windows, returns all drives except CD drives and those of the system and the data.
    """
    usable = []
    for path in sorted(set(_mounted())):
        try:
            usable.append(Medium(path, shutil.disk_usage(path).free, os.access(path, os.W_OK)))
        except OSError:
            continue  # just removed
    return usable


def _mounted() -> list[Path]:
    """Returns the mount points for `media`, of disks, sticks and network folders."""
    everything = psutil.disk_partitions(all=True)
    if os.name == "nt":
        own = {Path(settings.DATA_DIR).drive.casefold(), os.environ.get("SYSTEMDRIVE", "C:").casefold()}
        drives = [Path(disk.mountpoint) for disk in everything if "cdrom" not in disk.opts.split(",")]
        return [path for path in drives if path.drive.casefold() not in own]
    devices = (disk for disk in everything if disk.device.startswith("/dev/") or re.search("//|:", disk.device))
    return [path for disk in devices if any((path := Path(disk.mountpoint)).is_relative_to(place) for place in PLACES)]


def is_fixed() -> bool:
    """Returns whether the settings determine the second location. If they do, pages offer no choice."""
    return bool(settings.BACKUP_SECOND_DIR)


def choose(path: str) -> None:
    """Chooses the mounted, writable stick at `path`, or none if `path` is empty.

    Clears the stored time and error of the last copy. Raises BackupError for any other path.
    """
    if path and path not in [str(medium.path) for medium in media() if medium.writable]:
        raise BackupError(_("Dieser Datenträger ist nicht mehr da. Stecken Sie ihn ein und laden Sie die Seite neu."))
    memory.remember(medium=path, second_error="", second_at=None)


def target() -> Path | None:
    """Returns the folder of the second location; None if none was chosen."""
    if is_fixed():
        return Path(settings.BACKUP_SECOND_DIR)
    medium = memory.recall().medium
    return Path(medium) / FOLDER if medium else None


def why_not_there() -> str:
    """Returns a message if the second location is missing now; "" if it exists or none was chosen.

    If only the mount folder of a removed stick remains, the location counts as missing, because that folder is on the
    laptop's own disk.
    """
    place = target()
    if place is None:
        return ""
    mount = memory.recall().mount
    is_pulled = mount and place.resolve().is_relative_to(mount) and not os.path.ismount(mount)
    if is_fixed() and not is_pulled and (place.is_dir() or place.parent.is_dir()):
        return ""
    if not is_fixed() and place.parent in [medium.path for medium in media()]:
        return ""
    return _("Der zweite Ort %(place)s ist nicht da. Stecken Sie den Datenträger ein.") % {"place": place}


def bring_up_to_date(newest: Backup | None) -> None:
    """Copies the newest backup to the second location, if one was chosen and does not have the backup already.

    Stores the time of the copy, and clears the stored error once the location has the backup. If the copy fails, for
    example because the location is missing or full, raises BackupError and stores its message for the status page.
    """
    place = target()
    if place is None or newest is None:
        return
    try:
        if why := why_not_there():
            raise BackupError(why)
        with suppress(OSError):  # a stick that is being removed: copying reports the error
            if (place / newest.name).exists():
                if memory.recall().second_error:  # the stick is back
                    memory.remember(second_error="")
                return
        copy_to(newest, place)
    except BackupError as error:
        memory.remember(second_error=error.message)
        raise
    mount = next(str(path) for path in (place.resolve() / newest.name).parents if os.path.ismount(path))
    memory.remember(second_error="", second_at=timezone.now(), mount=mount)


def copy_to(backup: Backup, place: Path) -> None:
    """Copies a backup into a folder, verifies and renames the copy, and deletes superfluous backups there.

    Raises BackupError if the folder is not writable or the copy is not readable.
    """
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
    with file.open("rb") as reading:
        return hashlib.file_digest(reading, "sha256").digest()
