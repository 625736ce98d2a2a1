"""The evenings of a season: their days, and the players that sit out if not everybody can be seated.

Days are ordinals, as `date.toordinal` counts them, because the core has no clock.
"""

from collections.abc import Mapping
from random import Random


def weekly_days(first: int, last: int, weekday: int) -> tuple[int, ...]:
    """Returns each day from ``first`` to ``last`` that falls on this weekday (Monday is 0), in order."""
    return tuple(day for day in range(first, last + 1) if (day - 1) % 7 == weekday)


def sit_outs(times: Mapping[str, int], number: int, rng: Random) -> frozenset[str]:
    """Returns the ``number`` players that sit out, chosen from those present.

    ``times`` holds, for each player present, the number of times that the player has sat out. Players with the lowest
    numbers sit out first; a lot decides between equal numbers.
    """
    lot = {player: rng.random() for player in sorted(times)}
    return frozenset(sorted(times, key=lambda player: (times[player], lot[player]))[:number])
