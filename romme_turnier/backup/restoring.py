"""Restoring a copy: read and verified first, the previous database kept beside it."""

from pathlib import Path

from django.core.cache import caches
from django.db import connections
from django.utils import timezone
from django.utils.translation import gettext as _

from romme_turnier.backup import memory, state
from romme_turnier.backup.engine import demand_fitting, engine
from romme_turnier.backup.errors import BackupError
from romme_turnier.backup.files import only_one, sync

LARGEST = 500 * 1024**2  # bytes of an upload


def demand_backup(file: Path) -> set[tuple[str, str]]:
    """Returns the migrations of a copy that this program can read; raises BackupError for any other file."""
    if not file.is_file() or not file.stat().st_size:
        raise BackupError(_("Die Datei %(file)s gibt es nicht, oder sie ist leer.") % {"file": file.name})
    demand_fitting(file)
    applied = engine().migrations(file)
    if not applied:
        raise BackupError(_("Diese Datei ist keine Sicherung dieses Programms."))
    if state.is_former(applied):
        raise BackupError(
            _("Diese Sicherung stammt von einer Fassung vor 0.2. Ihre Tabellen kennt das Programm nicht mehr.")
        )
    if state.is_newer(applied):
        raise BackupError(
            _("Diese Sicherung stammt von einer neueren Fassung des Programms. Nehmen Sie die neuere auch hier.")
        )
    return applied


def restore(file: Path) -> Path | None:
    """Replaces the database by a copy; returns where the previous one is, None if it was empty.

    Raises BackupError; then the database is as it was.
    """
    applied = demand_backup(file)
    place = memory.folder()
    with only_one(place):
        staged = place / f".romme-restore{engine().SUFFIX}.part"
        try:
            engine().stage(file, staged, applied)
            sync(staged)
            kept = keep_old()
            engine().replace(staged)
        except OSError as error:
            raise BackupError(
                _("Die Sicherung lässt sich nicht zurückspielen: %(why)s") % {"why": error.strerror or error}
            ) from error
        finally:
            staged.unlink(missing_ok=True)
    connections.close_all()
    for each in caches:  # they are about the previous database
        caches[each].clear()
    memory.remember(error="")  # so is what went wrong with its copies
    return kept


def keep_old() -> Path | None:
    """Copy the database that is about to be replaced; nothing ever removes that copy. None: there is nothing in it."""
    if engine().is_empty():
        return None
    stamp = timezone.localtime().strftime("%Y%m%d-%H%M%S")
    kept = memory.folder() / f"ersetzt-{stamp}{engine().SUFFIX}"
    engine().keep(kept)
    return kept
