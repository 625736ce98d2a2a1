"""One transaction for one verb, and its row in the event's log.

SQLite takes one writer at a time. The threads of the one server process queue for a lock of ours instead of SQLite's
own, so that they are served in turn. PostgreSQL does not need it.
"""

import functools
import inspect
import threading
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, suppress
from typing import ParamSpec, TypeVar

from django.db import DatabaseError, connection, transaction
from django.db.transaction import TransactionManagementError
from django.utils.functional import Promise

from romme_turnier.tournament.shared import event_log
from romme_turnier.tournament.shared.acts import acting, enlist

P = ParamSpec("P")
R = TypeVar("R")

_one_writer = threading.RLock()


def service(words: Promise) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """Makes a verb: stored as a whole or not at all, with one log row for the outermost of nested verbs.

    `words` name the act in the log.
    """

    def decorate(verb: Callable[P, R]) -> Callable[P, R]:
        code, signature = enlist(verb, words), inspect.signature(verb)

        @functools.wraps(verb)
        def run(*args: P.args, **kwargs: P.kwargs) -> R:
            with _transaction(), acting() as (act, outermost):
                if act.verb:
                    return verb(*args, **kwargs)
                try:
                    act.begin(code, signature.bind(*args, **kwargs).arguments)
                    act.answer = answer = verb(*args, **kwargs)
                except BaseException:
                    act.forget()
                    raise
                if outermost and act.leaves_a_row:
                    event_log.write(act)
                return answer

        return run

    return decorate


def frame(what: Callable[P, R]) -> Callable[P, R]:
    """One transaction around several steps, with one row in the log, named after the first verb inside."""

    @functools.wraps(what)
    def run(*args: P.args, **kwargs: P.kwargs) -> R:
        with _transaction(), acting() as (act, outermost):
            answer = what(*args, **kwargs)
            if outermost and act.leaves_a_row:
                event_log.write(act)
            return answer

    return run


def part_of_service(step: Callable[P, R]) -> Callable[P, R]:
    """A step that writes rows as part of a verb. Raises TransactionManagementError outside a verb."""

    @functools.wraps(step)
    def run(*args: P.args, **kwargs: P.kwargs) -> R:
        if not connection.in_atomic_block:
            raise TransactionManagementError(f"{step.__module__}.{step.__name__} was called outside of a service")
        return step(*args, **kwargs)

    return run


def in_passing(step: Callable[P, None]) -> Callable[P, None]:
    """Best-effort write: no log row, skipped if another writer is busy or the database refuses it."""

    @functools.wraps(step)
    def run(*args: P.args, **kwargs: P.kwargs) -> None:
        if connection.vendor == "sqlite" and not _one_writer.acquire(blocking=False):
            return
        try:
            with suppress(DatabaseError), _without_waiting(), _atomic():
                step(*args, **kwargs)
        finally:
            if connection.vendor == "sqlite":
                _one_writer.release()

    return run


@contextmanager
def _without_waiting() -> Iterator[None]:
    """SQLite does not wait for other programs that write."""
    if connection.vendor != "sqlite":
        yield
        return
    with connection.cursor() as cursor:
        (usual,) = cursor.execute("PRAGMA busy_timeout").fetchone()
        cursor.execute("PRAGMA busy_timeout = 0")
        try:
            yield
        finally:
            cursor.execute(f"PRAGMA busy_timeout = {usual:d}")


@contextmanager
def _transaction() -> Iterator[None]:
    if connection.vendor != "sqlite":
        with _atomic():
            yield
        return
    with _one_writer, _atomic():
        yield


def _atomic() -> AbstractContextManager[None]:
    """Returns a transaction, or a savepoint within one; savepoints are numbered from one in each transaction.

    Django numbers them for the lifetime of a connection. It keeps the last thousand parsed statements, and nearly all
    of them would be names of savepoints that are never used again.
    """
    if not connection.in_atomic_block:
        connection.clean_savepoints()
    return transaction.atomic()
