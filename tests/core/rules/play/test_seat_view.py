"""The view of a seat contains visible cards only."""

from __future__ import annotations

import pytest

from romme_turnier.core.rules.play import after_draw, after_going_out, may_discard, may_draw, may_lay_off, seen_by
from romme_turnier.core.rules.system.cards import HIDDEN, format_card, format_cards, parse_card, parse_cards
from romme_turnier.core.rules.system.ruleset import RuleSet
from tests.core.rules.play.positions import CLASSIC, CONTRACT, OPENED, ROMMEORDNUNG, TREPPENROMME, at, said
from tests.core.rules.written import rules

TAKE_MANY = rules("classic", take_many=True)


def test_a_hidden_card_is_written_with_two_question_marks() -> None:
    assert format_card(HIDDEN) == "??"


def test_a_seat_sees_its_hand_the_table_the_top_discard_and_counts() -> None:
    position = at(ROMMEORDNUNG, "9H KS", table=("5H 6H 7H",), pile="2C 3C 4C", opened=OPENED, stock=2)
    seen = seen_by(position, 1)
    assert [format_cards(hand) for hand in seen.hands] == ["KS 9H", "?? ??", "?? ??"]
    assert format_cards(seen.pile) == "?? ?? 4C"
    assert format_cards(seen.stock) == "?? ??"
    assert seen._replace(hands=position.hands, pile=position.pile, stock=position.stock) == position


def test_spectators_see_no_hand() -> None:
    assert all(set(hand) == {HIDDEN} for hand in seen_by(at(CLASSIC, "9H KS"), None).hands)


@pytest.mark.parametrize(
    ("ruleset", "pile"), [(TREPPENROMME, "2C 3C 4C"), (TAKE_MANY, "2C 3C 4C"), (CLASSIC, "?? ?? 4C")]
)
def test_the_pile_is_open_where_several_cards_of_it_may_be_taken(ruleset: RuleSet, pile: str) -> None:
    assert format_cards(seen_by(at(ruleset, "9H", pile="2C 3C 4C"), 2).pile) == pile


def test_aus_gehen_the_last_discard_of_contract_rummy_lies_face_down() -> None:
    over = after_going_out(at(CONTRACT, "KS", pile="2C 4C", opened=OPENED), parse_card("KS"))
    assert format_cards(seen_by(over, 1).pile) == "?? ?? KS"
    assert format_cards(seen_by(over, 2).pile) == format_cards(seen_by(over, None).pile) == "?? ?? ??"
    seventh = after_going_out(at(CONTRACT, "", pile="2C 4C", opened=OPENED, round_number=7), None)
    assert format_cards(seen_by(seventh, 2).pile) == "?? 4C"
    other = after_going_out(at(ROMMEORDNUNG, "KS", pile="2C 4C", opened=OPENED), parse_card("KS"))
    assert format_cards(seen_by(other, 2).pile) == "?? ?? KS"


def test_equal_tables_look_equal_whatever_the_others_hold() -> None:
    one = at(ROMMEORDNUNG, "9H KS", pile="2C 4C")
    other = one._replace(hands=(one.hands[0], parse_cards("* *"), parse_cards("AH AH")), stock=parse_cards("*") * 30)
    assert one != other
    assert seen_by(one, 1) == seen_by(other, 1)


def test_questions_about_the_players_cards_are_answered_alike() -> None:
    position = at(ROMMEORDNUNG, "8H KS", table=("5H 6H 7H",), pile="2C 4C", opened=OPENED)
    seen = seen_by(position, 1)
    for card in position.hand:
        assert may_discard(seen, card) == may_discard(position, card)
        assert may_lay_off(seen, 0, [card]) == may_lay_off(position, 0, [card])
    waiting = seen_by(position._replace(drawn=False), 1)
    assert said(may_draw(waiting, 1)) == ""
    assert format_cards(after_draw(waiting).hand) == "?? KS 8H"
