"""The second half of the search for repairs: choosing the players to move for one shape.

If there are few choices, all are tried; otherwise only the most promising ones.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations, islice, permutations
from math import comb, factorial, prod

from romme_turnier.core.seating.draw import Candidate, counts
from romme_turnier.core.seating.repair_shapes import Home, Option, Shape, Sizes
from romme_turnier.core.seating.search import FACING

# The number of seatings tried for one shape.
_CHOICES = 4_000
# If more players than this move, they are placed one after another instead of in every order.
_PLACED_IN_EVERY_ORDER = 5

Cost = tuple[int, ...]
_NOTHING: Cost = (0, 0, 0, 0, 0, 0)


@dataclass
class Seating:
    """The data of the search: the tables that may change, the newcomers to seat, and the costs of tables."""

    homes: Sequence[Home]
    loose: Sequence[int]
    openable: Sequence[int]
    known: Mapping[int, Candidate]
    met: Mapping[frozenset[int], int]
    sizes: Sizes
    _costs: dict[tuple[int, frozenset[int]], tuple[Cost, tuple[int, ...]]] = field(default_factory=dict)

    @property
    def players(self) -> int:
        return sum(len(home.stay) + len(home.arriving) for home in self.homes) + len(self.loose)

    def counts(self, seats: Sequence[int]) -> Cost:
        """Returns the five counts of a draw for one table (`draw.counts`)."""
        return counts(seats, self.known, self.met, self.sizes.wanted)

    def seated(self, home: Home, players: frozenset[int]) -> tuple[Cost, tuple[int, ...]]:
        """Returns the cost of the table with these players, and the players by seat.

        At tables of up to four, the players take the best seats; at larger tables, they keep their old seats if
        possible.
        """
        key = (home.number, players)
        if key not in self._costs:

            def priced(seats: tuple[int, ...]) -> tuple[Cost, tuple[int, ...]]:
                changed = sum(home.stay.get(player, seat) != seat for seat, player in enumerate(seats, start=1))
                return (*self.counts(seats), changed), seats

            orders = permutations(sorted(players)) if len(players) <= FACING else [_kept(home, players)]
            self._costs[key] = min(map(priced, orders))
        return self._costs[key]


def _kept(home: Home, players: frozenset[int]) -> tuple[int, ...]:
    """Returns the players by seat: staying players keep their seats if possible, the others take the rest."""
    staying = {seat: player for player, seat in home.stay.items() if player in players and seat <= len(players)}
    others = iter(sorted(players - set(staying.values())))
    return tuple(staying[seat] if seat in staying else next(others) for seat in range(1, len(players) + 1))


def _sum(costs: Iterator[Cost]) -> Cost:
    return tuple(map(sum, zip(_NOTHING, *costs, strict=True)))


def _difference(a: Cost, b: Cost) -> Cost:
    return tuple(x - y for x, y in zip(a, b, strict=True))


@dataclass(frozen=True, slots=True)
class _Unit:
    """A table with a chosen option and the players who leave it."""

    home: Home
    option: Option
    movers: tuple[int, ...]

    @property
    def stays(self) -> frozenset[int]:
        return frozenset(self.home.stay).difference(self.movers).union(self.home.arriving)


def seat_best(context: Seating, shape: Shape) -> tuple[dict[int, tuple[int, ...]], Cost]:
    """Returns the changed tables, by number, of the best seating found for this shape, and its cost.

    The cost consists of the growth of the five counts of a draw and the number of players who change seats at a table.
    """
    options = [option for option, n in shape.opened for _ in range(n)]
    opened = [
        _Unit(Home(number, (), {}, frozenset(), ()), option, ())
        for number, option in zip(context.openable, options, strict=False)
    ]
    pools = _pools(context, shape)
    settled = {home.number for home in context.homes if home.untouched}
    best: tuple[Cost, dict[int, tuple[int, ...]]] | None = None
    for chosen in islice(_choices(pools, frozenset()), _budget(shape)):
        taken = settled.union(unit.home.number for unit in chosen)
        # Other players leave these tables, but none of the remaining players move.
        as_they_are = [
            _Unit(home, next(option for option in home.kind.options(context.sizes) if option.natural), ())
            for home in context.homes
            if home.number not in taken
        ]
        cost, after = _placed(context, [*chosen, *as_they_are, *opened])
        if best is None or (cost, sorted(after.items())) < (best[0], sorted(best[1].items())):
            best = cost, after
    return (best[1], best[0]) if best else ({}, _NOTHING)


def _budget(shape: Shape) -> int:
    """Returns the number of choices to try, depending on the number of ways to place the players of one choice."""
    taken = [(option, n) for _kind, option, n in shape.takes] + list(shape.opened)
    floating = sum(option.slots * n for option, n in taken)
    if floating > _PLACED_IN_EVERY_ORDER:
        return max(1, _CHOICES // floating**3)
    ways = factorial(floating)
    for option, n in taken:
        ways //= factorial(option.slots) ** n
    return max(1, _CHOICES // ways)


def _pools(context: Seating, shape: Shape) -> list[tuple[list[_Unit], int]]:
    """Returns the units to choose from and the number to choose, for each option that moves players or frees seats."""
    picks = [(kind, option, count) for kind, option, count in shape.takes if not option.natural]
    pools = []
    for kind, option, count in picks:
        units = [
            _Unit(home, option, movers)
            for home in context.homes
            if home.kind == kind
            for movers in combinations(sorted(set(home.stay) - home.pinned), option.moves)
        ]
        pools.append((sorted(units, key=lambda unit: _promise(context, unit)), count))
    # If there are too many choices, only the most promising units are tried, but enough of them for every count.
    least = 6 * sum(count for _kind, _option, count in picks)
    limits = [len(pool) for pool, _count in pools]
    budget = _budget(shape)
    while limits and max(limits) > least and prod(map(comb, limits, (n for _pool, n in pools))) > budget:
        widest = limits.index(max(limits))
        limits[widest] = max(least, limits[widest] * 3 // 4)
    return [(pool[:limit], count) for (pool, count), limit in zip(pools, limits, strict=True)]


def _choices(pools: Sequence[tuple[list[_Unit], int]], used: frozenset[int]) -> Iterator[list[_Unit]]:
    """Yields every choice of the required number of units from each pool in which no table occurs twice."""
    if not pools:
        yield []
        return
    (pool, count), *others = pools
    for way in combinations([unit for unit in pool if unit.home.number not in used], count):
        numbers = used.union(unit.home.number for unit in way)
        if len(numbers) == len(used) + count:
            for more in _choices(others, numbers):
                yield [*way, *more]


def _promise(context: Seating, unit: _Unit) -> tuple[Cost, int, tuple[int, ...]]:
    """Returns a sort key for a unit; the most promising unit has the lowest.

    The key adds the change in the counts of the unit's table to the counts of its movers with each possible new
    partner.
    """
    waiting = [p for home in context.homes if not home.untouched for p in (*home.stay, *home.arriving)]
    company = [p for p in (*waiting, *context.loose) if p not in unit.home.stay]
    # The seats at the tables are not known yet, nor whether the tables of the movers will be small.
    rest = _difference((*context.counts(sorted(unit.stays))[:4], 0, 0), (*context.counts(unit.home.seats)[:4], 0, 0))
    meetings = [(0, *context.counts((mover, other))[1:4], 0, 0) for mover in unit.movers for other in company]
    return _sum(iter([rest, *meetings])), unit.home.number, unit.movers


def _placed(context: Seating, units: Sequence[_Unit]) -> tuple[Cost, dict[int, tuple[int, ...]]]:
    """Seats all players without a seat as well as possible; returns the cost and the tables."""
    floating = sorted([*context.loose, *(mover for unit in units for mover in unit.movers)])
    slots = [place for place, unit in enumerate(units) for _ in range(unit.option.slots)]
    if len(floating) <= _PLACED_IN_EVERY_ORDER or not slots:
        orders: Iterator[tuple[int, ...]] = iter(sorted(set(permutations(slots))))
    else:
        orders = iter([_one_by_one(context, units, floating, slots)])
    best = min((_cost(context, units, floating, order), order) for order in orders)
    members = zip(units, _members(units, floating, best[1]), strict=True)
    return best[0], {unit.home.number: context.seated(unit.home, players)[1] for unit, players in members}


def _members(units: Sequence[_Unit], floating: Sequence[int], order: Sequence[int]) -> list[frozenset[int]]:
    joined: list[set[int]] = [set(unit.stays) for unit in units]
    for player, place in zip(floating, order, strict=True):
        joined[place].add(player)
    return [frozenset(players) for players in joined]


def _cost(context: Seating, units: Sequence[_Unit], floating: Sequence[int], order: Sequence[int]) -> Cost:
    members = zip(units, _members(units, floating, order), strict=True)
    return _sum(
        _difference(context.seated(unit.home, players)[0], (*context.counts(unit.home.seats), 0))
        for unit, players in members
    )


def _one_by_one(
    context: Seating, units: Sequence[_Unit], floating: Sequence[int], slots: Sequence[int]
) -> tuple[int, ...]:
    """Returns an order of the slots for many players: the given one, with pairs swapped while that lowers the cost."""
    order = list(slots)
    cost = _cost(context, units, floating, order)
    better = True
    while better:
        better = False
        for a, b in combinations(range(len(order)), 2):
            order[a], order[b] = order[b], order[a]
            other = _cost(context, units, floating, order)
            if other < cost:
                cost, better = other, True
            else:
                order[a], order[b] = order[b], order[a]
    return tuple(order)
