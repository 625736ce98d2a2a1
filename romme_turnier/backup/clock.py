"""Automatic backups, made by a thread of the server process.

A backup is made every BACKUP_MINUTES if the database has changed, and immediately after a series is closed. Failures
are stored for the status page, and the thread continues.
"""

import logging
import threading
from collections.abc import Mapping
from datetime import timedelta

from django.conf import settings
from django.utils import timezone, translation

from romme_turnier.backup import damage, folder, memory, second
from romme_turnier.backup.engine import Watch, engine
from romme_turnier.backup.errors import BackupError
from romme_turnier.backup.making import make_backup

logger = logging.getLogger("django.request.backup")

_wake = threading.Event()
_thread: threading.Thread | None = None


def wake() -> None:
    """Requests a backup now; does nothing in a process without the clock."""
    _wake.set()


def is_running() -> bool:
    return _thread is not None and _thread.is_alive()


def start() -> None:
    """Starts the clock in this process, unless it is running already or BACKUP_MINUTES is 0."""
    global _thread  # noqa: PLW0603 - one clock for one process
    if settings.BACKUP_MINUTES > 0 and not is_running():
        _thread = threading.Thread(target=_run, name="backup", daemon=True)
        _thread.start()


def _run() -> None:
    rounds = Rounds()
    translation.activate(settings.LANGUAGE_CODE)
    while True:
        asked = _wake.wait(timeout=settings.BACKUP_MINUTES * 60)
        _wake.clear()
        rounds.go(asked=asked)


class Rounds:
    """The periodic checks of the backup thread. Each makes a backup if one is requested or due."""

    def __init__(self) -> None:
        self._watch: Watch | None = None
        self._copied: Mapping[str, int] | None = None  # the result of `Watch.mark` at the last backup

    def go(self, *, asked: bool) -> None:
        """Makes a backup if one was requested, or if the database has changed and the newest backup is not recent.

        If the database has not changed, only stores the time of this check and copies the newest backup to the second
        location. Logs failures and never raises an exception. Also stores failures for the status page, unless
        PostgreSQL did not answer the check for changes.
        """
        try:
            self._copy_if_needed(asked=asked)
        except BackupError as error:
            logger.error("No backup was made: %s", error.message)
        except Exception as error:
            if damage.look():
                logger.error("No backup was made: %s", damage.words())
                memory.remember(error=damage.words())
            else:
                logger.exception("No backup was made")
                memory.remember(error=str(error) or type(error).__name__)

    def _copy_if_needed(self, *, asked: bool) -> None:
        self._watch = self._watch or engine().watch()
        mark, newest = self._watch.mark(), next(iter(folder.backups_in(memory.folder())), None)
        if asked or mark != self._copied:
            # Several serving processes each have a clock, but need only one backup.
            # After the clock was set back, the age of a backup is unknown.
            age = abs(timezone.now() - newest.made_at) if newest else None
            if asked or age is None or age > timedelta(minutes=settings.BACKUP_MINUTES) * 0.9:
                make_backup()
                self._copied = mark
        else:
            memory.remember(looked_at=timezone.now())
            second.bring_up_to_date(newest)  # a stick may have been plugged in since
