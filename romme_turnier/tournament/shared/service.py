"""Runs each verb in one transaction, and adds its row to the event's log.

Verbs call one another; the log has one row for the outermost one, which the official requested. A frame does not count
as a verb, so the first verb inside names the act.

SQLite allows one writer at a time. The threads of the single server process queue for a lock of the program instead of
SQLite's own, so that they are served in order. PostgreSQL does not need this lock.

The module also locks events and series, stores the results of repeated requests, and runs verbs for previews.
"""

import contextlib
import functools
import hashlib
import inspect
import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext, suppress
from contextvars import ContextVar
from importlib import import_module
from pkgutil import walk_packages
from typing import Any, NamedTuple, ParamSpec, TypeVar

from django.db import DatabaseError, connection, transaction
from django.db.models import Model
from django.db.transaction import TransactionManagementError
from django.utils import timezone
from django.utils.functional import Promise

from romme_turnier import tournament
from romme_turnier.accounts.models import User
from romme_turnier.fast.statements import insert, update
from romme_turnier.tournament.models import Event, SavedKey, Series
from romme_turnier.tournament.models.fields import canonical
from romme_turnier.tournament.shared.errors import KeyReused
from romme_turnier.tournament.shared.event_log import Act, write

P = ParamSpec("P")
R = TypeVar("R")
K = TypeVar("K")


class Verb(NamedTuple):
    module: str
    words: Promise  # for the log


VERBS: dict[str, Verb] = {}  # every verb of the program by its code; filled as modules are imported

_one_writer = threading.RLock()
_current: ContextVar[Act | None] = ContextVar("act", default=None)


def service(words: Promise) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """Returns a decorator for verbs: all changes of a verb are stored or none, and the outermost verb is logged.

    `words` name the act in the log. The verb is identified by a code of module and name, such as "clock.start_clock".
    The decorator raises ValueError if a verb of another module has the same code.
    """

    def decorate(verb: Callable[P, R]) -> Callable[P, R]:
        code, signature = f"{verb.__module__.rpartition('.')[2]}.{verb.__name__}", inspect.signature(verb)
        if (known := VERBS.setdefault(code, Verb(verb.__module__, words))).module != verb.__module__:
            raise ValueError(f"two verbs are called {code}: {known.module}, {verb.__module__}")

        @functools.wraps(verb)
        def run(*args: P.args, **kwargs: P.kwargs) -> R:
            with _acting() as act:
                is_outermost = not act.verb
                try:
                    if is_outermost:
                        act.begin(code, signature.bind(*args, **kwargs).arguments)
                    act.undone = False
                    answer = verb(*args, **kwargs)
                except BaseException:
                    if is_outermost:
                        act.forget()
                    raise
                act.done = act.done or not act.undone
                if is_outermost:
                    act.answer = answer
                return answer

        return run

    return decorate


def words_of(code: str) -> str:
    """Returns the log's words for the verb with this code; the code itself if the program has no such verb."""
    if code not in VERBS:  # its module is not imported yet
        for module in walk_packages(tournament.__path__, f"{tournament.__name__}."):
            if ".migrations" not in module.name and ".management" not in module.name:
                import_module(module.name)
    return str(VERBS[code].words) if code in VERBS else code


def frame(what: Callable[P, R]) -> Callable[P, R]:
    """Decorates a function that calls several verbs, so that they share one transaction and one log row.

    The row is named after the first verb.
    """

    @functools.wraps(what)
    def run(*args: P.args, **kwargs: P.kwargs) -> R:
        with _acting():
            return what(*args, **kwargs)

    return run


def part_of_service(step: Callable[P, R]) -> Callable[P, R]:
    """Decorates a function that only verbs may call. Outside a transaction it raises TransactionManagementError."""

    @functools.wraps(step)
    def run(*args: P.args, **kwargs: P.kwargs) -> R:
        if not connection.in_atomic_block:
            raise TransactionManagementError(f"{step.__module__}.{step.__name__} was called outside of a service")
        return step(*args, **kwargs)

    return run


def in_passing(step: Callable[P, None]) -> Callable[P, None]:
    """Decorates a best-effort write. It adds no log row and is skipped if SQLite is busy or the database refuses it."""

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
    """Keeps SQLite from waiting for other programs that write."""
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
def one_transaction() -> Iterator[None]:
    """Stores the changes of several verbs together or not at all; each verb has its own log row, unlike in a frame.

    Django's `atomic` around verbs could deadlock: it would hold SQLite's lock while it waits for the program's lock,
    whose holder waits for SQLite's.
    """
    with _one_writer if connection.vendor == "sqlite" else nullcontext(), _atomic():
        yield


@contextmanager
def _acting() -> Iterator[Act]:
    """Opens a transaction or savepoint with the current act; the outermost one runs its last steps and logs the act."""
    with one_transaction():
        if (running := _current.get()) is not None:
            yield running
            return
        token = _current.set(act := Act())
        try:
            yield act
            while act.steps:
                asked = min(act.steps, key=lambda asked: (asked[0], asked[1].__qualname__))
                asked[1](act.steps.pop(asked))
            if act.verb and act.done:
                write(act)
        finally:
            _current.reset(token)


def _atomic() -> AbstractContextManager[None]:
    """Returns a transaction, or a savepoint within one; savepoints are numbered from one in each transaction.

    Django numbers them for the lifetime of a connection. The cache of the last thousand parsed statements would then
    hold little but names of savepoints that are never used again.
    """
    if not connection.in_atomic_block:
        connection.clean_savepoints()
    return transaction.atomic()


def at_end(step: Callable[[set[K]], object], keys: Iterable[K], *, last: bool = False) -> None:
    """Runs `step` at the end of the current act, once with the keys from all of its verbs; outside an act, immediately.

    Such a step sees every change of the act, and a lock that it takes is held only until the log row is written. A step
    that is `last` runs after all others, because they may add keys to it.
    """
    if (act := _current.get()) is not None:
        act.steps.setdefault((last, step), set()).update(keys)
    else:
        step(set(keys))


def finish(step: Callable[[set[K]], object], *, last: bool = False) -> None:
    """Runs a step now that would otherwise run at the end of the current act, because the act needs its changes."""
    if (act := _current.get()) is not None and (keys := act.steps.pop((last, step), None)):
        step(keys)


@part_of_service
def lock_events(keys: Iterable[int]) -> None:
    """Locks these events (primary keys) until the end of the act, in the order of their keys.

    Acts that take locks in different orders can block each other. The order is: seasons, events, series, then
    registrations, lists and other rows, and finally all rankings together (`outdate_rankings`). An act that changes
    released results, or several events, locks the events before it changes any row.
    """
    list(Event.objects.select_for_update(no_key=True).filter(pk__in=keys).order_by("pk").values_list("pk"))


@part_of_service
def locked_series(series: Series) -> Series:
    """Returns the current row of the series with its event, locked until the end of the act."""
    return Series.objects.select_for_update(of=("self",), no_key=True).select_related("event").get(pk=series.pk)


def withhold(row: Model) -> None:
    """Keeps a row's earlier values out of the current act's log entry; used for people who are erased."""
    if (act := _current.get()) is not None:
        act.before.pop((type(row), row.pk), None)


def note(what: str, *, old: Any = None, new: Any = None) -> None:
    """Records changes that a verb makes to rows other than its arguments, such as roles, members or the prize plan.

    `what` is a key of SAID (verb_words.py), or the `reference` of a row. Values are JSON or tournament rows; a second
    list is appended to the first, and any other value replaces the earlier one. The act is logged even after
    `nothing_done`. Outside an act, a note has no effect.
    """
    if (act := _current.get()) is not None:
        act.done = True
        for side, value in ((act.old, old), (act.new, new)):
            if isinstance(value, list) and isinstance(side.get(what), list):
                side[what] = [*side[what], *value]
            elif value is not None:
                side[what] = value


def done_by(user: User) -> None:
    """Records the acting user, within a verb that has no `by`."""
    if (act := _current.get()) is not None:
        act.user = user


def was_done_before() -> bool:
    """Returns whether no verb of the current act has changed anything so far; False outside an act."""
    act = _current.get()
    return act is not None and not act.done


def nothing_done() -> None:
    """Records that the running verb only returned an earlier result.

    The act is then not logged, unless `note` is called or another verb of the act has changed something.
    """
    if (act := _current.get()) is not None:
        act.undone = True


@part_of_service
def run_once(key: str, body: Any, effect: Callable[[], dict[str, Any]]) -> dict[str, Any]:
    """Runs `effect` and stores its result under `key` in the same transaction, so a repeated request has no effect.

    The same key with the same body returns the first result again; a different body raises KeyReused. An empty key
    disables this. Bodies and results are JSON values. An effect that changed nothing returns {}, and its key is
    not stored, because every stored key belongs to a stored change.
    """
    if not key:
        return effect()
    body_hash = hashlib.sha256(canonical(body)).hexdigest()
    saved = SavedKey(key=key, body_hash=body_hash, answer={}, at=timezone.now())
    # If the same request is being saved concurrently, the insert waits for the end of that transaction.
    if keys := insert([saved], unique=("key",)):
        saved.pk, saved.answer = keys[0], effect()
        if saved.answer:
            update(saved, "answer")
        else:
            saved.delete()
        return dict(saved.answer)
    saved = SavedKey.objects.get(key=key)
    if saved.body_hash != body_hash:
        raise KeyReused
    nothing_done()
    return dict(saved.answer)


S = TypeVar("S")


class _TakeBack(Exception):
    pass


def dry_run(verb: Callable[[], object], look: Callable[[], S]) -> S:
    """Returns the result of `look` after `verb`, then rolls everything back.

    A preview thus comes from the very code that will make the change. Raises the errors of `verb`. Objects in memory
    keep the changes of the verb, so reload them.
    """
    seen: list[S] = []

    @frame
    def run() -> None:
        verb()
        seen.append(look())
        raise _TakeBack

    with contextlib.suppress(_TakeBack):
        run()
    return seen[0]
