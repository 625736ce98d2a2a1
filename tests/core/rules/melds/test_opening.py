"""The first laying-out, by paragraph and heading."""

from __future__ import annotations

import pytest

from tests.core.rules.written import opened, rules

ROMMEORDNUNG, CLASSIC, ROMMEE = rules("rommeordnung"), rules("classic"), rules("rommee")
TREPPENROMME, CONTRACT = rules("treppenromme"), rules("contract")
ROUNDS = range(1, 8)
SETS = ("4C 4S 4H", "6C 6S 6H", "9C 9S 9H")
RUNS = ("2C 3C 4C 5C", "9H 10H JH QH", "5S 6S 7S 8S")
CONTRACTS = {1: (2, 0), 2: (1, 1), 3: (0, 2), 4: (3, 0), 5: (2, 1), 6: (1, 2), 7: (0, 3)}


# § 6.3


def test_6_3_all_melds_together_reach_40() -> None:
    assert opened("10H 10S 10D", "2C 3C 4C", ruleset=ROMMEORDNUNG) == "opening_too_low § 6.3"
    assert opened("10H 10S 10D", "AC 2C 3C 4C", ruleset=ROMMEORDNUNG) == "40"
    assert opened("10H JH QH KH", ruleset=ROMMEORDNUNG) == "40"


def test_6_3_three_cards_are_worth_33_at_most_and_do_not_open() -> None:
    assert opened("AC AS AH", ruleset=ROMMEORDNUNG) == "opening_too_low § 6.3"


def test_6_3_thirteen_cards_in_own_melds_are_free_of_the_40() -> None:
    thirteen = ("2C 3C 4C 5C", "2S 3S 4S", "2H 3H 4H", "AD 2D 3D")
    assert opened(*thirteen, hand="KH", ruleset=ROMMEORDNUNG) == "38"
    assert opened(*thirteen, hand="", ruleset=ROMMEORDNUNG) == "no_discard § 8.1, opening_too_low § 6.3"
    assert opened(*thirteen, hand="KH QH", ruleset=ROMMEORDNUNG) == "too_many_held § 5.7, opening_too_low § 6.3"
    assert opened(*thirteen[:3], hand="KH", ruleset=ROMMEORDNUNG) == "opening_too_low § 6.3"


def test_8_1_the_last_card_must_be_discarded() -> None:
    assert opened("10H JH QH KH", hand="", ruleset=ROMMEORDNUNG) == "no_discard § 8.1"


def test_a_hand_that_is_not_told_is_not_judged() -> None:
    assert opened("10H JH QH KH", hand=None, ruleset=ROMMEORDNUNG) == "40"


ALL = ("10H JH QH KH", "2C 3C 4C", "2S 3S 4S", "AD 2D 3D 4D")


def test_8_1_all_fourteen_cards_are_never_laid_even_where_the_hand_is_not_told() -> None:
    assert opened(*ALL, hand=None, ruleset=ROMMEORDNUNG) == "no_discard § 8.1"
    assert opened(*ALL[:3], "AD 2D 3D", hand=None, ruleset=ROMMEORDNUNG) == "64"


def test_5_7_nobody_lays_more_cards_than_anybody_holds() -> None:
    assert opened(*ALL[:3], "AD 2D 3D 4D 5D", hand=None, ruleset=ROMMEORDNUNG) == "too_many_held § 5.7"
    assert opened(*ALL, hand="KC", ruleset=ROMMEORDNUNG) == "too_many_held § 5.7"


def test_das_auslegen_all_thirteen_cards_are_never_laid_where_nobody_knocks() -> None:
    thirteen = (*ALL[:3], "AD 2D 3D")
    assert opened(*thirteen, hand=None, ruleset=ROMMEE) == "no_discard Das Auslegen"
    assert opened(*ALL, hand=None, ruleset=ROMMEE) == "too_many_held Rommee"
    assert opened(*ALL, hand=None, ruleset=rules("rommee", knocking=True)) == "68"  # knocking made the hand larger


def test_spielregeln_eleven_cards_may_be_laid_and_no_more_unless_several_were_taken() -> None:
    eleven = (*ALL[:2], "2S 3S 4S 5S")
    assert opened(*eleven, hand="", ruleset=CLASSIC) == "63"
    assert opened(*ALL, hand="", ruleset=CLASSIC) == "too_many_held Spielregeln"
    assert opened(*ALL, hand="", ruleset=rules("classic", take_many=True)) == "68"
    assert opened(*ALL[:2], "KC KS KH", hand="", ruleset=rules("classic", simple=True)) == "too_many_held Spielregeln"


def test_wrong_melds_are_told_with_all_their_violations() -> None:
    found = opened("7H 7S 7H", "5H * * 8S", hand="", ruleset=ROMMEORDNUNG)
    assert found == "suit_twice § 4.3.2, jokers_adjacent § 4.4.1, suits_differ § 4.3.1, no_discard § 8.1"


def test_nothing_laid_is_no_opening() -> None:
    assert opened(ruleset=ROMMEORDNUNG) == "no_meld § 6.3"


# classic, rommee, treppenromme


def test_spielregeln_the_examples_open() -> None:
    assert opened("3S 4S 5S", "JC JS JH", ruleset=CLASSIC) == "42"
    assert opened("AC AS *AH", "3H 4H 5H", ruleset=CLASSIC) == "45"


def test_spielregeln_all_cards_may_be_gone_without_a_discard() -> None:
    assert opened("10H JH QH KH", hand="", ruleset=CLASSIC) == "40"


def test_abweichungen_the_simple_game_has_no_minimum() -> None:
    assert opened("2H 3H 4H", ruleset=CLASSIC) == "opening_too_low Spielregeln"
    assert opened("2H 3H 4H", ruleset=rules("classic", simple=True)) == "9"


def test_das_auslegen_one_meld_alone_reaches_30_and_further_ones_are_free() -> None:
    assert opened("9H 9S 9D", "2C 3C 4C", ruleset=ROMMEE) == "opening_too_low Das Auslegen"
    assert opened("10H 10S 10D", "2C 3C 4C", ruleset=ROMMEE) == "39"


def test_das_auslegen_the_minimum_can_be_40() -> None:
    assert opened("10H 10S 10D", ruleset=rules("rommee", minimum=40)) == "opening_too_low Das Auslegen"
    assert opened("10H 10S 10D 10C", ruleset=rules("rommee", minimum=40)) == "40"


def test_das_auslegen_handromme_is_not_exempt() -> None:
    twelve = ("2C 3C 4C", "2S 3S 4S", "2H 3H 4H", "2D 3D 4D")
    assert opened(*twelve, hand="KH", ruleset=ROMMEE) == "opening_too_low Das Auslegen"


def test_das_anschreiben_nothing_is_asked_of_the_first_meld() -> None:
    assert opened("AH 2H 3H", hand="", ruleset=TREPPENROMME) == "6"


# Kontrakte of contract


@pytest.mark.parametrize("round_number", ROUNDS)
def test_kontrakte_each_round_takes_exactly_its_sets_and_runs(round_number: int) -> None:
    for sets in range(4):
        for runs in range(4):
            if sets + runs == 0:
                continue
            found = opened(*SETS[:sets], *RUNS[:runs], ruleset=CONTRACT, round_number=round_number)
            assert (found == "None") == ((sets, runs) == CONTRACTS[round_number]), (sets, runs, found)


@pytest.mark.parametrize("round_number", range(1, 7))
def test_spielablauf_no_card_more_than_the_contract_has(round_number: int) -> None:
    sets, runs = CONTRACTS[round_number]
    if sets:
        melds = ("4C 4S 4H 4D", *SETS[1:sets], *RUNS[:runs])
        assert opened(*melds, ruleset=CONTRACT, round_number=round_number).startswith("meld_not_exact")
    if runs:
        melds = (*SETS[:sets], "2C 3C 4C 5C 6C", *RUNS[1:runs])
        assert opened(*melds, ruleset=CONTRACT, round_number=round_number).startswith("meld_not_exact")


def test_spielablauf_the_example_of_a_run_of_five_in_round_2() -> None:
    assert "meld_not_exact" in opened("4C 4S 4H", "9H 10H JH QH KH", ruleset=CONTRACT, round_number=2)
    assert opened("4C 4S 4H", "9H 10H JH QH", hand="KH 2C", ruleset=CONTRACT, round_number=2) == "None"


def test_runde_7_longer_runs_and_going_out_without_a_discard() -> None:
    melds = ("2C 3C 4C 5C 6C", *RUNS[1:])
    assert opened(*melds, hand="", ruleset=CONTRACT, round_number=7) == "None"


def test_ende_einer_runde_before_round_7_one_card_is_discarded() -> None:
    assert opened(*SETS[:2], hand="", ruleset=CONTRACT, round_number=1) == "no_discard Ende einer Runde - Aus gehen"


def test_spielablauf_two_runs_of_one_suit_may_not_follow_on_each_other() -> None:
    refused = "runs_follow_on Spielablauf bei Contract Rummy/Rommé"
    assert opened("3S 4S 5S 6S", "7S 8S 9S 10S", ruleset=CONTRACT, round_number=3) == refused
    assert opened("10S 9S 8S 7S", "3S 4S 5S 6S", ruleset=CONTRACT, round_number=3) == refused
    assert opened("3S 4S 5S 6S", "7H 8H 9H 10H", ruleset=CONTRACT, round_number=3) == "None"


def test_spielablauf_overlapping_runs_or_runs_apart_are_fine() -> None:
    assert opened("3S 4S 5S 6S", "5S 6S 7S 8S", ruleset=CONTRACT, round_number=3) == "None"
    assert opened("3S 4S 5S 6S", "8S 9S 10S JS", ruleset=CONTRACT, round_number=3) == "None"


def test_variationen_a_free_contract_may_have_more_cards_and_consecutive_runs() -> None:
    free = rules("contract", free_contract=True)
    assert opened("4C 4S 4H 4D", "6C 6S 6H", ruleset=free, round_number=1) == "None"
    assert opened("3S 4S 5S 6S", "7S 8S 9S 10S", ruleset=free, round_number=3) == "None"


def test_a_contract_needs_the_number_of_the_round() -> None:
    with pytest.raises(ValueError, match="round"):
        opened(*SETS[:2], ruleset=CONTRACT, round_number=8)
