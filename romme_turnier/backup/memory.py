"""The state of backups, in small files next to them, because it belongs to the machine.

So a database that moves to another laptop does not bring the choice of a stick.
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
    """`error`, `second_error`: the last failure, empty after a success.

    `looked_at`: when everything written was last known to be in a copy. `medium`: the chosen stick's folder.
    `mount`: the mount point of the last second copy.
    """

    looked_at: datetime | None = None
    error: str = ""
    second_at: datetime | None = None
    second_error: str = ""
    medium: str = ""
    mount: str = ""


def folder() -> Path:
    """Where copies are made."""
    return Path(settings.BACKUP_DIR)


def recall() -> Memory:
    try:
        stored = json.loads(_file().read_text(encoding="utf-8"))
        times = {name: datetime.fromisoformat(stored[name]) for name in ("looked_at", "second_at") if stored[name]}
        return Memory(**{**stored, **times})
    except (OSError, ValueError, KeyError, TypeError):
        return Memory()


def remember(**changes: object) -> None:
    """Stores these values next to the others; if that fails, they are only in the log."""
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
