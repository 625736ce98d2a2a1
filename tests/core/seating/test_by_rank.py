"""Seating by the standings: against every seating there is, for fields small enough to try all."""

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations, permutations
from time import process_time
from typing import Any

import pytest
from hypothesis import given, settings, strategies as st

from romme_turnier.core.rules.system.registry import get_ruleset
from romme_turnier.core.seating.by_rank import seat_by_rank
from romme_turnier.core.seating.draw import Candidate, TiesImpossible, table_sizes

ROMMEORDNUNG = get_ruleset("rommeordnung")


def seat(ranked: Sequence[Candidate], seed: str = "Herbst", **more: Any) -> tuple[tuple[int, ...], ...]:
    return seat_by_rank(ranked, table_sizes(len(ranked), ROMMEORDNUNG), rng=random.Random(seed), **more).tables


def field(players: int, teams: Sequence[int | None] = (), **more: Any) -> list[Candidate]:
    return [Candidate(n, team=teams[n - 1] if teams else None, **more) for n in range(1, players + 1)]


def sets_of(tables: Sequence[Sequence[int]]) -> list[set[int]]:
    return [set(table) for table in tables]


def every_seating(players: Sequence[int], sizes: Sequence[int]) -> Iterator[list[tuple[int, ...]]]:
    if not sizes:
        yield []
        return
    for table in combinations(players, sizes[0]):
        rest = [player for player in players if player not in table]
        for others in every_seating(rest, sizes[1:]):
            yield [table, *others]


def pairs(tables: Sequence[Sequence[int]], team: dict[int, int | None]) -> int:
    together = (Counter(team[player] for player in table if team[player] is not None) for table in tables)
    return sum(times * (times - 1) // 2 for one in together for times in one.values())


def steps(tables: Sequence[Sequence[int]], home: dict[int, int]) -> int:
    return sum(abs(home[player] - at) for at, table in enumerate(tables) for player in table)


def test_best_four_sit_at_table_one_and_so_on_when_there_are_no_teams() -> None:
    assert sets_of(seat(field(12))) == [{1, 2, 3, 4}, {5, 6, 7, 8}, {9, 10, 11, 12}]


def test_last_of_the_standings_sit_at_tables_of_three_when_nobody_has_been_there() -> None:
    assert [len(table) for table in seat(field(18))] == [4, 4, 4, 3, 3]


def test_table_of_three_is_where_the_fewest_have_been() -> None:
    ranked = [Candidate(n, threes=int(n > 7), played=1, spared=n > 7) for n in range(1, 12)]
    assert sets_of(seat(ranked)) == [{1, 2, 3, 4}, {5, 6, 7}, {8, 9, 10, 11}]


def test_team_mates_part_with_the_neighbours_when_they_stand_side_by_side() -> None:
    tables = sets_of(seat(field(8, [1, 1, None, None, None, None, None, None])))
    # The lower of the mates goes, and the last of the next table comes up.
    assert tables == [{1, 3, 4, 8}, {2, 5, 6, 7}]


def test_seats_come_from_the_seed_and_tables_from_the_standings() -> None:
    ranked = field(16, [n % 3 for n in range(16)])
    one, other = seat(ranked, "a"), seat(ranked, "b")
    assert one == seat(ranked, "a")
    assert one != other
    assert sets_of(one) == sets_of(other)


def test_club_mates_at_one_table_face_each_other() -> None:
    ranked = [Candidate(n, club=n % 2) for n in range(1, 5)]
    (table,) = seat(ranked)
    assert {table[0] % 2, table[2] % 2} != {0, 1}


def test_who_is_tied_to_a_table_stays_there() -> None:
    ranked = [Candidate(n, table=2 if n == 1 else None) for n in range(1, 12)]
    tables = seat(ranked)
    assert 1 in tables[1]
    assert set(tables[0]) == {2, 3, 4, 5}


def test_nobody_is_seated_when_it_cannot_be() -> None:
    with pytest.raises(ValueError, match="5 players for 4 seats"):
        seat_by_rank(field(5), (4,), rng=random.Random(1))
    with pytest.raises(TiesImpossible):
        seat(field(8, table=1))
    with pytest.raises(ValueError, match="twice"):
        seat([Candidate(1), Candidate(1), Candidate(2)])


@given(
    players=st.sampled_from([6, 7, 8, 9, 10]),
    teams=st.lists(st.sampled_from([None, 1, 2, 3, 4]), min_size=10, max_size=10),
)
@settings(max_examples=60, deadline=None)
def test_no_seating_has_fewer_pairs_or_fewer_steps(players: int, teams: list[int | None]) -> None:
    apart = seat(field(players))
    home = {player: at for at, table in enumerate(apart) for player in table}
    team = {n: teams[n - 1] for n in home}
    tables = seat(field(players, teams))
    best = min((pairs(one, team), steps(one, home)) for one in every_seating(sorted(home), [len(t) for t in apart]))
    assert (pairs(tables, team), steps(tables, home)) == best


@given(
    teams=st.lists(st.integers(1, 5), min_size=12, max_size=12),
)
@settings(max_examples=5, deadline=None)
def test_no_seating_of_three_tables_is_better(teams: list[int]) -> None:
    team = {n: teams[n - 1] for n in range(1, 13)}
    home = {n: (n - 1) // 4 for n in team}
    tables = seat(field(12, teams))
    best = min((pairs(one, dict(team)), steps(one, home)) for one in every_seating(sorted(home), [4, 4, 4]))
    assert (pairs(tables, dict(team)), steps(tables, home)) == best


@given(st.integers(6, 60), st.integers(1, 12), st.randoms(use_true_random=False))
@settings(max_examples=60, deadline=None)
def test_everybody_has_one_seat_and_teams_are_spread_as_evenly_as_they_can_be(
    players: int, teams: int, chance: random.Random
) -> None:
    team = [chance.randrange(teams) for _ in range(players)]
    ranked = [
        Candidate(n, team=team[n - 1], threes=chance.randrange(2), played=2, spared=chance.random() < 0.2)
        for n in range(1, players + 1)
    ]
    tables = seat(ranked)
    assert sorted(player for table in tables for player in table) == list(range(1, players + 1))
    assert sorted(map(len, tables)) == [3] * (-players % 4) + [4] * (len(tables) - -players % 4)
    least = 0
    for members in Counter(team).values():
        each, over = divmod(members, len(tables))
        least += over * (each + 1) * each // 2 + (len(tables) - over) * each * (each - 1) // 2
    assert pairs(tables, {n: team[n - 1] for n in range(1, players + 1)}) == least


def test_thousand_players_in_teams_of_four_are_seated_soon() -> None:
    chance = random.Random(5)
    ranked = [Candidate(n, team=chance.randrange(250)) for n in range(1, 1001)]
    start = process_time()
    tables = seat(ranked)
    assert len(tables) == 250
    assert process_time() - start < 5


@given(
    players=st.sampled_from([6, 7, 9, 10, 11, 13, 14]),
    burdens=st.lists(st.tuples(st.integers(0, 2), st.booleans()), min_size=14, max_size=14),
)
@settings(max_examples=60, deadline=None)
def test_no_other_cut_of_the_row_weighs_less_on_those_at_threes(players: int, burdens: list[tuple[int, bool]]) -> None:
    ranked = [Candidate(n, threes=burdens[n - 1][0], played=2, spared=burdens[n - 1][1]) for n in range(1, players + 1)]
    tables = seat(ranked)
    sizes = [len(table) for table in tables]

    def weight(row: Sequence[int]) -> int:
        rest = iter(ranked)
        cut = [[next(rest) for _ in range(size)] for size in row]
        return sum(player.burden for table in cut if len(table) == 3 for player in table)

    assert [player for table in tables for player in sorted(table)] == list(range(1, players + 1))
    assert weight(sizes) == min(weight(row) for row in set(permutations(sizes)))
