"""Cards as people type them: ``10h``, ``H10``, ``herz10``, ``♥B``, ``pik-dame``, ``joker=10h``, ``b+`` in `rommee`.

Ranks are German or international; suits are C S H D, German words or their beginnings, symbols. Written is what the
engine writes: ``10H``, ``*QH``.
"""

from __future__ import annotations

from functools import cache
from itertools import product

from romme_turnier.core.playing.commands.words import folded
from romme_turnier.core.rules.system.cards import (
    JOKER,
    RANKS,
    SUITS,
    Card,
    CardError,
    card,
    named_joker,
    parse_card,
)

_SUIT_WORDS = {
    "C": ("kr", "kreuz", "♣"),
    "S": ("p", "pi", "pik", "♠"),
    "H": ("he", "herz", "♥"),
    "D": ("ka", "karo", "♦"),
}
_RANK_WORDS = {
    **{rank: (rank.lower(),) for rank in RANKS},
    "J": ("j", "b", "bube"),
    "Q": ("q", "d", "dame"),
    "K": ("k", "koenig", "konig"),
    "A": ("a", "as", "ass"),
}
_JOKERS = ("j", "joker")


def read_card(token: str, *, online: bool, place: int = 1) -> Card:
    """Returns the card that a token names; ``online``: also in the signs of the online Rommee. Raises CardError."""
    try:
        return parse_card(token, online=online, place=place)
    except CardError:
        said = folded(token).replace("-", "").replace("\ufe0f", "")
        named, equals, card_named = said.partition("=")
        if said in _JOKERS:
            return JOKER
        if equals and named in {*_JOKERS, "*"}:
            natural = read_card(card_named, online=online, place=place)
            if natural < JOKER:
                return named_joker(natural)
        elif said in _tokens():
            return _tokens()[said]
        raise CardError(token, place) from None


@cache
def _tokens() -> dict[str, Card]:
    """Everything a natural card may be called, in both orders."""
    found: dict[str, Card] = {}
    for rank, suit in product(RANKS, SUITS):
        natural = card(RANKS.index(rank), SUITS.index(suit))
        for rank_word, suit_word in product(_RANK_WORDS[rank], (suit.lower(), *_SUIT_WORDS[suit])):
            found[rank_word + suit_word] = found[suit_word + rank_word] = natural
    return found
