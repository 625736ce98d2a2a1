"""The evenings of a season: their days, and the players that sit out if not everybody can be seated.

Days are ordinals, as `date.toordinal` counts them: the core has no clock.
"""

from collections.abc import Container, Mapping
from random import Random


def weekly_days(
    first: int,
    last: int,
    weekday: int,
    *,
    without: Container[int] = (),
    moved: Mapping[int, int | None] | None = None,
) -> tuple[int, ...]:
    """Returns each day from ``first`` to ``last`` that is this weekday (Monday is 0) and not a holiday, in order.

    ``moved`` has the new day of single evenings, None for a cancelled one. A day to which an evening is moved appears
    even on a holiday or outside the season, and twice if it already has an evening.
    """
    days = [day for day in range(first, last + 1) if (day - 1) % 7 == weekday and day not in without]
    new_days = [day if moved is None else moved.get(day, day) for day in days]
    return tuple(sorted(day for day in new_days if day is not None))


def sit_outs(times: Mapping[str, int], number: int, rng: Random) -> frozenset[str]:
    """Returns the ``number`` players that sit out, chosen from those present.

    ``times`` counts how often each player present has sat out. Players with the lowest counts sit out first; a lot
    decides between equal counts.
    """
    lot = {player: rng.random() for player in sorted(times)}
    return frozenset(sorted(times, key=lambda player: (times[player], lot[player]))[:number])
