"""Yardsticks for a draw (§ 2.1).

They are lower bounds for every seating of a series, the averages of random seatings, and an upper bound for the number
of series without second meetings.
"""

from collections import Counter
from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations

from romme_turnier.core.seating.draw import FOUR, Candidate
from romme_turnier.core.seating.search import least_pairs, numbered


@dataclass(frozen=True, slots=True)
class Bound:
    """The `least` number of occurrences of `code` in any seating.

    "club_pairs", "team_pairs": pairs of mates at one table, because the largest club or team has `members` players at
    `tables` tables. "repeats": second meetings, because `members` players have too few new partners left. "few_tables":
    second meetings, because `members` players form groups of four who have all met and share only `tables` tables.
    "threes_again": earlier small tables of the players at `tables` small tables, because only `members` players have
    had none.
    """

    code: str
    least: int
    members: int
    tables: int


@dataclass(frozen=True, slots=True)
class Chance:
    """The average number of times that each flaw occurs in random seatings; `Bound` explains the flaws."""

    club_pairs: Fraction
    team_pairs: Fraction
    repeats: Fraction
    threes_again: Fraction


def bounds(
    candidates: Iterable[Candidate], sizes: Sequence[int], met: Mapping[frozenset[int], int], wanted: int = FOUR
) -> tuple[Bound, ...]:
    """Returns the bounds above zero for tables of these sizes; tables with fewer seats than `wanted` are small.

    Of the two bounds for second meetings, only the greater is returned.
    """
    players = list(candidates)
    small = [size for size in sizes if size < wanted]
    times = sorted(player.threes for player in players)
    limits = [
        _apart("club_pairs", [player.club for player in players], len(sizes)),
        _apart("team_pairs", [player.team for player in players], len(sizes)),
        max(_repeats(players, met, sizes), _few_tables(players, met, len(sizes)), key=lambda bound: bound.least),
        Bound("threes_again", sum(times[: sum(small)]), times.count(0), len(small)),
    ]
    return tuple(bound for bound in limits if bound.least)


def longest(players: int, seats: int) -> int:
    """Returns an upper bound for the number of series that these players can play without any two meeting twice.

    Each player meets a fixed number of new players in each series, and there are only players - 1 others. If the tables
    are full, the bound can be reached with six or more tables of four, or with five or more tables of three
    (`schedules.longest_known` returns the number of series for which a schedule is known here).
    """
    return (players - 1) // (seats - 1) if players else 0


def chance(
    candidates: Iterable[Candidate], sizes: Sequence[int], met: Mapping[frozenset[int], int], wanted: int = FOUR
) -> Chance:
    """Returns the expected counts in random seatings of two or more players, in which all pairs are equally likely."""
    players = list(candidates)
    here = {player.id for player in players}
    together = Fraction(sum(size * (size - 1) for size in sizes), len(players) * (len(players) - 1))
    at_small = Fraction(sum(size for size in sizes if size < wanted), len(players))

    def pairs(groups: Iterable[Hashable | None]) -> int:
        return least_pairs(numbered(groups), 1)

    return Chance(
        club_pairs=together * pairs(player.club for player in players),
        team_pairs=together * pairs(player.team for player in players),
        repeats=together * sum(times for pair, times in met.items() if pair <= here),
        threes_again=at_small * sum(player.threes for player in players),
    )


def _apart(code: str, groups: Sequence[Hashable | None], tables: int) -> Bound:
    """Returns the bound by the pigeonhole principle: in a group with more members than tables, two share a table."""
    largest = max(Counter(group for group in groups if group is not None).values(), default=0)
    return Bound(code, least_pairs(numbered(groups), tables), largest, tables)


def _repeats(players: Sequence[Candidate], met: Mapping[frozenset[int], int], sizes: Sequence[int]) -> Bound:
    """Returns the bound by counting: players with too few new partners left to fill a table meet an earlier partner."""
    partners = _partners(players, met)
    others = min(sizes) - 1
    short = [others - left for mine in partners.values() if (left := len(players) - 1 - len(mine)) < others]
    return Bound("repeats", (sum(short) + 1) // 2, len(short), len(sizes))


def _few_tables(players: Sequence[Candidate], met: Mapping[frozenset[int], int], tables: int) -> Bound:
    """Returns the bound for fewer than four tables: of four players who have all met, two share a table."""
    if tables > 3:
        return Bound("few_tables", 0, 0, tables)
    partners, free, fours = _partners(players, met), sorted(player.id for player in players), 0
    for group in combinations(free, 4):
        if all(partner in free for partner in group) and all(b in partners[a] for a, b in combinations(group, 2)):
            free = [partner for partner in free if partner not in group]
            fours += 1
    return Bound("few_tables", fours * least_pairs([0] * 4, tables), 4 * fours, tables)


def _partners(players: Sequence[Candidate], met: Mapping[frozenset[int], int]) -> dict[int, set[int]]:
    partners: dict[int, set[int]] = {player.id: set() for player in players}
    for pair, times in met.items():
        if times and len(pair) == 2 and all(partner in partners for partner in pair):
            a, b = pair
            partners[a].add(b)
            partners[b].add(a)
    return partners
