"""Scoring points (Wertungspunkte): points for each game. Large associations rank by them.

The announcement names the points for ending a game and for a Handrommé, and the steps for the losers. For the points of
a row with all its readings see ``scoring_points_of`` in ``rows.py``.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

AMOUNT_MAX = 999  # of points and of card points in an announcement
STEPS_MAX = 20


@dataclass(frozen=True, slots=True)
class PointsPerGame:
    """The announced points: ``ended`` and ``handromme`` for ending a game without and with a Handrommé.

    ``steps`` are (maximum card points, points) for the other players: ascending in card points, descending in points.
    """

    ended: int
    handromme: int
    steps: tuple[tuple[int, int], ...]

    def of_hand(self, card_points: int) -> int:
        """Returns the points of a player who did not end the game, by the card points left; 0 above the last step."""
        return next((points for most, points in self.steps if card_points <= most), 0)

    def of_ending(self, *, handromme: bool) -> int:
        """Returns the points of the player who ended the game."""
        return self.handromme if handromme else self.ended

    def to_json(self) -> dict[str, Any]:
        """Returns the form in which the database, revisions and event files hold the points."""
        return {"ended": self.ended, "handromme": self.handromme, "steps": [list(step) for step in self.steps]}

    @classmethod
    def from_json(cls, stored: Mapping[str, Any]) -> "PointsPerGame":
        """Returns the points from the output of ``to_json``; the values are not checked (see ``points_faults``)."""
        return cls(stored["ended"], stored["handromme"], tuple((most, points) for most, points in stored["steps"]))


USUAL = PointsPerGame(ended=5, handromme=8, steps=((10, 3), (20, 2), (30, 1)))


class PointsFaultCode(StrEnum):
    OUT_OF_RANGE = "out_of_range"  # an amount is not between 0 and AMOUNT_MAX
    TOO_MANY_STEPS = "too_many_steps"
    NOT_ASCENDING = "not_ascending"  # no more card points than the previous step
    NOT_DESCENDING = "not_descending"  # no fewer points than the previous step
    ABOVE_ENDED = "above_ended"  # more points than for ending the game


@dataclass(frozen=True, slots=True)
class PointsFault:
    """A fault in announced points.

    ``field`` is "ended", "handromme" or "steps". If ``step`` is the index of a faulty step, ``field`` is "card_points"
    or "points".
    """

    code: PointsFaultCode
    field: str
    step: int | None = None


def points_faults(points: PointsPerGame) -> Iterator[PointsFault]:
    """Yields every fault in announced points."""
    out_of_range = PointsFaultCode.OUT_OF_RANGE
    for field, amount in (("ended", points.ended), ("handromme", points.handromme)):
        if not 0 <= amount <= AMOUNT_MAX:
            yield PointsFault(out_of_range, field)
    if len(points.steps) > STEPS_MAX:
        yield PointsFault(PointsFaultCode.TOO_MANY_STEPS, "steps")
    before: tuple[int, int] | None = None
    for index, (most, given) in enumerate(points.steps):
        if not 0 <= most <= AMOUNT_MAX:
            yield PointsFault(out_of_range, "card_points", index)
        elif before is not None and most <= before[0]:
            yield PointsFault(PointsFaultCode.NOT_ASCENDING, "card_points", index)
        if not 0 <= given <= AMOUNT_MAX:
            yield PointsFault(out_of_range, "points", index)
        else:
            if 0 <= points.ended < given:
                yield PointsFault(PointsFaultCode.ABOVE_ENDED, "points", index)
            if before is not None and given >= before[1]:
                yield PointsFault(PointsFaultCode.NOT_DESCENDING, "points", index)
        before = (most, given)
