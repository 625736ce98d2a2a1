"""Cards as numbers, and how they are written.

A card is a small number: ``suit * 13 + rank`` with the suits in the order C S H D and the ranks 2 3 … 10 J Q K A
(0 to 12). ``JOKER`` is 52. Several cards are a sorted tuple of such numbers, equal cards beside each other.
"""

from __future__ import annotations

SUITS = "CSHD"
RANKS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
ACE, KING, TWO = 12, 11, 0
JOKER = 52

Card = int


def card(rank: int, suit: int) -> Card:
    return suit * 13 + rank


def rank_of(natural: Card) -> int:
    return natural % 13


def suit_of(natural: Card) -> int:
    return natural // 13
