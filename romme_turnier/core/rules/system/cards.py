"""Cards as integers, and their notation.

A card is a small integer: ``suit * 13 + rank`` with the suits in the order C S H D and the ranks 2 3 … 10 J Q K A (0 to
12). ``JOKER`` is 52. A joker named as a card is 53 plus that card (53 to 104); ``HIDDEN`` is -1. A hand is a sorted
tuple of these integers, with equal cards adjacent; a meld keeps its cards in the order in which they are laid.
"""

from collections.abc import Iterable, Mapping

SUITS = "CSHD"
RANKS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
ACE = 12
JOKER = 52
NAMED = 53  # added to the card that a joker stands for
HIDDEN = -1  # a card that the viewer may not see: only in other hands, in the stock and in the pile

Card = int

# Alternative notations: German ranks, suit symbols, the symbols of the online Rommee (its red suit is
# read as hearts, blue as diamonds, green as clubs, magenta as spades, as in a pack of four colours).
GERMAN_RANKS = {"B": "J", "D": "Q", "K": "K", "A": "A"}
SUIT_SYMBOLS = {"♣": "C", "♠": "S", "♥": "H", "♦": "D"}
ONLINE_SUITS = {"*": "H", "+": "D", "O": "S", "#": "C"}


class CardError(ValueError):
    """Raised if ``token`` is not a card; ``place`` is its number among the tokens, counted from 1."""

    def __init__(self, token: str, place: int) -> None:
        super().__init__(f"{token!r} at place {place} is no card")
        self.token, self.place = token, place


def card(rank: int, suit: int) -> Card:
    return suit * 13 + rank


def rank_of(natural: Card) -> int:
    return natural % 13


def suit_of(natural: Card) -> int:
    return natural // 13


def is_joker(placed: Card) -> bool:
    """Returns whether the card is a joker, named or not."""
    return placed >= JOKER


def named_joker(natural: Card) -> Card:
    """Returns a joker that stands for ``natural``."""
    return NAMED + natural


def stands_for(placed: Card) -> Card | None:
    """Returns the natural card, or the card that a joker stands for; None for an unnamed joker."""
    if placed < JOKER:
        return placed
    return placed - NAMED if placed >= NAMED else None


def unnamed(placed: Card) -> Card:
    """Returns the card as held in the hand, where jokers are unnamed."""
    return placed if placed < JOKER else JOKER


def counted(cards: Iterable[Card]) -> list[int]:
    """Returns the number of copies of each card, indexed by the card; hidden cards come last."""
    counts = [0] * len(_WRITTEN)
    for held in cards:
        counts[held] += 1
    return counts


def format_card(placed: Card) -> str:
    """Returns the card's notation, such as ``10H``, ``*`` or ``*QH``; ``??`` for a hidden card."""
    return _WRITTEN[placed]


def format_cards(cards: Iterable[Card]) -> str:
    """Returns the notation of the cards in the given order, separated by spaces."""
    return " ".join(_WRITTEN[placed] for placed in cards)


def parse_card(token: str, *, online: bool = False, place: int = 1) -> Card:
    """Returns the card that a token names; ``online`` also allows the online Rommee's notation. Raises CardError."""
    known = _ONLINE_TOKENS if online else _TOKENS
    natural = known.get(token.upper().replace("\ufe0f", ""))
    if natural is None:
        raise CardError(token, place)
    return natural


def parse_cards(text: str, *, online: bool = False) -> tuple[Card, ...]:
    """Returns the cards in ``text``, separated by spaces (``online``: also by commas), in order. Raises CardError."""
    tokens = (text.replace(",", " ") if online else text).split()
    return tuple(parse_card(token, online=online, place=place) for place, token in enumerate(tokens, start=1))


def parse_hand(text: str, *, online: bool = False) -> tuple[Card, ...]:
    """Returns the cards of a hand, sorted, with all jokers unnamed. Raises CardError."""
    return tuple(sorted(map(unnamed, parse_cards(text, online=online))))


def _natural_tokens() -> dict[str, Card]:
    ranks = {name: rank for rank, name in enumerate(RANKS)}
    ranks |= {german: ranks[name] for german, name in GERMAN_RANKS.items()}
    suits = {name: suit for suit, name in enumerate(SUITS)}
    suits |= {symbol: suits[name] for symbol, name in SUIT_SYMBOLS.items()}
    return {r + s: card(rank, suit) for r, rank in ranks.items() for s, suit in suits.items()}


def _online_tokens() -> dict[str, Card]:
    """Returns the cards by online notation, with the suit after or before the rank: ``10+``, ``b+``, ``+b``."""
    names = {name: rank for rank, name in enumerate(RANKS) if name.isdigit()}
    names |= {german: RANKS.index(name) for german, name in GERMAN_RANKS.items()}
    tokens: dict[str, Card] = {}
    for sign, suit in ONLINE_SUITS.items():
        for name, rank in names.items():
            tokens[name + sign] = tokens[sign + name] = card(rank, SUITS.index(suit))
    return tokens


def _with_jokers(naturals: Mapping[str, Card]) -> dict[str, Card]:
    named = {"*" + token: named_joker(natural) for token, natural in naturals.items()}
    return {**named, **naturals, "*": JOKER}


_TOKENS = _with_jokers(_natural_tokens())
_ONLINE_TOKENS = {**_with_jokers(_natural_tokens() | _online_tokens()), "J": JOKER}
_NATURALS = tuple(rank + suit for suit in SUITS for rank in RANKS)
_WRITTEN = (*_NATURALS, "*", *("*" + name for name in _NATURALS), "??")  # the last is HIDDEN, -1
