"""Restores one backup at a time, in a separate process that verifies it first and keeps the previous database."""

import json
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from django.core.cache import caches
from django.db import connections
from django.utils.translation import get_language, gettext as _
from filelock import Timeout

from romme_turnier import own_process
from romme_turnier.backup import memory
from romme_turnier.backup.engine import demand_fitting
from romme_turnier.backup.errors import BackupError, BusyError
from romme_turnier.backup.files import only_one

LARGEST = 500 * 1024**2  # bytes of an upload


def demand_backup(file: Path) -> None:
    """Raises BackupError if the file is obviously not a backup of this kind of database."""
    if not file.is_file() or not file.stat().st_size:
        raise BackupError(_("Die Datei %(file)s gibt es nicht, oder sie ist leer.") % {"file": file.name})
    demand_fitting(file)


@contextmanager
def exclusive() -> Iterator[None]:
    """Keeps all other threads and processes from restoring.

    Raises BusyError during another restore, and BackupError if the backup folder is not writable.
    """
    try:
        with only_one(memory.folder() / "restoring", waits=False):
            yield
    except Timeout as error:
        words = _("Gerade wird schon eine Sicherung zurückgespielt. Warten Sie, bis das fertig ist.")
        raise BusyError(words) from error


def restore(file: Path) -> Path | None:
    """Replaces the database with a backup; returns the file of the previous database, None if it was empty.

    If the restore fails, raises BackupError and leaves the database unchanged. Raises BusyError during another restore.
    """
    with exclusive():
        return restore_exclusively(file)


def restore_exclusively(file: Path) -> Path | None:
    """Restores as `restore` does, for callers inside `exclusive`; then clears all caches and the last backup error."""
    demand_backup(file)
    connections.close_all()
    kept = _take_in_separate_process(file)
    connections.close_all()
    for each in caches:  # they hold counts from the previous database
        caches[each].clear()
    memory.remember(error="")  # a failed backup of the previous database no longer matters
    return kept


def _take_in_separate_process(file: Path) -> Path | None:
    """Runs `take_copy` in a separate process; returns the file of the previous database, if any.

    Raises BackupError if the command refuses the backup or breaks off.
    """
    command = own_process.command("manage", "take_copy", str(file.absolute()), f"--language={get_language()}")
    pipe, nowhere = subprocess.PIPE, subprocess.DEVNULL
    with own_process.start(*command, stdin=nowhere, stdout=pipe) as process:
        said, _errors = process.communicate()
    if process.returncode:
        raise BackupError(
            _(
                "Das Zurückspielen ist abgebrochen: Die Datei braucht zu viel Zeit oder Speicher, oder das Programm "
                "hat einen Fehler (siehe Protokoll). Die Datenbank ist unverändert."
            )
        )
    answer = json.loads(said)
    if answer["refused"]:
        raise BackupError(answer["refused"])
    return Path(answer["kept"]) if answer["kept"] else None
