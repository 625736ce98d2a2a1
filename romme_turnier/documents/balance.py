"""Spreads rows over pages and their columns, so that the last page is as full as the others."""

from collections.abc import Sequence

STEP = 1.0


def balanced(heights: Sequence[float], room: float, columns: int = 1) -> list[int]:
    """Returns how many rows each column holds: on as few pages as `room` allows, evenly filled.

    Each page has this number of columns. A row higher than the room has a column to itself.
    """
    best = _filled(heights, room)
    most = len(best) + -len(best) % columns
    limit = room - STEP
    while best and limit > max(heights):
        tried = _filled(heights, limit)
        if len(tried) > most:
            break
        best, limit = tried, limit - STEP
    return best


def _filled(heights: Sequence[float], room: float) -> list[int]:
    """Fills one column after the other until the next row does not fit."""
    pages: list[int] = []
    used = room + 1
    for height in heights:
        if used + height > room:
            pages.append(0)
            used = 0.0
        pages[-1] += 1
        used += height
    return pages
