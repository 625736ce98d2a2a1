"""How far a hand is from its contract, and which of its cards belong to the plan."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from romme_turnier.core.rules.play.position import without
from romme_turnier.core.rules.system.cards import ACE, JOKER, Card, card as card_of, rank_of
from romme_turnier.core.rules.system.ruleset import RuleSet


@dataclass(frozen=True, slots=True)
class Plan:
    """``kept``: the cards of the hand that the melds of the contract are made of; ``missing``: how many are wanting."""

    kept: tuple[Card, ...]
    missing: int


def plan(hand: Sequence[Card], rules: RuleSet, round_number: int) -> Plan:
    """Returns a good plan: runs first, as they are harder to get, each meld with the cards that bring it furthest.

    It takes the best meld each time, so occasionally another choice would be a card nearer.
    """
    contract = rules.play.contracts[round_number - 1]
    naturals = tuple(card for card in hand if card < JOKER)
    kept: list[Card] = []
    missing = 0
    for is_run in (*(True,) * contract.runs, *(False,) * contract.sets):
        ranks = Counter(map(rank_of, naturals))
        sets = ([card for card in naturals if rank_of(card) == rank][: rules.melds.set_least] for rank in ranks)
        shapes: Iterable[Sequence[Card]] = _runs(naturals, rules) if is_run else sets
        least = rules.melds.run_least if is_run else rules.melds.set_least
        cards = max(shapes, key=len, default=())
        kept += cards
        missing += least - len(cards)
        naturals = without(naturals, cards)
    jokers = [card for card in hand if card >= JOKER]
    return Plan((*kept, *jokers), max(0, missing - len(jokers)))


def _runs(hand: Sequence[Card], rules: RuleSet) -> Iterator[tuple[Card, ...]]:
    """Yields the cards of the hand in each run of the shortest length; the ace is low or high."""
    held, length = set(hand), rules.melds.run_least
    for suit in range(4):
        for low in range(-1, ACE - length + 2):
            places = (card_of((low + step) % 13, suit) for step in range(length))
            yield tuple(place for place in places if place in held)
