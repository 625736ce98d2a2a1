"""Knocking: claims of the discard, and the answer of the player in turn (Das Klopfen)."""

from __future__ import annotations

from romme_turnier.core.rules.play import (
    after_asking,
    after_claim,
    after_discard,
    after_refusal,
    may_answer,
    may_ask,
    may_claim_unasked,
    may_draw,
    may_take,
)
from romme_turnier.core.rules.system.cards import parse_card
from tests.core.rules.play.positions import CONTRACT, ROMMEE, at, said
from tests.core.rules.written import rules

KNOCKING = rules("rommee", knocking=True)
SPIELABLAUF = "Spielablauf bei Contract Rummy/Rommé"
POSITION = at(KNOCKING, "2C KS", pile="9H", drawn=False)


def test_das_klopfen_several_may_ask_each_once() -> None:
    asked = after_asking(POSITION, 3)
    assert not may_ask(POSITION, 3)
    assert not may_ask(asked, 2)
    assert said(may_ask(asked, 3)) == "discard_claimed Das Klopfen"
    assert said(may_ask(POSITION, 1)) == "claim_in_turn Das Klopfen"


def test_das_klopfen_the_player_in_turn_answers_or_takes_the_card() -> None:
    asked = after_asking(POSITION, 3)
    assert not may_answer(asked, 1)
    assert said(may_answer(asked, 2)) == "not_in_turn Rommee"
    assert said(may_answer(POSITION, 1)) == "nothing_asked Das Klopfen"
    assert said(may_answer(at(ROMMEE, "2C"), 1)) == "no_claims Das Klopfen"
    assert said(may_answer(asked._replace(over=True), 1)) == "game_over Das Auslegen"
    assert said(may_answer(asked._replace(drawn=True), 1)).startswith("already_drawn")
    assert said(may_draw(asked, 1)) == "must_take_discard Das Klopfen"
    assert not may_take(asked, 1)


def test_das_klopfen_an_answer_or_the_next_turn_settles_it() -> None:
    asked = after_asking(POSITION, 3)
    assert after_claim(asked, 3).asked == after_refusal(asked).asked == ()
    assert after_discard(asked._replace(drawn=True), parse_card("KS")).asked == ()


def test_without_permission_nobody_takes_the_card_where_one_knocks() -> None:
    assert said(may_claim_unasked(POSITION, 3)) == "claim_not_allowed Das Klopfen"


def test_spielablauf_the_next_in_the_order_of_play_has_the_right() -> None:
    wanted = after_asking(at(CONTRACT, "2C", pile="9H", drawn=False), 2)
    assert said(may_claim_unasked(wanted, 3)) == f"claim_of_another {SPIELABLAUF}"
    assert not may_claim_unasked(wanted, 2)
    assert not may_draw(wanted, 1)
