"""Perfect schedules: rounds at tables of one size in which no two players meet twice.

There are two families, stored as first rounds or as shifts; `rounds_of` expands them.

*Rotational* (players × rounds at tables of four: 16 × 5, 24 × 7, 28 × 9, 32 × 10, 36 × 11, 40 × 13; of three: 15 × 7,
21 × 10): the players form rings of equal length, and a few stay in place. The first rounds, found by search, are
stored; each later round rotates all rings by one. 16 × 5 is the affine plane of order 4, 28 × 9 a resolvable design
with parameters (28, 4, 1), 40 × 13 one with (40, 4, 1); those of three are Kirkman's: all players meet. 32 × 10 has six
rings of five and two first rounds; each player misses exactly one other, which is the best possible. 36 × 11 has three
rings of eleven; each player misses two others.

*Transversal* (five or more tables of four, and most numbers of tables of other sizes): the players form one row of k
for each seat of a table, and a table takes one player from each row. In a round with the shifts a, b, … the tables are
i, i + a, i + b, … No two players meet twice if the difference between any two rows' shifts changes with each round, as
in a difference matrix modulo k. The shifts are multiples of the round's number if k allows that. Otherwise, those for
tables of four were found by search, and those for other tables are the first that fit.
"""

from collections import defaultdict
from functools import lru_cache
from itertools import combinations
from math import factorial, gcd

Round = tuple[tuple[int, ...], ...]

# First rounds by number of players and table size; the highest numbers are the players who stay in place.
_ROTATIONAL = {
    (15, 3): "14,1,11 13,5,10 12,3,7 9,2,8 6,4,0",
    (21, 3): "20,13,2 19,0,6 18,9,10 17,1,16 15,14,5 12,3,11 8,7,4 | "
    "20,18,7 19,2,1 17,10,15 16,12,9 14,4,11 13,8,6 5,3,0",
    (16, 4): "9,13,0,15 5,10,11,8 14,12,3,2 7,4,6,1",
    (24, 4): "10,15,0,21 11,3,19,22 18,12,5,23 7,14,17,16 1,6,20,2 4,8,13,9",
    (28, 4): "6,14,25,27 17,12,5,11 2,15,13,23 16,20,7,21 22,10,19,26 3,1,0,18 8,9,4,24",
    (32, 4): "14,16,20,31 3,7,25,30 22,23,26,29 4,6,12,18 0,1,11,21 5,9,19,24 2,15,17,27 8,10,13,28 | "
    "1,9,25,31 13,17,20,30 2,8,21,24 11,19,27,28 0,3,12,26 5,7,18,29 4,15,16,22 6,10,14,23",
    (40, 4): "39,0,13,26 37,16,28,23 11,29,2,36 24,3,15,10 31,14,25,34 "
    "5,27,38,8 18,1,12,21 9,19,4,20 22,32,17,33 35,6,30,7",
}
# More first rounds, each with the edition that introduced it.
_ROTATIONAL_SINCE = {
    (36, 4): (
        4,
        "34,21,7,30 29,28,10,2 14,13,17,24 27,32,23,19 16,11,0,9 31,15,6,35 26,4,12,33 25,22,1,5 3,20,18,8",
    ),
}
# For tables of four: the shifts of the second to fourth row by number of tables; one entry serves all numbers of at
# least 18 that have a factor in common with 6.
_TRANSVERSAL = {
    6: "0,0,0 1,2,3 2,4,1 4,1,5 5,3,2",
    8: "0,0,0 1,2,3 2,1,5 3,5,4 4,7,1 6,4,2 7,3,6",
    9: "0,0,0 1,2,3 2,1,5 3,5,1 5,8,2 7,4,6 8,6,4",
    10: "0,0,0 1,2,3 2,1,5 3,5,7 4,9,2 5,8,4 6,3,1 8,4,9 9,7,6",
    12: "0,0,0 1,2,3 2,1,5 3,5,1 4,7,9 5,9,2 6,11,10 7,3,6 8,6,4 10,4,11",
    14: "0,0,0 1,2,3 2,1,5 3,5,1 4,7,9 5,3,2 6,10,7 7,4,11 8,13,4 12,8,6 13,6,12",
    15: "0,0,0 1,2,3 2,1,5 3,5,1 4,7,9 5,3,2 6,10,7 7,4,11 8,13,4 13,9,12 14,8,6",
    16: "0,0,0 1,2,3 2,1,5 3,5,1 4,7,9 5,3,2 6,10,7 7,4,11 8,14,4 12,8,6 15,6,14",
}
_TRANSVERSAL_FROM_18 = "0,0,0 1,2,3 2,1,5 3,5,1 4,7,9 5,3,2 6,10,7 7,4,11 8,13,4 9,15,8 10,6,16"
# No event has more series than this.
_MOST = 13
# The edition of the known schedules and of their use; all draws of an event use the edition of its first draw.
EDITION = 4
FOURS_ONLY = 2  # version 0.2.0: tables of four only, whose empty seats were swapped like players
FAIR_AT_THE_END = 3  # "search-5": small tables were shared fairly only after all series, not after each


def perfect(players: int, seats: int, series: int, edition: int = EDITION) -> tuple[Round, ...] | None:
    """Returns up to `series` rounds for the players 0, 1, … at tables of `seats`; no two players meet twice.

    Returns fewer rounds if no longer schedule is known. Returns None if fewer than two rounds are wanted or known, or
    if the tables would not be full.
    """
    best = next(iter(candidates(players, seats, series, edition)), None)
    return best[:series] if best else None


def candidates(players: int, seats: int, series: int, edition: int = EDITION) -> list[tuple[Round, ...]]:
    """Returns all known schedules with at least `series` rounds or, if there are none, only the longest.

    Transversal schedules come first, because mates in one row meet there in only one round, if at all. The list is
    empty if no schedule is known, if the tables would not be full, or for fewer than two series.
    """
    if players % seats or series < 2:
        return []
    known = [schedule for schedule in rounds_of(players, seats, edition) if len(schedule) > 1]
    return [schedule for schedule in known if len(schedule) >= series] or (known and [max(known, key=len)])


@lru_cache(maxsize=32)
def rounds_of(players: int, seats: int, edition: int = EDITION) -> tuple[tuple[Round, ...], ...]:
    """Returns the known schedules, with all rounds, for this many players at full tables of this size."""
    known = (_transversal(players // seats, seats), _rotational(players, seats, edition))
    return tuple(schedule for schedule in known if schedule)


def longest_known(players: int, seats: int) -> int:
    """Returns the number of rounds in the longest known schedule, counting empty seats as players; 0 without one."""
    return max(map(len, rounds_of(players + -players % seats, seats)), default=0)


def _numbers(text: str) -> list[tuple[int, ...]]:
    return [tuple(map(int, group.split(","))) for group in text.split()]


def _rotational(players: int, seats: int, edition: int) -> tuple[Round, ...]:
    since, first_rounds = _ROTATIONAL_SINCE.get((players, seats), (0, _ROTATIONAL.get((players, seats), "")))
    if not first_rounds or edition < since:
        return ()
    firsts = [_numbers(text) for text in first_rounds.split("|")]
    ring = (players - 1) // (seats - 1) // len(firsts)
    stay = players // ring * ring

    def moved(player: int, on: int) -> int:
        return player if player >= stay else player // ring * ring + (player % ring + on) % ring

    return tuple(
        tuple(tuple(moved(player, on) for player in table) for table in first) for on in range(ring) for first in firsts
    )


def _transversal(tables: int, seats: int) -> tuple[Round, ...]:
    rounds = [
        tuple(
            tuple(row * tables + (i + shift) % tables for row, shift in enumerate((0, *shifted))) for i in range(tables)
        )
        for shifted in _shifts(tables, seats)
    ]
    if tables % seats == 0 and rounds:  # players of the same row have not met: one more round, row by row
        rounds.append(tuple(tuple(range(start, start + seats)) for start in range(0, seats * tables, seats)))
    return tuple(rounds)


def _shifts(tables: int, seats: int) -> list[tuple[int, ...]]:
    """Returns the shifts of all rows except the first, for each round."""
    if tables > 1 and gcd(tables, factorial(seats - 1)) == 1:
        return [tuple(row * s for row in range(1, seats)) for s in range(min(tables, _MOST))]
    if seats == 4:
        return _numbers(_TRANSVERSAL.get(tables, _TRANSVERSAL_FROM_18 if tables >= 18 else ""))
    return _first_shifts(tables, seats)


def _first_shifts(tables: int, seats: int) -> list[tuple[int, ...]]:
    """Returns, for each round, the shifts of all seats except the first. No two players meet twice.

    The search stops after `_MOST` rounds.
    """
    taken: dict[tuple[int, int], set[int]] = defaultdict(set)

    def fits(shift: int, before: tuple[int, ...]) -> bool:
        row = len(before)
        return all((shift - earlier) % tables not in taken[other, row] for other, earlier in enumerate(before))

    def completed(before: tuple[int, ...]) -> tuple[int, ...] | None:
        if len(before) == seats:
            return before
        further = (completed((*before, shift)) for shift in range(tables) if fits(shift, before))
        return next(filter(None, further), None)

    rounds: list[tuple[int, ...]] = []
    for second in range(tables):
        shifts = completed((0, second)) if len(rounds) < _MOST else None
        if shifts:
            rounds.append(shifts[1:])
            for a, b in combinations(range(seats), 2):
                taken[a, b].add((shifts[b] - shifts[a]) % tables)
    return rounds
