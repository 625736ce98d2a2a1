"""The unavoidable and the random results, compared with every seating of a small field."""

from fractions import Fraction
from itertools import combinations

from hypothesis import given, settings

from romme_turnier.core.seating.bounds import Bound, bounds, chance
from romme_turnier.core.seating.draw import Candidate, quality
from tests.core.seating.fields import Met, counted, days, every_division, sizes_for


@given(days([4, 6, 7, 8]))
@settings(max_examples=40, deadline=None)
def test_no_seating_undercuts_a_bound_when_field_is_small(day: tuple[list[Candidate], Met]) -> None:
    candidates, met = day
    ids = tuple(one.id for one in candidates)
    every = [counted(tables, candidates, met) for tables in every_division(ids, sizes_for(candidates))]
    kinds = ("threes_again", "team_pairs", "club_pairs", "repeats", "not_opposite")
    best = {kind: min(counts) for kind, counts in zip(kinds, zip(*every, strict=True), strict=True)}
    best["few_tables"] = best["repeats"]
    for bound in bounds(candidates, sizes_for(candidates), met):
        assert 0 < bound.least <= best[bound.code]
        if bound.code in {"threes_again", "club_pairs"}:
            assert bound.least == best[bound.code]


@given(days([4, 7, 8]))
@settings(max_examples=25, deadline=None)
def test_chance_is_the_mean_of_all_seatings(day: tuple[list[Candidate], Met]) -> None:
    candidates, met = day
    ids = tuple(one.id for one in candidates)
    every = [quality(tables, candidates, met) for tables in every_division(ids, sizes_for(candidates))]
    expected = chance(candidates, sizes_for(candidates), met)
    for kind in ("club_pairs", "team_pairs", "repeats", "threes_again"):
        assert getattr(expected, kind) == Fraction(sum(getattr(one, kind) for one in every), len(every))


def test_four_who_have_met_meet_again_when_there_are_three_tables() -> None:
    met = {frozenset(pair): 1 for at in (1, 5, 9) for pair in combinations(range(at, at + 4), 2)}
    assert bounds([Candidate(n) for n in range(1, 13)], (4,) * 3, met) == (Bound("few_tables", 3, 12, 3),)


def test_nobody_new_is_left_when_sixteen_have_played_five_series() -> None:
    met = {frozenset(pair): 1 for pair in combinations(range(1, 17), 2)}
    assert bounds([Candidate(n) for n in range(1, 17)], (4,) * 4, met) == (Bound("repeats", 24, 16, 4),)


def test_mates_must_share_a_table_when_a_club_has_more_members_than_tables() -> None:
    assert bounds([Candidate(n, club=n < 6) for n in range(12)], (4,) * 3, {})[0] == Bound("club_pairs", 6, 6, 3)


def test_nothing_is_impossible_when_a_large_field_begins() -> None:
    assert bounds([Candidate(n) for n in range(100)], (4,) * 25, {}) == ()
