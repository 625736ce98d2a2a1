"""Restores a backup in a thread on behalf of a page; every process can read the progress.

The progress is stored in a file, since the database is being replaced.
"""

import json
import logging
import secrets
from concurrent.futures import Future
from contextlib import AbstractContextManager
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from threading import Thread

from django.db import connections
from django.utils import timezone, translation
from django.utils.crypto import constant_time_compare
from django.utils.translation import gettext as _

from romme_turnier.backup import memory
from romme_turnier.backup.errors import BackupError, BusyError
from romme_turnier.backup.files import write_state
from romme_turnier.backup.restoring import demand_backup, exclusive, restore_exclusively

logger = logging.getLogger("django.request.backup")


@dataclass(frozen=True, slots=True)
class Progress:
    """The progress of a restore. `key` is the secret in the address of the progress page.

    `name` and `size` (bytes) are those of the backup; `began` is in seconds since the epoch. `refused` is the reason
    why the restore failed, "" if it has not failed. `kept` is the file of the previous database; it is "" until the
    restore succeeds, and if that database was empty.
    """

    key: str
    name: str
    size: int
    began: float
    is_over: bool = False
    refused: str = ""
    kept: str = ""

    @property
    def seconds(self) -> int:
        """Returns the seconds since the start, at least 0."""
        return max(0, int(timezone.now().timestamp() - self.began))


def begin(source: AbstractContextManager[Path | None]) -> str | None:
    """Starts restoring a backup and returns the key of its progress; None if `source` yields no file.

    The thread of the restore enters and leaves `source`. Raises BackupError if the file is obviously not a backup or if
    the backup folder is not writable, and BusyError during another restore.
    """
    begun: Future[str | None] = Future()
    language = translation.get_language()

    def run() -> None:
        try:
            with translation.override(language), exclusive(), source as file:
                _run(file, begun)
        except BackupError as error:
            begun.set_exception(error)
        except Exception as error:
            logger.exception("A restore broke off.")
            if not begun.done():
                begun.set_exception(error)
        finally:
            connections.close_all()

    Thread(target=run, name="restore").start()
    return begun.result()


def _run(file: Path | None, begun: "Future[str | None]") -> None:
    if file is None:
        begun.set_result(None)
        return
    demand_backup(file)
    now = timezone.now().timestamp()
    running = Progress(secrets.token_urlsafe(24), file.name, file.stat().st_size, now)
    _store(running)
    begun.set_result(running.key)
    try:
        kept = restore_exclusively(file)
    except BackupError as error:
        _store(replace(running, is_over=True, refused=error.message))
    else:
        _store(replace(running, is_over=True, kept=str(kept or "")))


def progress_of(key: str) -> Progress | None:
    """Returns the progress of the restore with that key, without using the database; None for any other key.

    If the process of the restore has ended, or if the backup folder is no longer writable, the restore counts as over
    and failed.
    """
    progress = _stored(key)
    if progress is None or progress.is_over:
        return progress
    words = _(
        "Das Zurückspielen ist abgebrochen, etwa weil das Programm beendet wurde. Spielen Sie die Sicherung noch "
        "einmal zurück."
    )
    try:
        with exclusive():  # no restore is running: this one is over by now, or its process has ended
            progress = _stored(key)
    except BusyError:
        return progress
    except BackupError as error:
        words = error.message
    if progress is None or progress.is_over:
        return progress
    return replace(progress, is_over=True, refused=words)


def _stored(key: str) -> Progress | None:
    try:
        progress = Progress(**json.loads(_file().read_text(encoding="utf-8")))
    except (OSError, ValueError, TypeError):
        return None
    return progress if constant_time_compare(progress.key, key) else None


def _store(progress: Progress) -> None:
    write_state(_file(), json.dumps(asdict(progress)))


def _file() -> Path:
    return memory.folder() / "restoring" / "state.json"
