"""Detects an SQLite database that is moved, deleted or replaced while the program runs.

Threads keep their connections, and a deleted file would still take their writes. Each request therefore first checks
that the path still leads to the opened file. If it does not, the connection is closed, so that a new one opens the
present file.
"""

import os
from typing import Any
from weakref import WeakKeyDictionary

from django.core.signals import request_started
from django.db import connections
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.backends.signals import connection_created

_opened: WeakKeyDictionary[BaseDatabaseWrapper, tuple[int, int] | None] = WeakKeyDictionary()


def watch() -> None:
    """Starts checking the file at the beginning of each request."""
    connection_created.connect(_remember, dispatch_uid="same database")
    request_started.connect(_look, dispatch_uid="same database")


def _remember(connection: BaseDatabaseWrapper, **_kwargs: Any) -> None:
    if connection.vendor == "sqlite":
        _opened[connection] = _identity(connection)


def _look(**_kwargs: Any) -> None:
    for connection in connections.all(initialized_only=True):
        if connection in _opened and _opened[connection] != _identity(connection):
            connection.close()


def _identity(connection: BaseDatabaseWrapper) -> tuple[int, int] | None:
    try:
        status = os.stat(connection.settings_dict["NAME"])
    except OSError:
        return None
    return status.st_dev, status.st_ino
