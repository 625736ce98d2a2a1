"""One piece of memory for the frames of all calls of a function.

CPython keeps the frames of Python's functions in chunks of 16 KB, each requested from the system. If a loop is at the
very end of one, every call in it takes a new chunk and every return gives it back: a form did so a thousand times for a
page. A frame too large for such a chunk gets a larger one, which has room for the nested calls.
"""

from collections.abc import Callable
from typing import ParamSpec, TypeVar

P = ParamSpec("P")
R = TypeVar("R")

# Words of 8 bytes: nearly half of the chunk of 1 MB, the next size that holds them, is left. They are never written to,
# and unwritten memory takes no space.
_WORDS = 70_000


def in_one_chunk(call: Callable[P, R]) -> Callable[P, R]:
    """Returns `call` with room for all frames below it. It takes what a middleware of Django takes, and is one."""

    def with_room(*args: P.args, **kwargs: P.kwargs) -> R:
        return call(*args, **kwargs)

    with_room.__code__ = with_room.__code__.replace(co_stacksize=_WORDS)
    return with_room
