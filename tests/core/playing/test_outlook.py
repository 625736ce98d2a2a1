"""Shortcuts of the strong opponent, compared with the long way."""

from __future__ import annotations

import random

import pytest

from romme_turnier.core.playing.opponents.card_count import Count
from romme_turnier.core.playing.opponents.open_table import OpenTable
from romme_turnier.core.playing.opponents.outlook import Outlook
from romme_turnier.core.rules.play import parse_position, whole_pack
from romme_turnier.core.rules.play.position import without
from romme_turnier.core.rules.system.cards import JOKER, parse_cards

ROWS = (parse_cards("4D 5D"), parse_cards("8S"), parse_cards("QH KH AH"))
LINES = (
    "rommeordnung / hands ?13, ?9, ?9 / pile ?3 4C / stock 50 / turn 1 10 drawn / opened - 5 6",
    "classic / hands ?13, ?9, ?9 / pile ?3 4C / stock 50 / turn 1 10 drawn / opened - 5 6",
    "rommee / hands ?13, ?9, ?9 / pile ?3 4C / stock 50 / turn 1 10 drawn / opened - 5 6",
    "treppenromme / hands ?13, ?9, ?9 / pile ?3 4C / stock 10 / turn 1 10 drawn / opened - 5 6",
    "contract / hands ?13, ?9, ?9 / pile ?3 4C / stock 50 / turn 1 10 drawn / opened 2 5 6 / round 4",
)


@pytest.mark.parametrize("line", LINES)
def test_a_card_that_seems_of_no_use_is_of_none(line: str) -> None:
    position, rng = parse_position(line), random.Random(4)
    pack = whole_pack(position.rules, 3)
    short = 0
    for opened in (False, True) * 15:
        hand = tuple(sorted(rng.sample(pack, rng.randint(1, 13))))
        table = OpenTable(ROWS, 1, opened)
        looked, at_length = (Outlook(position, 1, Count(pack, ()), rng) for _ in range(2))
        for more in range(JOKER + 1):
            left = looked.left_with(hand, looked.left(hand, table), more, table)
            assert left == at_length.left(tuple(sorted((*hand, more))), table)
        short += len(looked._left) < JOKER
    assert short > 3


@pytest.mark.parametrize("line", LINES)
def test_what_is_left_without_a_card_is_what_the_others_leave(line: str) -> None:
    position, rng = parse_position(line), random.Random(4)
    pack = whole_pack(position.rules, 3)
    for opened in (False, True):
        hand = tuple(sorted(rng.sample(pack, 8)))
        table = OpenTable(ROWS, 1, opened)
        outlook = Outlook(position, 1, Count(pack, ()), rng)
        for card in dict.fromkeys(hand):
            rest = without(hand, [card])
            assert outlook.value(hand, card, table) == pytest.approx(outlook.value(rest, None, table))


def test_each_card_that_is_out_comes_first_and_last_as_often_as_there_are_of_it() -> None:
    position = parse_position(LINES[0])
    unseen = parse_cards("2C 2C 5D 9H KS AS *")
    outlook = Outlook(position, 1, Count(unseen, ()), random.Random(1))
    for place in (0, -1):
        assert sorted(row[place] for row in outlook.draws) == sorted(unseen)
