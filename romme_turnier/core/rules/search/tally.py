"""Packs several cards into one integer: their points in the hand, their number, and the number of each kind.

From the top, it holds the points, the number of cards (eight bits), and five bits for each kind of card. Adding puts
cards together, and subtracting removes them. Fewer points, then fewer cards, make a smaller integer. The fifth bit of a
kind stays free, so that one subtraction tells whether a collection contains another.
"""

from collections.abc import Iterable
from functools import lru_cache

from romme_turnier.core.rules.search.rules import SearchRules
from romme_turnier.core.rules.system.cards import JOKER, Card

Tally = int

_BITS = 5
_COUNT = (JOKER + 1) * _BITS
_POINTS = _COUNT + 8
_KINDS = (1 << _COUNT) - 1
_HELD = (1 << _BITS - 1) - 1  # up to fifteen cards of a kind
_FREE_BITS = sum(1 << _BITS * kind + _BITS - 1 for kind in range(JOKER + 1))


@lru_cache(maxsize=256)
def tallies(rules: SearchRules) -> tuple[Tally, ...]:
    """Returns the tally of each card, the joker last."""
    return tuple(rules.left(card) << _POINTS | 1 << _COUNT | 1 << _BITS * card for card in range(JOKER + 1))


def points(tally: Tally) -> int:
    return tally >> _POINTS


def kinds_in(tallies: Iterable[Tally]) -> list[Card]:
    """Returns the kinds of card that are in any of ``tallies``, sorted."""
    union = 0
    for tally in tallies:
        union |= tally
    union &= _KINDS
    kinds = []
    while union:
        kind = lowest(union)
        kinds.append(kind)
        union &= -1 << _BITS * (kind + 1)
    return kinds


def count(tally: Tally, kind: Card) -> int:
    return tally >> _BITS * kind & _HELD


def lowest(tally: Tally) -> Card:
    """Returns the lowest kind of card in the tally, which must not be empty."""
    return ((tally & -tally).bit_length() - 1) // _BITS


def holds(tally: Tally, part: Tally) -> bool:
    """Returns whether the tally contains all cards of ``part``."""
    return not (tally - part) & _FREE_BITS
