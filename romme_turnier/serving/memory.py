"""The memory that the server's threads keep after they have used it."""

import ctypes
import sys
from contextlib import suppress

_ARENA_MAX = -8  # M_ARENA_MAX in glibc's malloc.h
_ARENAS = 2


def share_memory() -> None:
    """Limits glibc to two malloc arenas; to be called before threads begin.

    glibc gives each thread a separate arena, up to eight for each processor, and the free memory of one cannot be used
    by the others: a server grew during the whole observation, though the program held no more objects. Other libraries
    have no arenas.
    """
    if sys.platform == "linux":
        with suppress(OSError, AttributeError):
            ctypes.CDLL(None).mallopt(_ARENA_MAX, _ARENAS)
