"""The quality and speed of the draw of a whole event, compared with random seating: ``python -m benchmarks.seating``.

Processor time of the draws of all series together; the fixed loop of plain Python shows how fast the machine is.
"Again" are pairs that meet again, "club" and "team" pairs of mates at one table, "small" the fewest and the most tables
smaller than wanted for any player. Random seating is measured on the same field, the mean of ten events. At the end of
a row: the number of series for which a schedule is known, and the number that cannot be exceeded.
"""

from __future__ import annotations

import random
import sys
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from itertools import combinations
from statistics import mean
from time import process_time

from benchmarks.timing import fixed_loop
from romme_turnier.core.rules.system.registry import DEFAULT, get_ruleset
from romme_turnier.core.rules.system.ruleset import RuleSet
from romme_turnier.core.seating.bounds import longest
from romme_turnier.core.seating.draw import FOUR, Candidate, WholeEvent, draw, table_sizes
from romme_turnier.core.seating.schedules import longest_known

# Players, series, clubs, teams, seats at a table.
FIELDS = [
    *[(16, 5, 0, 0, 4), (32, 5, 0, 0, 4), (40, 5, 0, 0, 4), (32, 10, 0, 0, 4), (100, 5, 0, 0, 4), (1000, 5, 0, 0, 4)],
    *[(38, 3, 12, 20, 4), (41, 5, 12, 20, 4), (250, 5, 12, 20, 4), (41, 5, 0, 0, 4), (250, 5, 0, 0, 4)],
    *[(15, 7, 0, 0, 3), (41, 5, 0, 0, 3), (60, 5, 12, 20, 3), (50, 5, 0, 0, 5), (41, 5, 12, 20, 5)],
    *[(66, 5, 0, 0, 6), (64, 5, 12, 20, 6)],
]
RANDOM_EVENTS = 10

Tables = tuple[tuple[int, ...], ...]


class Tally:
    """The totals of an event."""

    def __init__(self, clubs: dict[int, int | None], teams: dict[int, int | None], seats: int) -> None:
        self.clubs, self.teams, self.seats = clubs, teams, seats
        self.met: dict[frozenset[int], int] = {}
        self.again = self.club = self.team = 0
        self.small: Counter[int] = Counter()
        self.last: set[int] = set()

    def add(self, tables: Tables) -> None:
        self.last = {player for table in tables if len(table) < self.seats for player in table}
        self.small.update(self.last)
        for table in tables:
            for a, b in combinations(table, 2):
                pair = frozenset((a, b))
                self.again += pair in self.met
                self.met[pair] = self.met.get(pair, 0) + 1
                self.club += self.clubs[a] is not None and self.clubs[a] == self.clubs[b]
                self.team += self.teams[a] is not None and self.teams[a] == self.teams[b]

    def figures(self) -> tuple[float, ...]:
        times = [self.small[player] for player in self.clubs]
        return self.again, self.club, self.team, min(times), max(times)


Seat = Callable[[int, Tally, tuple[int, ...]], tuple[Tables, tuple[int, ...]]]


def play(series: int, tally: Tally, seat: Seat) -> float:
    """Returns how many seconds of a processor the seating took."""
    order: tuple[int, ...] = ()
    took = 0.0
    for number in range(series):
        start = process_time()
        tables, order = seat(number, tally, order)
        took += process_time() - start
        tally.add(tables)
    return took


def by_draw(series: int, rules: RuleSet) -> Seat:
    def seat(number: int, tally: Tally, order: tuple[int, ...]) -> tuple[Tables, tuple[int, ...]]:
        candidates = [
            Candidate(player, club, tally.teams[player], tally.small[player], None, number, player in tally.last)
            for player, club in tally.clubs.items()
        ]
        plan = draw(
            candidates,
            table_sizes(len(candidates), rules),
            rng=random.Random(f"series {number}"),  # noqa: S311
            wanted=rules.table_size,
            met=tally.met,
            event=WholeEvent(series, order) if order or not number else None,
        )
        return plan.tables, plan.order

    return seat


def by_chance(seed: int, rules: RuleSet) -> Seat:
    rng = random.Random(seed)  # noqa: S311 - a seating to compare with

    def seat(_number: int, tally: Tally, order: tuple[int, ...]) -> tuple[Tables, tuple[int, ...]]:
        row = list(tally.clubs)
        rng.shuffle(row)
        rest = iter(row)
        return tuple(tuple(next(rest) for _ in range(size)) for size in table_sizes(len(row), rules)), order

    return seat


def measure(players: int, series: int, clubs: int, teams: int, seats: int) -> None:
    rules = get_ruleset(DEFAULT) if seats == FOUR else replace(get_ruleset("classic"), seats_wanted=seats)
    club = {player: player % clubs if clubs else None for player in range(1, players + 1)}
    team = {player: player * 7 % teams if teams else None for player in range(1, players + 1)}
    drawn = Tally(club, team, seats)
    took = play(series, drawn, by_draw(series, rules))
    chance = [Tally(club, team, seats) for _ in range(RANDOM_EVENTS)]
    for seed, tally in enumerate(chance):
        play(series, tally, by_chance(seed, rules))
    expected = [mean(figures) for figures in zip(*(tally.figures() for tally in chance), strict=True)]
    again, mates, team_mates, fewest, most = drawn.figures()
    sys.stdout.write(
        f"{players:4}×{series:<2} at {seats}, {clubs:2} clubs {teams:2} teams: {took * 1000:7.0f} ms; "
        f"again {again:.0f} (chance {expected[0]:.0f}), "
        f"club {mates:.0f} ({expected[1]:.0f}), team {team_mates:.0f} ({expected[2]:.0f}), "
        f"small {fewest:.0f}–{most:.0f} ({expected[3]:.1f}–{expected[4]:.1f}), "
        f"{longest_known(players, seats)} of {longest(players, min(table_sizes(players, rules)))}\n"
    )


def main() -> None:
    sys.stdout.write(f"fixed loop: {fixed_loop():.1f} ms\n")
    for field in FIELDS:
        measure(*field)


if __name__ == "__main__":
    main()
