"""Cards are read however people write them."""

from itertools import product

import pytest
from hypothesis import given, strategies as st

from romme_turnier.core.playing.commands.cards import read_card
from romme_turnier.core.rules import format_card, format_cards
from romme_turnier.core.rules.system.card_words import NOT_COMPOSED, RANK_OF_WORD, SUIT_OF_SIGN, SUIT_OF_WORD
from romme_turnier.core.rules.system.cards import JOKER, NAMED, card
from romme_turnier.tournament.shared.rule_words.cards import card_name
from romme_turnier.web.rule_check.typed_cards import read_cards, read_melds, written_out

CARDS = st.integers(0, 2 * NAMED - 2)


@pytest.mark.parametrize(
    ("typed", "cards"),
    [
        ("10H h10 Herz 10 herz-zehn", "10H 10H 10H 10H"),
        ("Herz A 2 3", "AH 2H 3H"),
        ("Pik 3, 4, 5 und Herz Bub", "3S 4S 5S JH"),
        ("Herz 8, Herz 9 und Herz 10", "8H 9H 10H"),
        ("Kreuz Zwei, Hertz Dame, karo-fünf, Pik fuenf", "2C QH 5D 5S"),
        ("Herz Buben, zwei Joker", "JH"),  # two jokers, or the two of hearts and a joker
        ("2 Joker, zwei Joker und Herz A 2 Joker 4", "* * * * AH 2H * 4H"),
        ("Herz B D K, ♠9 10, Eichel 7", "JH QH KH 9S 10S"),
        ("Pik 3 * 5 Joker", "3S * 5S *"),
        ("10 Herz 9", "10H"),  # the nine has no suit
        ("♥10 10♥ ♥️10", "10H 10H 10H"),
        ("Karo Dame, DD dd QD", "QD QD QD QD"),
        ("KD DK DH HD", "KD KD QH QH"),
        ("10 Herz 9 Herz", "10H 9H"),
        ("Herz 10 Herz 9", "10H 9H"),
        ("Pik-Ass pikas AS as", "AS AS AS AS"),
        ("Kreuz Bube Treff König queen of", "JC KC QC"),
        ("2♣3♣4♣", "2C 3C 4C"),
        ("Joker * joker als Herz 9 *9H", "* * *9H *9H"),
        ("hearts 10 diamond jack", "10H JD"),
        ("10 of hearts, Queen of spades and 4 of clubs", "10H QS 4C"),
        ("kr8 8pi he-10 Ka 9 konig pik", "8C 8S 10H 9D KS"),
        ("p9 10P, dkr", "9S 10S QC"),
        ("Joker=Pik-Ass j=10h *pik9", "*AS *10H *9S"),
    ],
)
def test_cards_are_read_as_people_write_them(typed: str, cards: str) -> None:
    assert format_cards(read_cards(typed).cards) == cards


def test_what_is_no_card_is_named_as_it_was_written() -> None:
    found = read_cards("9H Elf 11H, JH")
    assert (format_cards(found.cards), found.unread) == ("9H JH", ("Elf", "11H"))


@pytest.mark.parametrize("half", ["Pik", "Ass", "joker als Pik", "Herz", "J"])
def test_half_a_card_is_none(half: str) -> None:
    assert not {one for one in read_cards(half).cards if one != JOKER}


def test_commands_and_regel_check_read_the_same_words() -> None:
    suits = {**SUIT_OF_WORD, **SUIT_OF_SIGN}
    for (rank_word, rank), (suit_word, suit) in product(RANK_OF_WORD.items(), suits.items()):
        for word in {rank_word + suit_word, suit_word + rank_word} - NOT_COMPOSED:
            natural = card(rank, suit)
            assert (word, read_card(word, online=False)) == (word, natural)
            assert (word, read_cards(word).cards) == (word, (natural,))


def test_signs_of_the_online_rommee_are_read_where_they_are_used() -> None:
    assert format_cards(read_cards("10+ b+ J", online=True).cards) == "10D JD *"
    assert read_cards("10+").unread == ("10+",)


@pytest.mark.parametrize("typed", ["* AS 2C", "* as 2c", "★ AS 2C", "Joker AS 2C"])
def test_ace_of_spades_after_a_joker_is_a_card(typed: str) -> None:
    assert format_cards(read_cards(typed).cards) == "* AS 2C"


@pytest.mark.parametrize("typed", ["Joker as 2C", "joker als Kreuz 2", "Joker für 2C", "jkr=2C", "*=2C", "*2C", "j=2C"])
def test_joker_with_a_name_is_one_card(typed: str) -> None:
    assert format_cards(read_cards(typed).cards) == "*2C"


def test_strokes_lines_and_semicolons_part_combinations() -> None:
    melds = read_melds("QH QS QD / 2C 3C 4C; 7H 7S 7C\n*\n/")
    assert [format_cards(meld.cards) for meld in melds] == ["QH QS QD", "2C 3C 4C", "7H 7S 7C", "*"]


@pytest.mark.parametrize(
    ("typed", "melds"),
    [
        ("Pik 3, 4, 5 und drei Buben", ["3S 4S 5S", "JC JS JH"]),
        ("zwei Buben und Joker", ["JC JS *"]),
        ("Joker, drei Achter, Pik 3 4 5 / 5 Asse", ["* 8C 8S 8H", "3S 4S 5S", "AC AS AH AD AC"]),
        ("drei Damen und vier Könige", ["QC QS QH", "KC KS KH KD"]),
    ],
)
def test_set_without_suits_is_a_combination_of_its_own(typed: str, melds: list[str]) -> None:
    assert [format_cards(meld.cards) for meld in read_melds(written_out(typed))] == melds


def test_suits_that_are_missing_are_asked_for() -> None:
    assert read_cards("Pik 3, 4, 5 und drei Buben").unread == ("drei Buben",)


@given(st.lists(CARDS, max_size=8))
def test_what_the_program_writes_is_read_again(cards: list[int]) -> None:
    for way in (format_cards(cards), ", ".join(card_name(format_card(one)) for one in cards)):
        assert read_cards(way).cards == tuple(cards)
        assert read_cards(way.upper()).cards == read_cards(way.lower()).cards == tuple(cards)


@given(st.text(max_size=80))
def test_every_text_is_read_to_its_end(text: str) -> None:
    found = read_cards(text)
    assert all(0 <= one <= NAMED + JOKER for one in found.cards)
    assert all(word in text for word in found.unread)


def test_colours_are_suits_in_rommee_alone() -> None:
    typed = "Rot 8, Blau 8, Gelb 8, grüne 8, Magenta Bube"
    assert format_cards(read_cards(typed, online=True).cards) == "8H 8D 8S 8C JS"
    assert read_cards("Rot 8").unread == ("Rot", "8")
