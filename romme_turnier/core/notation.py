"""What is typed into the cells of a row."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from romme_turnier.core.spielliste import Game, Reading


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


ERROR_CODES = frozenset({"not_understood", "points_too_large", "reading_incomplete"})


def parse_row(number: int, cells: Sequence[str], *, highest_wins: bool = False) -> ParsedRow:
    """Read the cells of game ``number``, seat 1 first."""
    raise NotImplementedError


def format_row(
    game: Game, readings: Sequence[Reading] = (), *, highest_wins: bool = False
) -> tuple[str, ...]:
    """Write a row so that ``parse_row`` reads the same from it."""
    raise NotImplementedError
