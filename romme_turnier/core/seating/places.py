"""A whole event from a perfect schedule: who takes which of its places.

Empty seats take part as players whom nobody sees: where one of them sits, the table is of three. A schedule is used
only where nothing that matters more than repeated meetings suffers from it: tables of three as fair, team mates and
club mates as far apart in every series as possible.
"""

import random
from collections.abc import Sequence
from itertools import combinations, permutations

from romme_turnier.core.seating.schedules import Round, perfect
from romme_turnier.core.seating.search import least_pairs

# Swaps tried before the event is left to the search, for each place and at most.
_TRIES_PER_PLACE, _TRIES_MOST = 150, 20_000
# The cost of a meeting: no seating can make up for a worse kind by less of the next.
_EMPTY_PAIR, _THREES_AGAIN, _TEAM, _CLUB = 10**18, 10**12, 10**6, 1


def schedule_for(players: int, series: int, edition: int) -> tuple[Round, ...] | None:
    """Returns perfect rounds for so many players, empty seats up to the next multiple of four among them."""
    return perfect(players + -players % 4, series, edition)


def place(
    rounds: Sequence[Round], clubs: Sequence[int], teams: Sequence[int], rng: random.Random
) -> tuple[int, ...] | None:
    """Returns the player, by index, for each place of the schedule; numbers beyond the players are empty seats.

    `clubs` and `teams` hold a number for each player. None when team mates, club mates or tables of three
    come out worse than they could be.
    """
    placing = _Placing(rounds, clubs, teams, rng)
    return tuple(placing.order) if placing.improve() else None


def tables_of(order: Sequence[int], tables: Round, players: int) -> list[list[int]]:
    """Returns the tables of a round with the players who have those places, fours first; empty seats left out."""
    seated = [[order[at] for at in table if order[at] < players] for table in tables]
    return sorted(seated, key=lambda table: -len(table))


def _groups(numbers: Sequence[int]) -> list[list[int]]:
    """Returns the players, by index, who have the same number, for each number."""
    groups: dict[int, list[int]] = {}
    for player, number in enumerate(numbers):
        groups.setdefault(number, []).append(player)
    return list(groups.values())


class _Placing:
    """Players on the places of a schedule, being swapped while that makes the event better."""

    def __init__(self, rounds: Sequence[Round], clubs: Sequence[int], teams: Sequence[int], rng: random.Random) -> None:
        self.rounds, self.clubs, self.teams, self.random = rounds, clubs, teams, rng.random
        self.players, self.places = len(clubs), 4 * len(rounds[0])
        self.mates: list[list[int]] = [[] for _ in range(self.places)]
        for tables in rounds:
            for table in tables:
                for a, b in combinations(table, 2):
                    self.mates[a].append(b)
                    self.mates[b].append(a)
        self.costs = self.meetings()
        self.order = self.start()

    def start(self) -> list[int]:
        """Club after club, which often keeps mates in one row of the schedule; mixed within each quarter of it."""
        row = self.shuffled(list(range(self.players)))
        rank = {player: at for at, player in enumerate(row)}
        first: dict[tuple[int, int], int] = {}
        for player in row:
            first.setdefault((0, self.clubs[player]), rank[player])
            first.setdefault((1, self.teams[player]), rank[player])
        row.sort(key=lambda player: (first[0, self.clubs[player]], first[1, self.teams[player]]))
        quarter = self.places // 4
        mixed = [one for at in range(0, self.players, quarter) for one in self.shuffled(row[at : at + quarter])]
        return [*mixed, *range(self.players, self.places)]

    def shuffled(self, items: list[int]) -> list[int]:
        """Returns the items in random order."""
        keys = [self.random() for _ in items]
        return [item for _key, item in sorted(zip(keys, items, strict=True))]

    def meetings(self) -> list[list[int]]:
        """Returns what a meeting costs, for each player and empty seat with each."""
        costs = [[0] * self.places for _ in range(self.places)]
        alike = [(_EMPTY_PAIR, list(range(self.players, self.places)))]
        alike += [(_TEAM, mates) for mates in _groups(self.teams)] + [(_CLUB, mates) for mates in _groups(self.clubs)]
        for cost, mates in alike:
            for a, b in permutations(mates, 2):
                costs[a][b] += cost
        return costs

    def company(self, place: int) -> int:
        """Returns the cost of all meetings of the player at this place."""
        costs, order = self.costs[self.order[place]], self.order
        return sum([costs[order[mate]] for mate in self.mates[place]])

    def threes_again(self, place: int) -> int:
        """Returns how often the player of this place sits at a table of three after the first time, weighed."""
        if self.players == self.places or self.order[place] >= self.players:
            return 0
        times = sum([self.order[mate] >= self.players for mate in self.mates[place]])
        return _THREES_AGAIN * (times * (times - 1) // 2)

    def around(self, a: int, b: int) -> int:
        """Returns all costs that swapping these two places can change."""
        cost = self.company(a) + self.company(b)
        if (self.order[a] < self.players) != (self.order[b] < self.players):  # else the tables of three stay
            cost += sum(self.threes_again(place) for place in {a, b, *self.mates[a], *self.mates[b]})
        return cost

    def cost(self) -> int:
        every = range(self.places)
        return sum(map(self.company, every)) // 2 + sum(map(self.threes_again, every))

    def least(self) -> int:
        """Returns a cost that nothing undercuts."""
        series, tables = len(self.rounds), self.places // 4
        each, over = divmod(3 * (self.places - self.players) * series, self.players)
        again = (self.players - over) * (each * (each - 1) // 2) + over * (each * (each + 1) // 2)
        pairs = _TEAM * least_pairs(self.teams, tables) + _CLUB * least_pairs(self.clubs, tables)
        return _THREES_AGAIN * again + series * pairs

    def improve(self) -> bool:
        """Swaps players until the event cannot be better; False when the tries are used up before."""
        cost, least = self.cost(), self.least()
        tries = min(_TRIES_PER_PLACE * self.places, _TRIES_MOST)
        while cost > least and tries > 0:
            costly = [at for at in range(self.places) if self.company(at) or self.threes_again(at)]
            costly += range(self.players, self.places) if self.players < self.places else []
            for _ in range(min(tries, self.places)):
                tries -= 1
                a = costly[int(self.random() * len(costly))]
                b = int(self.random() * self.places)
                cost += self.swapped(a, b)
                if cost <= least:
                    break
        return cost <= least

    def swapped(self, a: int, b: int) -> int:
        """Swaps two places unless that makes the event worse; returns the growth of its cost."""
        before = self.around(a, b)
        self.order[a], self.order[b] = self.order[b], self.order[a]
        grown = self.around(a, b) - before
        if grown > 0:
            self.order[a], self.order[b] = self.order[b], self.order[a]
            return 0
        return grown
