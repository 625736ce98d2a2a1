"""Allows only one program at a time on an SQLite database, whether it was started in a terminal or a window.

A second program would count wrong passwords separately, make scheduled backups as well, and not share the lock
around writing. A program that prepares or serves holds the lock until its process ends; backups and other commands
run at the same time. On PostgreSQL several programs may serve.
"""

from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from pathlib import Path

from django.conf import settings
from django.utils.translation import gettext as _
from filelock import FileLock, Timeout

from romme_turnier import paths
from romme_turnier.address import local_end
from romme_turnier.serving.speaking import StopError


class TakenError(StopError):
    """Another program serves this database."""

    def __str__(self) -> str:
        if not (where := address()):  # with another DATA_DIR
            return _("Das Programm läuft mit dieser Datenbank schon. Beenden Sie es dort, wo es gestartet wurde.")
        words = _("Das Programm läuft mit dieser Datenbank schon. Öffnen Sie %(address)s oder beenden Sie es dort.")
        return words % {"address": where}


@contextmanager
def held() -> Iterator[None]:
    """Holds the program's lock, and stores the local address for other starts of the program.

    Raises TakenError if another program holds the lock, StopError if the lock or the address cannot be written, and
    ImproperlyConfigured for an invalid PORT or LISTEN.
    """
    with _demanded(_lock()):
        host, port = local_end()
        try:
            _address_file().write_text(f"http://{host}:{port}/", encoding="utf-8")
        except OSError as error:
            raise StopError(paths.not_writable(error)) from error
        yield


def _demanded(lock: FileLock | None) -> AbstractContextManager[object]:
    try:
        return lock.acquire(blocking=False) if lock else nullcontext()
    except Timeout as error:
        raise TakenError from error
    except OSError as error:
        raise StopError(paths.not_writable(error)) from error


def is_taken() -> bool:
    try:
        with _demanded(_lock()):
            return False
    except TakenError:
        return True


def address() -> str:
    """Returns the local address of the last program that started with this data folder; "" if there was none."""
    try:
        return _address_file().read_text(encoding="utf-8")
    except FileNotFoundError:
        return ""


def _address_file() -> Path:
    return Path(settings.DATA_DIR) / "address"


def _lock() -> FileLock | None:
    """Returns the lock next to the resolved database file, shared by all paths to that file; None on PostgreSQL."""
    database = settings.DATABASES["default"]
    if not database["ENGINE"].endswith("sqlite3"):
        return None
    file = Path(database["NAME"]).resolve()
    return FileLock(file.with_name(f".{file.name}.lock"), mode=0o600)
