"""Seating by the standings: the best players at the first table (§ 2.1).

The ranked players are divided into tables in order. Small tables go to the players with the smallest share of small
tables so far (`Candidate.burden`) and, if shares are equal, to the players with lower ranks. Then team mates are
separated, so that as few pairs as possible remain at one table. If several seatings achieve this, the chosen one moves
players by the fewest tables in total, and players with lower ranks rather than players with higher ranks. Players tied
to a table stay there.

This is a minimum-cost flow from players to tables through one gate for each team and table: passing a gate costs more
for each team mate who has passed it. Seating players at their home table costs nothing. Each team mate who finds a
team mate at the home table adds one path to the flow.
"""

import heapq
import random
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence

from romme_turnier.core.seating.draw import FOUR, NO_MEETINGS, Candidate, SeatingPlan, demand_room, quality
from romme_turnier.core.seating.search import best_seats, numbered, shuffled

ALGORITHM = "standings-1"


def seat_by_rank(
    ranked: Sequence[Candidate],
    sizes: Sequence[int],
    *,
    rng: random.Random,
    wanted: int = FOUR,
    met: Mapping[frozenset[int], int] = NO_MEETINGS,
    numbers: Sequence[int] = (),
) -> SeatingPlan:
    """Seats all candidates at tables of these sizes, the best first.

    Only the seats at each table are random, with club mates face to face if possible. `numbers` are the table numbers
    in order, by default 1, 2, … `wanted` and `met` affect only the `quality` of the plan. Raises the exceptions of
    `draw`.
    """
    if len({player.id for player in ranked}) < len(ranked):
        raise ValueError("an id occurs twice among the candidates")
    numbers = numbers or range(1, len(sizes) + 1)
    demand_room(ranked, sizes, numbers)
    homes, sizes = _homes(ranked, sizes, numbers)
    teams = numbered(player.team for player in ranked)
    tied = [player.table is not None for player in ranked]
    seated = _Separation(homes, sizes, teams, tied).separated()
    clubs = numbered(player.club for player in ranked)
    tables = tuple(
        tuple(ranked[at].id for at in best_seats(shuffled(members, rng.random), clubs)) for members in seated
    )
    return SeatingPlan(tables, quality(tables, ranked, met, wanted))


_Division = tuple[tuple[int, tuple[int, ...]], tuple[int, ...]]  # its cost and small tables, then the table sizes


def _homes(
    ranked: Sequence[Candidate], sizes: Sequence[int], numbers: Sequence[int]
) -> tuple[list[int], tuple[int, ...]]:
    """Divides the ranked players into tables; returns each player's table, by index, and the table sizes in order."""
    index = {number: at for at, number in enumerate(numbers)}
    sitting: list[list[int]] = [[] for _ in sizes]
    free = []
    for at, player in enumerate(ranked):
        if player.table is None:
            free.append(at)
        else:
            sitting[index[player.table]].append(at)
    large, small = max(sizes), max(sizes) - 1
    best: dict[tuple[int, int], _Division] = {(0, 0): ((0, ()), ())}
    # After each table: the best division so far for each number of seated players and of small tables. If divisions
    # are equally good, the division with the later small tables is taken.
    for table, fixed in enumerate(sitting):
        reached: dict[tuple[int, int], _Division] = {}
        for (used, threes), ((cost, places), row) in best.items():
            for size in (large, small):
                taken = used + size - len(fixed)
                if len(fixed) > size or taken > len(free) or (size == small and threes == sizes.count(small)):
                    continue
                members = [*fixed, *free[used:taken]] if size == small else []
                burden = sum(ranked[at].burden for at in members)
                key = (taken, threes + (size == small))
                way = ((cost + burden, (*places, -table) if size == small else places), (*row, size))
                reached[key] = min(way, reached.get(key, way))
        best = reached
    row = best[len(free), sizes.count(small)][1]
    homes = [0] * len(ranked)
    rest = iter(free)
    for table, (size, fixed) in enumerate(zip(row, sitting, strict=True)):
        for at in [*fixed, *(next(rest) for _ in range(size - len(fixed)))]:
            homes[at] = table
    return homes, row


_Node = tuple[str, int, int]
_START = ("free seat", 0, 0)


class _Separation:
    """Separates team mates, one player after another; players and tables are indices."""

    def __init__(self, homes: Sequence[int], sizes: Sequence[int], teams: Sequence[int], tied: Sequence[bool]) -> None:
        self.homes, self.sizes, self.teams, self.tied = homes, sizes, teams, tied
        players = len(homes)
        # A move by one more table outweighs the ranks of the players; one pair of team mates outweighs all moves.
        self.step = players * players + 1
        self.pair = self.step * (len(sizes) + 1) * (players + 1)
        self.at: list[int | None] = [None] * players
        self.gates: dict[tuple[int, int], set[int]] = defaultdict(set)
        self.seats: dict[int, Counter[int]] = defaultdict(Counter)  # number of players at a table by team
        self.height: dict[_Node, int] = defaultdict(int)  # potentials, which keep all edge costs from being negative

    def separated(self) -> list[list[int]]:
        """Returns the players of each table, with team mates separated where possible."""
        waiting = []
        for player, home in enumerate(self.homes):
            if self.gates[self.teams[player], home]:
                waiting.append(player)
            else:
                self.sit(player, home)
        for player in waiting:
            self.seat(player)
        tables: list[list[int]] = [[] for _ in self.sizes]
        for player, table in enumerate(self.at):
            if table is not None:
                tables[table].append(player)
        return tables

    def sit(self, player: int, table: int) -> None:
        before, team = self.at[player], self.teams[player]
        if before is not None:
            self.gates[team, before].discard(player)
            self.seats[before][team] -= 1
        self.at[player] = table
        self.gates[team, table].add(player)
        self.seats[table][team] += 1

    def seat_cost(self, player: int, table: int) -> int:
        """Returns the cost of seating the player at a table; it grows with the distance from their home table."""
        steps = abs(table - self.homes[player])
        return steps * self.step + (len(self.homes) - player if steps else 0)

    def edges(self, node: _Node) -> Iterator[tuple[_Node, int]]:
        """Yields the next steps of a path and their costs, including steps back along seated players."""
        kind, first, table = node
        if kind == "player":
            tables = [self.homes[first]] if self.tied[first] else range(len(self.sizes))
            for gate in tables:
                if gate != self.at[first]:
                    yield ("gate", self.teams[first], gate), self.seat_cost(first, gate)
        elif kind == "gate":
            members = self.gates[first, table]
            yield ("table", 0, table), self.pair * len(members)
            for player in sorted(members):
                yield ("player", player, 0), -self.seat_cost(player, table)
        elif kind == "table":
            if self.seats[table].total() < self.sizes[table]:
                yield _START, 0
            for team, times in sorted(self.seats[table].items()):
                if times:
                    yield ("gate", team, table), -self.pair * (times - 1)

    def seat(self, player: int) -> None:
        """Seats one more player along the cheapest path to a free seat (Dijkstra with Johnson's potentials)."""
        source: _Node = ("player", player, 0)
        cost: dict[_Node, int] = {source: 0}
        came: dict[_Node, _Node] = {}
        done: set[_Node] = set()
        heap: list[tuple[int, _Node]] = [(0, source)]
        while heap:
            so_far, node = heapq.heappop(heap)
            if node in done:
                continue
            done.add(node)
            if node == _START:
                break
            for other, price in self.edges(node):
                reached = so_far + price + self.height[node] - self.height[other]
                if other not in done and reached < cost.get(other, reached + 1):
                    cost[other], came[other] = reached, node
                    heapq.heappush(heap, (reached, other))
        far = cost[_START]
        for node in done:
            self.height[node] += cost[node] - far
        self.walk(came)

    def walk(self, came: Mapping[_Node, _Node]) -> None:
        """Seats the players along the path: each goes to the table of the next gate."""
        moves = []
        node = _START
        while node in came:
            before = came[node]
            if before[0] == "player" and node[0] == "gate":
                moves.append((before[1], node[2]))
            node = before
        for player, table in moves:
            self.sit(player, table)
