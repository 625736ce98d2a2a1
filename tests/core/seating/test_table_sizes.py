"""The sizes of tables for a field, under every rule system (§ 2.1)."""

import random
from collections.abc import Iterator
from dataclasses import replace

import pytest
from hypothesis import assume, given, strategies as st

from romme_turnier.core.rules.system.registry import RULE_SYSTEMS, get_ruleset
from romme_turnier.core.rules.system.ruleset import RuleSet
from romme_turnier.core.seating.draw import (
    SeatingImpossible,
    draw,
    nearest_seatable,
    table_sizes,
)
from tests.core.seating.fields import (
    ROMMEORDNUNG,
    SEATABLE,
    alone,
    of_clubs,
    seat,
)


@pytest.mark.parametrize("players", [*SEATABLE, 38, 99, 100, 101, 102, 1000])
def test_tables_of_three_are_as_few_as_possible_when_players_are_divided(players: int) -> None:
    fewest = min(threes for threes in range(players) if 3 * threes <= players and (players - 3 * threes) % 4 == 0)
    sizes = table_sizes(players, ROMMEORDNUNG)
    assert sum(sizes) == players
    assert sizes == (4,) * sizes.count(4) + (3,) * fewest


@pytest.mark.parametrize(
    ("players", "sizes"),
    [
        (3, (3,)),
        (4, (4,)),
        (6, (3, 3)),
        (7, (4, 3)),
        (8, (4, 4)),
        (9, (3, 3, 3)),
        (10, (4, 3, 3)),
        (11, (4, 4, 3)),
    ],
)
def test_tables_of_a_small_field_when_players_are_few(players: int, sizes: tuple[int, ...]) -> None:
    assert table_sizes(players, ROMMEORDNUNG) == sizes
    assert tuple(len(table) for table in seat(alone(players)).tables) == sizes


@pytest.mark.parametrize("players", [0, 1, 2, 5])
def test_seating_is_refused_when_no_tables_fit(players: int) -> None:
    with pytest.raises(SeatingImpossible) as refusal:
        table_sizes(players, ROMMEORDNUNG)
    assert refusal.value.players == players
    with pytest.raises(SeatingImpossible):
        seat(alone(players))


def every_sizes(players: int, least: int, most: int) -> Iterator[tuple[int, ...]]:
    """All ways to divide the players, large tables first."""
    if not players:
        yield ()
    for size in range(min(most, players), least - 1, -1):
        yield from ((size, *rest) for rest in every_sizes(players - size, least, size))


WANTED = [replace(ruleset, seats_wanted=size) for ruleset in RULE_SYSTEMS.values() for size in (None, *ruleset.sizes)]


@given(st.sampled_from(WANTED), st.integers(1, 20))
def test_sizes_wanted_are_met_as_nearly_as_can_be_with_many_tables_of_even_sizes(
    ruleset: RuleSet, players: int
) -> None:
    possible = list(every_sizes(players, ruleset.seats_min, ruleset.seats_max))
    assume(possible)

    def badness(sizes: tuple[int, ...]) -> tuple[int, int, int]:
        return sum(abs(size - ruleset.table_size) for size in sizes), -len(sizes), max(sizes) - min(sizes)

    sizes = table_sizes(players, ruleset)
    assert sizes in possible
    assert badness(sizes) == min(map(badness, possible))


@given(st.sampled_from(list(RULE_SYSTEMS.values())), st.integers(1, 20))
def test_sizes_differ_least_from_those_wanted_then_are_small(ruleset: RuleSet, players: int) -> None:
    def badness(sizes: tuple[int, ...]) -> tuple[int, int]:
        differ = [size - ruleset.table_size for size in sizes]
        return sum(map(abs, differ)), sum(one > 0 for one in differ) - sum(one < 0 for one in differ)

    possible = list(every_sizes(players, ruleset.seats_min, ruleset.seats_max))
    if not possible:
        with pytest.raises(SeatingImpossible):
            table_sizes(players, ruleset)
        return
    sizes = table_sizes(players, ruleset)
    assert sizes in possible
    assert badness(sizes) == min(map(badness, possible))


@pytest.mark.parametrize(
    ("ruleset", "players", "sizes"),
    [
        ("rommee", 5, (5,)),
        ("rommee", 6, (3, 3)),
        ("rommee", 9, (5, 4)),
        ("treppenromme", 5, (3, 2)),
        ("treppenromme", 2, (2,)),
        ("contract", 13, (5, 4, 4)),
    ],
)
def test_other_systems_seat_within_their_own_bounds(ruleset: str, players: int, sizes: tuple[int, ...]) -> None:
    assert table_sizes(players, get_ruleset(ruleset)) == sizes
    plan = draw(of_clubs(players), sizes, rng=random.Random(1))
    assert tuple(map(len, plan.tables)) == sizes


def test_tables_are_as_large_as_wanted_and_the_rommeordnung_says_it_itself() -> None:
    assert table_sizes(20, replace(get_ruleset("contract"), seats_wanted=8)) == (7, 7, 6)
    assert table_sizes(20, replace(get_ruleset("classic"), seats_wanted=10)) == (10, 10)
    assert table_sizes(20, replace(get_ruleset("treppenromme"), seats_wanted=2)) == (2,) * 10
    assert list(ROMMEORDNUNG.sizes) == [4]


def test_next_numbers_that_can_be_seated_are_named() -> None:
    assert nearest_seatable(5, ROMMEORDNUNG) == (4, 6)
    assert nearest_seatable(1, ROMMEORDNUNG) == (3,)
    assert nearest_seatable(1, get_ruleset("classic")) == (2,)
