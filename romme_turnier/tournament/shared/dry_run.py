"""Trying out a change: it is made, inspected, and rolled back as a whole.

A preview thus comes from the very code that will make the change, including its refusals.
"""

import contextlib
from collections.abc import Callable
from typing import TypeVar

from romme_turnier.tournament.shared.service import frame

S = TypeVar("S")


class _TakeBack(Exception):
    pass


def dry_run(verb: Callable[[], object], look: Callable[[], S]) -> S:
    """Returns the result of `look` after `verb`, then rolls everything back.

    Raises the errors of `verb`. Objects in memory keep the changes of the verb: reload them.
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
