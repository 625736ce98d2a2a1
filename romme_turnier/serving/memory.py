"""How much memory the server's threads keep of what they do not need any more."""

import ctypes
import sys
from contextlib import suppress

_ARENA_MAX = -8  # M_ARENA_MAX in glibc's malloc.h
_ARENAS = 2


def share_memory() -> None:
    """To be called before threads begin: they share two places to take memory from.

    glibc gives each thread one of its own, up to eight for each processor, and what lies free in one is of no use to
    the others: a server grew for as long as it was watched, though the program held nothing more. Other libraries
    have no such places.
    """
    if sys.platform == "linux":
        with suppress(OSError, AttributeError):
            ctypes.CDLL(None).mallopt(_ARENA_MAX, _ARENAS)
