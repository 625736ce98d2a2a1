"""Trying out a change: done for real, inspected, and rolled back as a whole.

What is shown before confirmation thus comes from the very code that will do it, refusals included.
"""

import contextlib
from collections.abc import Callable
from typing import TypeVar

from romme_turnier.tournament.shared.service import frame

S = TypeVar("S")


class _TakeBack(Exception):
    pass


def dry_run(verb: Callable[[], object], look: Callable[[], S]) -> S:
    """Returns what `look` sees once `verb` is done; nothing of it stays. Raises what `verb` raises.

    Objects in memory that the verb changed keep its changes: reload them.
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
