"""Allowed acts in a position, by heading of the other sources; going out in all of them."""

from __future__ import annotations

import pytest
from hypothesis import given, strategies as st

from romme_turnier.core.rules.play import (
    PLAY_CODES,
    Claim,
    after_claim,
    after_shuffling,
    first_claimant,
    for_new_stock,
    may_announce,
    may_claim,
    may_discard,
    may_draw,
    may_go_out,
    may_lay_off,
    may_lay_out,
    may_rearrange,
    may_take,
    may_take_joker,
    may_win_by_suit,
)
from romme_turnier.core.rules.system.cards import JOKER, parse_card, parse_cards
from romme_turnier.core.rules.system.codes import CARD_CODES
from romme_turnier.core.rules.system.ruleset import RuleSet
from tests.core.rules.play.positions import (
    CLASSIC,
    CONTRACT,
    NOT_OPENED,
    OPENED,
    ROMMEE,
    ROMMEORDNUNG,
    SYSTEMS,
    TREPPENROMME,
    at,
    melds,
    said,
)
from tests.core.rules.written import rules


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
    assert said(may_take(position, 1, 6)) == "pile_too_small"
    assert said(may_take(at(TREPPENROMME, "3C", pile="QC"), 1)) == "already_drawn Das Abspiel"


def test_an_empty_stock_is_filled_from_the_pile_except_where_it_ends_the_game() -> None:
    for ruleset, refused in ((CLASSIC, False), (ROMMEE, False), (CONTRACT, True), (TREPPENROMME, True)):
        assert bool(may_draw(at(ruleset, "2C", pile="9H", drawn=False, stock=0), 1)) == refused
    assert said(may_draw(at(CONTRACT, "2C", pile="9H 3C", drawn=False, stock=0), 1)) == ""
    assert said(may_draw(at(TREPPENROMME, "2C", pile="9H 3C", drawn=False, stock=0), 1)) == "stock_used_up"


# The first player


def test_who_begins_in_rommee_only_discards() -> None:
    hand = "10H JH QH KH 2C"
    begins = at(ROMMEE, hand, opened=(None, None, None), number=1)
    assert said(may_lay_out(begins, melds("10H JH QH KH"))) == "first_turn_is_discard Rommee"
    assert said(may_discard(begins, parse_card("2C"))) == ""
    assert said(may_lay_out(begins._replace(number=2), melds("10H JH QH KH"))) == ""


def test_who_begins_may_lay_out_in_every_other_system() -> None:
    for ruleset in set(SYSTEMS) - {ROMMEE, CONTRACT}:
        begins = at(ruleset, "10H JH QH KH 2C", opened=(None, None, None), number=1)
        assert said(may_lay_out(begins, melds("10H JH QH KH"))) == ""
    begins = at(CONTRACT, "9C 9H 9S 4C 4H 4S KS", opened=(None, None, None), number=1)
    assert said(may_lay_out(begins, melds("9C 9H 9S", "4C 4H 4S"))) == ""


# Das Klopfen, claims


def test_das_klopfen_from_the_second_round_of_turns_before_the_player_in_turn_draws() -> None:
    knocking = rules("rommee", knocking=True)
    assert said(may_claim(at(knocking, "2C", pile="9H", drawn=False, number=4), 2)) == ""
    assert said(may_claim(at(knocking, "2C", pile="9H", drawn=False, number=3), 2)) == "claim_too_early Das Klopfen"
    assert said(may_claim(at(knocking, "2C", pile="9H"), 2)).startswith("already_drawn")
    assert said(may_claim(at(knocking, "2C", pile="9H", drawn=False), 1)) == "claim_in_turn Das Klopfen"
    assert said(may_claim(at(ROMMEE, "2C", pile="9H", drawn=False), 1)) == "claim_in_turn Das Klopfen"
    assert said(may_claim(at(ROMMEE, "2C", pile="9H", drawn=False), 2)) == "no_claims Das Klopfen"
    assert said(may_claim(at(knocking, "2C", pile="9H", drawn=False, stock=1), 2)).startswith("stock_used_up")


@pytest.mark.parametrize("stock", range(5))
@pytest.mark.parametrize("pile", ["9H", "8H 9H", "7H 8H 9H", "6H 7H 8H 9H"])
@pytest.mark.parametrize("system", [rules("rommee", knocking=True), CONTRACT], ids=lambda system: system.key)
def test_who_claims_leaves_a_card_for_a_player_that_is_in_turn(system: RuleSet, pile: str, stock: int) -> None:
    """Carries out a claim: the stock is filled, the claim is paid for, and a player draws."""
    position = at(system, "2C", pile=pile, drawn=False, stock=stock)
    cost, filled = system.play.claim_cards or 0, position
    if new := for_new_stock(position, cost):
        filled = after_shuffling(position, new)
    lasts = len(filled.stock) >= cost and not may_draw(after_claim(filled, 2), 1)
    assert ("stock_used_up" not in said(may_claim(position, 2))) == lasts


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


# Das Auseinanderreissen

THREE_RUNS = ("8H 9H 10H JH", "8S 9S 10S JS", "8D 9D 10D JD")
FOUR_SETS = ("8H 8S 8D 8C", "9H 9S 9D", "10H 10S 10D", "JH JS JD")


def test_das_auseinanderreissen_example_of_the_source() -> None:
    eight = parse_cards("8C")
    position = at(rules("rommee", rearranging=True), "8C KS", table=THREE_RUNS, opened=OPENED)
    assert said(may_rearrange(position, melds(*FOUR_SETS), eight)) == ""
    assert said(may_rearrange(position._replace(rules=ROMMEE), melds(*FOUR_SETS), eight)).startswith("no_rearranging")
    closed = position._replace(opened=NOT_OPENED)
    assert said(may_rearrange(closed, melds(*FOUR_SETS), eight)) == "not_opened Das Auslegen"


def test_das_auseinanderreissen_leaves_and_adds_no_card() -> None:
    position = at(rules("rommee", rearranging=True), "8C KS", table=THREE_RUNS, opened=OPENED)
    heading = "Das Auseinanderreissen"
    assert said(may_rearrange(position, melds(*FOUR_SETS[:3], "JH JS"), parse_cards("8C"))) == (
        f"card_left_over {heading}, meld_too_short Rommee"
    )
    assert said(may_rearrange(position, melds(*FOUR_SETS), ())) == f"card_not_there {heading}"


# Contract Rummy


def test_spielablauf_a_player_lays_off_no_card_in_the_turn_of_their_contract() -> None:
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
    assert said(may_announce(at(ruleset, hand), laid)) == "announced_too_late Abweichnungen"
    over = at(ruleset, hand.replace("7D", "8D"), drawn=False)
    assert said(may_announce(over, laid)) == "too_many_points_left Abweichnungen"
    assert said(may_announce(at(CLASSIC, hand, drawn=False), laid)) == "no_announcement Abweichnungen"


def test_abweichnungen_the_end_is_announced_once() -> None:
    position = at(rules("classic", without_laying_out=True), "2C 3C 4C", announced=2, drawn=False)
    assert said(may_announce(position, melds("2C 3C 4C"))) == "announced_too_late Abweichnungen"
    over = position._replace(turn=2, over=True)
    assert said(may_announce(over, ())).startswith("game_over")


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


def test_abweichnungen_hand_of_one_suit_is_refused_with_what_is_missing() -> None:
    hand = parse_cards("AH QH 10H 9H 9H 8H 8H 6H 5H 3H")
    ruleset = rules("classic", one_suit=True)
    assert said(may_win_by_suit(hand, ruleset)) == ""
    assert said(may_win_by_suit(hand, CLASSIC)) == "no_one_suit Abweichnungen"
    assert said(may_win_by_suit((*hand[1:], JOKER), ruleset)) == "too_few_of_one_suit Abweichnungen"
    assert said(may_win_by_suit((*hand, hand[0]), ruleset)) == "cards_left Spielregeln"
    assert said(may_win_by_suit((), ruleset)) == "too_few_of_one_suit Abweichnungen"


# All systems


@given(st.sampled_from(SYSTEMS), st.lists(st.integers(0, 51), min_size=2, max_size=13), st.booleans(), st.data())
def test_a_natural_card_may_be_discarded_unless_it_fits(
    ruleset: RuleSet, hand: list[int], next_opened: bool, data: st.DataObject
) -> None:
    card = data.draw(st.sampled_from(hand))
    position = at(ruleset, "", table=("5H 6H 7H", "9C 9S 9D"), opened=(None, 5 if next_opened else None, None))
    position = position._replace(hands=(tuple(sorted(hand)), *position.hands[1:]))
    fits = card in parse_cards("4H 8H 9H")
    refused = ruleset is ROMMEORDNUNG and next_opened and fits
    assert bool(may_discard(position, card)) == refused


def test_no_code_is_also_a_code_of_cards() -> None:
    assert not PLAY_CODES.keys() & CARD_CODES.keys()


@given(st.sampled_from(SYSTEMS), st.integers(1, 7), st.sets(st.integers(1, 6)))
def test_the_first_claimant_is_reached_first_going_round(ruleset: RuleSet, turn: int, seats: set[int]) -> None:
    position = at(ruleset, "2C", opened=(None,) * 6)._replace(turn=min(turn, 6))
    others = seats - {position.turn}
    going_round = [(position.turn + step - 1) % 6 + 1 for step in range(1, 6)]
    assert first_claimant(position, others) == next((seat for seat in going_round if seat in others), None)
