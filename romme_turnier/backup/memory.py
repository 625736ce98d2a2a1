"""The state of the backups, in small files next to them: it belongs to the machine, not to the database.

Moving the database to another laptop does not move the choice of USB stick.
"""

import json
import logging
from dataclasses import asdict, dataclass, replace
from datetime import datetime
from pathlib import Path

from django.conf import settings

from romme_turnier.backup.errors import BackupError
from romme_turnier.backup.files import only_one

logger = logging.getLogger("django.request.backup")


@dataclass(frozen=True, slots=True)
class Memory:
    """The stored state. `error` and `second_error` are the last failures, empty after a success.

    `looked_at`: when a backup was last known to be up to date. `medium`: the folder of the chosen stick. `mount`: the
    mount point of the last second backup.
    """

    looked_at: datetime | None = None
    error: str = ""
    second_at: datetime | None = None
    second_error: str = ""
    medium: str = ""
    mount: str = ""


def folder() -> Path:
    """Returns the folder for backups."""
    return Path(settings.BACKUP_DIR)


def recall() -> Memory:
    try:
        stored = json.loads(_file().read_text(encoding="utf-8"))
        times = {name: datetime.fromisoformat(stored[name]) for name in ("looked_at", "second_at") if stored[name]}
        return Memory(**{**stored, **times})
    except (OSError, ValueError, KeyError, TypeError):
        return Memory()


def remember(**changes: object) -> None:
    """Updates the given values in the stored state; logs an error if that fails."""
    try:
        with only_one(folder() / "memory"):
            values = asdict(replace(recall(), **changes))  # type: ignore[arg-type]
            part = _file().with_name("state.part")
            part.write_text(json.dumps(values, default=lambda value: value.isoformat()), encoding="utf-8")
            part.replace(_file())
    except (OSError, BackupError) as error:
        logger.error("The state of the backups cannot be stored: %s", error)


def _file() -> Path:
    return folder() / "memory" / "state.json"
