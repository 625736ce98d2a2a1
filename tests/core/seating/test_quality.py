"""The quality of a draw, compared with plain counts and with every seating of a small field."""

import random

from hypothesis import assume, given, settings, strategies as st

from romme_turnier.core.seating.draw import (
    Candidate,
    is_best,
    quality,
    table_sizes,
)
from tests.core.seating.fields import (
    ROMMEORDNUNG,
    SEATABLE,
    Met,
    alone,
    best_counts,
    counted,
    days,
    every_division,
    fields,
    in_order_of_weight,
    seat,
    seeds,
)


@given(days([3, 4, 6, 7, 8]), seeds)
@settings(max_examples=60, deadline=None)
def test_draw_is_as_good_as_any_seating_when_field_is_small(day: tuple[list[Candidate], Met], seed: int) -> None:
    candidates, met = day
    assert in_order_of_weight(seat(candidates, met, seed).quality) == best_counts(candidates, met)


@given(days([3, 4, 6, 7, 8]), seeds)
@settings(max_examples=30, deadline=None)
def test_no_seating_is_better_when_a_draw_is_said_to_be_the_best(day: tuple[list[Candidate], Met], seed: int) -> None:
    candidates, met = day
    plan = seat(candidates, met, seed)
    assume(is_best(plan.tables, candidates, met))
    assert in_order_of_weight(plan.quality) == best_counts(candidates, met)


def test_nothing_is_said_to_be_the_best_when_two_meet_again() -> None:
    plan = seat(alone(16))
    assert is_best(plan.tables, alone(16))
    assert not is_best(plan.tables, alone(16), {frozenset(plan.tables[0][:2]): 1})


@given(days(SEATABLE), st.randoms(use_true_random=False))
@settings(max_examples=60, deadline=None)
def test_quality_equals_a_plain_count_when_seats_are_any(day: tuple[list[Candidate], Met], rng: random.Random) -> None:
    candidates, met = day
    ids = [one.id for one in candidates]
    rng.shuffle(ids)
    left = iter(ids)
    tables = tuple(tuple(next(left) for _ in range(size)) for size in table_sizes(len(ids), ROMMEORDNUNG))
    found = quality(tables, candidates, met)
    assert in_order_of_weight(found) == counted(tables, candidates, met)
    assert found.club_pairs_unavoidable <= found.club_pairs


@given(fields([3, 4, 6, 7, 8, 9], clubs=3))
@settings(max_examples=25, deadline=None)
def test_bound_for_clubs_is_reached_by_some_seating_when_field_is_small(candidates: list[Candidate]) -> None:
    ids = tuple(one.id for one in candidates)
    divisions = list(every_division(ids, table_sizes(len(ids), ROMMEORDNUNG)))
    bound = quality(divisions[0], candidates).club_pairs_unavoidable
    assert bound == min(counted(tables, candidates, {})[2] for tables in divisions)
