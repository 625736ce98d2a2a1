"""Fields of players for the tests of the draw, and plain counts of a seating."""

import random
from collections.abc import Iterator
from itertools import combinations, permutations

from hypothesis import strategies as st

from romme_turnier.core.rules.system.registry import get_ruleset
from romme_turnier.core.seating.draw import (
    Candidate,
    DrawQuality,
    SeatingPlan,
    draw,
    table_sizes,
)

Met = dict[frozenset[int], int]
Tables = tuple[tuple[int, ...], ...]
SEATABLE = [3, 4, *range(6, 31)]
ROMMEORDNUNG = get_ruleset("rommeordnung")
seeds = st.integers(0, 2**32)


def sizes_for(candidates: list[Candidate]) -> tuple[int, ...]:
    return table_sizes(len(candidates), ROMMEORDNUNG)


def of_clubs(*sizes: int) -> list[Candidate]:
    """Candidates of clubs of these sizes."""
    clubs = [club for club, size in enumerate(sizes) for _ in range(size)]
    return [Candidate(id=number, club=club) for number, club in enumerate(clubs, start=1)]


def alone(players: int) -> list[Candidate]:
    """Candidates without a club."""
    return [Candidate(id=number) for number in range(1, players + 1)]


def seat(candidates: list[Candidate], met: Met | None = None, seed: int = 1) -> SeatingPlan:
    return draw(candidates, sizes_for(candidates), rng=random.Random(seed), met=met or {})


@st.composite
def fields(draw_from: st.DrawFn, sizes: list[int], clubs: int = 4, teams: int = 0) -> list[Candidate]:
    """Candidates of random clubs and teams (None among them), their number one of the sizes."""
    players = draw_from(st.sampled_from(sizes))
    club = st.one_of(st.none(), st.integers(1, clubs))
    team = st.one_of(st.none(), st.integers(1, teams)) if teams else st.none()
    return [Candidate(id=3 * n + 1, club=draw_from(club), team=draw_from(team)) for n in range(players)]


@st.composite
def days(draw_from: st.DrawFn, sizes: list[int]) -> tuple[list[Candidate], Met]:
    """Candidates as in the middle of a day, with earlier meetings and tables of three."""
    candidates = [
        Candidate(one.id, one.club, one.team, draw_from(st.integers(0, 2)))
        for one in draw_from(fields(sizes, clubs=3, teams=3))
    ]
    pairs = [frozenset(pair) for pair in combinations([one.id for one in candidates], 2)]
    met = draw_from(st.dictionaries(st.sampled_from(pairs), st.integers(1, 3), max_size=12))
    return candidates, met


def mates_facing(table: tuple[int, ...], club: dict[int, object]) -> int:
    """Pairs of club mates on seats 1 and 3, 2 and 4."""
    opposite = [(0, 2), (1, 3)] if len(table) == 4 else [(0, 2)]
    return sum(club[table[a]] is not None and club[table[a]] == club[table[b]] for a, b in opposite)


def counted(tables: Tables, candidates: list[Candidate], met: Met) -> tuple[int, int, int, int, int]:
    """Threes again, pairs of a team, pairs of a club, repeats and pairs not opposite: counted plainly."""
    by_id = {one.id: one for one in candidates}
    threes = teams = clubs = repeats = facing = 0
    for table in tables:
        for a in table:
            threes += by_id[a].threes if len(table) == 3 else 0
            for b in table:
                if a < b:
                    teams += by_id[a].team is not None and by_id[a].team == by_id[b].team
                    clubs += by_id[a].club is not None and by_id[a].club == by_id[b].club
                    repeats += met.get(frozenset({a, b}), 0)
        facing += mates_facing(table, {one.id: one.club for one in candidates})
    return threes, teams, clubs, repeats, clubs - facing


def in_order_of_weight(found: DrawQuality) -> tuple[int, int, int, int, int]:
    return found.threes_again, found.team_pairs, found.club_pairs, found.repeats, found.not_opposite


def every_division(ids: tuple[int, ...], sizes: tuple[int, ...]) -> Iterator[Tables]:
    """All ways to put the players on tables of these sizes, regardless of seats."""
    if not sizes:
        yield ()
        return
    alike = len(set(sizes)) == 1
    for table in combinations(ids, sizes[0]):
        if alike and table[0] != ids[0]:  # the same tables in another order
            return
        rest = tuple(player for player in ids if player not in table)
        for others in every_division(rest, sizes[1:]):
            yield (table, *others)


def best_counts(candidates: list[Candidate], met: Met) -> tuple[int, int, int, int, int]:
    """The best that any seating reaches, every table and every order of seats tried."""
    club = {one.id: one.club for one in candidates}
    ids = tuple(one.id for one in candidates)
    return min(
        counted(
            tuple(max(permutations(table), key=lambda seats: mates_facing(seats, club)) for table in tables),
            candidates,
            met,
        )
        for tables in every_division(ids, table_sizes(len(ids), ROMMEORDNUNG))
    )
