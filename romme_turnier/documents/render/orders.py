"""A file of many printouts that takes a while: ordered, made by a press, and kept like the pieces it is joined from.

All that is known of an order is in files beside the pieces (kept.py), named after a hash of what is to be joined: the
order is what the press reads, the finished file takes its place. A press holds a lock on its order that ends with it,
however it ends. So every process of the server sees the same, two never make the same file at a time, and what a crash
broke off begins again where it stopped: pieces that are finished are only joined.
"""

import fcntl
import subprocess
import sys
import time
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from enum import Enum, auto
from pathlib import Path
from typing import IO

from django.conf import settings

from romme_turnier import paths
from romme_turnier.documents.render import kept
from romme_turnier.documents.render.pdf import Piece, html_of
from romme_turnier.documents.render.pieces import Why, pieces_from, put
from romme_turnier.documents.render.whole_files import being_written

_LOOK_AGAIN = 0.05  # seconds

_presses: list[subprocess.Popen[bytes]] = []  # of this process, so that each is noticed when it ends


class State(Enum):
    FINISHED = auto()
    AT_WORK = auto()
    FAILED = auto()
    UNKNOWN = auto()  # tidied away, or never placed here


@dataclass(frozen=True, slots=True)
class Progress:
    state: State
    done: int = 0
    pieces: int = 0
    why: Why = Why.BROKEN_OFF  # of a failure


@dataclass(frozen=True, slots=True)
class Order:
    """The place of the finished file."""

    place: Path

    @classmethod
    def named(cls, name: str) -> "Order":
        return cls(kept.place_named(name))

    @property
    def name(self) -> str:
        return self.place.stem

    @property
    def pieces(self) -> Path:
        return self.place.with_suffix(".order")

    @property
    def failure(self) -> Path:
        return self.place.with_suffix(".why")


def place(pieces: Iterable[Piece], *, title: str) -> Order:
    """Writes down what is to be joined in this order under this title, and has a press begin unless it is finished.

    Raises OSError where nothing can be kept.
    """
    kept.tidy()
    texts = [html_of(template, context) for template, context in pieces]
    places = [str(kept.place_of(text)) for text in texts]
    order = Order(kept.place_of("\0".join([title, *places])) or Path())
    if not kept.is_there(order.place):
        if not kept.is_there(order.pieces):  # never written anew: a press may hold its lock
            with being_written(order.pieces) as unfinished, unfinished.open("wb") as target:
                for kept_at, text in zip(places, texts, strict=True):
                    put(kept_at, text, target)
        _begin(order, title)
    return order


def _begin(order: Order, title: str) -> None:
    """Starts a press, unless one is at work."""
    with suppress(FileNotFoundError), order.pieces.open("rb") as file:  # not there any more: just finished
        if not _lock(file, fcntl.LOCK_EX):
            return
        order.failure.unlink(missing_ok=True)
        module, static = "romme_turnier.documents.render.press", str(settings.STATICFILES_DIRS[0])
        press = subprocess.Popen(  # noqa: S603 - the program itself
            [sys.executable, "-m", module, static, title, str(order.pieces)],
            cwd=paths.IMPORTED_FROM,
            stdin=subprocess.DEVNULL,
            pass_fds=[file.fileno()],  # and with it the lock
        )
        _presses[:] = [*(one for one in _presses if one.poll() is None), press]


def _lock(file: IO[bytes], how: int) -> bool:
    """Returns whether nobody else holds it. Closing the file gives it back, unless a press has inherited it."""
    try:
        fcntl.flock(file, how | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def look(order: Order) -> Progress:
    """Returns how far an order has come."""
    if kept.is_there(order.place):
        return Progress(State.FINISHED)
    try:
        with order.pieces.open("rb") as file:
            places = [Path(place) for place, _html in pieces_from(file)]
            at_work = not _lock(file, fcntl.LOCK_SH)
    except FileNotFoundError:
        return Progress(State.FINISHED if kept.is_there(order.place) else State.UNKNOWN)
    done = sum(place.exists() for place in places)
    if at_work:
        return Progress(State.AT_WORK, done, len(places))
    if kept.is_there(order.place):
        return Progress(State.FINISHED)
    return Progress(State.FAILED, done, len(places), _why(order))


def _why(order: Order) -> Why:
    with suppress(OSError, ValueError):
        return Why(order.failure.read_text())
    return Why.BROKEN_OFF


def wait(order: Order, seconds: float) -> Progress:
    """Returns how far it has come as soon as nobody is at work on it any more, at the latest after so many seconds."""
    until = time.monotonic() + seconds
    while (progress := look(order)).state is State.AT_WORK and time.monotonic() < until:
        time.sleep(_LOOK_AGAIN)
    return progress
