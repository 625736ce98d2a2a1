"""Dealing, the stock, and the position after each act."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from romme_turnier.core.rules.play import (
    Claim,
    Position,
    Use,
    after_announcing,
    after_breaking_off,
    after_claim,
    after_discard,
    after_draw,
    after_going_out,
    after_last_card_of_stock,
    after_lay_off,
    after_lay_out,
    after_leaving,
    after_rearranging,
    after_refusal,
    after_shuffling,
    after_take,
    after_take_joker,
    deal,
    ends_with_stock,
    for_new_stock,
    may_claim,
    may_discard,
    may_draw,
    may_lay_out,
    may_leave,
    may_take,
    whole_pack,
)
from romme_turnier.core.rules.play.turns import after_use
from romme_turnier.core.rules.system.cards import JOKER, format_cards, parse_card, parse_cards
from romme_turnier.core.rules.system.ruleset import RuleSet
from tests.core.rules.play.positions import (
    CLASSIC,
    CONTRACT,
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


def hand(position: Position, seat: int = 1) -> str:
    return format_cards(position.hands[seat - 1])


def table(position: Position) -> list[str]:
    return [format_cards(meld.cards) for meld in position.table]


# Dealing


@pytest.mark.parametrize(
    ("ruleset", "sizes", "turn", "pile", "drawn"),
    [
        (ROMMEORDNUNG, [13, 13, 14], 3, 0, True),
        (CLASSIC, [10, 10, 10], 3, 1, False),
        (ROMMEE, [12, 12, 13], 3, 0, True),
        (TREPPENROMME, [7, 7, 7], 2, 1, False),
        (CONTRACT, [10, 10, 10], 3, 1, False),
    ],
    ids=lambda value: value.key if isinstance(value, RuleSet) else None,
)
def test_each_gets_what_the_source_says(ruleset: RuleSet, sizes: list[int], turn: int, pile: int, drawn: bool) -> None:
    pack = whole_pack(ruleset, 3)
    number = 1 if ruleset.play.contracts else None
    position = deal(ruleset, random.Random(1).sample(pack, len(pack)), 3, dealer=2, round_number=number)
    assert [len(held) for held in position.hands] == sizes
    assert (position.turn, len(position.pile), position.drawn) == (turn, pile, drawn)
    assert len(position.stock) == len(pack) - sum(sizes) - pile


def test_5_7_cards_are_dealt_singly_from_the_left_of_the_dealer() -> None:
    pack = whole_pack(ROMMEORDNUNG, 4)
    position = deal(ROMMEORDNUNG, pack[::-1], 4, dealer=4)
    assert position.hands[0] == tuple(sorted((*pack[0:52:4], pack[52])))
    assert position.hands[3] == pack[3:52:4]


def test_a_contract_round_has_its_own_number_of_cards_and_from_five_players_a_larger_pack() -> None:
    pack = whole_pack(CONTRACT, 5)
    assert len(pack) == 158
    assert {len(held) for held in deal(CONTRACT, pack, 5, dealer=1, round_number=5).hands} == {12}


def test_a_wrong_pack_number_of_players_dealer_or_round_is_refused() -> None:
    pack = whole_pack(ROMMEORDNUNG, 3)
    for cards, players, dealer in ((pack[1:], 3, 1), (pack, 5, 1), (pack, 3, 4)):
        with pytest.raises(ValueError, match=r"play|pack"):
            deal(ROMMEORDNUNG, cards, players, dealer=dealer)
    with pytest.raises(ValueError, match="round"):
        deal(CONTRACT, whole_pack(CONTRACT, 3), 3, dealer=1)


# The stock


@pytest.mark.parametrize(
    ("ruleset", "turned"),
    [(ROMMEORDNUNG, "9H 3C KD"), (CLASSIC, "9H 3C KD"), (ROMMEE, "9H 3C KD"), (CONTRACT, "9H 3C")],
)
def test_an_empty_stock_is_made_of_the_pile(ruleset: RuleSet, turned: str) -> None:
    position = at(ruleset, "2C", pile="9H 3C KD", stock=0, drawn=False)
    assert format_cards(for_new_stock(position)) == turned
    filled = after_shuffling(position, for_new_stock(position)[::-1])
    assert not may_draw(filled, 1)
    assert hand(after_draw(filled)) == "2C 9H"
    assert not for_new_stock(at(ruleset, "2C", pile="9H 3C KD", stock=1, drawn=False))


def test_what_is_left_of_the_stock_is_drawn_before_the_new_one_and_a_claimed_card_stays() -> None:
    position = at(rules("rommee", knocking=True), "2C", pile="9H 3C KD", stock=1, drawn=False)
    assert format_cards(for_new_stock(position, 2)) == "9H 3C"
    filled = after_shuffling(position, for_new_stock(position, 2))
    assert (format_cards(filled.stock), format_cards(filled.pile)) == ("9H 3C 3D", "KD")


def test_only_the_lowest_cards_of_the_pile_become_a_stock() -> None:
    with pytest.raises(ValueError, match="lowest"):
        after_shuffling(at(CLASSIC, "2C", pile="9H 3C", stock=0), parse_cards("3C"))


def test_treppenromme_ends_with_the_stock_and_nobody_has_ended_it() -> None:
    position = at(TREPPENROMME, "2C", pile="9H", stock=0, drawn=False)
    assert ends_with_stock(position)
    assert said(may_take(position, 1)) == "stock_used_up"
    over = after_last_card_of_stock(position)
    assert (over.over, over.finisher) == (True, None)
    assert said(may_draw(over, 1)).startswith("game_over Das Fertigmachen")
    assert not ends_with_stock(at(TREPPENROMME, "2C", stock=0))
    assert not ends_with_stock(at(CONTRACT, "2C", pile="9H", stock=0, drawn=False))


# Drawing and claims


def test_the_top_of_the_stock_or_of_the_pile_comes_into_the_hand() -> None:
    position = at(CLASSIC, "2C", pile="9H 3C", drawn=False)
    drawn, taken = after_draw(position), after_take(position)
    assert (hand(drawn), len(drawn.stock), drawn.drawn) == ("2C 3D", 29, True)
    assert (hand(taken), format_cards(taken.pile), taken.owed) == ("2C 3C", "9H", ())
    assert hand(after_take(at(TREPPENROMME, "2C", pile="QC 9C AC", drawn=False), 2)) == "2C 9C AC"


def test_7_3_the_card_of_the_pile_is_owed_until_it_lies() -> None:
    position = at(ROMMEORDNUNG, "10H 10S 10C KD", pile="2C 10D", drawn=False)
    assert format_cards(after_take(position).owed) == "10D"
    after = after_use(after_take(position), Use(melds("10H 10S 10C 10D")))
    assert (hand(after), table(after), after.owed, after.opened[0]) == ("KD", ["10H 10S 10C 10D"], (), 10)
    lying = at(ROMMEORDNUNG, "4H KS", table=("AH 2H 3H",), pile="5H", opened=OPENED, drawn=False)
    assert table(after_use(after_take(lying), Use(at=0, cards=parse_cards("4H 5H")))) == ["AH 2H 3H 4H 5H"]


def test_das_klopfen_granted_costs_two_cards_and_refused_nothing() -> None:
    position = at(rules("rommee", knocking=True), "2C", pile="9H", drawn=False)
    granted, refused = after_claim(position, 2), after_refusal(position)
    assert (hand(granted, 2), granted.pile, len(granted.stock)) == ("2C 2S 9H 3D 3D", (), 28)
    assert (granted.turn, granted.claim, refused.claim) == (1, Claim.GRANTED, Claim.REFUSED)
    assert hand(after_claim(at(CONTRACT, "2C", pile="9H", drawn=False), 3), 3) == "2C 2S 9H 3D"


# The table


def test_who_lays_out_has_opened_in_that_turn_once() -> None:
    position = after_lay_out(at(ROMMEE, "10H JH * 2D 3D 4D 5C"), melds("10H JH *"))
    assert (hand(position), table(position), position.opened[0]) == ("5C 2D 3D 4D", ["10H JH *QH"], 10)
    later = after_lay_out(position._replace(number=13), melds("2D 3D 4D"))
    assert (later.opened[0], [meld.owner for meld in later.table]) == (10, [1, 1])


def test_a_joker_taken_may_be_kept_or_is_owed() -> None:
    for ruleset, owed in ((ROMMEORDNUNG, ()), (ROMMEE, (JOKER,)), (CONTRACT, (JOKER,))):
        position = at(ruleset, "6H KS", table=("5H * 7H 8H", "9C 9S 9D"), opened=OPENED)
        after = after_take_joker(position, 0, parse_card("6H"))
        assert (hand(after), table(after)[0], after.owed) == ("KS *", "5H 6H 7H 8H", owed)
    paid = after_lay_off(after, 1, parse_cards("*"))
    assert (after.owed_from, paid.owed, paid.owed_from, hand(paid)) == (0, (), None, "KS")


def test_das_auseinanderreissen_melds_that_lie_as_before_keep_their_owner() -> None:
    position = at(
        rules("rommee", rearranging=True), "8C KS", table=("8H 9H 10H JH", "8S 8D *", "2C 3C 4C"), opened=OPENED
    )
    after = after_rearranging(position, melds("9H 10H JH", "8H 8S 8D 8C", "2C 3C 4C *"), parse_cards("8C"))
    assert (hand(after), [meld.owner for meld in after.table]) == ("KS", [1, 1, 1])
    same = after_rearranging(position, melds("8H 9H 10H JH", "8S 8D * 8C", "2C 3C 4C"), parse_cards("8C"))
    assert [meld.owner for meld in same.table] == [2, 1, 2]


def test_das_auseinanderreissen_equal_melds_keep_their_owners() -> None:
    lying = at(rules("rommee", rearranging=True), "8C KS", table=("8H 9H 10H", "8H 9H 10H", "2C 3C 4C"), opened=OPENED)
    lying = lying._replace(table=(replace(lying.table[0], owner=3), *lying.table[1:]))
    after = after_rearranging(lying, melds("8H 9H 10H", "8H 9H 10H", "2C 3C 4C"), ())
    assert [meld.owner for meld in after.table] == [3, 2, 2]


def test_das_anschreiben_example_of_the_source_notes_75() -> None:
    held = "6C 6S 6D QD KD AD 2D 3D JC 7H 10S 4C"
    position = at(TREPPENROMME, held, table=("8C 9C 10C", "8H 9H 10H", "7S 8S 9S"))
    position = after_lay_out(position, melds("6C 6S 6D", "QD KD AD 2D 3D"))
    assert position.noted == (48, 0, 0)
    for place, cards in enumerate(("JC", "7H", "10S")):
        position = after_lay_off(position, place, parse_cards(cards))
    assert (position.noted, hand(position)) == ((75, 0, 0), "4C")


# The end of a turn and of a game


def test_a_discard_passes_the_turn_and_clears_the_claim() -> None:
    after = after_discard(at(CLASSIC, "2C KS", pile="9H", claim=Claim.GRANTED), parse_card("KS"))
    assert (after.turn, after.number, after.drawn, after.claim) == (2, 11, False, Claim.NONE)
    assert (hand(after), format_cards(after.pile)) == ("2C", "9H KS")


def test_8_1_the_last_card_ends_the_game() -> None:
    over = after_discard(at(ROMMEORDNUNG, "KS", opened=OPENED), parse_card("KS"))
    assert (over.over, over.finisher, hand(over)) == (True, 1, "")
    assert after_going_out(at(CLASSIC, "", opened=OPENED), None).finisher == 1
    assert said(may_lay_out(over, ())).startswith("game_over § 8.1")


def test_abweichnungen_the_others_have_one_more_turn_each_after_an_announcement() -> None:
    position = at(rules("classic", without_laying_out=True), "2C 3C 4C 5D", drawn=False)
    position = after_announcing(position, melds("2C 3C 4C"))
    assert (position.announced, position.turn, position.over) == (1, 2, False)
    position = after_going_out(after_draw(position), None)
    assert (position.turn, position.over) == (3, False)
    position = after_discard(after_draw(position), parse_card("2C"))
    assert (position.over, position.finisher) == (True, 1)


@pytest.mark.parametrize("ruleset", SYSTEMS, ids=lambda r: r.key)
def test_the_pack_is_the_one_of_the_source(ruleset: RuleSet) -> None:
    assert len(whole_pack(ruleset, 3)) == {"rommeordnung": 110, "classic": 106, "rommee": 110, "contract": 105}.get(
        ruleset.key, 52
    )


# Leaving and breaking off


def test_who_leaves_is_passed_over_and_the_others_play_on() -> None:
    position = at(ROMMEORDNUNG, "2C KS", pile="9H", opened=(3, 5, None, None))
    after = after_leaving(position, 2)
    assert (after.turn, after.next_seat, after.seats, after.over) == (1, 3, (1, 3, 4), False)
    assert after.cards == position.cards
    assert after_discard(after, parse_card("KS")).turn == 3
    in_turn = after_leaving(position, 1)
    assert (in_turn.turn, in_turn.number, in_turn.drawn) == (2, 11, False)


def test_6_9_the_next_player_is_the_next_who_is_there() -> None:
    position = at(ROMMEORDNUNG, "8H KS", table=("5H 6H 7H",), opened=(None, 5, None, None))
    assert said(may_discard(position, parse_card("8H"))) == "fitting_card_discarded § 6.9"
    assert not may_discard(after_leaving(position, 2), parse_card("8H"))


def test_with_too_few_players_or_without_who_announced_the_game_is_broken_off() -> None:
    over = after_leaving(at(ROMMEORDNUNG, "2C KS", opened=OPENED), 3)
    assert (over.over, over.broken_off, over.finisher) == (True, True, None)
    announced = at(rules("classic", without_laying_out=True), "2C", announced=2)
    assert after_leaving(announced, 2).broken_off
    assert not after_leaving(announced, 3).broken_off


def test_nobody_leaves_twice_claims_afterwards_or_leaves_a_game_that_is_over() -> None:
    position = after_leaving(at(CONTRACT, "2C", pile="9H", opened=(None,) * 4, drawn=False), 3)
    assert said(may_leave(position, 3)) == "seat_left"
    assert said(may_claim(position, 3)) == "seat_left"
    assert not may_leave(position, 2)
    assert said(may_leave(after_breaking_off(position), 2)) == "game_over Ende einer Runde - Aus gehen"
