"""One row of a list as logs and responses hold it."""

from collections.abc import Mapping, Sequence
from typing import Any

from romme_turnier.core.lists.notation import ParsedRow
from romme_turnier.core.lists.sheet import Game
from romme_turnier.tournament.lists.loaded_list import LoadedList, game_of


def row_json(
    game: Game, readings: Mapping[int, Sequence[int]] | None = None, endings: Sequence[Any] = ()
) -> dict[str, Any]:
    """Returns a row as logs and responses hold it; `endings` only where it is in doubt how the game ended."""
    return {
        "finisher": game.finisher,
        "handromme": game.handromme,
        "points": list(game.points),
        "readings": {str(seat): list(values) for seat, values in sorted((readings or {}).items())},
        **({"endings": list(endings)} if endings else {}),
    }


def as_typed(row: Mapping[str, Any] | None) -> dict[str, Any] | None:
    """Returns the part of a row that can be typed into its cells: all but the readings of how the game ended."""
    return None if row is None else {name: value for name, value in row.items() if name != "endings"}


def is_stored(loaded: LoadedList, typed: ParsedRow) -> bool:
    """Returns whether the list has just this row: the first answer got lost, or somebody else has typed the same."""
    readings = {reading.seat: reading.values for reading in typed.readings}
    return as_typed(stored_row(loaded, typed.game.number)) == row_json(typed.game, readings)


def stored_row(loaded: LoadedList, number: int) -> dict[str, Any] | None:
    """Returns the row of a game with all its readings; None if the game has not been entered."""
    row = loaded.rows.get(number)
    if row is None:
        return None
    values = {reading.seat: reading.values for reading in loaded.readings if reading.game == number}
    doubts = [doubt.endings for doubt in loaded.ending_readings if doubt.game == number]
    return row_json(game_of(row, len(loaded.seats)), values, *doubts)
