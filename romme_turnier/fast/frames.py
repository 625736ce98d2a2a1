"""Keeps the frames of all nested calls of a function in one chunk of memory.

CPython keeps the frames of Python functions in chunks of 16 KB, each requested from the system. If a loop runs at the
very end of a chunk, every call in it requests a new one and every return frees it: a form did so a thousand times per
page. A frame too large for a chunk gets a larger one, which has room for the nested calls.
"""

from collections.abc import Callable
from typing import ParamSpec, TypeVar

P = ParamSpec("P")
R = TypeVar("R")

# Words of 8 bytes. The frame gets a chunk of 1 MB, the next size, and nearly half of the chunk is left for other
# frames. The words are never written, and unwritten memory takes up no space.
_WORDS = 70_000


def in_one_chunk(call: Callable[P, R]) -> Callable[P, R]:
    """Returns `call` wrapped so that all frames below it share one memory chunk. Also works as a Django middleware."""

    def with_room(*args: P.args, **kwargs: P.kwargs) -> R:
        return call(*args, **kwargs)

    with_room.__code__ = with_room.__code__.replace(co_stacksize=_WORDS)
    return with_room
