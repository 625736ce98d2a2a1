"""Melds under the Romméordnung, paragraph by paragraph and example by example."""

from __future__ import annotations

import pytest

from tests.core.rules.written import meld, refused, rules, said

ROMMEORDNUNG = rules("rommeordnung")
FULL = "2{0} 3{0} 4{0} 5{0} 6{0} 7{0} 8{0} 9{0} 10{0} J{0} Q{0} K{0}"


# Part III, the examples


@pytest.mark.parametrize("suit", "CSHD")
def test_iii_1_the_full_run_from_the_ace_down_counts_the_ace_11(suit: str) -> None:
    upward = FULL.format(suit) + f" A{suit}"
    downward = " ".join(reversed(upward.split()))
    assert said(downward, ROMMEORDNUNG) == f"run 95: {downward}"
    assert said(upward, ROMMEORDNUNG) == f"run 95: {upward}"


def test_iii_2_after_king_and_ace_the_two_goes_on_and_the_ace_counts_11() -> None:
    assert said("KH AH 2H", ROMMEORDNUNG) == "run 23: KH AH 2H"
    assert said("KH AH 2H 3H", ROMMEORDNUNG) == "run 26: KH AH 2H 3H"


@pytest.mark.parametrize("suit", "CSHD")
def test_iii_3_the_full_run_from_the_ace_up_counts_the_ace_1(suit: str) -> None:
    upward = f"A{suit} " + FULL.format(suit)
    assert said(upward, ROMMEORDNUNG) == f"run 85: {upward}"


def test_iii_4_three_or_four_aces_of_different_suits_are_a_set() -> None:
    assert said("AC AS AH", ROMMEORDNUNG) == "set 33: AC AS AH"
    assert said("AC AS AH AD", ROMMEORDNUNG) == "set 44: AC AS AH AD"


def test_iii_5_jokers_apart_stand_for_king_and_jack() -> None:
    assert said("AH * QH *", ROMMEORDNUNG) == "run 41: AH *KH QH *JH"


def test_iii_5_two_jokers_side_by_side_are_not_possible() -> None:
    assert said("AH * * JH", ROMMEORDNUNG) == "jokers_adjacent § 4.4.1"


def test_iii_5_jokers_do_not_prevail() -> None:
    assert "jokers_prevail III.5" in said("* AH *", ROMMEORDNUNG)


# § 4.2: values of cards


@pytest.mark.parametrize(
    ("cards", "points"),
    [
        ("AH 2H 3H", 6),
        ("3H 2H AH", 6),
        ("* 2H 3H", 6),
        ("AH * 3H", 6),
        ("QH KH AH", 31),
        ("QH KH *", 31),
        ("KH * 2H", 23),
        ("2S 3S 4S", 9),
        ("10S JS QS KS", 40),
        ("7H 7S *", 21),
        ("AH AS *", 33),
    ],
)
def test_4_2_a_meld_counts_its_cards_and_a_joker_the_card_it_stands_for(cards: str, points: int) -> None:
    assert meld(cards, ROMMEORDNUNG).points == points


# § 4.3.1: runs


def test_4_3_1_a_run_has_three_neighbours_of_one_suit() -> None:
    assert said("5H 6H 7H", ROMMEORDNUNG) == "run 18: 5H 6H 7H"


def test_4_3_1_two_cards_are_too_few() -> None:
    assert said("5H 6H", ROMMEORDNUNG) == "meld_too_short § 4.3"


def test_4_3_1_a_gap_is_named_by_the_cards_next_to_it() -> None:
    judged = meld("5H 6H 8H", ROMMEORDNUNG)
    assert refused(judged.violations) == "gap § 4.3.1"
    assert dict(judged.violations[0].params) == {"before": "6H", "after": "8H"}


def test_4_3_1_suits_may_not_differ() -> None:
    assert said("7H 8S 9H", ROMMEORDNUNG) == "suits_differ § 4.3.1"


def test_4_3_1_no_rank_comes_twice() -> None:
    once_round = "QH KH AH 2H 3H 4H 5H 6H 7H 8H 9H 10H JH QH"
    assert said(once_round, ROMMEORDNUNG) == "run_too_long § 4.3.1, card_twice § 6.7"


def test_4_3_1_a_run_may_be_written_downward() -> None:
    assert said("JH * 9H", ROMMEORDNUNG) == "run 29: JH *10H 9H"


def test_a_run_without_jokers_in_no_order_is_put_in_order_where_there_is_one_way() -> None:
    assert said("7H 5H 6H", ROMMEORDNUNG) == "run 18: 5H 6H 7H"
    assert said("2H KH AH", ROMMEORDNUNG) == "run 23: KH AH 2H"


def test_all_thirteen_ranks_in_no_order_could_begin_anywhere() -> None:
    shuffled = "2H 4H 3H 5H 6H 7H 8H 9H 10H JH QH KH AH"
    assert said(shuffled, ROMMEORDNUNG) == "order_unclear § 4.3.1"


def test_a_run_with_a_joker_in_no_order_is_refused() -> None:
    assert said("9H * 7H 8H", ROMMEORDNUNG) == "order_unclear § 4.3.1"


def test_what_is_wrong_in_any_order_is_named_besides() -> None:
    assert said("5H 9H 7H *", ROMMEORDNUNG) == "order_unclear § 4.3.1, gap § 4.3.1"
    assert said("9H 5H * 9H", ROMMEORDNUNG) == "card_twice § 6.7, order_unclear § 4.3.1, gap § 4.3.1"
    assert said("9H 5S * 7H", ROMMEORDNUNG) == "suits_differ § 4.3.1, order_unclear § 4.3.1"


def test_a_joker_between_two_neighbours_has_no_place() -> None:
    assert said("8H * 9H", ROMMEORDNUNG) == "joker_without_place § 4.3.1"


def test_a_joker_that_says_something_else_than_its_place_is_refused() -> None:
    judged = meld("9H *QH JH", ROMMEORDNUNG)
    assert refused(judged.violations) == "joker_misnamed § 4.4"
    assert dict(judged.violations[0].params) == {"named": "*QH", "place": "10H"}


# § 4.3.2: sets


def test_4_3_2_no_suit_comes_twice_in_a_set() -> None:
    assert said("7H 7S 7H", ROMMEORDNUNG) == "suit_twice § 4.3.2"


def test_4_3_2_a_set_has_four_cards_at_most() -> None:
    assert said("7H 7S 7C 7D *", ROMMEORDNUNG) == "set_too_long § 4.3.2"


def test_4_3_2_ranks_may_not_differ() -> None:
    assert said("7H 7S 8D", ROMMEORDNUNG) == "ranks_differ § 4.3.2"


# § 4.4: jokers


def test_4_4_2_a_set_has_one_joker_with_two_or_three_cards() -> None:
    assert said("7H 7S *", ROMMEORDNUNG) == "set 21: 7H 7S *"
    assert said("7H 7S 7C *", ROMMEORDNUNG) == "set 28: 7H 7S 7C *"
    assert said("7H 7S * *", ROMMEORDNUNG) == "too_many_jokers § 4.4.2"


def test_4_4_2_in_a_set_a_joker_has_no_suit_and_its_name_is_ignored() -> None:
    assert said("7H 7S *7H", ROMMEORDNUNG) == "set 21: 7H 7S *"


def test_one_card_with_two_jokers_is_refused_as_set_and_as_run() -> None:
    assert said("7H * *", ROMMEORDNUNG) == "too_many_jokers § 4.4.2, jokers_adjacent § 4.4.1, jokers_prevail III.5"


def test_jokers_alone_are_no_meld() -> None:
    assert said("* * *", ROMMEORDNUNG) == "no_natural_card III.5"


# § 6.7: wrong laying-out


def test_6_7_a_card_twice_is_no_run() -> None:
    assert said("5H 5H 6H", ROMMEORDNUNG) == "card_twice § 6.7"


def test_every_violation_is_reported_together() -> None:
    found = said("5H * * 8S", ROMMEORDNUNG)
    assert found == "jokers_adjacent § 4.4.1, suits_differ § 4.3.1"


def test_no_cards_are_no_meld() -> None:
    assert said("", ROMMEORDNUNG) == "meld_empty"
