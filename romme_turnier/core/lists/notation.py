"""Parses the typed cells of a row, one cell per seat, and formats a row in the same notation.

=========  =====================================================================================
``37``     points
``0``      ended the game; so does ``R``
``*``      ended the game by Handrommé; so does ``H``
``37/87``  possible readings; the worst for the player counts (§ 2.2.6)
(empty)    missing or unreadable, like ``?``
``R5``     ended the game despite its points; so does ``H5``; ``R?`` has unreadable points
``0?``     no points, but not the finisher
``37*``    points; the row has a Handrommé mark, but its seat is unknown
=========  =====================================================================================

Case and spaces do not matter. The seat marked ``R``, ``H`` or ``*`` ended the game; without such a mark, the seat with
the only ``0`` did. If several seats are marked, the game has no finisher, and the list reports this. If the most points
win, a plain ``0`` is an ordinary number.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum

from romme_turnier.core.lists.rows import worst_reading
from romme_turnier.core.lists.sheet import Game, Reading

MOST_POINTS = 9999
ERROR_CODES = frozenset({"not_understood", "points_too_large", "reading_incomplete"})


@dataclass(frozen=True, slots=True)
class CellError:
    """A cell that is not valid notation."""

    seat: int
    code: str  # one of `ERROR_CODES`
    text: str  # as typed


@dataclass(frozen=True, slots=True)
class ParsedRow:
    """A parsed row; ``game.points`` holds None for a cell with an error."""

    game: Game
    readings: tuple[Reading, ...] = ()
    errors: tuple[CellError, ...] = ()


class _Mark(Enum):
    """The mark that a cell gives its seat as the finisher; the weakest mark comes first."""

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


_CELL = re.compile(r"(?P<lead>[RH]?)(?P<values>[0-9]+(/[0-9]+)*)?(?P<doubt>\??)(?P<star>\*?)")
_HALF_A_READING = re.compile(r"[RH]?[0-9?]*(/[0-9?]*)+\*?")


def parse_row(number: int, cells: Sequence[str], *, highest_wins: bool = False) -> ParsedRow:
    """Parses the cells of game ``number``, seat 1 first."""
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
    """Formats a row for ``parse_row``, with this game's readings, if any, instead of the points."""
    of_game = [reading for reading in readings if reading.game == game.number and len(reading.values) > 1]
    by_seat = {reading.seat: reading.values for reading in of_game}
    texts = [
        "/".join(map(str, by_seat.get(seat, ()))) or ("" if points is None else str(points))
        for seat, points in enumerate(game.points, start=1)
    ]
    several_zeros = game.finisher is None and not game.handromme and texts.count("0") > 1
    cells = []
    for seat, text in enumerate(texts, start=1):
        if seat == game.finisher:
            cells.append(_format_finisher(text, game, highest_wins=highest_wins))
        elif text == "0" and not several_zeros and not highest_wins:
            cells.append("0?")
        else:
            cells.append(text)
    if game.handromme and game.finisher is None:
        # "0*" would give the mark to this seat.
        cells[0] = {"": "?", "0": "0?"}.get(cells[0], cells[0]) + "*"
    return tuple(cells)


def _format_finisher(text: str, game: Game, *, highest_wins: bool) -> str:
    letter = "H" if game.handromme else "R"
    if text != "0":
        return letter + (text or "?")
    if game.handromme:
        return "*"
    return letter if highest_wins else "0"


def _only_marked(cells: Sequence[_Cell]) -> int | None:
    """Returns the only seat with an explicit mark or, without marks, the only one with a plain zero; otherwise None."""
    for mark in (_Mark.EXPLICIT, _Mark.PLAIN_ZERO):
        seats = [seat for seat, cell in enumerate(cells, start=1) if cell.mark is mark]
        if seats:
            return seats[0] if len(seats) == 1 else None
    return None


def _parse_cell(text: str, *, highest_wins: bool) -> _Cell:
    text = "".join(text.split()).upper()
    match = _CELL.fullmatch(text)
    if match is None:
        return _Cell(error="reading_incomplete" if _HALF_A_READING.fullmatch(text) else "not_understood")
    lead, doubt, star = match["lead"], bool(match["doubt"]), bool(match["star"])
    # Leading zeros are dropped first: Python refuses to parse numbers with thousands of digits.
    written = [digits.lstrip("0") or "0" for digits in (match["values"] or "").split("/") if digits]
    if any(len(digits) > len(str(MOST_POINTS)) for digits in written):
        return _Cell(error="points_too_large")
    values = tuple(map(int, written))
    if doubt and (any(values) or len(values) > 1 or (lead and values)):
        return _Cell(error="not_understood")
    alone = not values and not doubt
    explicit = bool(lead) or (star and (alone or (values == (0,) and not doubt)))
    if alone and explicit:
        values = (0,)
    mark = _Mark.EXPLICIT if explicit else _Mark.NONE
    if values == (0,) and not explicit and not doubt and not highest_wins:
        mark = _Mark.PLAIN_ZERO
    return _Cell(
        points=worst_reading(values, highest_wins=highest_wins) if values else None,
        mark=mark,
        handromme=star or lead == "H",
        readings=values if len(values) > 1 else (),
    )
