"""Cards as people write them: "Herz 10", "10H", "H10", "♥10", "Karo Dame", "Joker", "Joker als Herz 9"."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

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

_SUIT_SIGNS = {"C": "c♣♧", "S": "s♠♤", "H": "h♥♡", "D": "d♦♢"}
_SUIT_WORDS = {
    "C": ("kreuz", "treff", "clubs", "club"),
    "S": ("pik", "schippe", "spades", "spade"),
    "H": ("herz", "hearts", "heart"),
    "D": ("karo", "diamonds", "diamond"),
}
_RANK_WORDS = {
    "J": ("bube", "jack", "j", "b"),
    "Q": ("dame", "queen", "q", "d"),
    "K": ("könig", "koenig", "king", "k"),
    "A": ("ass", "as", "ace", "a"),
}
_JOKER_WORDS = ("joker", "jkr", "*", "★")

_SUIT_OF = {
    written: SUITS.index(suit)
    for names in (_SUIT_SIGNS, _SUIT_WORDS)
    for suit, ways in names.items()
    for written in ways
}
_RANK_OF = {rank.lower(): place for place, rank in enumerate(RANKS)} | {
    word: RANKS.index(rank) for rank, words in _RANK_WORDS.items() for word in words
}

BETWEEN_MELDS = re.compile(r"[/|;\n]")
_BETWEEN_CARDS = re.compile(r"[\s,.+·]+")
_NEXT = re.compile(r"[^\s,]+")


def _one_of(words: Sequence[str]) -> str:
    return "|".join(re.escape(word) for word in sorted(words, key=len, reverse=True))


_SIGN = f"[{''.join(_SUIT_SIGNS.values())}]\N{VARIATION SELECTOR-16}?"
_WORD = _one_of([word for words in _SUIT_WORDS.values() for word in words])
_RANK = _one_of(list(_RANK_OF))
_CARD = "|".join(
    (
        rf"(?P<suit1>{_WORD})[\s-]*(?P<rank1>{_RANK})",
        rf"(?P<rank2>{_RANK})[\s-]*(?P<suit2>{_WORD})",
        rf"(?P<rank3>{_RANK})(?P<suit3>{_SIGN})",
        rf"(?P<suit4>{_SIGN})(?P<rank4>{_RANK})",
    )
)
_ENDS = r"(?:(?!\w)|(?<=[♣♧♠♤♥♡♦♢\N{VARIATION SELECTOR-16}]))"
_NATURAL = re.compile(rf"(?:{_CARD}){_ENDS}", re.IGNORECASE)
_NAMED = re.compile(rf"(?:\*|joker\s*(?:als|für|as|for)\s+)\(?(?:{_CARD})\)?{_ENDS}", re.IGNORECASE)
_JOKER = re.compile(rf"(?:{_one_of(_JOKER_WORDS)}){_ENDS}", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Typed:
    """Cards in the order written, and what could not be read."""

    cards: tuple[Card, ...] = ()
    unread: tuple[str, ...] = ()


def read_cards(text: str, *, online: bool = False) -> Typed:
    """Returns what is written; `online`: single words also in the online Rommee's signs."""
    cards: list[Card] = []
    unread: list[str] = []
    for found in _words(text):
        if isinstance(found, int):
            cards.append(found)
            continue
        try:
            cards.append(parse_card(found, online=online))
        except CardError:
            unread.append(found)
    return Typed(tuple(cards), tuple(unread))


def read_melds(text: str, *, online: bool = False) -> list[Typed]:
    """Returns the cards of each combination; a stroke, a semicolon or a line's end lies between two."""
    return [read_cards(part, online=online) for part in BETWEEN_MELDS.split(text) if part.strip()]


def _words(text: str) -> Iterator[Card | str]:
    """Yields cards, and words that are none."""
    place = 0
    while place < len(text):
        if blank := _BETWEEN_CARDS.match(text, place):
            place = blank.end()
        elif found := _NAMED.match(text, place):
            yield named_joker(_card(found))
            place = found.end()
        elif found := _NATURAL.match(text, place):
            yield _card(found)
            place = found.end()
        elif found := _JOKER.match(text, place):
            yield JOKER
            place = found.end()
        elif found := _NEXT.match(text, place):
            yield found[0]
            place = found.end()
        else:  # a lone sign that separates
            place += 1


def _card(found: "re.Match[str]") -> Card:
    parts = {name[:-1]: word for name, word in found.groupdict().items() if word}
    return card(_RANK_OF[parts["rank"].lower()], _SUIT_OF[parts["suit"].lower().rstrip("\N{VARIATION SELECTOR-16}")])
