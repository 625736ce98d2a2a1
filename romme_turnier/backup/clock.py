"""Automatic copies: a thread of the server process.

It copies every BACKUP_MINUTES if something was written meanwhile, and at once when a series was closed. Whatever goes
wrong is remembered for the status page; the thread goes on.
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
    """Ask for a copy now; does nothing in a process without the clock."""
    _wake.set()


def is_running() -> bool:
    return _thread is not None and _thread.is_alive()


def start() -> None:
    """Start the clock in this process, unless it runs or BACKUP_MINUTES is 0."""
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
    """One round after the other; what it remembers between them."""

    def __init__(self) -> None:
        self._watch: Watch | None = None
        self._copied: Mapping[str, int] | None = None  # the mark at the last copy

    def go(self, *, asked: bool) -> None:
        """Copy if asked to or if something was written since the last copy. Never raises."""
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
            # Where several processes serve, each has a clock: one copy is enough for all of them.
            # One from before the clock was set back is of no known age.
            age = abs(timezone.now() - newest.made_at) if newest else None
            if asked or age is None or age > _most_of_the_interval():
                make_backup()
                self._copied = mark
        else:
            memory.remember(looked_at=timezone.now())
            second.bring_up_to_date(newest)  # a stick may have been plugged in meanwhile


def _most_of_the_interval() -> timedelta:
    return timedelta(minutes=settings.BACKUP_MINUTES) * 0.9
