"""The search for the draw of a series.

Clubs are dealt to the tables one player after another, which spreads the members of every club as evenly as possible;
then players are swapped while that improves the seating. The cost of a table is one number whose digits are the counts
listed in core.seating.draw, the most important first.
"""

import random
from collections import Counter
from collections.abc import Callable, Container, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations, permutations
from types import MappingProxyType

# Greater than each of the five counts can be in a hall, so that lower digits never outweigh a higher one.
_BASE = 10**6
# The number of swaps before the best seating so far is taken: a base, an amount for each player, and a limit. With a
# thousand players the search then takes seconds even if no perfect seating exists.
_TRIES, _TRIES_PER_PLAYER, _TRIES_MOST = 4_000, 400, 100_000
# Swaps without a higher cost, tried for each player to mix the order in which clubs were dealt.
_STIRS_PER_PLAYER = 10
# Tries without a better seating before a restart, for each player, and the greatest number of swaps of a restart.
_PATIENCE_PER_PLAYER, _LEAPS = 60, 6
_ANY_PRICE = _BASE**6
# The least number of pairs of club mates not face to face, by the number of such pairs at the table. One pair or two
# separate pairs can face each other; of three mates one pair can, of four mates two. 4 or 5 pairs cannot occur at a
# table of four. At larger tables, whose players have no exact opposite, each pair counts.
_SIDE_BY_SIDE = (0, 0, 0, 2, 0, 0, 4)

FACING = 4  # up to this many seats, players face each other across the table

_Members = list[int]

NOBODY_TIED: Mapping[int, int] = MappingProxyType({})


def numbered(groups: Iterable[Hashable | None]) -> list[int]:
    """Returns a number for each item: the same for equal groups, and a unique one for each None."""
    numbers: dict[Hashable, int] = {}
    return [numbers.setdefault(object() if group is None else group, len(numbers)) for group in groups]


def _spread(groups: Sequence[int], tables: int) -> list[int]:
    """Returns the number of members of each group at each table, as one list, if every group is spread evenly.

    Zeros are left out.
    """
    shares: list[int] = []
    for members in Counter(groups).values():
        each, over = divmod(members, tables)
        shares += [each + 1] * over + [each] * (tables - over if each else 0)
    return shares


def least_pairs(groups: Sequence[int], tables: int) -> int:
    """Returns the least number of pairs of players of one group who must share a table, by the pigeonhole principle.

    `groups` holds the group of each player.

    The number of pairs grows faster than the number of players, so an even spread is best for each group. If table
    sizes differ by one at most, a single seating can spread all groups evenly: see Search.deal.
    """
    return sum(share * (share - 1) // 2 for share in _spread(groups, tables))


def shuffled(items: Iterable[int], chance: Callable[[], float]) -> list[int]:
    """Returns the items in random order; `chance` is the random() method of a generator."""
    row = list(items)
    for last in range(len(row) - 1, 0, -1):
        other = int(chance() * (last + 1))
        row[last], row[other] = row[other], row[last]
    return row


def best_seats(table: Sequence[int], clubs: Sequence[int]) -> list[int]:
    """Returns the first order in which the most club mates face each other; tables larger than four stay unchanged."""
    if len(table) > FACING or len({clubs[player] for player in table}) == len(table):
        return list(table)

    def facing(seats: Sequence[int]) -> int:
        return sum(clubs[a] == clubs[b] for a, b in zip(seats, seats[2:], strict=False))

    return max((list(seats) for seats in permutations(table)), key=facing)


def _cost(small: int, teams: int, clubs: int, repeats: int, side_by_side: int) -> int:
    """Returns the five counts as the digits of one number, the most important first."""
    return (((small * _BASE + teams) * _BASE + clubs) * _BASE + repeats) * _BASE + side_by_side


@dataclass(frozen=True)
class Field:
    """The properties of the players to be seated, by player index, and the sizes of the tables."""

    sizes: Sequence[int]
    small: Container[int]  # the sizes below the wanted one
    clubs: Sequence[int]
    teams: Sequence[int]
    burdens: Sequence[int]  # the weight of another small table
    meetings: Callable[[], Sequence[Mapping[int, int]]]  # of each player with the others; called only to compute costs
    loose: bool = False  # use the bound of old records, too low if club mates must share a large table

    @cached_property
    def met(self) -> Sequence[Mapping[int, int]]:
        return self.meetings()

    def cost(self, table: Sequence[int]) -> int:
        """Returns the cost of a table whose players take the best seats."""
        clubs, teams, met = self.clubs, self.teams, self.met
        team_pairs = club_pairs = repeats = 0
        for a, b in combinations(table, 2):
            if clubs[a] == clubs[b]:
                club_pairs += 1
            if teams[a] == teams[b]:
                team_pairs += 1
            if b in met[a]:
                repeats += met[a][b]
        small = sum(self.burdens[player] for player in table) if len(table) in self.small else 0
        side_by_side = _SIDE_BY_SIDE[club_pairs] if len(table) <= FACING else club_pairs
        return _cost(small, team_pairs, club_pairs, repeats, side_by_side)

    def least(self) -> int:
        """Returns a lower bound for the cost of all seatings."""
        tables = len(self.sizes)
        club_pairs = least_pairs(self.clubs, tables)
        across = sum(max(0, 2 * share - 4) for share in _spread(self.clubs, tables))
        return _cost(
            sum(sorted(self.burdens)[: sum(size for size in self.sizes if size in self.small)]),
            least_pairs(self.teams, tables),
            club_pairs,
            0,
            club_pairs if min(self.sizes) > FACING and not self.loose else across,
        )


class Search:
    """A seating in progress: the tables with their players, by index, and the cost of each table."""

    def __init__(self, field: Field, *, rng: random.Random, tied: Mapping[int, int] = NOBODY_TIED) -> None:
        """Deals the players to tables whose sizes differ by one at most; `tied` maps players to their tables."""
        self.field, self.sizes, self.clubs, self.teams = field, field.sizes, field.clubs, field.teams
        self.cost = field.cost
        self.random = rng.random
        self.tied = tied
        self.tables = self.deal()
        self.bring_home()
        self.costs: list[int] = []

    def deal(self) -> list[_Members]:
        """Returns the tables after dealing the players in turn, club after club and, within a club, team after team.

        Each club is contiguous in this order, so it is spread evenly over the tables, as are all clubs together: no
        seating has fewer pairs of club mates. The later swaps decide which players get a large table.
        """
        row = shuffled(range(len(self.clubs)), self.random)
        # Clubs and teams are renumbered in the random order of the row.
        club = dict(zip(row, numbered(self.clubs[player] for player in row), strict=True))
        team = dict(zip(row, numbered(self.teams[player] for player in row), strict=True))
        row.sort(key=lambda player: (club[player], team[player]))
        return [row[table :: len(self.sizes)] for table in range(len(self.sizes))]

    def bring_home(self) -> None:
        """Moves tied players to their tables, each by a swap with a player who is not tied to that table."""
        for player, home in self.tied.items():
            here = next(table for table in self.tables if player in table)
            there = self.tables[home]
            if here is not there:
                other = next(resident for resident in there if self.tied.get(resident) != home)
                here[here.index(player)], there[there.index(other)] = other, player

    def below(self, limit: int) -> int:
        """Returns a random integer from 0 up to, but not including, the limit."""
        return int(self.random() * limit)

    def try_swap(self, table: int, most: int = 0) -> int | None:
        """Swaps a random player of this table with one of another table if the cost grows by `most` at most.

        Returns the growth; None without a swap. Tied players are never swapped.
        """
        other = self.below(len(self.sizes) - 1)
        other += other >= table
        here, there = self.tables[table], self.tables[other]
        a, b = self.below(len(here)), self.below(len(there))
        if self.tied and (here[a] in self.tied or there[b] in self.tied):
            return None
        here[a], there[b] = there[b], here[a]
        new_here, new_there = self.cost(here), self.cost(there)
        grown = new_here + new_there - self.costs[table] - self.costs[other]
        if grown > most:
            here[a], there[b] = there[b], here[a]
            return None
        self.costs[table], self.costs[other] = new_here, new_there
        return grown

    def run(self) -> None:
        """Searches for the best seating, starting from the tables that `deal` returned."""
        self.costs = [self.cost(table) for table in self.tables]
        if len(self.sizes) > 1:  # players are swapped at no cost, so that their meetings are random
            for _ in range(_STIRS_PER_PLAYER * len(self.clubs)):
                self.try_swap(self.below(len(self.sizes)))
        self.improve()

    def improve(self) -> None:
        """Improves the seating by swaps and restarts until it is optimal or the tries are used up; keeps the best."""
        least = self.field.least()
        best, kept = sum(self.costs), list(map(list, self.tables))
        tries = min(_TRIES + _TRIES_PER_PLAYER * len(self.clubs), _TRIES_MOST) if len(self.sizes) > 1 else 0
        while tries > 0 and best > least:
            cost, used = self.climb(least, tries)
            tries -= used
            if cost < best:
                best, kept = cost, list(map(list, self.tables))
            self.leave(kept)
        self.tables = kept

    def climb(self, least: int, tries: int) -> tuple[int, int]:
        """Tries swaps of players at costly tables, and keeps the swaps that do not raise the cost.

        Stops if the cost is at most `least`, if `tries` are used up, or if many tries in a row bring no improvement.

        Returns the cost reached and the number of tries used. Swaps that leave the cost unchanged help to cross
        plateaus.
        """
        current = sum(self.costs)
        costly = self.costly()
        patience = _PATIENCE_PER_PLAYER * len(self.clubs)
        used = gained = 0
        while used < tries and current > least and used - gained <= patience:
            used += 1
            grown = self.try_swap(costly[self.below(len(costly))])
            if grown is not None:
                current += grown
                gained = used if grown else gained
                costly = self.costly()
        return current, used

    def leave(self, seating: Sequence[_Members]) -> None:
        """Restarts near this seating, after a few random swaps at any cost."""
        self.tables = [list(table) for table in seating]
        self.costs = [self.cost(table) for table in self.tables]
        for _ in range(1 + self.below(_LEAPS)):
            self.try_swap(self.below(len(self.sizes)), _ANY_PRICE)

    def costly(self) -> list[int]:
        """Returns the indices of the tables with a cost above zero."""
        return [table for table, cost in enumerate(self.costs) if cost]

    def seated(self, places: Mapping[int, int] = NOBODY_TIED) -> list[_Members]:
        """Returns the players of each table by seat.

        `places` maps tables to their positions in the result. The others come in random order, larger ones first.
        """
        order = sorted(shuffled(range(len(self.sizes)), self.random), key=lambda table: -len(self.tables[table]))
        others = iter([table for table in order if table not in places])
        standing = {place: table for table, place in places.items()}
        row = [standing[place] if place in standing else next(others) for place in range(len(self.sizes))]
        return [best_seats(shuffled(self.tables[table], self.random), self.clubs) for table in row]
