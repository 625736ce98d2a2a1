"""The current act: the outermost verb of an official, from its call to its row in the log.

Verbs call one another; the official requested the outermost one. A frame (shared/service.py) does not count as a verb:
the first verb inside it names the act.
"""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from importlib import import_module
from pkgutil import walk_packages
from typing import Any, NamedTuple

from django.utils.functional import Promise

from romme_turnier import tournament
from romme_turnier.accounts.models import User
from romme_turnier.tournament.shared.snapshots import Rows, read_rows, rows_among


class Verb(NamedTuple):
    module: str
    words: Promise  # for the log


VERBS: dict[str, Verb] = {}  # every verb of the program by its code; filled as modules are imported


@dataclass(slots=True)
class Act:
    """The known facts of an act. `verb` is "" in a frame until its first verb is called."""

    verb: str = ""
    arguments: Mapping[str, Any] = field(default_factory=dict)
    answer: Any = None
    before: Rows = field(default_factory=dict)  # the rows among the arguments, as stored at the start
    old: dict[str, Any] = field(default_factory=dict)
    new: dict[str, Any] = field(default_factory=dict)
    user: User | None = None
    undone: bool = False

    @property
    def by(self) -> User | None:
        """The acting user: the verb's `by`, or the user that the verb itself recorded."""
        return self.user or self.arguments.get("by")

    @property
    def leaves_a_row(self) -> bool:
        return bool(self.verb) and not self.undone

    def begin(self, verb: str, arguments: Mapping[str, Any]) -> None:
        self.verb, self.arguments = verb, arguments
        self.before = read_rows(rows_among(arguments.values()))

    def forget(self) -> None:
        """The verb failed; its caller may continue with another."""
        self.verb, self.arguments, self.answer = "", {}, None
        self.before, self.old, self.new, self.undone = {}, {}, {}, False


_current: ContextVar[Act | None] = ContextVar("act", default=None)


def enlist(verb: Callable[..., Any], words: Promise) -> str:
    """Registers a verb and returns its code: its module and name, as "clock.start_clock"."""
    code = f"{verb.__module__.rpartition('.')[2]}.{verb.__name__}"
    if (known := VERBS.setdefault(code, Verb(verb.__module__, words))).module != verb.__module__:
        raise ValueError(f"two verbs are called {code}: {known.module}, {verb.__module__}")
    return code


def words_of(code: str) -> str:
    """Returns the words for a verb of the log; its code if the program has no such verb."""
    if code not in VERBS:  # its module is not imported yet
        for module in walk_packages(tournament.__path__, f"{tournament.__name__}."):
            if ".migrations" not in module.name and ".management" not in module.name:
                import_module(module.name)
    return str(VERBS[code].words) if code in VERBS else code


@contextmanager
def acting() -> Iterator[tuple[Act, bool]]:
    """The current act, and whether the calling verb is its outermost one."""
    if (running := _current.get()) is not None:
        yield running, False
        return
    act = Act()
    token = _current.set(act)
    try:
        yield act, True
    finally:
        _current.reset(token)


def note(what: str, *, old: Any = None, new: Any = None) -> None:
    """Records, within a verb, changes of rows other than its arguments: roles, members, a plan.

    `what` is a key of SAID (verb_words.py); values are JSON or tournament rows, and lists are joined if noted twice.
    The act leaves a row, even after `nothing_done`. Without an act it does nothing.
    """
    if (act := _current.get()) is not None:
        act.undone = False
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
    """Whether the verb that has just ended only returned an earlier result."""
    act = _current.get()
    return act is not None and act.undone


def nothing_done() -> None:
    """Records, within a verb, that it only returned an earlier result: the act leaves no row."""
    if (act := _current.get()) is not None:
        act.undone = True
