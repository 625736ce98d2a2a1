"""The melds of a hand that leave the fewest points in it.

Exact: the lowest card that is still to be placed either stays in the hand or lies in one of the melds that begin
with it; both are tried, and what is best for the cards that remain is computed once for each collection of them.
A collection is one number, five bits for each kind of card. The fifth bit stays free, so that one subtraction
tells whether a meld can be taken from it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from romme_turnier.core.rules.candidates import Meld, melds_of
from romme_turnier.core.rules.cards import Card
from romme_turnier.core.rules.melding_rules import MeldRules

_BITS = 5
_FIELD = (1 << _BITS - 1) - 1  # a kind of card can be there fifteen times
_PER_POINT = 256  # fewest points first, then fewest cards


@dataclass(frozen=True, slots=True)
class BestMelding:
    """``melds`` as they lie, ``left`` in the hand and what that counts."""

    melds: tuple[Meld, ...]
    left: tuple[Card, ...]
    points_left: int


def best(cards: Sequence[Card], rules: MeldRules) -> BestMelding:
    """The disjoint melds of ``cards`` that leave the fewest points; of those, one that leaves the fewest cards.

    No minimum has to be reached and nothing is discarded. The order of ``cards`` does not matter; equal
    questions have equal answers. Meant for hands (up to 14 cards): the time grows with the number of ways to
    meld. Supply is not looked at, see ``hands.supply``.
    """
    left = sorted(cards)
    found = melds_of(left, rules)
    melds = _Search(left, found, rules).melds() if len(found) > 1 else tuple(found)
    for meld in melds:
        for card in meld:
            left.remove(card)
    return BestMelding(melds, tuple(left), sum([rules.left(card) for card in left]))


class _Search:
    """The hand as a number, its melds by their lowest card, and what was found for smaller hands."""

    def __init__(self, hand: Sequence[Card], melds: Sequence[Meld], rules: MeldRules) -> None:
        # Cards that are in no meld stay in the hand whatever happens; they need no place in the number.
        by_cards = {tuple(sorted(meld)): meld for meld in melds}
        kinds = sorted({card for cards in by_cards for card in cards})  # jokers last: no meld begins with one
        unit = {card: 1 << _BITS * place for place, card in enumerate(kinds)}
        self._hand = sum(unit[card] * hand.count(card) for card in kinds)
        self._free = sum(unit.values()) << _BITS - 1
        self._cost = [rules.left(card) * _PER_POINT + 1 for card in kinds]
        self._beginning: list[list[tuple[int, Meld]]] = [[] for _ in kinds]
        for cards, meld in sorted(by_cards.items(), key=lambda item: (-len(item[0]), item[0])):
            self._beginning[kinds.index(cards[0])].append((sum(unit[card] for card in cards), meld))
        self._known: dict[int, tuple[int, int, Meld]] = {0: (0, 0, ())}

    def melds(self) -> tuple[Meld, ...]:
        found, rest = [], self._hand
        while rest:
            _, rest, meld = self._least(rest)
            if meld:
                found.append(meld)
        return tuple(found)

    def _least(self, rest: int) -> tuple[int, int, Meld]:
        """The least cost of ``rest``, what remains of it after the first choice, and the meld chosen (or none)."""
        if known := self._known.get(rest):
            return known
        place = ((rest & -rest).bit_length() - 1) // _BITS
        count = rest >> _BITS * place & _FIELD
        without = rest - (count << _BITS * place)
        best: tuple[int, int, Meld] = self._least(without)[0] + count * self._cost[place], without, ()
        for needed, meld in self._beginning[place]:
            if (rest | self._free) - needed & self._free == self._free:
                cost = self._least(rest - needed)[0]
                if cost < best[0]:
                    best = cost, rest - needed, meld
        self._known[rest] = best
        return best
