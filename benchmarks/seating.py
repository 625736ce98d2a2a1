"""How good and how quick the draw of a whole event is, against random seating: ``python -m benchmarks.seating``.

Processor time of all series together; the fixed loop of plain Python beside it says how fast the machine is. "Again"
are pairs that meet once more, "club" and "team" pairs of mates at one table, "threes" the fewest and the most tables
of three that anybody had. Random seating is measured on the same field, the mean of ten events.
"""

from __future__ import annotations

import random
import sys
from collections import Counter
from collections.abc import Callable
from itertools import combinations
from statistics import mean
from time import process_time

from benchmarks.timing import fixed_loop
from romme_turnier.core.rules.system.registry import DEFAULT, get_ruleset
from romme_turnier.core.seating.draw import Candidate, WholeEvent, draw, table_sizes

# Players, series, clubs, teams.
FIELDS = [
    *[(16, 5, 0, 0), (32, 5, 0, 0), (40, 5, 0, 0), (32, 10, 0, 0), (100, 5, 0, 0), (1000, 5, 0, 0)],
    *[(38, 3, 12, 20), (41, 5, 12, 20), (250, 5, 12, 20), (41, 5, 0, 0), (250, 5, 0, 0), (100, 5, 12, 20)],
]
RANDOM_EVENTS = 10
RULES = get_ruleset(DEFAULT)

Tables = tuple[tuple[int, ...], ...]


class Tally:
    """What has come together over an event."""

    def __init__(self, clubs: dict[int, int | None], teams: dict[int, int | None]) -> None:
        self.clubs, self.teams = clubs, teams
        self.met: dict[frozenset[int], int] = {}
        self.again = self.club = self.team = 0
        self.threes: Counter[int] = Counter()
        self.last: set[int] = set()

    def add(self, tables: Tables) -> None:
        self.last = {player for table in tables if len(table) == 3 for player in table}
        self.threes.update(self.last)
        for table in tables:
            for a, b in combinations(table, 2):
                pair = frozenset((a, b))
                self.again += pair in self.met
                self.met[pair] = self.met.get(pair, 0) + 1
                self.club += self.clubs[a] is not None and self.clubs[a] == self.clubs[b]
                self.team += self.teams[a] is not None and self.teams[a] == self.teams[b]

    def figures(self) -> tuple[float, ...]:
        times = [self.threes[player] for player in self.clubs]
        return self.again, self.club, self.team, min(times), max(times)


def play(
    series: int, tally: Tally, seat: Callable[[int, Tally, tuple[int, ...]], tuple[Tables, tuple[int, ...]]]
) -> None:
    order: tuple[int, ...] = ()
    for number in range(series):
        tables, order = seat(number, tally, order)
        tally.add(tables)


def by_draw(series: int) -> Callable[[int, Tally, tuple[int, ...]], tuple[Tables, tuple[int, ...]]]:
    def seat(number: int, tally: Tally, order: tuple[int, ...]) -> tuple[Tables, tuple[int, ...]]:
        candidates = [
            Candidate(player, club, tally.teams[player], tally.threes[player], None, number, player in tally.last)
            for player, club in tally.clubs.items()
        ]
        event = WholeEvent(series, order) if order or not number else None
        plan = draw(
            candidates,
            table_sizes(len(candidates), RULES),
            rng=random.Random(f"series {number}"),  # noqa: S311
            met=tally.met,
            event=event,
        )
        return plan.tables, plan.order

    return seat


def by_chance(seed: int) -> Callable[[int, Tally, tuple[int, ...]], tuple[Tables, tuple[int, ...]]]:
    rng = random.Random(seed)  # noqa: S311 - a seating to compare with

    def seat(_number: int, tally: Tally, order: tuple[int, ...]) -> tuple[Tables, tuple[int, ...]]:
        row = list(tally.clubs)
        rng.shuffle(row)
        rest = iter(row)
        return tuple(tuple(next(rest) for _ in range(size)) for size in table_sizes(len(row), RULES)), order

    return seat


def measure(players: int, series: int, clubs: int, teams: int) -> None:
    club = {player: player % clubs if clubs else None for player in range(1, players + 1)}
    team = {player: player * 7 % teams if teams else None for player in range(1, players + 1)}
    start = process_time()
    drawn = Tally(club, team)
    play(series, drawn, by_draw(series))
    took = process_time() - start
    chance = [Tally(club, team) for _ in range(RANDOM_EVENTS)]
    for seed, tally in enumerate(chance):
        play(series, tally, by_chance(seed))
    expected = [mean(figures) for figures in zip(*(tally.figures() for tally in chance), strict=True)]
    again, mates, team_mates, fewest, most = drawn.figures()
    sys.stdout.write(
        f"{players:4}×{series:<2} {clubs:2} clubs {teams:2} teams: {took * 1000:7.0f} ms; again {again:.0f} (chance "
        f"{expected[0]:.0f}), club {mates:.0f} ({expected[1]:.0f}), team {team_mates:.0f} ({expected[2]:.0f}), "
        f"threes {fewest:.0f}–{most:.0f} ({expected[3]:.1f}–{expected[4]:.1f})\n"
    )


def main() -> None:
    sys.stdout.write(f"fixed loop: {fixed_loop():.1f} ms\n")
    for field in FIELDS:
        measure(*field)


if __name__ == "__main__":
    main()
