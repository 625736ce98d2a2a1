"""Cards as people type them, and commands that are written and read again."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given, strategies as st

from romme_turnier.core.playing.commands.cards import read_card
from romme_turnier.core.playing.commands.command import ENDS, Command, format_command
from romme_turnier.core.playing.commands.reading import CommandError, parse_command
from romme_turnier.core.playing.commands.words import Word
from romme_turnier.core.rules.system.card_words import RANK_OF_WORD, SUIT_OF_SIGN, SUIT_OF_WORD
from romme_turnier.core.rules.system.cards import JOKER, NAMED, RANKS, SUITS, CardError, format_card, unnamed


@pytest.mark.parametrize(
    ("typed", "card"),
    [
        ("10h", "10H"),
        ("H10", "10H"),
        ("herz10", "10H"),
        ("Herz-Dame", "QH"),
        ("pik-bube", "JS"),
        ("b♠", "JS"),
        ("♦️A", "AD"),
        ("kr8", "8C"),
        ("8kreuz", "8C"),
        ("karokönig", "KD"),
        ("karokonig", "KD"),
        ("dd", "QD"),
        ("kd", "KD"),
        ("dk", "KD"),
        ("dkr", "QC"),
        ("joker", "*"),
        ("J", "*"),
        ("j=10h", "*10H"),
        ("Joker=Pik-Ass", "*AS"),
        ("*=bh", "*JH"),
        ("treff-bube", "JC"),
        ("schippe9", "9S"),
        ("ace♤", "AS"),
        ("diamonds-queen", "QD"),
        ("kingclubs", "KC"),
        ("★", "*"),
        ("jkr=heart10", "*10H"),
    ],
)
def test_cards_are_read_as_people_type_them(typed: str, card: str) -> None:
    assert format_card(read_card(typed, online=False)) == card


@pytest.mark.parametrize(("typed", "card"), [("b+", "JD"), ("+b", "JD"), ("10#", "10C"), ("8*", "8H"), ("ao", "AS")])
def test_the_signs_of_the_online_rommee_are_read_where_it_is_played(typed: str, card: str) -> None:
    assert format_card(read_card(typed, online=True)) == card
    with pytest.raises(CardError):
        read_card("b+", online=False)


@pytest.mark.parametrize(
    "typed", ["", "h", "11h", "1h", "herz", "10", "joker=joker", "j=", "*=", "hh10", "ka", "pik", "ass"]
)
def test_what_is_no_card_is_none(typed: str) -> None:
    with pytest.raises(CardError):
        read_card(typed, online=False)


def test_no_word_can_mean_two_cards() -> None:
    said: dict[str, set[tuple[int, int]]] = {}
    for (rank_word, rank), (suit_word, suit) in product(RANK_OF_WORD.items(), {**SUIT_OF_WORD, **SUIT_OF_SIGN}.items()):
        for word in (rank_word + suit_word, suit_word + rank_word):
            said.setdefault(word, set()).add((rank, suit))
    assert [word for word, cards in said.items() if len(cards) > 1] == []


def test_every_card_is_read_in_every_notation_as_itself() -> None:
    ranks = dict(zip(("J", "Q", "K", "A"), ("Bube", "Dame", "König", "Ass"), strict=True))
    suits = dict(zip(SUITS, (("kreuz", "♣"), ("pik", "♠"), ("herz", "♥"), ("karo", "♦")), strict=True))
    for rank in RANKS:
        for suit in SUITS:
            for written in (f"{rank}{suit}", f"{suits[suit][0]}-{ranks.get(rank, rank)}", f"{suits[suit][1]}{rank}"):
                assert format_card(read_card(written, online=False)) == rank + suit


_CARD = st.integers(0, NAMED + 51)
_CARDS = st.lists(_CARD, min_size=1, max_size=5).map(tuple)
_GROUPS = st.lists(_CARDS, min_size=1, max_size=3).map(tuple)
_MELD = st.integers(1, 40).map(lambda number: (number,))
_COMMANDS = st.one_of(
    st.builds(Command, st.just(Word.DISCARD), cards=_CARD.map(lambda card: (card,))),
    st.builds(Command, st.sampled_from([Word.LAY_OUT, Word.ANNOUNCE, Word.RUMMY_HAND]), groups=_GROUPS),
    st.builds(Command, st.just(Word.LAY_OFF), cards=_CARDS, melds=_MELD, end=st.sampled_from([None, *ENDS.values()])),
    st.builds(Command, st.just(Word.SWAP), cards=st.integers(0, JOKER - 1).map(lambda card: (card,)), melds=_MELD),
    st.builds(
        Command, st.just(Word.REBUILD), cards=_CARDS, melds=st.lists(st.integers(1, 9), min_size=1).map(tuple),
        groups=_GROUPS,
    ),
    st.builds(Command, st.just(Word.TAKE), number=st.one_of(st.none(), st.integers(1, 20))),
    st.builds(
        Command, st.just(Word.SORT), cards=st.tuples(_CARD, _CARD), text=st.sampled_from(["vor", "hinter"])
    ),
)  # fmt: skip


@given(_COMMANDS, st.booleans())
def test_a_command_that_is_written_is_read_as_itself(command: Command, online: bool) -> None:
    assert parse_command(format_command(command), online=online) == command


@given(st.text(max_size=60))
def test_any_line_is_a_command_or_says_what_was_expected(line: str) -> None:
    try:
        read = parse_command(line, online=True)
    except CommandError:
        return
    assert parse_command(format_command(read), online=True) == read


def test_a_line_without_end_is_refused_before_it_is_read() -> None:
    with pytest.raises(CommandError) as caught:
        parse_command("rauslegen " + "5h " * 1000)
    assert caught.value.expected == "shorter"


def test_jokers_in_the_hand_have_no_name() -> None:
    assert unnamed(read_card("j=10h", online=False)) == JOKER
