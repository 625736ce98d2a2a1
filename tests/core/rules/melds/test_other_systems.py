"""Melds of the four other rule systems, by the headings of their sources."""

from __future__ import annotations

import pytest

from tests.core.rules.written import meld, refused, rules, said

CLASSIC, ROMMEE = rules("classic"), rules("rommee")
TREPPENROMME, CONTRACT = rules("treppenromme"), rules("contract")


# Spielregeln of classic


def test_spielregeln_a_run_ends_at_the_ace() -> None:
    assert said("QH KH AH", CLASSIC) == "run 31: QH KH AH"
    assert said("AH 2H 3H", CLASSIC) == "run 6: AH 2H 3H"
    assert said("KH AH 2H", CLASSIC) == "ace_in_middle Spielregeln"
    assert said("KH * 2H", CLASSIC) == "ace_in_middle Spielregeln"
    assert said("* AH 2H", CLASSIC) == "ace_in_middle Spielregeln"


def test_spielregeln_any_number_of_jokers_with_one_natural_card() -> None:
    assert said("7H * * 10H", CLASSIC) == "run 34: 7H *8H *9H 10H"
    assert said("* * *", CLASSIC) == "no_natural_card Spielregeln"


def test_one_natural_card_and_jokers_are_a_set_if_they_can() -> None:
    assert said("7H * *", CLASSIC) == "set 21: 7H * *"


def test_one_natural_card_and_jokers_too_many_for_a_set_are_a_run_upward() -> None:
    assert said("7H * * * *", CLASSIC) == "run 44: 7H *8H *9H *10H *JH"


def test_one_natural_card_and_jokers_are_a_run_downward_where_upward_there_is_no_room() -> None:
    assert said("QH * * * *", CLASSIC) == "run 47: QH *JH *10H *9H *8H"


def test_a_named_joker_overrides_that() -> None:
    assert said("7H *8H *", CLASSIC) == "run 24: 7H *8H *9H"
    assert said("7H *6H *", CLASSIC) == "run 18: 7H *6H *5H"


@pytest.mark.parametrize(
    ("laid", "read"),
    [
        ("7C * 7H", "7C *7S 7H"),
        ("7C 7S 7H *", "7C 7S 7H *7D"),
        ("* 7S 7H", "*7C 7S 7H"),
        ("7H 7S *7D", "7H 7S *7D"),
        ("7H 7S *", "7H 7S *"),
    ],
)
def test_spielregeln_name_or_place_in_the_order_of_suits_says_what_a_joker_is(laid: str, read: str) -> None:
    assert said(laid, CLASSIC).split(": ")[1] == read


def test_spielregeln_the_example_of_two_melds_counts_42() -> None:
    assert (meld("3S 4S 5S", CLASSIC).points, meld("JC JS JH", CLASSIC).points) == (12, 30)


def test_spielregeln_the_example_with_a_joker_counts_45() -> None:
    assert (meld("AC AS *AH", CLASSIC).points, meld("3H 4H 5H", CLASSIC).points) == (33, 12)


# rommee: Das Auslegen


def test_das_auslegen_examples_of_set_and_run() -> None:
    assert said("8* 8+ 8o", ROMMEE) == "set 24: 8H 8D 8S"
    assert said("8* 9* 10*", ROMMEE) == "run 27: 8H 9H 10H"
    assert said("8* 9* j b*", ROMMEE) == "run 37: 8H 9H *10H JH"


@pytest.mark.parametrize(
    ("cards", "points"), [("AS 2S 3S", 6), ("AS * 3S", 6), ("* AS 2S", 23), ("KS AS 2S", 23), ("QS KS AS", 31)]
)
def test_das_auslegen_the_ace_counts_1_next_to_a_two_without_a_king(cards: str, points: int) -> None:
    assert meld(cards, ROMMEE).points == points


def test_das_auslegen_the_ace_of_the_full_run_counts_11_as_there_is_a_king() -> None:
    assert meld("AS 2S 3S 4S 5S 6S 7S 8S 9S 10S JS QS KS", ROMMEE).points == 95


def test_das_auslegen_one_joker_in_a_set_and_in_a_run() -> None:
    assert said("8H * 10H *", ROMMEE) == "too_many_jokers Rommee"
    assert said("8H 8S * *", ROMMEE) == "too_many_jokers Rommee"


# treppenromme: Die Kombinationen


@pytest.mark.parametrize(
    ("cards", "points"),
    [
        ("6C 6S 6H 6D", 24),
        ("AC AS AH", 45),
        ("QH KH AH", 30),
        ("QH KH AH 2H", 27),
        ("AH 2H 3H", 6),
        ("5S 6S 7S 8S 9S", 35),
        ("6C 6S 6H", 18),
        ("QD KD AD 2D 3D", 30),
    ],
)
def test_die_kombinationen_worked_values(cards: str, points: int) -> None:
    assert meld(cards, TREPPENROMME).points == points


def test_die_karten_there_is_no_joker() -> None:
    assert said("5H * 7H", TREPPENROMME) == "too_many_jokers Die Karten"


# contract: Ziel von Contract Rummy/Rommé


def test_ziel_a_run_has_four_cards() -> None:
    assert said("9H 10H JH QH", CONTRACT) == "run None: 9H 10H JH QH"
    assert said("9H * JH", CONTRACT) == "meld_too_short Ziel von Contract Rummy/Rommé"


def test_ziel_suits_do_not_matter_in_a_set() -> None:
    assert said("KS KH KH", CONTRACT) == "set None: KS KH KH"


def test_spielablauf_the_longest_run_has_an_ace_at_both_ends() -> None:
    assert meld("AH 2H 3H 4H 5H 6H 7H 8H 9H 10H JH QH KH AH", CONTRACT).valid
    assert not meld("AH 2H 3H 4H 5H 6H 7H 8H 9H 10H JH QH KH AH 2H", CONTRACT).valid


def test_ziel_a_run_does_not_go_round_the_corner() -> None:
    assert said("QH KH AH 2H", CONTRACT) == "ace_in_middle Ziel von Contract Rummy/Rommé"


def test_spielablauf_a_set_has_as_many_cards_as_the_packs() -> None:
    assert meld(" ".join(["8S"] * 12), CONTRACT).valid
    assert not meld(" ".join(["8S"] * 13), CONTRACT).valid
    assert meld(" ".join(["8S"] * 8), rules("contract", players=4)).valid
    assert "set_too_long" in refused(meld(" ".join(["8S"] * 9), rules("contract", players=4)).violations)


def test_variationen_without_jokers_none_may_lie() -> None:
    assert said("8S 8H *", rules("contract", no_jokers=True)) == "too_many_jokers Contract Rummy Variationen"
