"""The words that people type for suits, ranks, jokers and numbers of cards, in lower case.

The words are German or English; abbreviations and symbols are included.

The words of the program's output are elsewhere: those of records in ``cards``, those of pages in the outer layers.
"""

from collections.abc import Mapping

from romme_turnier.core.rules.system.cards import RANKS, SUITS

# One letter or symbol each, written directly before or after the rank.
_SUIT_SIGNS = {"C": "c♣♧", "S": "sp♠♤", "H": "h♥♡", "D": "d♦♢"}

_SUIT_WORDS = {
    "C": ("kr", "kreuz", "treff", "club", "clubs"),
    "S": ("pi", "pik", "schippe", "spade", "spades"),
    "H": ("he", "herz", "hertz", "heart", "hearts"),
    "D": ("ka", "karo", "diamond", "diamonds"),
}
_NUMBERS = ("zwei", "drei", "vier", "fünf", "sechs", "sieben", "acht", "neun", "zehn")
_RANK_WORDS = {
    **{rank: (rank.lower(), number) for rank, number in zip(RANKS, _NUMBERS, strict=False)},
    "5": ("5", "fünf", "fuenf", "funf"),
    "J": ("j", "b", "bub", "bube", "buben", "jack"),
    "Q": ("q", "d", "dame", "queen"),
    "K": ("k", "könig", "koenig", "konig", "king"),
    "A": ("a", "as", "ass", "ace"),
}
# "drei Buben", "3 Achter": the number of cards of a rank, without suits.
NUMBER_OF_WORD: Mapping[str, int] = {word: number for number in range(2, 9) for word in _RANK_WORDS[str(number)]}
RANK_OF_PLURAL: Mapping[str, int] = {
    **{f"{word}{end}": RANKS.index(rank) for rank in RANKS[:9] for word in _RANK_WORDS[rank] for end in ("er", "en")},
    **dict.fromkeys(("buben", "jacks"), RANKS.index("J")),
    **dict.fromkeys(("damen", "queens"), RANKS.index("Q")),
    **dict.fromkeys(("könige", "koenige", "konige", "kings"), RANKS.index("K")),
    **dict.fromkeys(("asse", "aces"), RANKS.index("A")),
}
JOKER_WORDS = ("joker", "jkr", "*", "★")

SUIT_OF_SIGN: Mapping[str, int] = {sign: SUITS.index(suit) for suit, signs in _SUIT_SIGNS.items() for sign in signs}
SUIT_OF_WORD: Mapping[str, int] = {word: SUITS.index(suit) for suit, words in _SUIT_WORDS.items() for word in words}
RANK_OF_WORD: Mapping[str, int] = {word: RANKS.index(rank) for rank, words in _RANK_WORDS.items() for word in words}

# Always whole words, although their letters could be read as a suit and a rank: pi k, as s, j kr. Only "as" can also be
# a card, the ace of spades in a record.
NOT_COMPOSED = (SUIT_OF_WORD.keys() | RANK_OF_WORD.keys() | {*JOKER_WORDS}) - {"as"}
