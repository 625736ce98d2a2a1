"""The evenings of a season: their days, and the players that sit out if not everybody can be seated.

Days are ordinals, as `date.toordinal` counts them: the core has no clock.
"""

from collections.abc import Mapping
from random import Random


def weekly_days(first: int, last: int, weekday: int) -> tuple[int, ...]:
    """Returns each day from ``first`` to ``last`` that is this weekday (Monday is 0), in order."""
    return tuple(day for day in range(first, last + 1) if (day - 1) % 7 == weekday)


def sit_outs(times: Mapping[str, int], number: int, rng: Random) -> frozenset[str]:
    """Returns the ``number`` players that sit out, chosen from those present.

    ``times`` counts how often each player present has sat out. Players with the lowest counts sit out first; a lot
    decides between equal counts.
    """
    lot = {player: rng.random() for player in sorted(times)}
    return frozenset(sorted(times, key=lambda player: (times[player], lot[player]))[:number])
