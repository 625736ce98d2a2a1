"""The row of a game in a list: points by seat, the finisher, and whether the game ended by Handrommé."""

import re
from dataclasses import dataclass

_CELL = re.compile(r"(?P<mark>[RH]?)(?P<points>[0-9]{1,5})|(?P<star>\*)|(?P<nothing>[-?])", re.ASCII)


@dataclass(frozen=True, slots=True)
class Row:
    """A game's row; ``points`` holds None for a vacant seat or an unreadable entry."""

    points: tuple[int | None, ...]
    finisher: int | None = None
    rummy_hand: bool = False


def parse_row(text: str, seats: int, *, highest_wins: bool) -> Row:
    """Returns the row in a text such as ``37 0 55 12``, in which the only 0 is the finisher; raises ValueError.

    ``*`` marks a finisher by Handrommé, ``R75`` and ``H75`` a finisher with points, ``R0`` a finisher in a row with
    several zeros. ``-`` or ``?`` is a missing entry. If the most points win, a plain 0 does not mark the finisher.
    """
    cells = [_CELL.fullmatch(cell.upper()) for cell in text.split()]
    if len(cells) != seats or None in cells:
        raise ValueError(f"{seats} entries: points, 0, *, R75, H75 or -")
    read = [cell for cell in cells if cell is not None]
    points = tuple(None if cell["nothing"] else int(cell["points"] or 0) for cell in read)
    marked = [seat for seat, cell in enumerate(read, start=1) if cell["star"] or cell["mark"]]
    if not marked and not highest_wins:
        marked = [seat for seat, entry in enumerate(points, start=1) if entry == 0]
        marked = marked if len(marked) == 1 else []
    if len(marked) > 1:
        raise ValueError("one seat that ended the game")
    finisher = marked[0] if marked else None
    ended_by = read[finisher - 1] if finisher else None
    return Row(points, finisher, ended_by is not None and (bool(ended_by["star"]) or ended_by["mark"] == "H"))


def format_row(row: Row, *, highest_wins: bool) -> str:
    """Returns the row in the form that ``parse_row`` reads."""
    cells = ["-" if points is None else str(points) for points in row.points]
    if row.finisher is not None:
        cell = cells[row.finisher - 1]
        alone = row.points.count(0) == 1 or row.rummy_hand  # a second 0 belongs to a loser with no cards left
        plain = cell == "0" and alone and not (highest_wins and not row.rummy_hand)
        marked = ("*" if row.rummy_hand else "0") if plain else ("H" if row.rummy_hand else "R") + cell
        cells[row.finisher - 1] = marked
    return " ".join(cells)
