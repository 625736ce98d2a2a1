"""A turn may end without a discard only if no laying leads to a card that may be discarded."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import chain, combinations, permutations
from typing import Any

import pytest
from hypothesis import given, settings, strategies as st

from romme_turnier.core.rules.melds.judge import judge_meld
from romme_turnier.core.rules.play import (
    Position,
    after_lay_off,
    after_lay_out,
    after_pass,
    after_take_joker,
    after_use,
    laying_before_discard,
    may_discard,
    may_go_out,
    may_lay_off,
    may_lay_out,
    may_pass,
    may_take_joker,
    parse_position,
)
from romme_turnier.core.rules.system.cards import Card, format_cards, parse_card, parse_cards
from romme_turnier.core.rules.system.ruleset import RuleSet
from tests.core.rules.play.positions import CLASSIC, CONTRACT, NOT_OPENED, OPENED, ROMMEORDNUNG, SYSTEMS, at, said


def passing(hand: str, *table: str, ruleset: RuleSet = ROMMEORDNUNG, **more: Any) -> str:
    """Violations of ending the turn without a discard, with the first possible laying."""
    found = may_pass(at(ruleset, hand, table=table, **{"opened": OPENED, **more}))
    first = "".join(f" {one.params['cards']}" for one in found if one.code == "laying_possible")
    return said(found) + first


FULL = "9C 9S 9H 9D"  # no joker can be laid at it
WAITING = "7H 7S *"  # one card can be laid at it, and no joker


def test_6_10_two_jokers_that_fit_nowhere_end_the_turn() -> None:
    position = at(ROMMEORDNUNG, "* *", table=(FULL,), opened=OPENED)
    assert not may_pass(position)
    assert (after_pass(position).turn, format_cards(after_pass(position).hands[0])) == (2, "* *")
    assert passing("* *", FULL, WAITING) == ""
    assert passing("* * 7C", FULL, WAITING) == ""  # the seven leaves only the two


def test_6_5_a_joker_that_fits_is_laid_and_the_other_one_discarded() -> None:
    assert passing("* *", "9C 9S 9H") == "laying_possible § 6.5 *"
    assert passing("* *", "5H 6H 7H") == "laying_possible § 6.5 *"
    assert passing("* *", "*5H 6H *7H 8H") == ""  # no more jokers than other cards, and never two in a row


def test_6_5_a_card_that_fits_is_laid_and_the_joker_goes_as_the_last_card() -> None:
    position = parse_position(
        "rommeordnung / hands 6D *, ?3, ?3 / table 2 7D *8D 9D 10D JD / pile 8H / stock 40 / turn 1 20 drawn"
        " / opened 3 9 9"
    )
    assert said(may_pass(position)) == "laying_possible § 6.5"
    after = position
    while len(after.hand) > 1:
        use = laying_before_discard(after)
        assert use is not None
        after = after_use(after, use)
    assert not may_go_out(after, after.hand[0])


def test_6_5_of_two_equal_cards_one_is_laid_and_the_other_fits_no_more() -> None:
    assert passing("7C 7C * *", WAITING, FULL).startswith("laying_possible § 6.5")


def test_6_5_two_cards_and_a_joker_can_be_a_new_meld() -> None:
    assert passing("7C 6C * *", "7H 7S *", "6H 6S *") == "laying_possible § 6.5 *5C 6C 7C"


def test_6_11_taking_a_joker_alone_helps_nobody_who_then_holds_two() -> None:
    assert passing("7D *", "7H 7S 7C *", FULL) == "discard_possible § 6.5"  # it would only fetch the joker
    assert passing("7C * *", "7H 7S *", FULL) == ""


def test_6_3_player_that_has_not_opened_must_open_if_every_card_fits() -> None:
    table = ("10H JH QH", "KC KS *", "JC JS *")
    assert passing("KH KD JD * *", *table, opened=NOT_OPENED) == "laying_possible § 6.5 *10D JD *QD KD"
    assert passing("KH KD * *", *table, opened=NOT_OPENED) == ""  # all fit, and 30 points open nothing


def test_6_5_a_card_that_may_go_now_is_named() -> None:
    found = may_pass(at(ROMMEORDNUNG, "* KS", opened=OPENED))
    assert said(found) == "discard_possible § 6.5"
    assert found[0].params == {"card": "KS"}


@pytest.mark.parametrize("ruleset", SYSTEMS, ids=lambda ruleset: ruleset.key)
def test_a_turn_with_a_card_that_may_go_never_ends_without_a_discard(ruleset: RuleSet) -> None:
    assert passing("2C KS", ruleset=ruleset).startswith("discard_possible ")
    assert not may_discard(at(ruleset, "2C KS"), parse_card("KS"))


def test_7_3_a_card_of_the_pile_lies_before_the_turn_ends() -> None:
    assert passing("* *", FULL, owed=parse_cards("*")) == "must_be_used § 7.3"


def test_runde_7_the_last_card_is_kept_where_it_fits_nowhere() -> None:
    seventh: dict[str, Any] = {"ruleset": CONTRACT, "round_number": 7}
    assert passing("8H", **seventh) == ""
    assert passing("8H", "9C 10C JC QC", **seventh) == ""
    heading = "Ende einer Runde - Aus gehen"
    assert passing("8H", "4H 5H 6H 7H", **seventh) == f"laying_possible {heading} 8H"
    assert passing("8H", "7H *8H 9H 10H", "2C 3C 4C 5C", **seventh) == f"laying_possible {heading} 8H"
    assert passing("8H", "4H 5H 6H 7H", opened=(10, 5, None), **seventh) == ""  # laid the contract in this turn


def test_spielregeln_with_an_empty_hand_the_game_is_over() -> None:
    assert passing("", ruleset=CLASSIC) == "hand_empty Spielregeln"
    assert passing("", ruleset=CONTRACT, round_number=7) == "hand_empty Ende einer Runde - Aus gehen"


# Against trying every act

TABLES = ("9C 9S 9H 9D", "7H 7S *", "10H *JH QH", "*5D 6D *7D 8D", "KC KS KD", "2S 3S 4S", "JC JS *")
FITTING = "7C 7D 9H KH 9D KD 4D QS JH JD 5S AS *"


@settings(deadline=None, max_examples=120)
@given(
    st.lists(st.sampled_from(parse_cards(FITTING)), max_size=3),
    st.integers(1, 3),
    st.lists(st.sampled_from(TABLES), min_size=1, max_size=3, unique=True),
)
def test_who_has_opened_may_pass_only_when_trying_every_act_leads_to_no_discard(
    cards: list[Card], jokers: int, table: list[str]
) -> None:
    position = with_hand(at(ROMMEORDNUNG, "", table=tuple(table), opened=OPENED), (*cards, *parse_cards("* " * jokers)))
    assert bool(may_pass(position)) == can_end(position)


@settings(deadline=None, max_examples=25)
@given(st.lists(st.sampled_from(parse_cards("KH KD QS JH JD JS")), min_size=1, max_size=4), st.integers(1, 3))
def test_who_has_not_opened_may_pass_only_when_no_opening_leads_to_a_discard(cards: list[Card], jokers: int) -> None:
    table = ("KC KS *", "10H *JH QH", "10D *JD QD", "9S 10S JS", "JC JS *", FULL)
    position = at(ROMMEORDNUNG, "", table=table, opened=NOT_OPENED)
    position = with_hand(position, (*cards, *parse_cards("* " * jokers)))
    assert bool(may_pass(position)) == can_end(position)


def with_hand(position: Position, hand: tuple[Card, ...]) -> Position:
    return position._replace(hands=(tuple(sorted(hand)), *position.hands[1:]))


@cache
def can_end(position: Position) -> bool:
    """By trying every act one after the other; an empty hand was never there before a last discard."""
    if not position.hand or any(not may_discard(position, card) for card in position.hand):
        return True
    return any(map(can_end, every_act(position)))


def every_act(position: Position) -> Iterator[Position]:
    hand = position.hand
    parts = {part for size in range(1, len(hand) + 1) for part in combinations(hand, size)}
    for part in parts:
        for place in range(len(position.table)):
            if not may_lay_off(position, place, part):
                yield after_lay_off(position, place, part)
    melds = [order for part in parts for order in set(permutations(part)) if judge_meld(order, position.rules).valid]
    for together in chain(combinations(melds, 1), combinations(melds, 2) if position.opened_in is None else ()):
        if not may_lay_out(position, together):
            yield after_lay_out(position, together)
    for place in range(len(position.table)):
        for card in set(hand):
            if not may_take_joker(position, place, card):
                yield after_take_joker(position, place, card)
