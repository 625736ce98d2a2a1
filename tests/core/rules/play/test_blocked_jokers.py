"""§ 6.8: a card at the wrong side of the joker that it could have taken."""

from __future__ import annotations

import pytest

from romme_turnier.core.rules.melds.lay_off import End
from romme_turnier.core.rules.play import (
    Position,
    after_blocking,
    after_discard,
    after_lay_off,
    after_wrong_lay_off,
    may_block,
    may_lay_off,
    may_take_joker,
)
from romme_turnier.core.rules.system.cards import format_cards, parse_card, parse_cards
from romme_turnier.core.rules.system.ruleset import RuleSet
from tests.core.rules.play.positions import CLASSIC, OPENED, ROMMEORDNUNG, at, said

TEN = parse_card("10H")


def laid_wrongly(*, end: End = End.BACK, table: str = "9H *10H JH", ruleset: RuleSet = ROMMEORDNUNG) -> Position:
    position = at(ruleset, "10H 10H QH KS", table=(table,), opened=OPENED)
    return after_wrong_lay_off(position, 0, [TEN], end)


def lies(position: Position) -> str:
    return format_cards(position.table[0].cards)


def test_6_8_laying_it_there_is_refused() -> None:
    position = at(ROMMEORDNUNG, "10H KS", table=("9H *10H JH",), opened=OPENED)
    assert said(may_lay_off(position, 0, [TEN])) == "belongs_on_joker § 6.8"


@pytest.mark.parametrize("end", End)
def test_6_8_what_lies_there_all_the_same_is_put_on_the_joker_after_the_discard(end: End) -> None:
    wrong = laid_wrongly(end=end)
    assert lies(wrong) == ("10H 9H *10H JH" if end is End.FRONT else "9H *10H JH 10H")
    position = after_discard(wrong, parse_card("KS"))
    assert not may_block(position, 0, TEN)
    blocked = after_blocking(position, 0, TEN)
    assert (lies(blocked), blocked.table[0].blocked) == ("9H 10H JH", (TEN,))
    assert blocked.cards == position.cards == wrong.cards


def test_6_8_a_set_of_four_has_its_joker_blocked_too() -> None:
    wrong = laid_wrongly(table="10C 10S 10D *")
    assert lies(after_blocking(wrong, 0, TEN)) == "10C 10S 10D 10H"


def test_6_8_nobody_takes_a_blocked_joker_and_the_meld_goes_on() -> None:
    position = after_blocking(laid_wrongly(), 0, TEN)
    assert said(may_take_joker(position, 0, TEN)) == "joker_blocked § 6.8"
    queen = parse_cards("QH")
    assert not may_lay_off(position, 0, queen)
    after = after_lay_off(position, 0, queen)
    assert (lies(after), after.table[0].blocked) == ("9H 10H JH QH", (TEN,))


def test_6_8_only_a_card_next_to_its_joker_is_put_on_it() -> None:
    for table in ("9H 10H JH", "9H *10H JH"):
        position = at(ROMMEORDNUNG, "10H KS", table=(table,), opened=OPENED)
        assert said(may_block(position, 0, TEN)) == "nothing_to_block § 6.8"
        with pytest.raises(ValueError, match="joker"):
            after_blocking(position, 0, TEN)
    assert said(may_block(position, 1, TEN)) == "no_such_meld"
    assert said(may_block(laid_wrongly(ruleset=CLASSIC), 0, TEN)) == "nothing_to_block"
