"""Every meld that can be made of a hand, up to the exchange of equal cards.

A run is followed step by step: step 0 is the ace below the two, step 12 the king, step 13 the ace above it,
and where runs go around step 14 is the two again. Two melds of the same natural cards and as many jokers serve
a hand alike, so the caller keeps one of them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product

from romme_turnier.core.rules.cards import ACE, JOKER, TWO, Card
from romme_turnier.core.rules.melding_rules import MeldRules

Meld = tuple[Card, ...]
"""A meld as it lies, each joker as ``JOKER`` in the place of the card it stands for."""

_CARD_AT = [[suit * 13 + (step + 12) % 13 for step in range(26)] for suit in range(4)]
# The steps of a rank as a bit mask: an ace is on two of them, and so is a two, above the ace above the king.
_STEPS = [2 << rank | (rank == ACE) | (1 << 14 if rank == TWO else 0) for rank in range(13)]
_ANYWHERE = (1 << 13) - 1


def melds_of(hand: Sequence[Card], rules: MeldRules) -> list[Meld]:
    """The sets and runs of ``hand``, some of them more than once."""
    jokers = hand.count(JOKER)
    suits = [0, 0, 0, 0]
    for card in hand:
        if card != JOKER:
            suits[card // 13] |= _STEPS[card % 13]
    found: list[Meld] = []
    for suit, steps in enumerate(suits):
        if first_steps := _beginnings(steps, jokers, rules):
            found += _runs(hand, suit, first_steps, min(jokers, rules.run_jokers), rules)
    for rank in _set_ranks(hand, suits, jokers, rules):
        found += _sets(hand, rank, min(jokers, rules.set_jokers), rules)
    return found


def _beginnings(steps: int, jokers: int, rules: MeldRules) -> int:
    """The steps on which a run of a suit can begin, as a mask: whence on there are cards for the shortest run."""
    if jokers and rules.run_jokers:
        return _ANYWHERE if steps else 0
    from_here = steps if rules.around else steps & (1 << 14) - 1
    begin = from_here
    for _ in range(rules.run_min - 1):
        from_here >>= 1
        begin &= from_here
    return begin & _ANYWHERE


def _set_ranks(hand: Sequence[Card], suits: list[int], jokers: int, rules: MeldRules) -> Sequence[int]:
    """The ranks that may have a set."""
    if jokers and rules.set_jokers:
        return range(13)
    if not rules.suits_differ:
        held = [card % 13 for card in hand if card != JOKER]
        return sorted({rank for rank in held if held.count(rank) >= 3})
    clubs, spades, hearts, diamonds = suits
    of_three_suits = clubs & spades & (hearts | diamonds) | (clubs | spades) & hearts & diamonds
    return [rank for rank in range(13) if of_three_suits & 2 << rank] if of_three_suits else ()


def _sets(hand: Sequence[Card], rank: int, jokers: int, rules: MeldRules) -> Iterator[Meld]:
    held = [hand.count(suit * 13 + rank) for suit in range(4)]
    most = [min(count, 1) for count in held] if rules.suits_differ else held
    for taken in product(*[range(count + 1) for count in most]):
        natural = [suit * 13 + rank for suit in range(4) for _ in range(taken[suit])]
        if natural:
            for count in range(max(0, 3 - len(natural)), min(jokers, rules.set_max - len(natural)) + 1):
                yield (*natural, *[JOKER] * count)


def _runs(hand: Sequence[Card], suit: int, first_steps: int, jokers: int, rules: MeldRules) -> Iterator[Meld]:
    cards = _CARD_AT[suit]
    held = [hand.count(card) for card in cards[:13]] * 2

    def grow(run: Meld, step: int, free: int) -> Iterator[Meld]:
        """``run`` if it is a meld, and all melds that continue it at ``step``, with ``free`` jokers to spend."""
        if len(run) >= rules.run_min and _jokers_fit(run, rules):
            yield run
        if step > last:
            return
        if held[step] > run.count(cards[step]):  # the run from ace to ace takes two of them
            yield from grow((*run, cards[step]), step + 1, free)
        if free and not (rules.jokers_apart and run and run[-1] == JOKER):
            yield from grow((*run, JOKER), step + 1, free - 1)

    for first in range(13):
        if first_steps & 1 << first:
            last = first + rules.run_max - 1 if rules.around else min(13, first + rules.run_max - 1)
            yield from grow((), first, jokers)


def _jokers_fit(run: Meld, rules: MeldRules) -> bool:
    jokers = run.count(JOKER)
    return jokers <= len(run) - jokers if rules.jokers_apart else jokers < len(run)
