"""The first half of the search for repairs: the numbers of tables to shrink, enlarge, dissolve or open."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import reduce
from operator import or_


@dataclass(frozen=True, slots=True)
class Sizes:
    """The allowed table sizes and the wanted one."""

    least: int
    most: int
    wanted: int

    def __iter__(self) -> Iterator[int]:
        """Yields the sizes, those nearest to the wanted one first, large ones before small ones."""
        return iter(sorted(range(self.least, self.most + 1), key=lambda size: (self.uneven(size), -size)))

    def __contains__(self, size: int) -> bool:
        return self.least <= size <= self.most

    def uneven(self, size: int) -> int:
        """Returns the difference between this size and the wanted one."""
        return abs(size - self.wanted)


@dataclass(frozen=True, slots=True)
class Home:
    """A table that may change."""

    number: int
    seats: tuple[int, ...]
    stay: Mapping[int, int]  # the seats of the players who stay
    pinned: frozenset[int]  # staying players tied to the table
    arriving: tuple[int, ...]  # newcomers tied to the table

    @property
    def kind(self) -> "Kind":
        return Kind(len(self.stay), len(self.pinned), len(self.arriving))

    @property
    def untouched(self) -> bool:
        return len(self.stay) == len(self.seats) and not self.arriving


@dataclass(frozen=True, slots=True, order=True)
class Kind:
    """The counts of a table before any move."""

    stay: int  # players who stay
    pinned: int  # staying players tied to the table
    arriving: int  # newcomers tied to the table

    def options(self, sizes: Sizes) -> list["Option"]:
        """Returns the options of such a table; size 0 dissolves it."""
        fixed = self.pinned + self.arriving
        options = []
        for size in (size for size in (*sizes, 0) if size >= fixed):
            moves = max(0, self.stay + self.arriving - size)
            if moves <= self.stay - self.pinned:
                options.append(Option(size, moves, size - self.arriving - (self.stay - moves)))
        return options


@dataclass(frozen=True, slots=True, order=True)
class Option:
    """A new size for a table, the number of players who must move out, and the number of seats free for others."""

    size: int
    moves: int
    slots: int

    @property
    def natural(self) -> bool:
        return not self.moves and not self.slots


_NEW = Kind(0, 0, 0)


@dataclass(frozen=True, slots=True)
class Shape:
    """A choice of sizes for all tables."""

    takes: tuple[tuple[Kind, Option, int], ...]  # the number of tables of each kind that take each option
    opened: tuple[tuple[Option, int], ...]  # the number of new tables by option
    uneven: int  # total difference of the sizes from the wanted one; with fours and threes, the number of threes


def feasible(homes: Sequence[Home], loose: int, openable: int, sizes: Sizes) -> bool:
    """Returns whether any combination of sizes seats all players, regardless of the number of moves."""
    players = sum(len(home.stay) + len(home.arriving) for home in homes) + loose
    reached = 1  # bit n: the tables so far can seat exactly n players
    everything = (1 << players + 1) - 1
    options = [home.kind.options(sizes) for home in homes] + [_NEW.options(sizes)] * min(openable, players)
    for possible in options:
        reached = reduce(or_, (reached << option.size for option in possible), 0) & everything
    return bool(reached >> players & 1)


def shapes(homes: Sequence[Home], loose: int, openable: int, moves: int, sizes: Sizes) -> list[Shape]:
    """Returns all shapes that move exactly `moves` players and seat everybody, with new tables as even as possible."""
    kinds = sorted(Counter(home.kind for home in homes).items())
    possible: list[Shape] = []

    def extend(index: int, moved: int, slots: int, takes: list[tuple[Kind, Option, int]]) -> None:
        if moved > moves or slots > loose + moves:
            return
        if index == len(kinds):
            if moved == moves:
                possible.extend(_opening(takes, loose + moves - slots, openable, sizes))
            return
        kind, count = kinds[index]
        for counts in _split(count, kind.options(sizes), moves - moved, loose + moves - slots):
            more = [(kind, option, n) for option, n in counts if n]
            extend(
                index + 1,
                moved + sum(option.moves * n for _k, option, n in more),
                slots + sum(option.slots * n for _k, option, n in more),
                takes + more,
            )

    extend(0, 0, 0, [])
    return possible


def _split(count: int, options: Sequence[Option], moves: int, slots: int) -> Iterator[tuple[tuple[Option, int], ...]]:
    """Yields every distribution of `count` tables among the options with at most this many moves and slots."""
    if not options:
        if not count:
            yield ()
        return
    *others, last = sorted(options, key=lambda option: option.natural)
    if not others:
        if last.moves * count <= moves and last.slots * count <= slots:
            yield ((last, count),)
        return
    first, rest = others[0], [*others[1:], last]
    n = 0
    while n <= count and first.moves * n <= moves and first.slots * n <= slots:
        for split in _split(count - n, rest, moves - first.moves * n, slots - first.slots * n):
            yield ((first, n), *split)
        n += 1


def _opening(takes: Sequence[tuple[Kind, Option, int]], wanting: int, openable: int, sizes: Sizes) -> Iterator[Shape]:
    """Yields shapes with new tables, as even as possible, for the players who still have no seat."""
    uneven = sum(sizes.uneven(option.size) * n for _kind, option, n in takes if option.size)
    fewest = -(-wanting // sizes.most)
    for tables in range(min(wanting // sizes.least, openable), fewest - 1, -1):
        each, over = divmod(wanting, tables) if tables else (0, 0)
        opened = [(Option(size, 0, size), n) for size, n in ((each + 1, over), (each, tables - over)) if n]
        more = sum(sizes.uneven(option.size) * n for option, n in opened)
        yield Shape(tuple(takes), tuple(opened), uneven + more)
