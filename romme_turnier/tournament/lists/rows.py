"""One row of a list as logs and responses hold it, and how it is stored."""

from collections.abc import Mapping, Sequence
from typing import Any

from romme_turnier.core.lists.sheet import Game
from romme_turnier.tournament import models
from romme_turnier.tournament.lists.loaded_list import game_of
from romme_turnier.tournament.lists.sheets import held, read_again, read_whole
from romme_turnier.tournament.shared.service import part_of_service


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


def stored_row(spielliste: models.Spielliste, number: int, seats: int) -> tuple[models.GameRow, dict[str, Any] | None]:
    """Returns the row of a game, and as it is stored, with all its readings.

    Where the game has not been entered, the row is a new one of version 0, and nothing is stored (None).
    """
    read_whole(spielliste)
    row = next((row for row in held(spielliste, "rows") if row.number == number), None)
    if row is None:
        return models.GameRow(spielliste=spielliste, number=number, version=0), None
    values = {reading.seat: reading.values for reading in held(spielliste, "readings") if reading.game == number}
    doubts = [doubt.endings for doubt in held(spielliste, "ending_readings") if doubt.game == number]
    return row, row_json(game_of(row, seats), values, *doubts)


@part_of_service
def write_readings(
    spielliste: models.Spielliste, number: int, readings: Mapping[int, Sequence[int]], before: Mapping[str, Any] | None
) -> None:
    """Stores the readings of a game's entries; `before` is the row as it was stored."""
    had_some = before is not None and before["readings"]
    if had_some:
        models.Reading.objects.filter(spielliste=spielliste, game=number).delete()
    models.Reading.objects.bulk_create(
        models.Reading(spielliste=spielliste, game=number, seat=seat, values=list(values))
        for seat, values in readings.items()
    )
    if had_some or readings:
        read_again(spielliste, "readings")
