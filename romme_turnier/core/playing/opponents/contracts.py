"""The distance of a hand from its contract: the cards to keep, and an estimate of the draws required."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from romme_turnier.core.playing.opponents.card_count import Count
from romme_turnier.core.rules.play.position import without
from romme_turnier.core.rules.system.cards import ACE, JOKER, Card, card as card_of, rank_of
from romme_turnier.core.rules.system.ruleset import RuleSet

_NEVER = 400.0
_TRIED = 8


@dataclass(frozen=True, slots=True)
class Plan:
    """A plan for laying the contract."""

    kept: tuple[Card, ...]  # cards of the hand that go into its melds
    missing: int  # the number of cards still missing


def plan(hand: Sequence[Card], rules: RuleSet, round_number: int) -> Plan:
    """Returns a good plan, not always the best: runs come before sets, each with as many held cards as possible."""
    contract = rules.play.contracts[round_number - 1]
    naturals = tuple(card for card in hand if card < JOKER)
    kept: list[Card] = []
    missing = 0
    for is_run in (*(True,) * contract.runs, *(False,) * contract.sets):
        ranks = Counter(map(rank_of, naturals))
        sets = ([card for card in naturals if rank_of(card) == rank][: rules.melds.set_least] for rank in ranks)
        least = rules.melds.run_least if is_run else rules.melds.set_least
        runs = ([card for card in run if card in naturals] for run in _windows(least))
        shapes: Iterable[Sequence[Card]] = runs if is_run else sets
        cards = max(shapes, key=len, default=())
        kept += cards
        missing += least - len(cards)
        naturals = without(naturals, cards)
    jokers = [card for card in hand if card >= JOKER]
    return Plan((*kept, *jokers), max(0, missing - len(jokers)))


@dataclass(frozen=True, slots=True)
class Shape:
    """A possible meld."""

    draws: tuple[float, ...]  # estimated for each missing card
    cards: tuple[Card, ...]  # the held cards that it uses


class Draws:
    """One seat's estimates of the number of draws until it can lay its contract."""

    def __init__(self, rules: RuleSet, round_number: int, counted: Count) -> None:
        self.rules = rules
        self.contract = rules.play.contracts[round_number - 1]
        self.unseen = Counter(counted.unseen)
        self.many = max(1, len(counted.unseen))
        self.of_rank = Counter(card % 13 for card in counted.unseen if card < JOKER)
        self.jokers = self.unseen[JOKER]
        self.for_card = [self._draws(self.unseen[card]) for card in range(JOKER)]

    def until_laid(self, hand: Sequence[Card]) -> float:
        """Returns the estimated number of draws until the contract can be laid, for the best plan found."""
        held = Counter(card for card in hand if card < JOKER)
        runs = [self._runs(held)] * self.contract.runs
        sets = [self._sets(held)] * self.contract.sets
        spare = sum(card >= JOKER for card in hand)
        return self._least(held, [*runs, *sets], (), spare, known=_NEVER * 10)

    def _least(
        self,
        held: Counter[Card],
        melds: Sequence[Sequence[Shape]],
        draws: tuple[float, ...],
        spare: int,
        *,
        known: float,
        first: int = 0,
    ) -> float:
        """Returns the fewest draws for melds of these shapes, but at most ``known``.

        Jokers replace the cards that take the most draws. The order of melds of one kind does not matter, so the search
        for the next meld starts at ``first``.
        """
        here = sum(sorted(draws, reverse=True)[spare:])
        if here >= known or not melds:
            return min(here, known)
        alike = len(melds) > 1 and melds[1] is melds[0]
        for at, shape in enumerate(melds[0][first:], first):
            held.subtract(shape.cards)
            if all(held[card] >= 0 for card in shape.cards):
                more, then = (*draws, *shape.draws), at if alike else 0
                known = self._least(held, melds[1:], more, spare, known=known, first=then)
            held.update(shape.cards)
        return known

    def _runs(self, held: Counter[Card]) -> list[Shape]:
        shapes = []
        for places in _windows(self.rules.melds.run_least):
            there = tuple([place for place in places if held[place]])
            if there:
                shapes.append(Shape(tuple([self.for_card[place] for place in places if not held[place]]), there))
        shapes.sort(key=lambda shape: sum(shape.draws))
        return shapes[:_TRIED]

    def _sets(self, held: Counter[Card]) -> list[Shape]:
        least = self.rules.melds.set_least
        of_rank: dict[int, list[Card]] = {}
        for card in held.elements():
            of_rank.setdefault(card % 13, []).append(card)
        shapes = []
        for rank, cards in of_rank.items():
            for count in {min(len(cards), least), min(len(cards), 1)}:
                wanting = [self._draws(self.of_rank[rank] - step) for step in range(least - count)]
                shapes.append(Shape(tuple(wanting), tuple(cards[:count])))
        shapes.sort(key=lambda shape: sum(shape.draws))
        return shapes[:_TRIED]

    def _draws(self, out: int) -> float:
        """Returns the expected number of draws until one of ``out`` cards or a joker is drawn."""
        return self.many / (out + self.jokers) if out + self.jokers > 0 else _NEVER


@lru_cache
def _windows(length: int) -> tuple[tuple[Card, ...], ...]:
    """Returns all runs of this many natural cards, with the ace below the 2 or above the king."""
    return tuple(
        tuple(card_of((low + step) % 13, suit) for step in range(length))
        for suit in range(4)
        for low in range(-1, ACE - length + 2)
    )
