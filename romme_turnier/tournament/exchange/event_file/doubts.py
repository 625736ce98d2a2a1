"""Games with a doubtful end (§ 2.2.6) in an event file: version 1 has no form for their readings.

The file has the counted result and a ruling with the reason: the row holds the facts that all readings share and the
points that count, and the officials accept it. Readers of the file get the same results; the readings themselves are in
the reason and in the archive.
"""

from collections.abc import Iterable
from dataclasses import replace

from romme_turnier.core.lists.rows import hand_factor
from romme_turnier.core.lists.sheet import Game
from romme_turnier.tournament import models
from romme_turnier.tournament.lists.doubt_words import say_doubt
from romme_turnier.tournament.lists.loaded_list import LoadedList, ending_reading_of

_LONGEST = 300  # characters of a reason, by the schema


class Doubts:
    """The doubtful endings of one list."""

    def __init__(self, loaded: LoadedList) -> None:
        self._rules = loaded.event.rules
        self._rows = {row.game: row for row in loaded.ending_readings}

    def _times(self, game: int, seat: int) -> int:
        """Returns the counted points of a seat in addition to the points of its mark in the exported row."""
        if game not in self._rows:
            return 1
        reading = ending_reading_of(self._rows[game])
        shown = self._rules.hand_factor if reading.certain.handromme else 1
        return hand_factor(seat, reading.endings, self._rules) // shown

    def counted(self, game: Game) -> Game:
        """Returns the row with its counted points."""
        points = (
            points and points * self._times(game.number, seat) for seat, points in enumerate(game.points, start=1)
        )
        return replace(game, points=tuple(points))

    def counted_values(self, reading: models.Reading) -> list[int]:
        """Returns the counted readings of an entry."""
        return [value * self._times(reading.game, reading.seat) for value in reading.values]

    def as_rulings(self, rulings: Iterable[models.RowRuling]) -> list[dict[str, int | str]]:
        """Returns the rulings of the list, and one for each game in doubt."""
        reasons = {ruling.game: ruling.reason for ruling in rulings}
        for game, row in self._rows.items():
            own = [reasons[game]] if game in reasons else []
            reasons[game] = "; ".join([*own, f"{say_doubt(row.endings, self._rules)}: {row.reason}"])[:_LONGEST]
        return [{"game": game, "reason": reason} for game, reason in reasons.items()]
