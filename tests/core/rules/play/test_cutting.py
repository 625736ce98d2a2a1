"""Cutting, and a joker that the cutter keeps (§ 5.4, § 5.5)."""

from __future__ import annotations

import random

import pytest

from romme_turnier.core.rules.play import Position, cut, cutter, deal, hand_sizes, whole_pack
from romme_turnier.core.rules.system.cards import JOKER, format_cards, parse_cards
from tests.core.rules.play.positions import CLASSIC, CONTRACT, ROMMEORDNUNG

PACK = whole_pack(ROMMEORDNUNG, 4)


def with_joker_at_the_bottom() -> tuple[int, ...]:
    others = list(PACK[:-1])
    random.Random(5).shuffle(others)
    return (JOKER, *others)


def test_5_4_the_right_neighbour_of_the_dealer_cuts() -> None:
    assert [cutter(dealer, 4) for dealer in (1, 2, 3, 4)] == [4, 1, 2, 3]


def test_5_4_what_was_lifted_comes_under_the_rest() -> None:
    pack = parse_cards("2C 3C 4C 5C 6C")
    assert format_cards(cut(pack, 2)) == "5C 6C 2C 3C 4C"
    assert sorted(cut(PACK, 47)) == sorted(PACK)
    for lifted in (0, 5):
        with pytest.raises(ValueError, match="lifted"):
            cut(pack, lifted)


def test_5_5_who_cuts_a_joker_keeps_it_and_gets_no_card_in_the_first_round() -> None:
    shuffled = with_joker_at_the_bottom()
    position = deal(ROMMEORDNUNG, shuffled, 4, dealer=1, joker_cut=True)
    assert [len(hand) for hand in position.hands] == [13, 14, 13, 13]
    assert (position.cut_joker, position.turn) == (4, 2)
    dealt = shuffled[1:][::-1]
    assert position.hands[1] == tuple(sorted((*dealt[0:3:3], *dealt[3:51:4], dealt[51])))
    assert position.hands[3] == tuple(sorted((JOKER, *dealt[5:51:4])))
    assert position.cards == PACK


def test_5_5_the_cutter_is_dealt_a_card_less() -> None:
    assert hand_sizes(ROMMEORDNUNG, 4, dealer=1) == (13, 14, 13, 13)
    assert hand_sizes(ROMMEORDNUNG, 4, dealer=1, joker_cut=True) == (13, 14, 13, 12)
    assert hand_sizes(CONTRACT, 3, dealer=2, round_number=5) == (12, 12, 12)


def test_5_5_only_a_joker_that_lies_there_is_kept_and_only_if_the_rules_know_it() -> None:
    with pytest.raises(ValueError, match="no joker"):
        deal(ROMMEORDNUNG, PACK, 4, dealer=1, joker_cut=True)
    with pytest.raises(ValueError, match="classic"):
        deal(CLASSIC, whole_pack(CLASSIC, 3)[::-1], 3, dealer=1, joker_cut=True)


def test_without_a_cut_joker_nobody_has_one() -> None:
    position: Position = deal(ROMMEORDNUNG, with_joker_at_the_bottom(), 4, dealer=1)
    assert position.cut_joker is None
    assert [len(hand) for hand in position.hands] == [13, 14, 13, 13]
