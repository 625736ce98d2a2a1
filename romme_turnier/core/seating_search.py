"""The search behind the draw of a series.

Clubs are dealt to the tables one player after another, which keeps the members of every club as far apart as
they can be; then players are swapped while that makes the seating better. What a table costs is one number
whose digits are the counts that core.seating lists, the most important first.
"""

import random
from collections import Counter
from collections.abc import Hashable, Iterable, Mapping, Sequence
from itertools import combinations, permutations

# More than any of the five counts can reach in a hall, so that a worse digit is never made up for.
_BASE = 10**6
# How often a swap is tried before the best seating so far is taken, fixed and for each player.
_TRIES, _TRIES_PER_PLAYER = 4_000, 400
# Swaps that make nothing worse, tried for each player to mix what dealing by clubs leaves in rows.
_STIRS_PER_PLAYER = 10
# A swap is also accepted when it is no worse than the seating was so many tries ago.
_MEMORY = 60
# Pairs of club mates not face to face, best seated, by the pairs of club mates at the table:
# 1 and 2 + 2 players of a club can all face each other, of 3 one pair can, of 4 two. 4 or 5 pairs cannot be.
_SIDE_BY_SIDE = (0, 0, 0, 2, 0, 0, 4)

_Members = list[int]


def numbered(groups: Iterable[Hashable | None]) -> list[int]:
    """Return a number for each group, the same for equal groups, and one of its own for each None."""
    numbers: dict[Hashable, int] = {}
    return [numbers.setdefault(object() if group is None else group, len(numbers)) for group in groups]


def _spread(groups: Sequence[int], tables: int) -> list[int]:
    """Return how many of each group sit at each table when every group is spread evenly; zeros left out."""
    shares: list[int] = []
    for members in Counter(groups).values():
        each, over = divmod(members, tables)
        shares += [each + 1] * over + [each] * (tables - over if each else 0)
    return shares


def least_pairs(groups: Sequence[int], tables: int) -> int:
    """Return the least number of pairs within a group at one table, by the pigeonhole principle.

    Pairs at a table grow faster than the players there, so no group does better than evenly spread. All
    groups can be so at once when the tables differ by one seat at most: see Search.deal.
    """
    return sum(share * (share - 1) // 2 for share in _spread(groups, tables))


def _cost(threes: int, teams: int, clubs: int, repeats: int, side_by_side: int) -> int:
    """Return the five counts as the digits of one number, the most important first."""
    return (((threes * _BASE + teams) * _BASE + clubs) * _BASE + repeats) * _BASE + side_by_side


class Search:
    """A seating under way: players, by their index, on tables, and what each table costs."""

    def __init__(  # noqa: PLR0913 - one list for each fact about the players
        self,
        sizes: Sequence[int],
        *,
        clubs: Sequence[int],
        teams: Sequence[int],
        threes: Sequence[int],
        met: Sequence[Mapping[int, int]],
        rng: random.Random,
    ) -> None:
        """Deal the players to tables of 4 and 3 seats.

        The other arguments hold for each player, by index: the numbers of club and team, the tables of three
        so far, and how often he or she has met which other player.
        """
        self.sizes, self.clubs, self.teams, self.threes, self.met = sizes, clubs, teams, threes, met
        self.random = rng.random
        self.tables = self.deal()
        self.costs = [self.cost(table) for table in self.tables]

    def deal(self) -> list[_Members]:
        """Deal the players to the tables in turn, club after club and in it team after team.

        A club, being an unbroken stretch of the row, is then spread evenly over the tables, and all clubs
        are so at once: no seating has fewer pairs of club mates. Who may claim a table of four is left to
        the swaps.
        """
        row = self.shuffled(range(len(self.clubs)))
        # Clubs and teams numbered anew in the order of the row, which is random.
        club = dict(zip(row, numbered(self.clubs[player] for player in row), strict=True))
        team = dict(zip(row, numbered(self.teams[player] for player in row), strict=True))
        row.sort(key=lambda player: (club[player], team[player]))
        return [row[table :: len(self.sizes)] for table in range(len(self.sizes))]

    def below(self, limit: int) -> int:
        """Return a random whole number from 0 up to but without the limit."""
        return int(self.random() * limit)

    def shuffled(self, items: Iterable[int]) -> list[int]:
        """Return the items in random order."""
        row = list(items)
        for last in range(len(row) - 1, 0, -1):
            other = self.below(last + 1)
            row[last], row[other] = row[other], row[last]
        return row

    def cost(self, table: _Members) -> int:
        """Return what a table costs when its players take the best seats among themselves."""
        clubs, teams, met = self.clubs, self.teams, self.met
        team_pairs = club_pairs = repeats = 0
        for a, b in combinations(table, 2):
            if clubs[a] == clubs[b]:
                club_pairs += 1
            if teams[a] == teams[b]:
                team_pairs += 1
            if b in met[a]:
                repeats += met[a][b]
        threes = sum(self.threes[player] for player in table) if len(table) == 3 else 0
        return _cost(threes, team_pairs, club_pairs, repeats, _SIDE_BY_SIDE[club_pairs])

    def least(self) -> int:
        """Return a cost that no seating undercuts."""
        tables = len(self.sizes)
        return _cost(
            sum(sorted(self.threes)[: 3 * self.sizes.count(3)]),
            least_pairs(self.teams, tables),
            least_pairs(self.clubs, tables),
            0,
            sum(max(0, 2 * share - 4) for share in _spread(self.clubs, tables)),
        )

    def try_swap(self, table: int, most: int) -> int | None:
        """Swap a random player of the table with one of another if the costs grow by `most` at most.

        Return by how much they have grown, or None when nobody moved.
        """
        other = self.below(len(self.sizes) - 1)
        other += other >= table
        here, there = self.tables[table], self.tables[other]
        a, b = self.below(len(here)), self.below(len(there))
        here[a], there[b] = there[b], here[a]
        new_here, new_there = self.cost(here), self.cost(there)
        grown = new_here + new_there - self.costs[table] - self.costs[other]
        if grown > most:
            here[a], there[b] = there[b], here[a]
            return None
        self.costs[table], self.costs[other] = new_here, new_there
        return grown

    def stir(self) -> None:
        """Swap at random what can be swapped for nothing, so that chance decides who meets whom."""
        if len(self.sizes) > 1:
            for _ in range(_STIRS_PER_PLAYER * len(self.clubs)):
                self.try_swap(self.below(len(self.sizes)), 0)

    def improve(self) -> None:
        """Swap players of tables that cost something until nothing can be better or the tries are used up.

        Late acceptance: a swap may make things worse as long as they are no worse than some tries ago. That
        leads out of dead ends and needs no scale for the cost, only an order. The best seating is kept.
        """
        current = best = sum(self.costs)
        kept = [list(table) for table in self.tables]
        least = self.least()
        past = [current] * _MEMORY
        tries = _TRIES + _TRIES_PER_PLAYER * len(self.clubs) if len(self.sizes) > 1 else 0
        costly = self.costly()
        for number in range(tries):
            if best == least:
                break
            grown = self.try_swap(costly[self.below(len(costly))], max(0, past[number % _MEMORY] - current))
            if grown is not None:
                current += grown
                costly = self.costly()
            past[number % _MEMORY] = current
            if current < best:
                best, kept = current, [list(table) for table in self.tables]
        self.tables = kept

    def costly(self) -> list[int]:
        """Return the tables that cost something."""
        return [table for table, cost in enumerate(self.costs) if cost]

    def seated(self) -> list[_Members]:
        """Return the tables in random order, fours first, with the players in their seats."""
        order = sorted(self.shuffled(range(len(self.sizes))), key=lambda table: -len(self.tables[table]))
        return [self.take_seats(self.tables[table]) for table in order]

    def take_seats(self, table: _Members) -> _Members:
        """Return the players by seat, at random among the orders in which most club mates face each other."""

        def facing(seats: Sequence[int]) -> int:
            return sum(self.clubs[a] == self.clubs[b] for a, b in zip(seats, seats[2:], strict=False))

        return max((list(seats) for seats in permutations(self.shuffled(table))), key=facing)
