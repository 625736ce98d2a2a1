"""Laying off and taking a joker, by paragraph and heading."""

from __future__ import annotations

import pytest

from romme_turnier.core.rules.melds.lay_off import End, lay_off
from romme_turnier.core.rules.system.cards import format_cards
from tests.core.rules.written import cards, joker_taken, laid_off, refused, rules

ROMMEORDNUNG, CLASSIC, ROMMEE = rules("rommeordnung"), rules("classic"), rules("rommee")
TREPPENROMME, CONTRACT = rules("treppenromme"), rules("contract")
SPIELABLAUF = "Spielablauf bei Contract Rummy/Rommé"


# Romméordnung: § 6.6, § 6.11, III.5 to 7


def test_iii_7_four_and_five_of_hearts_at_ace_two_three() -> None:
    assert laid_off("AH 2H 3H", "5H 4H", ROMMEORDNUNG) == "AH 2H 3H 4H 5H"


def test_6_6_cards_fit_at_both_ends_in_any_order() -> None:
    assert laid_off("5H 6H 7H", "8H 4H 9H", ROMMEORDNUNG) == "4H 5H 6H 7H 8H 9H"


def test_a_run_that_lies_downward_goes_on_downward() -> None:
    assert laid_off("7H 6H 5H", "8H 4H", ROMMEORDNUNG) == "8H 7H 6H 5H 4H"


@pytest.mark.parametrize(
    ("lying", "added", "end", "expected"),
    [
        ("5H 6H 7H", "*", End.FRONT, "*4H 5H 6H 7H"),
        ("5H 6H 7H", "*", End.BACK, "5H 6H 7H *8H"),
        ("7H 6H 5H", "*", End.FRONT, "*8H 7H 6H 5H"),
        ("7H 6H 5H", "*", End.BACK, "7H 6H 5H *4H"),
        ("5H 6H 7H", "* 3H", End.FRONT, "3H *4H 5H 6H 7H"),
        ("5H 6H 7H", "8H", End.FRONT, "does_not_fit § 6.6"),
        ("5H 6H 7H", "4H 8H", End.BACK, "does_not_fit § 6.6"),
        ("7H 7S 7C", "7D", End.FRONT, "7H 7S 7C 7D"),
    ],
)
def test_kommandos_front_and_back_are_those_of_the_meld_as_it_lies(
    lying: str, added: str, end: End, expected: str
) -> None:
    laid = lay_off(cards(lying, ROMMEORDNUNG), cards(added, ROMMEORDNUNG), ROMMEORDNUNG, end)
    assert (format_cards(laid.cards) if laid.valid else refused(laid.violations)) == expected


def test_6_6_what_has_no_place_is_named() -> None:
    assert laid_off("5H 6H 7H", "9H", ROMMEORDNUNG) == "does_not_fit § 6.6"
    assert laid_off("5H 6H 7H", "8H 8S", ROMMEORDNUNG) == "does_not_fit § 6.6"
    assert laid_off("5H 6H 7H", "6H", ROMMEORDNUNG) == "does_not_fit § 6.6"
    assert laid_off("7H 7S 7C", "8D", ROMMEORDNUNG).startswith("does_not_fit § 6.6")


def test_4_3_1_a_run_goes_on_round_the_corner_up_to_thirteen_cards() -> None:
    assert laid_off("QH KH AH", "2H", ROMMEORDNUNG) == "QH KH AH 2H"
    full = "2H 3H 4H 5H 6H 7H 8H 9H 10H JH QH KH"
    assert laid_off(full, "AH", ROMMEORDNUNG) == full + " AH"
    assert "run_too_long" in laid_off(full + " AH", "2H", ROMMEORDNUNG)


def test_iii_5_a_joker_is_laid_off_at_any_card_at_the_upper_end_first() -> None:
    assert laid_off("5H 6H 7H", "*", ROMMEORDNUNG) == "5H 6H 7H *8H"
    assert laid_off("5H 6H *", "*", ROMMEORDNUNG) == "*4H 5H 6H *7H"
    assert laid_off("5H 6H 7H", "*4H", ROMMEORDNUNG) == "*4H 5H 6H 7H"


def test_4_4_1_jokers_may_not_come_to_lie_side_by_side() -> None:
    assert "jokers_adjacent § 4.4.1" in laid_off("5H 6H 7H *", "* 10H", ROMMEORDNUNG)


def test_iii_6_the_third_card_is_laid_next_to_the_joker_of_a_set() -> None:
    assert laid_off("7H 7S *", "7C", ROMMEORDNUNG) == "7H 7S * 7C"
    assert joker_taken("7H 7S *", "7C", ROMMEORDNUNG) == "fourth_card_missing § 6.11"


def test_iii_6_the_fourth_card_takes_the_joker_of_a_set() -> None:
    assert joker_taken("7H 7S 7C *", "7D", ROMMEORDNUNG) == "7H 7S 7C 7D"
    assert laid_off("7H 7S 7C *", "7D", ROMMEORDNUNG) == "set_too_long § 4.3.2"
    assert joker_taken("7H 7S 7C *", "7H", ROMMEORDNUNG) == "no_joker_for_card § 6.11"


def test_6_11_the_card_that_a_joker_stands_for_takes_it_from_a_run() -> None:
    assert joker_taken("9H * JH", "10H", ROMMEORDNUNG) == "9H 10H JH"
    assert joker_taken("AH * QH *", "JH", ROMMEORDNUNG) == "AH *KH QH JH"
    assert joker_taken("9H * JH", "10S", ROMMEORDNUNG) == "no_joker_for_card § 6.11"
    assert joker_taken("9H 10H JH", "10H", ROMMEORDNUNG) == "no_joker_for_card § 6.11"


def test_6_11_a_joker_takes_no_joker() -> None:
    assert joker_taken("9H * JH", "*", ROMMEORDNUNG) == "joker_takes_nothing § 6.11"


def test_what_is_no_meld_is_told_first() -> None:
    assert laid_off("7H 7S 7H", "7C", ROMMEORDNUNG) == "suit_twice § 4.3.2"
    assert joker_taken("7H * *", "8H", ROMMEORDNUNG).startswith("too_many_jokers")


def test_no_card_is_not_laid_off() -> None:
    assert laid_off("5H 6H 7H", "", ROMMEORDNUNG) == "nothing_to_lay_off"


# Spielregeln of classic


def test_spielregeln_two_or_six_of_spades_and_the_fourth_jack() -> None:
    assert laid_off("3S 4S 5S", "2S", CLASSIC) == "2S 3S 4S 5S"
    assert laid_off("3S 4S 5S", "6S", CLASSIC) == "3S 4S 5S 6S"
    assert laid_off("JC JS JH", "JD", CLASSIC) == "JC JS JH JD"


def test_spielregeln_a_joker_only_with_a_card_that_continues_the_run() -> None:
    assert laid_off("3C 4C 5C 6C", "* 8C", CLASSIC) == "3C 4C 5C 6C *7C 8C"
    assert laid_off("3C 4C 5C 6C", "*", CLASSIC) == "joker_at_end Spielregeln"
    assert laid_off("3C 4C 5C 6C", "7C *", CLASSIC) == "joker_at_end Spielregeln"


def test_spielregeln_a_joker_is_not_laid_off_on_a_set() -> None:
    assert laid_off("JC JS JH", "*", CLASSIC) == "joker_on_set Spielregeln"


def test_spielregeln_nothing_lies_beyond_the_ace() -> None:
    assert laid_off("QH KH AH", "2H", CLASSIC) == "does_not_fit Spielregeln"


def test_spielregeln_the_suit_of_a_joker_in_a_set_must_be_given() -> None:
    assert joker_taken("AC AS *AH", "AH", CLASSIC) == "AC AS AH"
    assert joker_taken("AC AS *AH", "AD", CLASSIC) == "no_joker_for_card Spielregeln"
    assert joker_taken("7C * 7H", "7S", CLASSIC) == "7C 7S 7H"
    assert joker_taken("7H 7S *", "7C", CLASSIC) == "joker_unnamed Spielregeln"


# rommee


def test_kommandos_cards_go_to_the_front_or_the_back_but_not_both() -> None:
    assert laid_off("8* 9* 10*", "b*", ROMMEE) == "8H 9H 10H JH"
    assert laid_off("8* 9* 10*", "b* 7*", ROMMEE) == "both_ends_at_once Kommandos"


def test_das_auslegen_no_second_joker_comes_to_a_meld() -> None:
    assert "too_many_jokers" in laid_off("8H * 10H", "*", ROMMEE)


def test_a_joker_of_a_set_is_taken_by_the_card_it_was_named_for() -> None:
    assert joker_taken("8H 8S *8C", "8C", ROMMEE) == "8H 8S 8C"
    assert joker_taken("8H 8S *8C", "8D", ROMMEE) == "no_joker_for_card Das Auslegen"
    assert joker_taken("8H 8S *", "8C", ROMMEE) == "joker_unnamed Das Auslegen"
    assert joker_taken("8H 8S 8D *", "8C", ROMMEE) == "8H 8S 8D 8C"


# treppenromme: Das Anschreiben


@pytest.mark.parametrize(
    ("lying", "added", "points"),
    [
        ("8H 9H 10H", "JH", 10),
        ("4S 5S 6S", "7S", 7),
        ("10C 10S 10H", "10D", 10),
        ("JS QS KS", "AS 2S", 7),
        ("JS QS KS", "AS", 10),
        ("2S 3S 4S", "AS", 1),
        ("AC AS AH", "AD", 15),
        ("5H 6H 7H", "4H 8H", 12),
    ],
)
def test_das_anschreiben_cards_laid_off_count_in_their_final_places(lying: str, added: str, points: int) -> None:
    assert lay_off(cards(lying, TREPPENROMME), cards(added, TREPPENROMME), TREPPENROMME).points == points


# Spielablauf of contract


def test_spielablauf_examples_of_adding_to_set_and_run() -> None:
    assert laid_off("8C 8S 8H", "8S", CONTRACT) == "8C 8S 8H 8S"
    assert laid_off("5S 6S 7S 8S", "4S 9S", CONTRACT) == "4S 5S 6S 7S 8S 9S"
    assert laid_off("5S 6S 7S 8S", "10S 9S", CONTRACT) == "5S 6S 7S 8S 9S 10S"


def test_spielablauf_both_aces_at_the_longest_run() -> None:
    king_to_two = "2S 3S 4S 5S 6S 7S 8S 9S 10S JS QS KS"
    assert laid_off(king_to_two, "AS AS", CONTRACT) == f"AS {king_to_two} AS"


def test_jokertausch_any_natural_card_of_the_rank_takes_a_joker_of_a_set() -> None:
    assert joker_taken("8C * 8H", "8C", CONTRACT) == "8C 8C 8H"
    assert joker_taken("8C * 8H", "9C", CONTRACT) == f"no_joker_for_card {SPIELABLAUF}"


def test_jokertausch_the_card_it_stands_for_takes_a_joker_of_a_run() -> None:
    assert joker_taken("5S * 7S 8S", "6S", CONTRACT) == "5S 6S 7S 8S"
    assert joker_taken("5S * 7S 8S", "6H", CONTRACT) == f"no_joker_for_card {SPIELABLAUF}"
