"""Repairs an existing seating for absent and late players.

A repair changes as little as possible. It minimises these counts in order of priority:

1. players who change their table,
2. differences from the wanted size: under the Romméordnung, tables of three,
3. the counts of a draw at the tables that change: earlier small tables, team mates, club mates, earlier
   meetings, club mates who do not face each other (core.seating.draw),
4. players who change seats at the same table.

Changed tables get sizes that the rule system allows, under the Romméordnung four or three (§ 2.1.1). Locked tables, for
example those with entries in their lists, never change. A table whose size is not allowed changes only if a player
leaves it or a latecomer is tied to it. Players tied to a table are never moved; latecomers tied to a table are seated
there.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from romme_turnier.core.rules.system.ruleset import RuleSet
from romme_turnier.core.seating.draw import NO_MEETINGS, Candidate, table_sizes
from romme_turnier.core.seating.repair_search import Seating, seat_best
from romme_turnier.core.seating.repair_shapes import Home, Shape, Sizes, feasible, shapes

ALTERNATIVES = 3
# The quality of a repair that changes none of the counts of a draw.
NO_CHANGE = (0, 0, 0, 0, 0)
# The number of players that an alternative may move in addition to the least possible.
_MORE_MOVES = 3


@dataclass(frozen=True, slots=True)
class SeatedTable:
    """An existing table."""

    number: int
    seats: tuple[int, ...]  # the ids of the players by seat, seat 1 first
    locked: bool = False  # must not change, because its list has entries or has been handed in


@dataclass(frozen=True, slots=True)
class Repair:
    """The changed tables by number, before and after; new tables are only in `after`, dissolved ones in `before`."""

    before: Mapping[int, tuple[int, ...]]
    after: Mapping[int, tuple[int, ...]]
    moved: tuple[int, ...]  # the ids of players who change tables
    uneven: int
    """The total difference from the wanted size after the repair; if four are wanted, the number of threes."""
    quality: tuple[int, ...]  # changes in the five counts of a draw at the changed tables


class RepairImpossible(ValueError):
    """Raised if no repair exists. `code` is the reason, and `params` holds the details.

    "leaves_locked_table": `player` would leave `table`, which is locked. "tied_to_locked_table",
    "tied_to_full_table": `player` is tied to `table` and cannot be seated there (a full table has `room` seats).
    "no_such_table": `player` is tied to `table`, which the hall does not have. "sizes": the `players` left cannot be
    seated at tables of allowed sizes. "locked": the same is true of the `players` at tables that are not locked.
    "hall_full": the `players` need more tables than the hall has. "tied": a repair would exist if no player were tied
    to a table.
    """

    def __init__(self, code: str, **params: int) -> None:
        super().__init__(f"{code}: {params}")
        self.code, self.params = code, params


def repairs(
    tables: Sequence[SeatedTable],
    candidates: Iterable[Candidate],
    rules: RuleSet,
    *,
    leaving: Iterable[int] = (),
    coming: Iterable[int] = (),
    free: Sequence[int] = (),
    met: Mapping[frozenset[int], int] = NO_MEETINGS,
) -> tuple[Repair, ...]:
    """Returns up to three repairs, sorted by the number of players who change their table.

    Each later repair has sizes nearer to the wanted size, or better quality, than all before it. `candidates` are all
    seated and coming players; `free` are the numbers of the tables that may be opened, in this order. The same
    arguments give the same result.

    Raises RepairImpossible, and ValueError if a leaving player is not seated or a coming player already is.
    """
    known = {candidate.id: candidate for candidate in candidates}
    gone, newcomers = set(leaving), sorted(set(coming))
    seated = {player for table in tables for player in table.seats}
    if not gone <= seated or seated & set(newcomers):
        raise ValueError("only who sits can leave, only who does not sit can come")
    sizes = Sizes(rules.seats_min, rules.seats_max, rules.table_size)
    homes, loose, openable = _homes(tables, known, gone, newcomers, free, sizes=sizes)
    for home in homes:
        if len(home.pinned) + len(home.arriving) > sizes.most:
            late = max(home.arriving or home.pinned)
            raise RepairImpossible("tied_to_full_table", player=late, table=home.number, room=sizes.most)
    if not feasible(homes, len(loose), len(openable), sizes):
        raise _why_impossible(tables, homes, len(loose), openable, sizes)
    changing = {home.number for home in homes}
    fixed = sum(sizes.uneven(len(t.seats)) for t in tables if t.number not in changing and len(t.seats) in sizes)
    context = Seating(homes, loose, openable, known, met, sizes)
    least = sum(map(sizes.uneven, table_sizes(context.players, rules))) if context.players else 0
    return tuple(_as_repair(alternative, context, fixed) for alternative in _alternatives(context, least))


def _homes(
    tables: Sequence[SeatedTable],
    known: Mapping[int, Candidate],
    gone: set[int],
    newcomers: Sequence[int],
    free: Sequence[int],
    *,
    sizes: Sizes,
) -> tuple[list[Home], list[int], list[int]]:
    """Returns the tables that may change, the newcomers not tied to a table, and the table numbers left to open.

    Raises RepairImpossible.
    """
    by_number = {table.number: table for table in tables}
    awaited: dict[int, list[int]] = {}
    for player in newcomers:
        number = known[player].table
        if number is not None:
            awaited.setdefault(number, []).append(player)
            if number not in by_number and number not in free:
                raise RepairImpossible("no_such_table", player=player, table=number)
            if number in by_number and by_number[number].locked:
                raise RepairImpossible("tied_to_locked_table", player=player, table=number)
    homes = []
    for table in sorted(tables, key=lambda table: table.number):
        left = gone & set(table.seats)
        if table.locked and left:
            raise RepairImpossible("leaves_locked_table", player=min(left), table=table.number)
        usual = len(table.seats) in sizes
        if not table.locked and (usual or left or table.number in awaited):
            homes.append(_home(table.number, table.seats, gone, awaited, known))
    homes += [_home(number, (), gone, awaited, known) for number in sorted(awaited) if number not in by_number]
    loose = [player for player in newcomers if known[player].table is None]
    return homes, loose, [number for number in free if number not in awaited]


def _home(
    number: int,
    seats: tuple[int, ...],
    gone: set[int],
    awaited: Mapping[int, Sequence[int]],
    known: Mapping[int, Candidate],
) -> Home:
    stay = {player: seat for seat, player in enumerate(seats, start=1) if player not in gone}
    arriving = tuple(awaited.get(number, ()))
    pinned = frozenset(player for player in stay if known[player].table is not None)
    return Home(number, seats, stay, pinned, arriving)


def _why_impossible(
    tables: Sequence[SeatedTable], homes: Sequence[Home], loose: int, openable: Sequence[int], sizes: Sizes
) -> RepairImpossible:
    """Returns an error that names the obstacle: ties, the size of the hall, locked tables or the allowed sizes."""
    players = sum(len(home.stay) + len(home.arriving) for home in homes) + loose
    untied = [Home(h.number, h.seats, h.stay, frozenset(), ()) for h in homes]
    arriving = sum(len(home.arriving) for home in homes)
    if feasible(untied, loose + arriving, len(openable), sizes):
        return RepairImpossible("tied", players=players)
    if feasible(untied, loose + arriving, players, sizes):
        return RepairImpossible("hall_full", players=players)
    if any(table.locked for table in tables):
        return RepairImpossible("locked", players=players)
    return RepairImpossible("sizes", players=players)


_Alternative = tuple[Shape, dict[int, tuple[int, ...]], tuple[int, ...]]  # with the changed tables and the cost


def _alternatives(context: Seating, even: int) -> list[_Alternative]:
    """Returns the alternatives, those with the fewest moves first; ``even`` is the least possible `Shape.uneven`."""
    alternatives: list[_Alternative] = []
    least: int | None = None
    for moves in range(context.players + 1):
        if least is not None and moves > least + _MORE_MOVES:
            break
        possible = shapes(context.homes, len(context.loose), len(context.openable), moves, context.sizes)
        if not possible:
            continue
        least = moves if least is None else least
        uneven = min(shape.uneven for shape in possible)
        best = min(
            ((shape, *seat_best(context, shape)) for shape in possible if shape.uneven == uneven),
            key=lambda alternative: alternative[2],
        )
        if not alternatives or all(
            uneven < shape.uneven or best[2][:-1] < cost[:-1] for shape, _after, cost in alternatives
        ):
            alternatives.append(best)
        if len(alternatives) == ALTERNATIVES or (uneven == even and best[2][:-1] <= NO_CHANGE):
            break
    return alternatives


def _as_repair(alternative: _Alternative, context: Seating, fixed: int) -> Repair:
    shape, after, cost = alternative
    before = {home.number: home.seats for home in context.homes if home.number in after and home.seats}
    table_of = {player: number for number, seats in before.items() for player in seats}
    places = {player: number for number, seats in after.items() for player in seats}
    return Repair(
        before=before,
        after={number: seats for number, seats in sorted(after.items()) if seats},
        moved=tuple(sorted(p for p, number in table_of.items() if p in places and places[p] != number)),
        uneven=fixed + shape.uneven,
        quality=cost[:-1],
    )
