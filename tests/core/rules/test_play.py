"""What may be done in a position, by paragraph and heading of the sources."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, strategies as st

from romme_turnier.core.rules.cards import Card, parse_card, parse_cards, parse_hand
from romme_turnier.core.rules.codes import CARD_CODES
from romme_turnier.core.rules.play import (
    PLAY_CODES,
    Claim,
    Position,
    TableMeld,
    Use,
    first_claimant,
    goes_back,
    is_one_stroke,
    may_announce,
    may_claim,
    may_discard,
    may_draw,
    may_go_out,
    may_lay_off,
    may_lay_out,
    may_take,
    may_take_joker,
)
from romme_turnier.core.rules.ruleset import RuleSet
from romme_turnier.core.violations import Violation
from tests.core.rules.written import rules

ROMMEORDNUNG, CLASSIC, ROMMEE = rules("rommeordnung"), rules("classic"), rules("rommee")
TREPPENROMME, CONTRACT = rules("treppenromme"), rules("contract")
SYSTEMS = (ROMMEORDNUNG, CLASSIC, ROMMEE, TREPPENROMME, CONTRACT)


def at(
    ruleset: RuleSet,
    hand: str,
    *,
    table: tuple[str, ...] = (),
    pile: str = "",
    opened: tuple[int | None, ...] = (None, None, None),
    drawn: bool = True,
    number: int = 10,
    **more: Any,
) -> Position:
    """Turn ``number``, seat 1 in turn with ``hand``; the melds of the table are seat 2's."""
    return Position(
        rules=ruleset,
        hands=(parse_hand(hand), *(parse_hand("2C 2S"),) * (len(opened) - 1)),
        turn=1,
        opened=opened,
        number=number,
        table=tuple(TableMeld(2, parse_cards(meld)) for meld in table),
        pile=parse_cards(pile),
        stock=more.pop("stock", 30),
        drawn=drawn,
        round_number=more.pop("round_number", 1 if ruleset.play.contracts else None),
        **more,
    )


def said(found: tuple[Violation, ...]) -> str:
    for one in found:
        codes = PLAY_CODES if one.code in PLAY_CODES else CARD_CODES
        assert set(one.params) - {"meld"} == codes[one.code] - {"meld"}
    return ", ".join(f"{one.code} {one.clause}" for one in found)


def melds(*texts: str) -> tuple[tuple[Card, ...], ...]:
    return tuple(parse_cards(text) for text in texts)


OPENED, NOT_OPENED = (3, 5, None), (None, 5, None)


# § 6.1 Only who is in turn


def test_6_1_only_who_is_in_turn_draws_or_takes() -> None:
    position = at(CLASSIC, "2C", pile="9H", drawn=False)
    assert said(may_draw(position, 2)) == said(may_take(position, 2)) == "not_in_turn Spielregeln"
    assert said(may_draw(at(ROMMEORDNUNG, "2C", drawn=False), 3)) == "not_in_turn § 6.1"


def test_7_1_who_begins_with_a_card_more_draws_none() -> None:
    assert said(may_draw(at(ROMMEORDNUNG, "2C", number=1), 1)) == "already_drawn § 7.3"


def test_every_violation_is_named_at_once() -> None:
    position = at(ROMMEORDNUNG, "2C 3C", table=("5H 6H 7H",), drawn=False)
    expected = "not_drawn § 7.3, not_opened § 6.11, not_held § 6.6, does_not_fit § 6.6"
    assert said(may_lay_off(position, 0, parse_cards("KS"))) == expected


# § 6.2


def test_6_2_handromme_when_nobody_has_laid_out_in_an_earlier_turn() -> None:
    assert is_one_stroke(at(ROMMEORDNUNG, "2C"))
    assert is_one_stroke(at(ROMMEORDNUNG, "2C", opened=(10, None, None)))
    assert not is_one_stroke(at(ROMMEORDNUNG, "2C", opened=(10, 5, None)))
    assert not is_one_stroke(at(ROMMEORDNUNG, "2C", opened=(7, None, None)))


def test_ausnahme_handromme_and_romme_hand_ask_only_for_the_finisher() -> None:
    for ruleset in (ROMMEE, TREPPENROMME):
        assert is_one_stroke(at(ruleset, "2C", opened=(10, 5, None)))
        assert not is_one_stroke(at(ruleset, "2C", opened=(7, None, None)))


@pytest.mark.parametrize("ruleset", [CLASSIC, CONTRACT], ids=lambda r: r.key)
def test_no_handromme_is_known_in_the_other_systems(ruleset: RuleSet) -> None:
    assert not is_one_stroke(at(ruleset, "2C"))


# § 6.3


def test_6_3_the_first_laying_out_needs_40_and_later_ones_nothing() -> None:
    hand, low = "2C 3C 4C 4D", melds("2C 3C 4C")
    assert said(may_lay_out(at(ROMMEORDNUNG, hand), low)) == "opening_too_low § 6.3"
    assert said(may_lay_out(at(ROMMEORDNUNG, hand, opened=OPENED), low)) == ""
    assert said(may_lay_out(at(ROMMEORDNUNG, hand, opened=OPENED), melds("2C 3C 4D"))) == "suits_differ § 4.3.1"


def test_6_3_only_cards_of_the_hand_are_laid_out_and_after_drawing() -> None:
    position = at(ROMMEORDNUNG, "2C 3C KD", opened=OPENED, drawn=False)
    assert said(may_lay_out(position, melds("2C 3C 4C"))) == "not_drawn § 7.3, not_held § 6.6"


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
    assert said(may_take_joker(position, 2, parse_card("7C"))) == "no_such_meld § 6.11"


# § 7.3, III.7


def test_7_3_the_top_discard_is_taken_only_for_a_use_at_once() -> None:
    position = at(ROMMEORDNUNG, "10H 10S 10C KD", pile="2C 10D", drawn=False)
    assert said(may_take(position, 1)) == "discard_without_use § 7.3"
    assert said(may_take(position, 1, use=Use(melds("10H 10S 10C 10D")))) == ""
    assert said(may_take(position, 1, use=Use(melds("10H 10S 10C")))) == "must_be_used § 7.3, opening_too_low § 6.3"
    assert said(may_take(position, 1, 2, Use(melds("10H 10S 10C 10D")))) == "too_many_taken § 7.3"


def test_iii_7_example_the_five_goes_down_with_the_four_of_the_hand() -> None:
    position = at(ROMMEORDNUNG, "4H KS", table=("AH 2H 3H",), pile="5H", opened=OPENED, drawn=False)
    assert said(may_take(position, 1, use=Use(at=0, cards=parse_cards("4H 5H")))) == ""


def test_7_3_the_top_discard_is_not_laid_off_alone() -> None:
    position = at(ROMMEORDNUNG, "KS QS", table=("AH 2H 3H",), pile="4H", opened=OPENED, drawn=False)
    assert said(may_take(position, 1, use=Use(at=0, cards=parse_cards("4H")))) == "no_card_from_hand § 7.3"


def test_7_3_the_top_discard_is_not_laid_off_in_the_turn_of_the_own_laying_out() -> None:
    hand, table = "4H KS QS", ("AH 2H 3H",)
    never = at(ROMMEORDNUNG, hand, table=table, pile="5H", opened=NOT_OPENED, drawn=False)
    just = at(ROMMEORDNUNG, hand + " 5H", table=table, opened=(10, 5, None), owed=parse_cards("5H"))
    assert said(may_take(never, 1, use=Use(at=0, cards=parse_cards("4H 5H")))) == "not_opened § 6.11"
    assert said(may_lay_off(just, 0, parse_cards("4H 5H"))) == "opened_this_turn § 6.11"


def test_7_3_the_top_discard_is_not_kept_and_fetches_no_joker() -> None:
    owed = parse_cards("6H")
    position = at(ROMMEORDNUNG, "6H KS", table=("5H * 7H",), opened=OPENED, owed=owed)
    assert said(may_take_joker(position, 0, owed[0])) == "discard_takes_no_joker § 7.3"
    assert said(may_discard(position, parse_card("KS"))) == "must_be_used § 7.3"


def test_freely_taken_in_classic_and_rommee() -> None:
    for ruleset in (CLASSIC, ROMMEE):
        assert said(may_take(at(ruleset, "2C", pile="9H", drawn=False), 1)) == ""
        assert said(may_take(at(ruleset, "2C", drawn=False), 1)).startswith("pile_too_small")
        assert said(may_take(at(ruleset, "2C", pile="9H"), 1)).startswith("already_drawn")


def test_abweichnungen_several_cards_of_the_pile() -> None:
    position = at(CLASSIC, "2C", pile="9H 3D 4D", drawn=False)
    assert said(may_take(position, 1, 3)) == "too_many_taken Spielregeln"
    assert said(may_take(at(rules("classic", take_many=True), "2C", pile="9H 3D 4D", drawn=False), 1, 3)) == ""


def test_das_abspiel_any_number_from_the_open_end_of_the_staircase() -> None:
    position = at(TREPPENROMME, "3C", pile="QC 9C 2C AC 7C", drawn=False)
    assert all(not may_take(position, 1, count) for count in range(1, 6))
    assert said(may_take(position, 1, 6)) == "pile_too_small Das Abspiel"
    assert said(may_take(at(TREPPENROMME, "3C", pile="QC"), 1)) == "already_drawn Das Abspiel"


def test_an_empty_stock_is_filled_from_the_pile_except_where_it_ends_the_game() -> None:
    for ruleset, refused in ((CLASSIC, False), (ROMMEE, False), (CONTRACT, True), (TREPPENROMME, True)):
        assert bool(may_draw(at(ruleset, "2C", pile="9H", drawn=False, stock=0), 1)) == refused
    assert said(may_draw(at(CONTRACT, "2C", pile="9H 3C", drawn=False, stock=0), 1)) == ""
    assert said(may_draw(at(TREPPENROMME, "2C", pile="9H 3C", drawn=False, stock=0), 1)) == "stock_used_up Das Abspiel"


# Das Klopfen, claims


def test_das_klopfen_from_the_second_round_of_turns_before_the_player_in_turn_draws() -> None:
    knocking = rules("rommee", knocking=True)
    assert said(may_claim(at(knocking, "2C", pile="9H", drawn=False, number=4), 2)) == ""
    assert said(may_claim(at(knocking, "2C", pile="9H", drawn=False, number=3), 2)) == "claim_too_early Das Klopfen"
    assert said(may_claim(at(knocking, "2C", pile="9H"), 2)).startswith("already_drawn")
    assert said(may_claim(at(knocking, "2C", pile="9H", drawn=False), 1)) == "claim_in_turn Das Klopfen"
    assert said(may_claim(at(ROMMEE, "2C", pile="9H", drawn=False), 2)) == "no_claims Das Klopfen"
    assert said(may_claim(at(knocking, "2C", pile="9H", drawn=False, stock=1), 2)).startswith("stock_used_up")


def test_das_klopfen_refused_means_taking_and_granted_means_drawing() -> None:
    knocking = rules("rommee", knocking=True)
    refused = at(knocking, "2C", pile="9H", drawn=False, claim=Claim.REFUSED)
    granted = at(knocking, "2C", pile="9H", drawn=False, claim=Claim.GRANTED)
    assert said(may_draw(refused, 1)) == "must_take_discard Das Klopfen"
    assert said(may_take(granted, 1)) == "discard_claimed Das Klopfen"
    assert said(may_take(refused, 1)) == said(may_draw(granted, 1)) == ""


def test_spielablauf_the_first_in_the_order_of_play_gets_the_card() -> None:
    position = at(CONTRACT, "2C", pile="9H", drawn=False, number=1, opened=(None,) * 4)
    assert first_claimant(position, {2, 4}) == 2
    assert first_claimant(position, ()) is None
    assert said(may_claim(position, 4)) == ""


# Contract Rummy


def test_spielablauf_nothing_is_laid_off_in_the_turn_of_the_own_contract() -> None:
    heading = "Spielablauf bei Contract Rummy/Rommé"
    for opened, answer in ((NOT_OPENED, "not_opened"), ((10, 5, None), "opened_this_turn"), (OPENED, "")):
        position = at(CONTRACT, "8C KS", table=("8H 8S 8D", "8H 8S *"), opened=opened)
        assert said(may_lay_off(position, 0, parse_cards("8C"))) == (answer and f"{answer} {heading}")
        assert said(may_take_joker(position, 1, parse_card("8C"))) == (answer and f"{answer} {heading}")


def test_spielablauf_no_new_meld_after_the_contract() -> None:
    position = at(CONTRACT, "9C 9H 9S KS", opened=OPENED)
    assert said(may_lay_out(position, melds("9C 9H 9S"))).startswith("no_further_melds")
    fresh = at(CONTRACT, "9C 9H 9S 4C 4H 4S KS")
    assert said(may_lay_out(fresh, melds("9C 9H 9S", "4C 4H 4S"))) == ""


def test_jokertausch_the_joker_goes_to_another_meld_at_once() -> None:
    heading = "Spielablauf bei Contract Rummy/Rommé"
    table = ("8H 8S 8C", "9H 9S 9D")
    position = at(CONTRACT, "* 9C KS", table=table, opened=OPENED, owed=parse_cards("*"), owed_from=0)
    assert said(may_lay_off(position, 1, parse_cards("9C"))) == f"must_be_used {heading}"
    assert said(may_lay_off(position, 0, parse_cards("*"))) == f"joker_back {heading}"
    assert said(may_discard(position, parse_card("KS"))) == f"must_be_used {heading}"
    assert said(may_lay_off(position, 1, parse_cards("*"))) == ""


def test_das_auslegen_a_joker_taken_is_used_before_the_turn_ends() -> None:
    position = at(ROMMEE, "* 8C KS", table=("8H 8S 8D",), opened=OPENED, owed=parse_cards("*"))
    assert said(may_discard(position, parse_card("KS"))) == "must_be_used Das Auslegen"
    assert said(may_lay_off(position, 0, parse_cards("8C"))) == ""


# Going out


def test_8_1_the_last_card_goes_to_the_pile() -> None:
    position = at(ROMMEORDNUNG, "8H", table=("5H 6H 7H",), opened=OPENED)
    assert said(may_lay_off(position, 0, parse_cards("8H"))) == "no_discard § 8.1"
    assert said(may_go_out(position, parse_card("8H"))) == ""
    assert said(may_go_out(at(ROMMEORDNUNG, "8H 2C", opened=OPENED), parse_card("2C"))) == "cards_left § 8.1"


def test_without_a_discard_where_the_source_leaves_it_free() -> None:
    for ruleset in (CLASSIC, TREPPENROMME):
        position = at(ruleset, "8H", table=("5H 6H 7H",), opened=OPENED)
        assert said(may_lay_off(position, 0, parse_cards("8H"))) == said(may_go_out(position, parse_card("8H"))) == ""
        assert said(may_go_out(at(ruleset, "", opened=OPENED), None)) == ""


def test_aus_gehen_in_round_7_without_a_discard_and_before_with_one() -> None:
    card = parse_card("8H")
    heading = "Ende einer Runde - Aus gehen"
    for number in range(1, 7):
        assert said(may_go_out(at(CONTRACT, "8H", opened=OPENED, round_number=number), card)) == ""
        empty = at(CONTRACT, "", opened=OPENED, round_number=number)
        assert said(may_go_out(empty, None)) == f"no_discard {heading}"
    assert said(may_go_out(at(CONTRACT, "8H", round_number=7), card)) == f"last_card_discarded {heading}"
    assert said(may_go_out(at(CONTRACT, "", round_number=7), None)) == ""
    assert said(may_discard(at(CONTRACT, "8H 9H", round_number=7), card)) == ""
    assert said(may_go_out(at(rules("contract", round7_discard=True), "8H", round_number=7), card)) == ""


def test_laying_off_in_treppenromme_needs_nothing() -> None:
    assert said(may_lay_off(at(TREPPENROMME, "8H", table=("5H 6H 7H",)), 0, parse_cards("8H"))) == ""


# Abweichnungen


def test_abweichnungen_the_end_is_announced_with_at_most_seven_points_left() -> None:
    ruleset = rules("classic", without_laying_out=True)
    hand = "2C 3C 4C KS KH KD 9H 10H JH 7D"
    laid = melds("2C 3C 4C", "KS KH KD", "9H 10H JH")
    assert said(may_announce(at(ruleset, hand, drawn=False), laid)) == ""
    assert said(may_announce(at(ruleset, hand), laid)) == "already_drawn Spielregeln"
    over = at(ruleset, hand.replace("7D", "8D"), drawn=False)
    assert said(may_announce(over, laid)) == "too_many_points_left Abweichnungen"
    assert said(may_announce(at(CLASSIC, hand, drawn=False), laid)) == "no_announcement Abweichnungen"


def test_abweichnungen_before_the_end_nothing_is_laid_and_then_nothing_at_melds_of_others() -> None:
    ruleset = rules("classic", without_laying_out=True)
    before = at(ruleset, "2C 3C 4C 8H")
    after = at(ruleset, "2C 3C 4C 8H", table=("5H 6H 7H",), opened=OPENED, announced=2)
    assert said(may_lay_out(before, melds("2C 3C 4C"))) == "nothing_laid_before_end Abweichnungen"
    assert said(may_lay_out(after, melds("2C 3C 4C"))) == ""
    assert said(may_lay_off(after, 0, parse_cards("8H"))) == "meld_of_another Abweichnungen"


def test_abweichnungen_ten_cards_of_one_suit_win() -> None:
    hand = "AH QH 10H 9H 9H 8H 8H 6H 5H 3H"
    ruleset, discard = rules("classic", one_suit=True), parse_card("2C")
    assert said(may_go_out(at(ruleset, hand + " 2C"), discard)) == ""
    assert said(may_go_out(at(CLASSIC, hand + " 2C"), discard)) == "cards_left Spielregeln"
    assert said(may_go_out(at(ruleset, hand.replace("3H", "*") + " 2C"), discard)) == "cards_left Spielregeln"


# All systems


@given(st.sampled_from(SYSTEMS), st.lists(st.integers(0, 51), min_size=2, max_size=13), st.booleans(), st.data())
def test_a_natural_card_may_be_discarded_unless_it_fits(
    ruleset: RuleSet, hand: list[int], next_opened: bool, data: st.DataObject
) -> None:
    card = data.draw(st.sampled_from(hand))
    position = at(ruleset, "", table=("5H 6H 7H", "9C 9S 9D"), opened=(None, 5 if next_opened else None, None))
    position = replace(position, hands=(tuple(sorted(hand)), *position.hands[1:]))
    fits = card in parse_cards("4H 8H 9H")
    refused = ruleset is ROMMEORDNUNG and next_opened and fits
    assert bool(may_discard(position, card)) == refused
