"""Finds the melds of a hand that leave the fewest points in it.

The search is exact: the lowest card still to be placed begins a meld or stays in the hand, and every choice is tried. A
branch ends if the cards it leaves in the hand are no better than the best result so far, or than those of an earlier
branch with the same cards still to be placed.
"""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

from romme_turnier.core.rules.search.candidates import Meld, melds_of
from romme_turnier.core.rules.search.rules import SearchRules, search_rules
from romme_turnier.core.rules.search.tally import Tally, count, holds, kinds_in, lowest, points, tallies
from romme_turnier.core.rules.system.cards import Card
from romme_turnier.core.rules.system.ruleset import RuleSet


@dataclass(frozen=True, slots=True)
class BestMelding:
    """The melds as laid out, the cards ``left`` in the hand, and the points of those cards."""

    melds: tuple[Meld, ...]
    left: tuple[Card, ...]
    points_left: int


def best_melding(hand: Sequence[Card], ruleset: RuleSet) -> BestMelding:
    """Returns the melds of ``hand`` that leave the fewest points (see ``best``); jokers in the hand are unnamed."""
    return best(hand, search_rules(ruleset))


def best(cards: Sequence[Card], rules: SearchRules) -> BestMelding:
    """Returns the disjoint melds of ``cards`` that leave the fewest points and, among those, the fewest cards.

    No minimum applies and nothing is discarded. The result does not depend on the order of ``cards``. The search is
    meant for hands of up to 14 cards, because its time grows with the number of ways to meld. The supply of cards is
    not checked; see ``hands.supply``.
    """
    of_card = tallies(rules)
    hand = sum([of_card[card] for card in cards])
    melds = melds_of(cards, rules)
    melded = tuple(melds) if _all_fit(melds, hand) else _Search(hand, melds.keys(), of_card).melded
    left = sorted(cards)
    for tally in melded:
        for card in melds[tally]:
            left.remove(card)
    return BestMelding(tuple([melds[tally] for tally in melded]), tuple(left), points(hand - sum(melded)))


def _all_fit(melds: Iterable[Tally], hand: Tally) -> bool:
    """Returns whether all ``melds`` can be laid together and none of them twice, so that no search is needed."""
    rest = hand
    for meld in melds:
        if not holds(rest, meld) or holds(hand - meld, meld):
            return False
        rest -= meld
    return True


class _Search:
    """Searches when it is created; ``melded`` then holds the tallies of the best melds."""

    def __init__(self, hand: Tally, melds: Collection[Tally], of_card: Sequence[Tally]) -> None:
        beginning: dict[Card, list[Tally]] = {}
        for meld in sorted(melds, reverse=True):  # melds with the most cards come first
            beginning.setdefault(lowest(meld), []).append(meld)
        # Cards that are in no meld always stay in the hand, so the search leaves them out.
        kinds = kinds_in(melds)
        self._kinds = [(kind, of_card[kind], beginning.get(kind, ())) for kind in kinds]
        self._reached: dict[Tally, Tally] = {}
        self.melded: tuple[Tally, ...] = ()
        rest = sum([count(hand, kind) * of_card[kind] for kind in kinds])
        self._least = rest
        self._place(0, rest, 0, ())

    def _place(self, first: int, rest: Tally, stays: Tally, melded: tuple[Tally, ...]) -> None:
        """Tries every division of ``rest``; kinds before ``first`` are already in ``melded`` or stay in the hand."""
        if stays >= self._least or self._reached.get(rest, self._least) <= stays:
            return
        self._reached[rest] = stays
        for place in range(first, len(self._kinds)):
            kind, weight, beginning = self._kinds[place]
            if held := count(rest, kind):
                for meld in beginning:
                    if holds(rest, meld):
                        self._place(place, rest - meld, stays, (*melded, meld))
                rest -= held * weight
                stays += held * weight
                if stays >= self._least:
                    return
        self._least, self.melded = stays, melded
