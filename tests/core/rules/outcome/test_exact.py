"""Can the hands of one game come from one pack together? Exact, against an independent brute force."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from itertools import combinations

import pytest
from hypothesis import given, settings, strategies as st

from romme_turnier.core.rules import check_outcome, get_ruleset
from romme_turnier.core.rules.outcome.exact import (
    Supply,
    hand_sums,
    least_jokers,
    least_that_clash,
    possible_together,
    supply_of,
)
from romme_turnier.core.rules.system.options import with_options

TWO_PACKS = supply_of(2, jokers=6, joker=20, ace=11)  # § 4.1
HANDROMME = frozenset({13})
ANY_GAME = frozenset({13, *range(1, 10)})


def found(
    *points: int | None,
    ruleset: str = "rommeordnung",
    handromme: bool = False,
    finisher: int | None = 1,
    vacant: frozenset[int] = frozenset(),
    options: dict[str, bool | int] | None = None,
    game: int | None = None,
    round_number: int | None = None,
) -> list[str]:
    """Codes of the violations of a game, under the agreed ``options``."""
    rules = with_options(get_ruleset(ruleset), options or {})
    violations = check_outcome(
        rules,
        finisher=finisher,
        handromme=handromme,
        points=points,
        vacant=vacant,
        game=game,
        round_number=round_number,
        options_known=options is not None,
    )
    return [violation.code for violation in violations]


# § 4.1: one pack


def test_4_1_a_hand_of_197_takes_all_jokers_and_is_there_once() -> None:
    assert found(0, 197, 20, 30) == []
    assert found(0, 197, 197, 30) == ["not_in_deck_together"]
    assert found(0, 197, 197, 197) == ["not_in_deck_together"]


def test_4_1_what_excludes_each_other_is_told_with_what_runs_out() -> None:
    [violation] = check_outcome(
        get_ruleset("rommeordnung"), finisher=4, handromme=False, points=(197, 30, 197, 0), game=3
    )
    assert violation.clause == "§ 4.1"
    assert violation.params == {
        "game": 3,
        "hands": "197 197",
        "short": "jokers",
        "jokers_needed": 12,
        "jokers": 6,
        "aces": 8,
    }


@pytest.mark.parametrize(
    ("points", "handromme", "short"),
    [((0, 197, 197, 197), False, "jokers"), ((0, 195, 134), False, "high"), ((0, 31, 31), True, "low")],
)
def test_4_1_the_cards_that_run_out_are_named(points: tuple[int, ...], handromme: bool, short: str) -> None:
    [violation] = check_outcome(get_ruleset("rommeordnung"), finisher=1, handromme=handromme, points=points)
    assert violation.params["short"] == short


def test_4_1_the_six_jokers_and_eight_aces_are_shared_to_the_last() -> None:
    # 26 cards count at most 6 × 20 + 8 × 11 + 12 × 10 = 328.
    assert found(0, 195, 133) == []
    assert found(0, 195, 134) == ["not_in_deck_together"]
    assert found(0, 164, 164) == []
    # 39 cards count at most 6 × 20 + 8 × 11 + 25 × 10 = 458.
    assert found(0, 153, 153, 152) == []
    assert found(0, 153, 153, 153) == ["not_in_deck_together"]


# § 6.2: in a Handrommé everybody else has thirteen cards


def test_6_2_the_lowest_hand_of_a_handromme_is_there_once() -> None:
    assert found(0, 31, 80, 90, handromme=True) == []
    assert found(0, 31, 31, 90, handromme=True) == ["not_in_deck_together"]
    assert found(0, 31, 31, 31, handromme=True) == ["not_in_deck_together"]


def test_6_2_the_three_lowest_hands_take_the_39_lowest_cards() -> None:
    # 8 each of 2, 3, 4, 5 and 7 sixes: 154.
    assert found(0, 51, 51, 52, handromme=True) == []
    assert found(0, 51, 51, 51, handromme=True) == ["not_in_deck_together"]


def test_6_2_outside_a_handromme_thirty_points_are_three_cards_as_well() -> None:
    assert not possible_together(TWO_PACKS, HANDROMME, [30])
    assert found(0, 30, 30, 30) == []
    assert found(0, 31, 31, 31) == []


def test_6_3_eight_twos_are_left_with_eight_players_at_most() -> None:
    assert possible_together(TWO_PACKS, ANY_GAME, [2] * 8)
    assert not possible_together(TWO_PACKS, ANY_GAME, [2] * 9)


@pytest.mark.parametrize(("sizes", "least"), [(ANY_GAME, 2), (HANDROMME, 31)])
def test_every_number_of_points_between_the_bounds_is_a_hand(sizes: frozenset[int], least: int) -> None:
    assert hand_sums(TWO_PACKS, sizes) == frozenset(range(least, 198))


def test_6_3_after_an_opening_nine_cards_count_153_at_most() -> None:
    assert max(hand_sums(TWO_PACKS, frozenset(range(1, 10)))) == 153


def test_a_hand_needs_no_fewer_jokers_than_its_other_cards_leave_open() -> None:
    assert [least_jokers(TWO_PACKS, ANY_GAME, points) for points in (138, 139, 158, 159, 197)] == [0, 1, 2, 3, 6]


def test_of_hands_that_clash_only_those_are_named_that_do() -> None:
    assert least_that_clash(TWO_PACKS, ANY_GAME, (20, 197, 190, 30)) == (197, 190)


# Unknown entries need no card


def test_missing_entries_and_seats_that_were_left_take_no_cards() -> None:
    assert found(0, 197, None, 30) == ["points_missing"]
    assert found(0, 197, None, 30, vacant=frozenset({3})) == []
    assert found(0, 197, 197, 30, vacant=frozenset({3})) == ["vacated_seat_has_points"]


def test_a_hand_out_of_bounds_says_enough() -> None:
    assert found(0, 198, 197, 197) == ["points_too_high"]


def test_without_a_finisher_the_hands_besides_a_0_are_compared_with_the_pack() -> None:
    assert found(0, 197, 197, 30, finisher=None) == ["no_finisher", "not_in_deck_together"]
    assert found(44, 197, 197, 30, finisher=None) == ["no_finisher"]


# The other rule systems


def test_classic_a_hand_has_ten_cards_or_after_an_opening_of_four_up_to_six() -> None:
    assert found(0, 128, 60, ruleset="classic", options={}) == []
    assert found(0, 129, 60, ruleset="classic", options={}) == ["points_too_high"]
    assert found(0, 128, 100, ruleset="classic", options={}) == []
    assert found(0, 128, 101, ruleset="classic", options={}) == ["not_in_deck_together"]


def test_classic_who_may_take_many_cards_can_hold_more() -> None:
    assert found(0, 129, 103, ruleset="classic", options={"take_many": True}) == []
    assert found(0, 129, 103, ruleset="classic") == []
    assert found(0, 799, ruleset="classic") == ["no_such_hand"]  # all except a card of 1 point
    assert found(0, 400, 401, ruleset="classic") == ["not_in_deck_together"]


def test_classic_the_simple_game_has_seven_cards() -> None:
    assert found(0, 96, 20, ruleset="classic", options={"simple": True}) == ["points_too_high"]
    assert found(0, 95, 20, ruleset="classic", options={"simple": True}) == []


def test_rommee_knocking_adds_cards() -> None:
    assert found(0, 186, 30, ruleset="rommee", options={}) == []
    assert found(0, 187, 30, ruleset="rommee", options={}) == ["points_too_high"]
    assert found(0, 187, 30, ruleset="rommee", options={"knocking": True}) == []


def test_rommee_in_a_handromme_others_may_have_laid_out_and_points_are_entered_undoubled() -> None:
    assert found(0, 2, 33, 186, ruleset="rommee", handromme=True, options={}) == []


def test_rommee_knocking_leaves_a_hand_everything_but_what_the_finisher_put_down() -> None:
    # The finisher's twelve cards and the one drawn at last: 8 twos and 5 threes at the least.
    assert found(0, 849, 0 + 2, ruleset="rommee", options={"knocking": True}) == ["not_in_deck_together"]
    assert found(0, 847, 2, ruleset="rommee", options={"knocking": True}) == []
    assert found(0, 850, 2, ruleset="rommee", options={"knocking": True}) == ["points_too_high"]
    assert found(0, 2, 847, ruleset="rommee", handromme=True, options={"knocking": True}) == []


# Contract: claims add cards in every round, what the finisher put down is missing


def test_kartenverteilung_what_the_finisher_was_dealt_is_in_no_hand() -> None:
    # 105 cards count 807; ten cards and the one drawn at last count 25 at the least, twelve and one 31.
    for number in (1, 4):
        assert found(0, 400, 382, ruleset="contract", options={}, round_number=number) == []
        assert found(0, 400, 383, ruleset="contract", options={}, round_number=number) == ["not_in_deck_together"]
    for number in (5, 7):
        assert found(0, 400, 376, ruleset="contract", options={}, round_number=number) == []
        assert found(0, 400, 377, ruleset="contract", options={}, round_number=number) == ["not_in_deck_together"]


def test_kontrakte_without_a_round_any_of_the_seven_may_be_meant() -> None:
    assert found(0, 400, 382, ruleset="contract", options={}) == []
    assert found(0, 400, 383, ruleset="contract", options={}) == ["not_in_deck_together"]


def test_kontrakte_the_number_of_a_game_is_that_of_its_round() -> None:
    assert found(0, 400, 382, ruleset="contract", options={}, game=4) == []
    assert found(0, 400, 382, ruleset="contract", options={}, game=5) == ["not_in_deck_together"]
    assert found(0, 400, 382, ruleset="contract", options={}, game=5, round_number=4) == []
    assert found(0, 400, 382, ruleset="contract", options={}, game=8) == []  # no round: any
    assert found(0, 195, 133, game=4) == []  # without rounds the number of the game does not matter


@pytest.mark.parametrize("number", range(1, 8))
def test_spielablauf_claims_allow_any_number_of_cards_in_every_round(number: int) -> None:
    assert found(0, *range(2, 8), ruleset="contract", options={}, round_number=number) == []
    assert found(0, 14, 150, 300, ruleset="contract", options={}, round_number=number) == []


def test_spielkarten_from_five_players_there_are_three_packs() -> None:
    assert found(0, 250, 250, 250, 250, ruleset="contract", options={}) == []
    # 158 cards count 1218; eleven twos are the least that the finisher put down.
    assert found(0, 300, 300, 300, 296, ruleset="contract", options={}, round_number=1) == []
    assert found(0, 300, 300, 300, 297, ruleset="contract", options={}, round_number=1) == ["not_in_deck_together"]


def test_variationen_jokers_by_players_add_to_the_pack() -> None:
    row = (0, 400, 397)
    assert found(*row, ruleset="contract", options={}) == ["not_in_deck_together"]
    assert found(*row, ruleset="contract", options={"jokers_by_players": True}) == []
    assert found(*row, ruleset="contract", options={"jokers_by_players": True}, round_number=5) != []
    assert found(0, 400, 367, ruleset="contract", options={"no_jokers": True}) == []
    assert found(0, 400, 368, ruleset="contract", options={"no_jokers": True}) == ["not_in_deck_together"]


def test_variationen_a_joker_may_count_25_if_that_was_agreed_upon() -> None:
    assert found(0, 400, 392, ruleset="contract", options={}) != []
    assert found(0, 400, 392, ruleset="contract", options={"joker_25": True}) == []
    assert found(0, 400, 392, ruleset="contract") == []


# Classic: a game that ends by announcing


def test_abweichungen_who_announces_has_at_most_seven_points_left_or_the_number_agreed_upon() -> None:
    assert found(7, 60, 40, ruleset="classic", options={"without_laying_out": True}) == []
    assert found(2, 60, 40, ruleset="classic", options={"without_laying_out": True}) == []
    assert found(8, 60, 40, ruleset="classic", options={"without_laying_out": True}) == ["finisher_has_points"]
    assert found(10, 60, 40, ruleset="classic", options={"without_laying_out": 10}) == []
    assert found(11, 60, 40, ruleset="classic", options={"without_laying_out": 10}) == ["finisher_has_points"]
    assert found(1, 60, 40, ruleset="classic", options={"without_laying_out": True}) == ["points_too_low"]


def test_abweichungen_without_that_option_who_wins_has_nothing_left() -> None:
    assert found(7, 60, 40, ruleset="classic", options={}) == ["finisher_has_points"]
    # In a list the winner loses no points, under any agreement.
    assert found(7, 60, 40, ruleset="classic") == ["finisher_has_points"]


def test_abweichungen_after_an_announcement_others_may_hold_less_or_nothing() -> None:
    assert found(7, 2, 0, ruleset="classic", options={"without_laying_out": True}) == []
    assert found(0, 0, 60, ruleset="classic", options={"without_laying_out": True}) == []
    assert found(0, 0, 60, ruleset="classic") == []
    assert found(0, 0, 60, ruleset="classic", options={}) == ["points_too_low"]


def test_abweichungen_after_an_announcement_nobody_holds_more_than_eleven_cards() -> None:
    assert found(0, 138, 40, ruleset="classic", options={"without_laying_out": True}) == []
    assert found(0, 139, 40, ruleset="classic", options={"without_laying_out": True}) == ["points_too_high"]
    assert found(0, 106, 40, ruleset="classic", options={"without_laying_out": True, "simple": True}) == []
    assert found(0, 107, 40, ruleset="classic", options={"without_laying_out": True, "simple": True}) != []


def test_abweichungen_a_hand_of_one_suit_changes_no_other_hand() -> None:
    assert found(0, 128, 60, ruleset="classic", options={"one_suit": True}) == []
    assert found(0, 129, 60, ruleset="classic", options={"one_suit": True}) == ["points_too_high"]


def test_spielregeln_ten_players_hold_nearly_all_of_the_pack() -> None:
    # Nine hands of ten cards, and eleven that the tenth player put down.
    assert found(0, *[80] * 9, ruleset="classic", options={}) == []
    assert found(0, *[87] * 9, ruleset="classic", options={}) == ["not_in_deck_together"]


# Against brute force


def brute_force(supply: Supply, sizes: frozenset[int], points: tuple[int, ...]) -> bool:
    """Deal real, distinct cards: each hand is every set of cards that counts its points, one hand after another."""
    pack = [value for value, number in supply.cards for _ in range(number)]

    @cache
    def deal(left: frozenset[int], hands: tuple[int, ...]) -> bool:
        if not hands:
            return len(left) >= supply.outside
        return any(
            deal(left - frozenset(chosen), hands[1:])
            for size in sizes
            for chosen in combinations(sorted(left), size)
            if sum(pack[card] for card in chosen) == hands[0]
        )

    return deal(frozenset(range(len(pack))), points)


@st.composite
def small_supplies(draw: st.DrawFn) -> Supply:
    values = draw(
        st.lists(st.integers(1, 12), min_size=1, max_size=5, unique=True).map(lambda v: sorted(v, reverse=True))
    )
    numbers = [draw(st.integers(1, 3)) for _ in values]
    while sum(numbers) > 9:
        numbers[numbers.index(max(numbers))] -= 1
    return Supply(tuple(zip(values, numbers, strict=True)))


@settings(max_examples=400, deadline=None)
@given(
    supply=small_supplies(),
    sizes=st.frozensets(st.integers(1, 5), min_size=1, max_size=4),
    data=st.data(),
)
def test_the_verdict_is_that_of_every_division_tried(
    supply: Supply, sizes: frozenset[int], data: st.DataObject
) -> None:
    likely = sorted(hand_sums(supply, sizes)) or [1]
    hands = data.draw(st.lists(st.sampled_from(likely) | st.integers(1, 30), min_size=1, max_size=4).map(tuple))
    assert possible_together(supply, sizes, hands) == brute_force(supply, sizes, hands)


@settings(max_examples=200, deadline=None)
@given(supply=small_supplies(), outside=st.integers(1, 4), data=st.data())
def test_hands_that_leave_enough_cards_outside_are_never_refused(
    supply: Supply, outside: int, data: st.DataObject
) -> None:
    supply, sizes = replace(supply, outside=outside), frozenset(range(1, supply.size + 1))
    likely = sorted(hand_sums(supply, sizes)) or [1]
    hands = data.draw(st.lists(st.sampled_from(likely), min_size=1, max_size=3).map(tuple))
    if brute_force(supply, sizes, hands):
        assert possible_together(supply, sizes, hands)
    if sum(hands) > supply.points:
        assert not brute_force(supply, sizes, hands)


@settings(max_examples=150, deadline=None)
@given(cards=st.permutations([v for v, n in TWO_PACKS.cards for _ in range(n)]), data=st.data())
def test_hands_that_were_dealt_are_possible(cards: list[int], data: st.DataObject) -> None:
    sizes = data.draw(st.lists(st.sampled_from(sorted(ANY_GAME)), min_size=1, max_size=3))
    ends = [sum(sizes[: i + 1]) for i in range(len(sizes))]
    hands = [sum(cards[end - size : end]) for end, size in zip(ends, sizes, strict=True)]
    assert possible_together(TWO_PACKS, ANY_GAME, hands)


@settings(max_examples=150, deadline=None)
@given(hands=st.lists(st.integers(2, 197), min_size=2, max_size=3), jokers=st.integers(0, 5), handromme=st.booleans())
def test_more_cards_and_fewer_hands_never_turn_possible_into_impossible(
    hands: list[int], jokers: int, handromme: bool
) -> None:
    sizes = HANDROMME if handromme else ANY_GAME
    if possible_together(supply_of(2, jokers=jokers, joker=20, ace=11), sizes, hands):
        assert possible_together(TWO_PACKS, sizes, hands)
        assert possible_together(TWO_PACKS, sizes, hands[1:])
        assert possible_together(TWO_PACKS, sizes, hands[::-1])


WIDTH = 200  # more than a hand counts


@cache
def pairs_by_size() -> dict[tuple[int, int], int]:
    """By the numbers of cards of two hands: all pairs of points that the two packs give together, as bits.

    Bit ``first * WIDTH + second``; every way to give each value's cards, no bound, no search.
    """
    pairs = {(0, 0): 1}
    for value, number in TWO_PACKS.cards:
        more: dict[tuple[int, int], int] = {}
        for (first, second), bits in pairs.items():
            for one in range(min(number, 13 - first) + 1):
                for two in range(min(number - one, 13 - second) + 1):
                    key = (first + one, second + two)
                    more[key] = more.get(key, 0) | bits << value * (one * WIDTH + two)
        pairs = more
    return pairs


@pytest.mark.parametrize(("sizes", "least"), [(ANY_GAME, 2), (HANDROMME, 31)])
def test_every_pair_of_hands_is_judged_as_in_the_table_of_all_pairs(sizes: frozenset[int], least: int) -> None:
    table = 0
    for (first, second), bits in pairs_by_size().items():
        if first in sizes and second in sizes:
            table |= bits
    wrong = [
        (first, second)
        for first in range(least, 198)
        for second in range(least, first + 1)
        if possible_together(TWO_PACKS, sizes, (first, second)) != bool(table >> (first * WIDTH + second) & 1)
    ]
    assert wrong == []
