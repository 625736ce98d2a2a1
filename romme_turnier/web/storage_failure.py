"""Responds with an explanation to requests that fail because the database is unavailable or cannot store data.

The page does not query the database. After a GET request it reloads itself. The log gets one line for each failure.
"""

import errno
import logging
import os
import shutil
import sys
from contextlib import suppress
from enum import Enum
from pathlib import Path

from django.conf import settings
from django.core.exceptions import ObjectDoesNotExist
from django.db import DatabaseError, InterfaceError, OperationalError, connection
from django.http import HttpRequest, HttpResponse
from django.template.loader import get_template
from django.views.defaults import page_not_found, server_error

from romme_turnier.accounts.signed_out import typed_fields
from romme_turnier.backup import damage
from romme_turnier.sqlite import sqlite3
from romme_turnier.web.damage import damaged_page

logger = logging.getLogger("django.request.rows")

_FULL = (errno.ENOSPC, errno.EDQUOT)
_ROOM = 256 * 1024  # bytes that SQLite needs to begin a transaction
_SECONDS = 5


class StorageFailure(Enum):
    """The reason why the database failed a request.

    Unless the reason is AWAY, the failed transaction has stored nothing.
    """

    FULL = "full"  # no room on the disk
    READ_ONLY = "read-only"  # the disk refuses writes, perhaps because of a defect
    BUSY = "busy"  # another transaction locked the database for too long
    AWAY = "away"  # no answer from the database; a commit may have succeeded all the same
    DAMAGED = "damaged"  # the database is damaged and stores nothing more (web/damage.py)

    @property
    def status(self) -> int:
        return 507 if self is StorageFailure.FULL else 503


_OF_SQLITE = {
    sqlite3.SQLITE_FULL: StorageFailure.FULL,
    sqlite3.SQLITE_READONLY: StorageFailure.READ_ONLY,
    sqlite3.SQLITE_BUSY: StorageFailure.BUSY,
    sqlite3.SQLITE_LOCKED: StorageFailure.BUSY,
}
# The keys are SQLSTATEs or their first two characters. psycopg's exceptions would have to be imported even on SQLite.
_OF_POSTGRES = {
    "53100": StorageFailure.FULL,  # disk_full
    "40001": StorageFailure.BUSY,  # serialization_failure
    "40P01": StorageFailure.BUSY,  # deadlock_detected
    "55P03": StorageFailure.BUSY,  # lock_not_available
    "XX001": StorageFailure.DAMAGED,  # data_corrupted
    "XX002": StorageFailure.DAMAGED,  # index_corrupted
    **dict.fromkeys(("08", "53", "57", "58"), StorageFailure.AWAY),  # faults of the server
}


def failure_of(error: BaseException | None) -> StorageFailure | None:
    """Returns the reason why the disk or database failed; None if there is no error, or if it has another cause."""
    while error is not None:
        if isinstance(error, OSError) and error.errno in _FULL:
            return StorageFailure.FULL
        if isinstance(error, OSError) and error.errno == errno.EROFS:
            return StorageFailure.READ_ONLY
        if isinstance(error, DatabaseError | InterfaceError):
            return _of_database(error)
        error = error.__cause__ or error.__context__
    return None


def _of_database(error: DatabaseError | InterfaceError) -> StorageFailure | None:
    cause = error.__cause__
    if isinstance(cause, sqlite3.Error):
        return _of_sqlite(getattr(cause, "sqlite_errorcode", 0) & 0xFF)  # the lower byte is the kind of error
    sqlstate = getattr(cause, "sqlstate", None)
    if sqlstate is None:  # psycopg itself lost the connection
        return StorageFailure.AWAY if isinstance(error, OperationalError | InterfaceError) else None
    return _OF_POSTGRES.get(sqlstate) or _OF_POSTGRES.get(sqlstate[:2])


def _of_sqlite(code: int) -> StorageFailure | None:
    # SQLite also reports SQLITE_IOERR if it cannot extend the index of its write-ahead log.
    if code in (sqlite3.SQLITE_IOERR, sqlite3.SQLITE_CANTOPEN):
        with suppress(OSError):
            if shutil.disk_usage(_folder()).free < _ROOM:
                return StorageFailure.FULL
        return StorageFailure.AWAY if os.access(_folder(), os.W_OK) else StorageFailure.READ_ONLY
    # SQLITE_ERROR: an emptied file is reported as a missing table.
    if code in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_ERROR):
        return StorageFailure.DAMAGED if damage.is_damaged() or damage.look() else None
    return _OF_SQLITE.get(code)


def _folder() -> Path:
    return Path(connection.settings_dict["NAME"]).parent


def error_page(request: HttpRequest) -> HttpResponse:
    """Handles uncaught exceptions.

    Responds with 507 or 503 and a plain page if the disk or the database fails, with 404 if a row that the view reads
    is gone, otherwise with 500.
    """
    error = sys.exc_info()[1]
    failure = failure_of(error)
    if failure is None and isinstance(error, ObjectDoesNotExist):  # removed after the view had read it, as by a restore
        # It may be a fault of the program all the same, and Django would only warn of a 404.
        logger.error("Not Found: %s", request.path, exc_info=error)
        return page_not_found(request, error)
    if failure is None:
        return server_error(request)
    if failure is StorageFailure.DAMAGED:
        return damaged_page(request)
    looked = request.method in ("GET", "HEAD")
    context = {
        "failure": failure.value,
        "seconds": _SECONDS if looked else None,
        "again": [] if looked or failure is StorageFailure.AWAY else _typed(request),
        "address": request.get_full_path(),
    }
    # Without the request, since its user would be read from the database.
    page = get_template("storage_failure.html").render(context)
    answer = HttpResponse(page, status=failure.status)
    answer["Retry-After"] = str(_SECONDS)
    answer["Cache-Control"] = "no-store"
    return answer


def _typed(request: HttpRequest) -> list[tuple[str, str]]:
    """Returns the fields of the form, so that they can be sent again.

    Returns none if the form is large, or if it contains files or passwords.
    """
    if int(request.META.get("CONTENT_LENGTH") or 0) > settings.DATA_UPLOAD_MAX_MEMORY_SIZE:
        return []  # reading such a form needs room on the disk, which may be full
    return typed_fields(request)


class OneLineFilter(logging.Filter):
    """Logs a failure of the database on one line, since the phones in a hall would fill the log with tracebacks.

    While the database is damaged, drops all other log records about requests.
    """

    def filter(self, record: logging.LogRecord) -> bool:
        error = record.exc_info[1] if record.exc_info else None
        if failure := failure_of(error):
            record.msg, record.args = "%s: %s", (record.getMessage(), error)
            if failure is StorageFailure.DAMAGED:
                record.msg, record.args = damage.words(), ()
            record.exc_info = record.exc_text = None
        elif record.name == "django.request" and damage.is_damaged():
            return False  # every request gets the same answer, and the damage is already in the log
        return True
