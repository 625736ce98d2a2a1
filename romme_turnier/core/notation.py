"""What is typed into the cells of a row, one cell a seat, and how a row is written back.

=========  =====================================================================================
``37``     points
``0``      ended the game; so does ``R``
``*``      ended it by Handrommé; so does ``H``
``37/87``  possible readings; the worst for the player counts (§ 2.2.6)
(empty)    nothing readable; so is ``?``
``R5``     marked as who ended the game although points are written; ``H5`` likewise; ``R?`` unreadable
``0?``     no points, but not who ended the game
``37*``    points, and a Handrommé mark in the row of which nobody knows whose it is
=========  =====================================================================================

Capitals and blanks do not matter. Who is marked ``R``, ``H`` or ``*`` ended the game; without such a mark it is
the only ``0``. Where several seats are marked nobody is taken, and the list shows it. Where the most points win,
a plain ``0`` is a number like any other.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum

from romme_turnier.core.spielliste import Game, Reading, worst_reading

MOST_POINTS = 9999
ERROR_CODES = frozenset({"not_understood", "points_too_large", "reading_incomplete"})


@dataclass(frozen=True, slots=True)
class CellError:
    """A cell that is not in the language; ``code`` is one of ``ERROR_CODES``, ``text`` what was typed."""

    seat: int
    code: str
    text: str


@dataclass(frozen=True, slots=True)
class ParsedRow:
    """A row as read; a cell with an error holds None in the points."""

    game: Game
    readings: tuple[Reading, ...] = ()
    errors: tuple[CellError, ...] = ()


class _Mark(Enum):
    """How strongly a cell says that its seat ended the game."""

    NONE = 0
    PLAIN_ZERO = 1
    EXPLICIT = 2


@dataclass(frozen=True, slots=True)
class _Cell:
    points: int | None = None
    mark: _Mark = _Mark.NONE
    handromme: bool = False
    readings: tuple[int, ...] = ()
    error: str | None = None


_CELL = re.compile(r"(?P<lead>[RH]?)(?P<body>[0-9]+(?:/[0-9]+)*|)(?P<doubt>\\??)(?P<star>\\*?)")


def parse_row(number: int, cells: Sequence[str], *, highest_wins: bool = False) -> ParsedRow:
    """Read the cells of game ``number``, seat 1 first."""
    read = [_parse_cell(text, highest_wins=highest_wins) for text in cells]
    seated = list(enumerate(read, start=1))
    return ParsedRow(
        game=Game(
            number=number,
            finisher=_only_marked(read),
            handromme=any(cell.handromme for cell in read),
            points=tuple(cell.points for cell in read),
        ),
        readings=tuple(Reading(seat, number, cell.readings) for seat, cell in seated if cell.readings),
        errors=tuple(CellError(seat, cell.error, cells[seat - 1]) for seat, cell in seated if cell.error),
    )


def format_row(game: Game, readings: Sequence[Reading] = (), *, highest_wins: bool = False) -> tuple[str, ...]:
    """Write a row so that ``parse_row`` reads the same from it.

    ``readings`` of other games are ignored; where there are readings, they are written and not the points.
    """
    by_seat = {reading.seat: reading.values for reading in readings if reading.game == game.number}
    several_zeros = game.finisher is None and game.points.count(0) > 1
    cells = []
    for seat, points in enumerate(game.points, start=1):
        text = "/".join(map(str, by_seat.get(seat, ()))) or ("" if points is None else str(points))
        if seat == game.finisher:
            text = _format_finisher(text, game, highest_wins=highest_wins)
        elif text == "0" and not several_zeros and not highest_wins:
            text = "0?"
        cells.append(text)
    if game.handromme and game.finisher is None:
        # "0*" would say whose it is.
        cells[0] = {"": "?", "0": "0?"}.get(cells[0], cells[0]) + "*"
    return tuple(cells)


def _format_finisher(text: str, game: Game, *, highest_wins: bool) -> str:
    if text == "0":
        return "*" if game.handromme else "R" if highest_wins else "0"
    return ("H" if game.handromme else "R") + (text or "?")
