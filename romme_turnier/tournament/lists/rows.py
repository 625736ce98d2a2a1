"""One row of a list as logs and responses hold it, and how it is stored."""

from collections.abc import Mapping, Sequence
from typing import Any

from romme_turnier.core.lists.sheet import Game
from romme_turnier.tournament import models
from romme_turnier.tournament.lists.sheets import game_of
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


def stored_row(spielliste: models.Spielliste, row: models.GameRow | None, seats: int) -> dict[str, Any] | None:
    """Returns a row as it is stored, with all its readings; None where the game has not been entered."""
    if row is None:
        return None
    readings = models.Reading.objects.filter(spielliste=spielliste, game=row.number)
    doubt = models.EndingReading.objects.filter(spielliste=spielliste, game=row.number).first()
    values = {reading.seat: reading.values for reading in readings}
    return row_json(game_of(row, seats), values, doubt.endings if doubt else ())


@part_of_service
def write_row(
    spielliste: models.Spielliste,
    stored: models.GameRow | None,
    game: Game,
    readings: Mapping[int, Sequence[int]],
    *,
    had_readings: bool,
) -> int:
    """Stores a row and its readings within the transaction of a change; returns its new version."""
    row = stored or models.GameRow(spielliste=spielliste, number=game.number, version=0)
    row.finisher, row.handromme, row.version = game.finisher, game.handromme, row.version + 1
    row.stands = False  # nothing is demanded of the row until it has been judged as a whole
    row.save()
    models.GameEntry.objects.bulk_create(
        [models.GameEntry(row=row, seat=seat, points=points) for seat, points in enumerate(game.points, start=1)],
        update_conflicts=True,
        unique_fields=["row", "seat"],
        update_fields=["points", "least", "most"],
    )
    if had_readings:
        models.Reading.objects.filter(spielliste=spielliste, game=game.number).delete()
    models.Reading.objects.bulk_create(
        [
            models.Reading(spielliste=spielliste, game=game.number, seat=seat, values=list(values))
            for seat, values in readings.items()
        ]
    )
    return row.version
