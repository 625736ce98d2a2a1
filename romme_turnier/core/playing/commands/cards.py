"""Parses and formats typed cards, one word each: ``10h``, ``H10``, ``herz10``, ``♥B``, ``pik-dame``, ``joker=10h``.

Ranks are German or international. Suits are C S H D, words, abbreviations or symbols (``card_words``); `rommee` also
has its own notation (``b+``). Moves are stored in the engine's notation: ``10H``, ``*QH``.
"""

from functools import cache
from itertools import product

from romme_turnier.core.playing.commands.words import folded
from romme_turnier.core.rules.system.card_words import (
    JOKER_WORDS,
    NOT_COMPOSED,
    RANK_OF_WORD,
    SUIT_OF_SIGN,
    SUIT_OF_WORD,
)
from romme_turnier.core.rules.system.cards import (
    JOKER,
    NAMED,
    RANKS,
    Card,
    CardError,
    card,
    named_joker,
    parse_card,
    rank_of,
    suit_of,
)

_JOKERS = frozenset({"j", *JOKER_WORDS})


def read_card(token: str, *, online: bool, place: int = 1) -> Card:
    """Returns the card that a token names; ``online`` also allows the online Rommee's notation.

    Raises CardError, which contains ``place``, if the token does not name a card.
    """
    try:
        return parse_card(token, online=online, place=place)
    except CardError:
        word = folded(token).replace("-", "").replace("\ufe0f", "")
        named, equals, card_named = word.partition("=")
        if word in _JOKERS:
            return JOKER
        if equals and named in _JOKERS:
            natural = read_card(card_named, online=online, place=place)
            if natural < JOKER:
                return named_joker(natural)
        elif word in _tokens():
            return _tokens()[word]
        raise CardError(token, place) from None


def written(placed: Card) -> str:
    """Returns the German name of a card, which can be typed in a command: ``Kreuz-10``, ``*`` for an unnamed joker."""
    if placed == JOKER:
        return "*"
    natural = placed if placed < JOKER else placed - NAMED
    name = f"{_SUITS[suit_of(natural)]}-{_FACES.get(RANKS[rank_of(natural)], RANKS[rank_of(natural)])}"
    return f"joker={name}" if placed > JOKER else name


_SUITS = ("Kreuz", "Pik", "Herz", "Karo")
_FACES = {"J": "Bube", "Q": "Dame", "K": "König", "A": "Ass"}


@cache
def _tokens() -> dict[str, Card]:
    """Returns all natural cards, keyed by each of their names, with the rank first or the suit first."""
    spellings: dict[str, Card] = {}
    suits = {**SUIT_OF_WORD, **SUIT_OF_SIGN}
    for (rank_word, rank), (suit_word, suit) in product(RANK_OF_WORD.items(), suits.items()):
        spellings[rank_word + suit_word] = spellings[suit_word + rank_word] = card(rank, suit)
    return {word: natural for word, natural in spellings.items() if word not in NOT_COMPOSED}
