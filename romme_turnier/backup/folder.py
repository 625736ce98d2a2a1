"""A folder of backups: its file names, and the selection of backups to keep."""

import re
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path

from django.utils import timezone

LAST = 20
HOURLY_FOR = timedelta(days=14)
_NAME = re.compile(r"romme-(\d{8}-\d{6})(?:-\d+)?\.(?:sqlite3|dump)")
_STAMP = "%Y%m%d-%H%M%S"


@dataclass(frozen=True, slots=True)
class Backup:
    """A finished backup; `made_at` comes from its file name. `size` is in bytes."""

    path: Path
    made_at: datetime
    size: int

    @property
    def name(self) -> str:
        return self.path.name


def new_name(suffix: str, at: datetime, taken: Path) -> str:
    """Returns a file name such as romme-20261121-143205.sqlite3, in local time; `suffix` is the extension.

    If the folder `taken` has a file of this name, a number is added: romme-20261121-143205-2.sqlite3.
    """
    stem = f"romme-{timezone.localtime(at).strftime(_STAMP)}"
    names = [f"{stem}{suffix}", *(f"{stem}-{count}{suffix}" for count in range(2, 1000))]
    return next(name for name in names if not (taken / name).exists())


def backups_in(folder: Path) -> list[Backup]:
    """Returns the finished backups in a folder, the newest first; none if the folder does not exist.

    A backup from the future was made before the clock was set back, so it counts as older than all others.
    """
    try:
        files = list(folder.iterdir())
    except OSError:
        return []
    backups = [backup for path in files if (backup := backup_at(path))]
    now = timezone.now()
    return sorted(backups, key=lambda backup: (backup.made_at <= now, backup.made_at, backup.name), reverse=True)


def backup_at(path: Path) -> Backup | None:
    """Returns the backup at a path; None if the file is missing or not named like a backup."""
    match = _NAME.fullmatch(path.name)
    try:
        made_at = timezone.make_aware(datetime.strptime(match[1], _STAMP)) if match else None  # noqa: DTZ007
        return Backup(path, made_at, path.stat().st_size) if made_at else None
    except (OSError, ValueError):
        return None


def prune(folder: Path, now: datetime) -> None:
    """Deletes the superfluous backups from a folder; one that cannot be deleted stays until the next call."""
    for backup in superfluous(backups_in(folder), now):
        with suppress(OSError):  # Windows cannot delete a file during its download
            backup.path.unlink()


def superfluous(backups: Sequence[Backup], now: datetime) -> list[Backup]:
    """Returns the backups to remove: all except the newest 20 and, for 14 days, the first backup of each hour.

    `backups` and the result are ordered newest first. Backups dated in the future are kept until then.
    """
    older = [backup for backup in backups if backup.made_at <= now][LAST:]
    first_of_hour = {timezone.localtime(backup.made_at).strftime("%Y%m%d%H"): backup for backup in older}
    kept = [backup for backup in first_of_hour.values() if now - backup.made_at <= HOURLY_FOR]
    return [backup for backup in older if backup not in kept]
