"""Allowed acts in a position, by paragraph of the Romméordnung."""

from __future__ import annotations

import pytest

from romme_turnier.core.rules.play import (
    Use,
    goes_back,
    is_rummy_hand,
    may_discard,
    may_draw,
    may_go_out,
    may_lay_off,
    may_lay_out,
    may_take,
    may_take_joker,
)
from romme_turnier.core.rules.system.cards import parse_card, parse_cards
from romme_turnier.core.rules.system.ruleset import RuleSet
from tests.core.rules.play.positions import (
    CLASSIC,
    CONTRACT,
    NOT_OPENED,
    OPENED,
    ROMMEE,
    ROMMEORDNUNG,
    TREPPENROMME,
    at,
    melds,
    said,
)

# § 6.1 Only the player in turn


def test_6_1_only_the_player_in_turn_draws_or_takes() -> None:
    position = at(CLASSIC, "2C", pile="9H", drawn=False)
    assert said(may_draw(position, 2)) == said(may_take(position, 2)) == "not_in_turn Spielregeln"
    assert said(may_draw(at(ROMMEORDNUNG, "2C", drawn=False), 3)) == "not_in_turn § 6.1"


def test_7_1_who_begins_with_a_card_more_draws_none() -> None:
    assert said(may_draw(at(ROMMEORDNUNG, "2C", number=1), 1)) == "already_drawn § 7.3"


def test_every_violation_is_named_at_once() -> None:
    position = at(ROMMEORDNUNG, "2C 3C", table=("5H 6H 7H",), drawn=False)
    expected = "not_drawn § 7.3, not_opened § 6.11, not_held, does_not_fit § 6.6"
    assert said(may_lay_off(position, 0, parse_cards("KS"))) == expected


# § 6.2


def test_6_2_handromme_when_nobody_has_laid_out_in_an_earlier_turn() -> None:
    assert is_rummy_hand(at(ROMMEORDNUNG, "2C"))
    assert is_rummy_hand(at(ROMMEORDNUNG, "2C", opened=(10, None, None)))
    assert not is_rummy_hand(at(ROMMEORDNUNG, "2C", opened=(10, 5, None)))
    assert not is_rummy_hand(at(ROMMEORDNUNG, "2C", opened=(7, None, None)))


def test_ausnahme_handromme_and_romme_hand_ask_only_for_the_finisher() -> None:
    for ruleset in (ROMMEE, TREPPENROMME):
        assert is_rummy_hand(at(ruleset, "2C", opened=(10, 5, None)))
        assert not is_rummy_hand(at(ruleset, "2C", opened=(7, None, None)))


@pytest.mark.parametrize("ruleset", [CLASSIC, CONTRACT], ids=lambda r: r.key)
def test_no_handromme_is_known_in_the_other_systems(ruleset: RuleSet) -> None:
    assert not is_rummy_hand(at(ruleset, "2C"))


# § 6.3


def test_6_3_the_first_laying_out_needs_40_and_later_ones_nothing() -> None:
    hand, low = "2C 3C 4C 4D", melds("2C 3C 4C")
    assert said(may_lay_out(at(ROMMEORDNUNG, hand), low)) == "opening_too_low § 6.3"
    assert said(may_lay_out(at(ROMMEORDNUNG, hand, opened=OPENED), low)) == ""
    assert said(may_lay_out(at(ROMMEORDNUNG, hand, opened=OPENED), melds("2C 3C 4D"))) == "suits_differ § 4.3.1"


def test_6_3_only_cards_of_the_hand_are_laid_out_and_after_drawing() -> None:
    position = at(ROMMEORDNUNG, "2C 3C KD", opened=OPENED, drawn=False)
    assert said(may_lay_out(position, melds("2C 3C 4C"))) == "not_drawn § 7.3, not_held"


# § 6.9, § 6.10, § 7.2


def test_6_9_no_card_that_fits_is_discarded_once_the_next_has_opened() -> None:
    position = at(ROMMEORDNUNG, "8H KS", table=("5H 6H 7H",), opened=NOT_OPENED)
    assert said(may_discard(position, parse_card("8H"))) == "fitting_card_discarded § 6.9"
    assert said(may_discard(position, parse_card("KS"))) == ""


def test_6_9_it_may_be_while_the_next_has_not_opened() -> None:
    position = at(ROMMEORDNUNG, "8H KS", table=("5H 6H 7H",), opened=(3, None, 5))
    assert said(may_discard(position, parse_card("8H"))) == ""


def test_6_9_a_card_that_only_fetches_a_joker_fits_nothing() -> None:
    position = at(ROMMEORDNUNG, "6H KS", table=("5H * 7H",), opened=NOT_OPENED)
    assert said(may_discard(position, parse_card("6H"))) == ""


def test_6_9_the_last_card_may_fit() -> None:
    position = at(ROMMEORDNUNG, "8H", table=("5H 6H 7H",), opened=OPENED)
    assert said(may_go_out(position, parse_card("8H"))) == ""


def test_6_10_a_joker_is_discarded_only_as_the_last_card() -> None:
    joker = parse_card("*")
    assert said(may_discard(at(ROMMEORDNUNG, "* KS"), joker)) == "joker_discarded § 6.10"
    assert said(may_discard(at(ROMMEORDNUNG, "*"), joker)) == ""


@pytest.mark.parametrize("ruleset", [CLASSIC, ROMMEE, CONTRACT], ids=lambda r: r.key)
def test_the_other_systems_let_any_card_be_discarded(ruleset: RuleSet) -> None:
    position = at(ruleset, "8H * KS", table=("5H 6H 7H",), opened=NOT_OPENED)
    assert said(may_discard(position, parse_card("8H"))) == said(may_discard(position, parse_card("*"))) == ""


def test_7_2_a_fitting_card_goes_back_until_the_next_has_drawn() -> None:
    before = at(ROMMEORDNUNG, "8H KS", table=("5H 6H 7H",), opened=NOT_OPENED)
    noticed = at(ROMMEORDNUNG, "KS", table=("5H 6H 7H",), opened=NOT_OPENED, pile="8H", drawn=False, number=11)
    too_late = at(ROMMEORDNUNG, "KS", table=("5H 6H 7H",), opened=NOT_OPENED, pile="8H", number=11)
    other = at(ROMMEORDNUNG, "8H", table=("5H 6H 7H",), opened=NOT_OPENED, pile="KS", drawn=False, number=11)
    assert goes_back(before, noticed)
    assert not goes_back(before, too_late)
    assert not goes_back(before, other)


# § 6.11


def test_6_11_laying_off_and_taking_a_joker_need_an_own_laying_out() -> None:
    table = ("5H * 7H",)
    for opened, answer in ((NOT_OPENED, "not_opened § 6.11"), (OPENED, ""), ((10, 5, None), "")):
        position = at(ROMMEORDNUNG, "6H 8H KS", table=table, opened=opened)
        assert said(may_lay_off(position, 0, parse_cards("8H"))) == answer
        assert said(may_take_joker(position, 0, parse_card("6H"))) == answer


def test_6_11_the_joker_of_a_set_waits_for_the_fourth_card() -> None:
    position = at(ROMMEORDNUNG, "7C KS", table=("7H 7S *", "7H 7S 7D *"), opened=OPENED)
    assert said(may_take_joker(position, 0, parse_card("7C"))) == "fourth_card_missing § 6.11"
    assert said(may_take_joker(position, 1, parse_card("7C"))) == ""
    assert said(may_take_joker(position, 2, parse_card("7C"))) == "no_such_meld"


# § 7.3, III.7


def test_7_3_the_top_discard_is_taken_only_for_a_use_at_once() -> None:
    position = at(ROMMEORDNUNG, "10H 10S 10C KD", pile="2C 10D", drawn=False)
    assert said(may_take(position, 1, use=Use())) == "discard_without_use § 7.3"
    assert said(may_take(position, 1, use=Use(melds("10H 10S 10C 10D")))) == ""
    assert said(may_take(position, 1, use=Use(melds("10H 10S 10C")))) == "must_be_used § 7.3, opening_too_low § 6.3"
    assert said(may_take(position, 1, 2, Use(melds("10H 10S 10C 10D")))) == "too_many_taken § 7.3"


def test_iii_7_example_the_five_goes_down_with_the_four_of_the_hand() -> None:
    position = at(ROMMEORDNUNG, "4H KS", table=("AH 2H 3H",), pile="5H", opened=OPENED, drawn=False)
    assert said(may_take(position, 1, use=Use(at=0, cards=parse_cards("4H 5H")))) == ""


def test_7_3_the_top_discard_is_not_laid_off_alone() -> None:
    position = at(ROMMEORDNUNG, "KS QS", table=("AH 2H 3H",), pile="4H", opened=OPENED, drawn=False)
    assert said(may_take(position, 1, use=Use(at=0, cards=parse_cards("4H")))) == "no_card_from_hand § 7.3"


def test_7_3_the_top_discard_is_not_laid_off_in_the_turn_in_which_the_player_lays_out() -> None:
    hand, table = "4H KS QS", ("AH 2H 3H",)
    never = at(ROMMEORDNUNG, hand, table=table, pile="5H", opened=NOT_OPENED, drawn=False)
    just = at(ROMMEORDNUNG, hand + " 5H", table=table, opened=(10, 5, None), owed=parse_cards("5H"))
    assert said(may_take(never, 1, use=Use(at=0, cards=parse_cards("4H 5H")))) == "not_opened § 6.11"
    assert said(may_lay_off(just, 0, parse_cards("4H 5H"))) == "opened_this_turn § 7.3"


def test_7_3_the_top_discard_is_not_kept_and_fetches_no_joker() -> None:
    owed = parse_cards("6H")
    position = at(ROMMEORDNUNG, "6H KS", table=("5H * 7H",), opened=OPENED, owed=owed)
    assert said(may_take_joker(position, 0, owed[0])) == "discard_takes_no_joker § 7.3"
    assert said(may_discard(position, parse_card("KS"))) == "must_be_used § 7.3"
