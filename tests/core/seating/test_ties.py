"""The draw where players are tied to a table of the hall."""

import random

import pytest
from hypothesis import assume, given, strategies as st

from romme_turnier.core.seating.draw import (
    Candidate,
    TiesImpossible,
    draw,
    table_sizes,
)
from tests.core.seating.fields import (
    ROMMEORDNUNG,
    seeds,
    sizes_for,
)


def tied(players: int, **tables: int) -> list[Candidate]:
    """Candidates of two clubs, those named (as p3=7) tied to a table."""
    return [Candidate(id=n, club=n % 2, table=tables.get(f"p{n}")) for n in range(1, players + 1)]


@given(seeds, st.sampled_from([12, 14, 15, 21]), st.dictionaries(st.integers(1, 12), st.integers(1, 3), max_size=5))
def test_tied_players_sit_at_their_table(seed: int, players: int, ties: dict[int, int]) -> None:
    candidates = tied(players, **{f"p{player}": table for player, table in ties.items()})
    assume(all(list(ties.values()).count(table) <= 4 for table in ties.values()))
    tables = draw(candidates, sizes_for(candidates), rng=random.Random(seed)).tables
    assert sorted(player for table in tables for player in table) == list(range(1, players + 1))
    assert sorted(map(len, tables)) == sorted(table_sizes(players, ROMMEORDNUNG))
    for player, table in ties.items():
        assert player in tables[table - 1]


def test_tables_of_the_hall_are_taken_by_their_numbers() -> None:
    plan = draw(tied(12, p1=14, p2=14), (4, 4, 4), rng=random.Random(1), numbers=(3, 11, 14))
    assert {1, 2} <= set(plan.tables[2])


def test_tied_players_are_spared_a_second_table_of_three() -> None:
    candidates = [Candidate(id=n, threes=int(n == 7), table=2 if n == 7 else None) for n in range(1, 8)]
    plan = draw(candidates, sizes_for(candidates), rng=random.Random(1))
    assert [len(table) for table in plan.tables] == [3, 4]


@pytest.mark.parametrize(
    ("candidates", "code", "table"),
    [
        (tied(8, p1=3), "no_such_table", 3),
        (tied(12, p1=2, p2=2, p3=2, p4=2, p5=2), "too_many", 2),
        (tied(6, p1=2, p2=2, p3=2, p4=2), "too_many", 2),
        (tied(9, p1=2, p2=2, p3=2, p4=2), "too_many", 2),
        (tied(10, p1=1, p2=1, p3=1, p4=1, p5=3, p6=3, p7=3, p8=3), "all_threes", 3),
    ],
)
def test_ties_that_cannot_be_kept_are_named(candidates: list[Candidate], code: str, table: int) -> None:
    with pytest.raises(TiesImpossible) as fault:
        draw(candidates, sizes_for(candidates), rng=random.Random(1))
    assert (fault.value.code, fault.value.table) == (code, table)
