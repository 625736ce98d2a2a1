"""When the database cannot store or cannot be reached: a page that says what is the matter, no fault of the program.

Nothing on the page asks the database. Where the failed request was looked at only, the page loads itself anew.
"""

import errno
import logging
import os
import shutil
import sys
from enum import Enum
from pathlib import Path

from django.conf import settings
from django.db import DatabaseError, InterfaceError, OperationalError, connection
from django.http import HttpRequest, HttpResponse
from django.template.loader import get_template
from django.views.defaults import server_error

from romme_turnier.accounts.signed_out import typed_fields
from romme_turnier.backup import damage
from romme_turnier.sqlite import sqlite3
from romme_turnier.web.damage import damaged_page

_FULL = (errno.ENOSPC, errno.EDQUOT)
_ROOM = 256 * 1024  # bytes; with less SQLite cannot begin a transaction
_SECONDS = 5


class Trouble(Enum):
    """What keeps the program from storing."""

    FULL = "full"  # no room on the disk; nothing of the request is stored
    READ_ONLY = "read-only"  # the disk takes no writes, perhaps as it has a fault; nothing of the request is stored
    BUSY = "busy"  # somebody else kept the database for too long; nothing of the request is stored
    AWAY = "away"  # no answer from the database; a commit that was under way may have been carried out
    DAMAGED = "damaged"  # the database itself; nothing of the request is stored, and nothing will be (web/damage.py)

    @property
    def status(self) -> int:
        return 507 if self is Trouble.FULL else 503


_OF_SQLITE = {
    sqlite3.SQLITE_FULL: Trouble.FULL,
    sqlite3.SQLITE_READONLY: Trouble.READ_ONLY,
    sqlite3.SQLITE_BUSY: Trouble.BUSY,
    sqlite3.SQLITE_LOCKED: Trouble.BUSY,
}
# By code, or by its class: psycopg's names would have to be loaded at every start, on SQLite, too.
_OF_POSTGRES = {
    "53100": Trouble.FULL,  # disk_full
    "40001": Trouble.BUSY,  # serialization_failure
    "40P01": Trouble.BUSY,  # deadlock_detected
    "55P03": Trouble.BUSY,  # lock_not_available
    "XX001": Trouble.DAMAGED,  # data_corrupted
    "XX002": Trouble.DAMAGED,  # index_corrupted
    **dict.fromkeys(("08", "53", "57", "58"), Trouble.AWAY),  # the server's own troubles
}


def trouble_of(error: BaseException | None) -> Trouble | None:
    """Returns None for faults of the program and for everything that waiting would not mend."""
    while error is not None:
        if isinstance(error, OSError) and error.errno in _FULL:
            return Trouble.FULL
        if isinstance(error, OSError) and error.errno == errno.EROFS:
            return Trouble.READ_ONLY
        if isinstance(error, DatabaseError | InterfaceError):
            return _of_database(error)
        error = error.__cause__ or error.__context__
    return None


def _of_database(error: DatabaseError | InterfaceError) -> Trouble | None:
    cause = error.__cause__
    if isinstance(cause, sqlite3.Error):
        return _of_sqlite(getattr(cause, "sqlite_errorcode", 0) & 0xFF)  # the lower byte: the kind
    sqlstate = getattr(cause, "sqlstate", None)
    if sqlstate is None:  # psycopg itself lost the connection
        return Trouble.AWAY if isinstance(error, OperationalError | InterfaceError) else None
    return _OF_POSTGRES.get(sqlstate) or _OF_POSTGRES.get(sqlstate[:2])


def _of_sqlite(code: int) -> Trouble | None:
    if code in (sqlite3.SQLITE_IOERR, sqlite3.SQLITE_CANTOPEN):  # also when the index of its log cannot grow
        if _no_room():
            return Trouble.FULL
        return Trouble.AWAY if os.access(_folder(), os.W_OK) else Trouble.READ_ONLY
    # SQLITE_ERROR: of a file that was emptied it says that a table is missing.
    if code in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_ERROR):
        return Trouble.DAMAGED if damage.is_damaged() or damage.look() else None
    return _OF_SQLITE.get(code)


def _no_room() -> bool:
    try:
        return shutil.disk_usage(_folder()).free < _ROOM
    except OSError:
        return False


def _folder() -> Path:
    return Path(connection.settings_dict["NAME"]).parent


def fault(request: HttpRequest) -> HttpResponse:
    """Handles uncaught exceptions: 507 or 503 with a plain page for a trouble of disk or database, else 500."""
    trouble = trouble_of(sys.exc_info()[1])
    if trouble is None:
        return server_error(request)
    if trouble is Trouble.DAMAGED:
        return damaged_page(request)
    looked = request.method in ("GET", "HEAD")
    context = {
        "trouble": trouble.value,
        "seconds": _SECONDS if looked else None,
        "again": [] if looked or trouble is Trouble.AWAY else _typed(request),
        "address": request.get_full_path(),
    }
    page = get_template("trouble.html").render(context)  # without the request: who signed in lies in the database
    answer = HttpResponse(page, status=trouble.status)
    answer["Retry-After"] = str(_SECONDS)
    answer["Cache-Control"] = "no-store"
    return answer


def _typed(request: HttpRequest) -> list[tuple[str, str]]:
    """Returns the fields of a form, to be sent once more; none where files or passwords would be among them."""
    if int(request.META.get("CONTENT_LENGTH") or 0) > settings.DATA_UPLOAD_MAX_MEMORY_SIZE:
        return []  # perhaps it could not even be read, as that takes room on the disk
    return typed_fields(request)


class Briefly(logging.Filter):
    """Says a trouble of the database in one line: a hall that asks on would fill the log with tracebacks."""

    def filter(self, record: logging.LogRecord) -> bool:
        error = record.exc_info[1] if record.exc_info else None
        if trouble := trouble_of(error):
            record.msg, record.args = "%s: %s", (record.getMessage(), error)
            if trouble is Trouble.DAMAGED:
                record.msg, record.args = damage.words(), ()
            record.exc_info = record.exc_text = None
        elif record.name == "django.request" and damage.is_damaged():
            return False  # every request is answered alike, and the sentence has been said
        return True
