"""Places for clubs and associations by their members."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations

import pytest
from hypothesis import given, strategies as st

from romme_turnier.core.seasons.quotas import Apportionment, Method, Qualification, apportion, cut, qualification

PUBLISHED = {"a": 5200, "b": 2350, "c": 1390, "d": 660, "e": 240, "f": 160}


@pytest.mark.parametrize(
    ("method", "places"),
    [
        (Method.LARGEST_REMAINDER, [21, 9, 5, 3, 1, 1]),
        (Method.D_HONDT, [22, 10, 5, 2, 1, 0]),
        (Method.SAINTE_LAGUE, [21, 9, 5, 3, 1, 1]),  # the last place: 5200 / 41 is more than 1390 / 11
    ],
)
def test_40_places_by_each_method(method, places):
    assert apportion(PUBLISHED, 40, method) == Apportionment(dict(zip("abcdef", places, strict=True)))


def test_one_place_each_in_advance_and_the_other_34_by_d_hondt():
    shared = apportion(PUBLISHED, 40, Method.D_HONDT, in_advance=1)
    assert [*shared.places.values()] == [20, 9, 6, 3, 1, 1]


@pytest.mark.parametrize(
    ("method", "places"),
    [
        (Method.LARGEST_REMAINDER, [20, 9, 5, 2, 2, 2]),
        (Method.D_HONDT, [20, 9, 5, 2, 2, 2]),
        (Method.SAINTE_LAGUE, [20, 9, 5, 2, 2, 2]),
    ],
)
def test_minimum_is_taken_from_the_other_parties(method, places):
    assert [*apportion(PUBLISHED, 40, method, minimum=2).places.values()] == places


def test_equal_remainders_are_decided_by_lot():
    assert apportion({"a": 3, "b": 3, "c": 2}, 3, Method.LARGEST_REMAINDER) == Apportionment({"a": 1, "b": 1, "c": 1})
    halves = apportion({"a": 1, "b": 1, "c": 2}, 2, Method.LARGEST_REMAINDER)
    assert halves == Apportionment({"a": 0, "b": 0, "c": 1}, ("a", "b"), 1)
    thirds = apportion({"a": 1, "b": 1, "c": 1}, 5, Method.LARGEST_REMAINDER)
    assert thirds == Apportionment({"a": 1, "b": 1, "c": 1}, ("a", "b", "c"), 2)


@pytest.mark.parametrize("method", [Method.D_HONDT, Method.SAINTE_LAGUE])
def test_equal_averages_are_decided_by_lot(method):
    assert apportion({"a": 7, "b": 7}, 3, method) == Apportionment({"a": 1, "b": 1}, ("a", "b"), 1)
    assert apportion({"a": 7, "b": 7}, 4, method) == Apportionment({"a": 2, "b": 2})


def test_party_without_members_gets_a_place_only_in_advance_or_as_a_minimum():
    assert apportion({"a": 5, "b": 0}, 4, Method.LARGEST_REMAINDER).places == {"a": 4, "b": 0}
    assert apportion({"a": 5, "b": 0}, 4, Method.D_HONDT, minimum=1).places == {"a": 3, "b": 1}
    assert apportion({"a": 5, "b": 0}, 4, Method.D_HONDT, in_advance=1).places == {"a": 3, "b": 1}


@pytest.mark.parametrize(
    ("members", "places", "options"),
    [
        ({}, 1, {}),
        ({"a": 0}, 1, {}),
        ({"a": 1, "b": -1}, 1, {}),
        ({"a": 1, "b": 1}, 1, {"minimum": 1}),
        ({"a": 1}, -1, {}),
    ],
)
def test_places_that_cannot_be_given_are_refused(members, places, options):
    with pytest.raises(ValueError, match="too few places"):
        apportion(members, places, Method.D_HONDT, **options)


MEMBERS = (
    st.lists(st.integers(0, 12), min_size=1, max_size=4)
    .filter(any)
    .map(lambda own: dict(zip("abcd", own, strict=False)))
)


def outcomes(shared: Apportionment) -> set[tuple[int, ...]]:
    """The places of the parties for each draw of the lot."""
    return {
        tuple(number + (party in lucky) for party, number in shared.places.items())
        for lucky in combinations(shared.equal, shared.by_lot)
    }


@given(MEMBERS, st.integers(0, 15), st.sampled_from(Method), st.integers(0, 2))
def test_all_places_are_given_and_each_party_has_its_minimum(members, places, method, minimum):
    places += minimum * len(members)
    shared = apportion(members, places, method, minimum=minimum)
    for given_places in outcomes(shared):
        assert sum(given_places) == places
        assert min(given_places) >= minimum
    assert shared.by_lot < max(len(shared.equal), 1)


@given(MEMBERS, st.integers(0, 8))
def test_largest_remainder_is_closest_to_the_exact_shares(members, places):
    exact = [Fraction(number * places, sum(members.values())) for number in members.values()]
    shared = apportion(members, places, Method.LARGEST_REMAINDER)

    def distance(given_places):
        return sum((number - share) ** 2 for number, share in zip(given_places, exact, strict=True))

    everything = every_sharing(len(members), places)
    least = min(map(distance, everything))
    assert outcomes(shared) == {sharing for sharing in everything if distance(sharing) == least}


@given(MEMBERS, st.integers(1, 8), st.sampled_from([(Method.D_HONDT, 1), (Method.SAINTE_LAGUE, 2)]))
def test_no_party_has_a_better_claim_to_a_place_that_another_one_has(members, places, method_and_step):
    method, step = method_and_step
    numbers = list(members.values())
    fair = {
        sharing
        for sharing in every_sharing(len(members), places)
        if all(
            Fraction(numbers[b], 1 + step * sharing[b]) <= Fraction(numbers[a], 1 + step * (sharing[a] - 1))
            for a in range(len(members))
            for b in range(len(members))
            if sharing[a] and a != b
        )
    }
    assert outcomes(apportion(members, places, method)) == fair


@given(MEMBERS, st.integers(0, 8), st.sampled_from([(Method.D_HONDT, 1), (Method.SAINTE_LAGUE, 2)]), st.integers(1, 3))
def test_minimum_by_averages_is_as_if_it_were_given_first_and_counted(members, more, method_and_step, minimum):
    method, step = method_and_step
    reached = {(minimum,) * len(members)}
    for _ in range(more):
        reached = {after for given_places in reached for after in with_one_more(given_places, members, step)}
    places = minimum * len(members) + more
    assert outcomes(apportion(members, places, method, minimum=minimum)) == reached


def with_one_more(given_places: tuple[int, ...], members: dict[str, int], step: int) -> list[tuple[int, ...]]:
    """The places after one more has gone to a party with the highest average."""
    averages = [Fraction(n, 1 + step * p) for n, p in zip(members.values(), given_places, strict=True)]
    return [
        tuple(places + (other == at) for other, places in enumerate(given_places))
        for at, average in enumerate(averages)
        if average == max(averages)
    ]


def every_sharing(parties: int, places: int) -> list[tuple[int, ...]]:
    if parties == 1:
        return [(places,)]
    return [(first, *rest) for first in range(places + 1) for rest in every_sharing(parties - 1, places - first)]


@pytest.mark.parametrize(
    ("ranks", "places", "qualified"),
    [
        ([*range(1, 35), 35, 35, 35, 35, 39], 36, 38),
        ([*range(1, 50)], 36, 36),
        ([1, 2, 3], 36, 3),
        ([1, 2, 2, 2], 1, 1),
        ([], 36, 0),
    ],
)
def test_cut_lets_equal_ranks_in_together(ranks, places, qualified):
    assert cut(ranks, places) == qualified


def test_declined_place_goes_to_the_next_and_the_chain_is_kept():
    assert qualification("abcde", 2, "adc") == Qualification(("b", "e"), (("a", "c"), ("c", "e")))
    assert qualification("abc", 2, "ab") == Qualification(("c",), (("a", "c"), ("b", None)))
    assert qualification("ab", 3, "") == Qualification(("a", "b"), ())


@given(st.permutations("abcdefg"), st.integers(0, 8), st.integers(0, 7))
def test_first_players_who_did_not_decline_are_qualified(declining, places, number):
    declined = declining[:number]
    result = qualification("abcdefg", places, declined)
    assert result.qualified == tuple(player for player in "abcdefg" if player not in declined)[:places]
    assert [player for player, _ in result.replacements] == [
        player for player in declined if player in "abcdefg"[:places] or player in dict(result.replacements).values()
    ]
