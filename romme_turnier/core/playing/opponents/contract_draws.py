"""How long a contract is likely to take with a hand: which cards are wanting, and how many of those are still out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from romme_turnier.core.playing.opponents.counting import Count
from romme_turnier.core.rules.system.cards import ACE, JOKER, Card, card as card_of
from romme_turnier.core.rules.system.ruleset import RuleSet

_NEVER = 400.0
_TRIED = 8


@dataclass(frozen=True, slots=True)
class Shape:
    """One meld that could be made: ``draws``, dearest first, says for each wanting card how many draws it takes."""

    draws: tuple[float, ...]
    cards: tuple[Card, ...]


class Draws:
    """How many draws contracts take in this game, as far as one seat can tell."""

    def __init__(self, rules: RuleSet, round_number: int, counted: Count) -> None:
        self.rules = rules
        self.contract = rules.play.contracts[round_number - 1]
        self.unseen = Counter(counted.unseen)
        self.many = max(1, len(counted.unseen))
        self.of_rank = Counter(card % 13 for card in counted.unseen if card < JOKER)
        self.jokers = self.unseen[JOKER]

    def until_laid(self, hand: Sequence[Card]) -> float:
        """Returns the draws that the best plan for the contract takes, about."""
        held = Counter(card for card in hand if card < JOKER)
        runs = [self._runs(held)] * self.contract.runs
        sets = [self._sets(held)] * self.contract.sets
        spare = sum(card >= JOKER for card in hand)
        return self._least(held, [*runs, *sets], (), spare, _NEVER * 10)

    def _least(
        self, held: Counter[Card], melds: Sequence[Sequence[Shape]], draws: tuple[float, ...], spare: int, known: float
    ) -> float:
        """Returns the fewest draws for melds of these shapes, or ``known`` if there is nothing better: jokers take the
        place of the cards that are dearest.
        """
        here = sum(sorted(draws, reverse=True)[spare:])
        if here >= known or not melds:
            return min(here, known)
        for shape in melds[0]:
            if all(held[card] for card in shape.cards):
                rest = held.copy()
                rest.subtract(shape.cards)
                known = self._least(rest, melds[1:], (*draws, *shape.draws), spare, known)
        return known

    def _runs(self, held: Counter[Card]) -> list[Shape]:
        length = self.rules.melds.run_least
        found = []
        for suit in range(4):
            for low in range(-1, ACE - length + 2):
                places = [card_of((low + step) % 13, suit) for step in range(length)]
                there = tuple([place for place in places if held[place]])
                if there:
                    wanting = [self._draws(self.unseen[place]) for place in places if not held[place]]
                    found.append(Shape(tuple(wanting), there))
        found.sort(key=lambda shape: sum(shape.draws))
        return found[:_TRIED]

    def _sets(self, held: Counter[Card]) -> list[Shape]:
        least = self.rules.melds.set_least
        of_rank: dict[int, list[Card]] = {}
        for card in held.elements():
            of_rank.setdefault(card % 13, []).append(card)
        found = []
        for rank, cards in of_rank.items():
            for count in {min(len(cards), least), min(len(cards), 1)}:
                wanting = [self._draws(self.of_rank[rank] - step) for step in range(least - count)]
                found.append(Shape(tuple(wanting), tuple(cards[:count])))
        found.sort(key=lambda shape: sum(shape.draws))
        return found[:_TRIED]

    def _draws(self, out: int) -> float:
        """How many draws until one of so many cards comes; the others' discards bring some of them, too."""
        return self.many / (out + self.jokers) if out + self.jokers > 0 else _NEVER
