"""A file of many printouts that takes a while: ordered, made by a press, and kept like the pieces it is joined from.

All that is known of an order is in files beside the pieces (kept.py), named after a hash of what is to be joined: the
order is what the press reads, the finished file takes its place. A press holds a lock beside its order that ends with
it, however it ends. So every process of the server sees the same, two never make the same file at a time, and what a
crash broke off begins again where it stopped: pieces that are finished are only joined.
"""

import hashlib
import subprocess
import time
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from enum import Enum, auto
from pathlib import Path
from typing import BinaryIO, cast

from django.conf import settings
from filelock import FileLock, Timeout

from romme_turnier import own_process
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

    @property
    def lock(self) -> Path:
        return self.place.with_suffix(".lock")


def place(pieces: Iterable[Piece], *, title: str) -> Order:
    """Writes down what is to be joined in this order under this title, and has a press begin unless it is finished.

    Raises OSError where nothing can be kept.
    """
    kept.tidy()
    texts = [html_of(template, context) for template, context in pieces]
    places = [str(kept.place_of(text)) for text in texts]
    order = Order(kept.place_of("\0".join([title, *places])) or Path())
    if not kept.is_there(order.place):
        if not kept.is_there(order.pieces):  # never written anew: a press may be reading it
            with being_written(order.pieces) as unfinished, unfinished.open("wb") as target:
                for kept_at, text in zip(places, texts, strict=True):
                    put(kept_at, text, target)
        _begin(order, title)
    return order


def note(order: Order, facts: str) -> None:
    """Writes down that this is the order as long as these are the facts. Raises OSError where it cannot be kept."""
    with being_written(_note_of(facts)) as unfinished:
        unfinished.write_text(order.name)


def finished_for(facts: str) -> Order | None:
    """Returns the finished order of which that was noted; None where there is none."""
    with suppress(OSError):
        order = Order.named(_note_of(facts).read_text())
        return order if kept.is_there(order.place) else None
    return None


def _note_of(facts: str) -> Path:
    return kept.place_named(hashlib.sha256(facts.encode()).hexdigest()).with_suffix(".facts")


def _begin(order: Order, title: str) -> None:
    """Starts a press, unless one is at work; returns once it holds the lock, or knows that another one does."""
    if _at_work(order):
        return
    order.failure.unlink(missing_ok=True)
    command = own_process.command("press", str(settings.STATICFILES_DIRS[0]), title, str(order.pieces))
    press = own_process.start(*command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE)
    with cast(BinaryIO, press.stdout) as said:
        said.read(1)
    _presses[:] = [*(one for one in _presses if one.poll() is None), press]


def _at_work(order: Order) -> bool:
    """Returns whether a press holds the lock. Whoever looks holds it for a moment, too."""
    if not order.lock.exists():
        return False
    try:
        with FileLock(order.lock, blocking=False):
            return False
    except Timeout:
        return True


def look(order: Order) -> Progress:
    """Returns how far an order has come."""
    if kept.is_there(order.place):
        return Progress(State.FINISHED)
    try:
        with order.pieces.open("rb") as file:
            places = [Path(place) for place, _html in pieces_from(file)]
    except FileNotFoundError:
        return Progress(State.FINISHED if kept.is_there(order.place) else State.UNKNOWN)
    at_work = _at_work(order)
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
