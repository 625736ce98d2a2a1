"""One transaction for one verb.

SQLite takes one writer at a time: when threads of the one server process queue for a lock of ours instead of
SQLite's own, nobody waits longer than those before him take. PostgreSQL needs no such lock.
"""

import functools
import threading
from collections.abc import Callable
from typing import ParamSpec, TypeVar

from django.db import connection, transaction

P = ParamSpec("P")
R = TypeVar("R")

_one_writer = threading.RLock()


def service(verb: Callable[P, R]) -> Callable[P, R]:
    """Run the function in one transaction; all of it is stored, or nothing."""

    @functools.wraps(verb)
    def run(*args: P.args, **kwargs: P.kwargs) -> R:
        if connection.vendor != "sqlite":
            with transaction.atomic():
                return verb(*args, **kwargs)
        with _one_writer, transaction.atomic():
            return verb(*args, **kwargs)

    return run
