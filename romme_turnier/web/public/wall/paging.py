"""Splits the content of the hall screen into pages, measured in ems of its smallest type.

Pages are split on the server, so that they are the same with and without scripts. Widths are estimated a little too
high: a name that might need two lines gets two, so text is never cut off. A browser test measures the result.
"""

import re
from collections.abc import Callable, Iterable, Sequence
from typing import TypeVar

T = TypeVar("T")

FOOT_EMS = 22.0  # width next to the QR code

# Widths of characters in the program's typeface, in ems, rounded up. The line below the table is for all others.
_WIDTHS = (
    (frozenset("ijlI.,:;'’|! "), 0.32),
    (frozenset("tfr-()/"), 0.39),
    (frozenset("mwMW%@ÆæŒœ"), 0.92),
    (frozenset("0123456789"), 0.66),
)
_EM_CAPITAL, _EM = 0.71, 0.57
_PART = re.compile(r"[^\s-]*-?\s*")  # a line may end after a hyphen


def width_in_em(text: str) -> float:
    """Returns the estimated width of a text on one line."""
    return sum(
        next((ems for signs, ems in _WIDTHS if sign in signs), _EM_CAPITAL if sign.isupper() else _EM) for sign in text
    )


def lines_of(text: str, room: float) -> int:
    """Returns the number of lines of `room` ems that a text needs. Words wider than `room` may break anywhere."""
    lines, used = 1, 0.0
    for part in _PART.findall(text):
        width = width_in_em(part)
        if used and used + width_in_em(part.rstrip()) > room:
            lines, used = lines + 1, 0.0
        more = int(width_in_em(part.rstrip()) / room)
        lines, used = lines + more, used + width - more * room
    return lines


def pages(rows: Iterable[T], room: int, height: Callable[[T], int]) -> list[list[T]]:
    """Splits rows into pages of at most `room` lines; a taller row gets a page to itself."""
    cut: list[list[T]] = []
    left = 0
    for row in rows:
        needed = height(row)
        if not cut or needed > left:
            cut.append([])
            left = room
        cut[-1].append(row)
        left -= needed
    return cut


def columns(rows: Iterable[T], room: int, count: int, height: Callable[[T], int]) -> list[Sequence[list[T]]]:
    """Splits rows into pages of `count` columns with `room` lines each, read from top to bottom."""
    parts = pages(rows, room, height)
    return [parts[at : at + count] for at in range(0, len(parts), count)]
