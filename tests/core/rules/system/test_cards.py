"""Cards in every notation, and the messages for invalid ones."""

from __future__ import annotations

import pytest
from hypothesis import given, strategies as st

from romme_turnier.core.rules.system.cards import (
    JOKER,
    CardError,
    card,
    format_cards,
    is_joker,
    named_joker,
    parse_cards,
    parse_hand,
    stands_for,
)

EVERY_CARD = st.integers(0, JOKER + 52)


@given(st.lists(EVERY_CARD))
def test_what_is_written_reads_back_as_the_same_cards(cards: list[int]) -> None:
    assert list(parse_cards(format_cards(cards))) == cards
    assert list(parse_cards(format_cards(cards), online=True)) == cards


def test_rank_then_suit_name_a_card() -> None:
    assert parse_cards("2C 10H AS KD") == (card(0, 0), card(8, 2), card(12, 1), card(11, 3))


def test_small_letters_and_more_blanks_are_read_too() -> None:
    assert format_cards(parse_cards("  10h\tas  *qh ")) == "10H AS *QH"


def test_german_ranks_are_read() -> None:
    assert format_cards(parse_cards("BH DD KS AC *BC")) == "JH QD KS AC *JC"


def test_suit_symbols_are_read_also_in_their_coloured_form() -> None:
    assert format_cards(parse_cards("10♥ A♠ B♣ D♦ *D♥\ufe0f")) == "10H AS JC QD *QH"


def test_a_joker_that_says_what_it_stands_for_keeps_that() -> None:
    (joker,) = parse_cards("*QH")
    assert is_joker(joker)
    assert joker == named_joker(card(10, 2))
    assert stands_for(joker) == card(10, 2)
    assert stands_for(JOKER) is None


def test_in_the_hand_a_joker_stands_for_nothing() -> None:
    assert parse_hand("*QH 2C *") == (card(0, 0), JOKER, JOKER)


def test_the_online_rommee_writes_its_suits_with_signs() -> None:
    assert format_cards(parse_cards("10+,b+,d+", online=True)) == "10D JD QD"
    assert parse_cards("8* 8+ 8o 8#", online=True) == parse_cards("8H 8D 8S 8C")


def test_the_online_rommee_also_reads_the_suit_first() -> None:
    assert parse_cards("+b *10 ok", online=True) == parse_cards("b+ 10* ko", online=True)


def test_the_online_rommee_calls_the_joker_j() -> None:
    assert parse_cards("j * *b+", online=True) == (JOKER, JOKER, named_joker(card(9, 3)))


@pytest.mark.parametrize(
    ("text", "token", "place"), [("2C 11H", "11H", 2), ("1H", "1H", 1), ("* * HQ", "HQ", 3), ("**", "**", 1)]
)
def test_what_is_no_card_is_named_with_its_place(text: str, token: str, place: int) -> None:
    with pytest.raises(CardError) as caught:
        parse_cards(text)
    assert (caught.value.token, caught.value.place) == (token, place)
    assert token in str(caught.value)
    assert str(place) in str(caught.value)


def test_the_signs_of_the_online_rommee_are_refused_elsewhere() -> None:
    with pytest.raises(CardError):
        parse_cards("10+")
