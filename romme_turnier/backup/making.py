"""Makes a backup under a temporary name, and renames it once it is verified and flushed to the disk."""

import os
from pathlib import Path

from django.utils import timezone
from django.utils.translation import gettext as _

from romme_turnier.backup import damage, folder, memory, second
from romme_turnier.backup.engine import engine
from romme_turnier.backup.errors import BackupError
from romme_turnier.backup.files import make_folder, not_written, only_one, put_in_place
from romme_turnier.backup.folder import Backup


def make_backup() -> Backup:
    """Makes and returns a backup, prunes the backup folder, and copies the new backup to the second location.

    Raises BackupError if no backup was made. If only the copy to the second location fails, the status page shows the
    error.
    """
    place, now = memory.folder(), timezone.now()
    try:
        with only_one(place):
            backup = make_in(place)
            folder.prune(place, now)
    except BackupError as error:
        memory.remember(error=error.message)
        raise
    memory.remember(error="", looked_at=now)
    try:
        with only_one(place):
            second.bring_up_to_date(backup)
    except BackupError:
        pass  # second.py has stored the error
    return backup


def make_in(place: Path) -> Backup:
    """Removes unfinished backups from a folder, then makes a verified backup there. Raises BackupError on failure."""
    if why := engine().why_not():
        raise BackupError(why)
    if engine().is_empty():
        raise BackupError(damage.words() if damage.look() else _("Die Datenbank ist noch leer."))
    try:
        make_folder(place)
        for leftover in place.glob(".romme-*.part*"):
            leftover.unlink(missing_ok=True)
        name = folder.new_name(engine().SUFFIX, timezone.now(), place)
        part = place / f".{name}.part"
        _copy_and_verify(part)
        put_in_place(part, place / name)
    except OSError as error:
        raise BackupError(not_written(place, error)) from error
    backup = folder.backup_at(place / name)
    if backup is None:
        raise BackupError(_("Die Sicherung ist nicht da, wo sie sein sollte: %(place)s.") % {"place": place})
    return backup


def _copy_and_verify(part: Path) -> None:
    os.close(os.open(part, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
    try:
        rows = engine().copy(part)
        if _verified(part) != rows:
            raise BackupError(_("Die Sicherung enthält nicht alle Zeilen. Es wird eine neue versucht."))
    except BaseException as error:
        part.unlink(missing_ok=True)
        if isinstance(error, BackupError) and damage.look(thoroughly=True):
            raise BackupError(damage.words()) from error
        raise


def _verified(part: Path) -> dict[str, int]:
    """Returns the number of rows in each table of a new backup. Raises BackupError if it is unreadable."""
    try:
        return engine().verify(part)
    except BackupError as error:
        words = _("Die Kopie auf %(place)s ist nicht lesbar. Nehmen Sie einen anderen Datenträger.")
        raise BackupError(words % {"place": part.parent}) from error
