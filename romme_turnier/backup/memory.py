"""The state of the backups, in a small file next to them.

The state belongs to the machine, not to the database: moving the database to another laptop does not move the choice
of a USB stick.
"""

import json
import logging
from dataclasses import asdict, dataclass, replace
from datetime import datetime
from pathlib import Path

from django.conf import settings

from romme_turnier.backup.errors import BackupError
from romme_turnier.backup.files import only_one, write_state

logger = logging.getLogger("django.request.backup")


@dataclass(frozen=True, slots=True)
class Memory:
    """The stored state. `error` describes the last failure, "" after a success.

    `second_error` does the same for the second location. `looked_at` is the last time at which the newest backup was
    known to be up to date. `second_at` and `mount` are the time and the mount point of the last copy to the second
    location. `medium` is the mount point of the chosen stick, "" if none is chosen.
    """

    looked_at: datetime | None = None
    error: str = ""
    second_at: datetime | None = None
    second_error: str = ""
    medium: str = ""
    mount: str = ""


def folder() -> Path:
    return Path(settings.BACKUP_DIR)


def recall() -> Memory:
    try:
        stored = json.loads(_file().read_text(encoding="utf-8"))
        times = {name: datetime.fromisoformat(stored[name]) for name in ("looked_at", "second_at") if stored[name]}
        return Memory(**{**stored, **times})
    except (OSError, ValueError, KeyError, TypeError):
        return Memory()


def remember(**changes: object) -> None:
    """Updates these fields of the stored state; if the state cannot be stored, only logs an error."""
    try:
        with only_one(folder() / "memory"):
            values = asdict(replace(recall(), **changes))  # type: ignore[arg-type]
            write_state(_file(), json.dumps(values, default=lambda value: value.isoformat()))
    except (OSError, BackupError) as error:
        logger.error("The state of the backups cannot be stored: %s", error)


def _file() -> Path:
    return folder() / "memory" / "state.json"
