"""Finds every meld that a hand can make, one for each collection of cards.

A suit is a row of steps: step 0 is the ace, step 12 the king, step 13 the ace above it; in systems with runs around the
ace, step 14 is the two again, and so on to the second king. The hand is a bit mask of these rows, one above the other,
which shows directly whether there is a run or set. Two melds of the same natural cards and the same number of jokers
are equally good for a hand, so only one of them is kept.
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import accumulate

from romme_turnier.core.rules.search.rules import SearchRules
from romme_turnier.core.rules.search.tally import Tally, tallies
from romme_turnier.core.rules.system.cards import ACE, JOKER, Card

Meld = tuple[Card, ...]
"""A meld in the order of its cards, each joker as ``JOKER`` in the place of the card it stands for."""

_ROW = 32
_CARD_AT = tuple(suit * 13 + (step + 12) % 13 for suit in range(4) for step in range(_ROW))
_ROW_STEPS = (1 << 13) - 1
_FIRST_STEPS = sum(_ROW_STEPS << suit * _ROW for suit in range(4))
_JOKERS = [(JOKER,) * count for count in range(16)]


_FIRST_STEP = [card // 13 * _ROW + (card + 1) % 13 for card in range(JOKER)]
# By `SearchRules.around`: the steps of each card as a mask, 0 for the joker.
_STEPS = {
    around: (*(1 << step | (around or card % 13 == ACE) << step + 13 for card, step in enumerate(_FIRST_STEP)), 0)
    for around in (False, True)
}


def melds_of(hand: Sequence[Card], rules: SearchRules) -> dict[Tally, Meld]:
    """Returns the sets and runs of ``hand`` by tally. A run from ace to ace may need more aces than the hand holds."""
    steps_of = _STEPS[rules.around]
    steps, jokers = 0, hand.count(JOKER)
    for card in hand:
        steps |= steps_of[card]
    melds: dict[Tally, Meld] = {}
    beginnings = steps & _FIRST_STEPS  # the first steps of the shortest runs
    for distance in range(1, rules.run_min):
        beginnings &= steps >> distance
    if beginnings:
        melds.update(_natural_runs(steps, beginnings, rules))
    if in_run := min(jokers, rules.run_jokers):
        melds.update(_joker_runs(steps, in_run, rules))
    in_set = min(jokers, rules.set_jokers)
    for rank in _set_ranks(hand, steps, in_set, rules):
        of_rank = [card for card in hand if card % 13 == rank and card != JOKER]
        melds.update(_sets(tuple(sorted(set(of_rank) if rules.suits_differ else of_rank)), in_set, rules))
    return melds


def _natural_runs(steps: int, beginnings: int, rules: SearchRules) -> Iterator[tuple[Tally, Meld]]:
    up_to = _tallies_up_to(rules)
    for first in _places(beginnings):
        end = first + rules.run_min
        while True:
            yield up_to[end] - up_to[first], _CARD_AT[first:end]
            if end - first == rules.run_max or not steps >> end & 1:
                break
            end += 1


@lru_cache(maxsize=256)
def _tallies_up_to(rules: SearchRules) -> list[Tally]:
    """Returns the tally of all cards before each step.

    The difference between two of these is the tally of the run between the two steps.
    """
    of_card = tallies(rules)
    return [*accumulate([of_card[card] for card in _CARD_AT], initial=0)]


def _joker_runs(steps: int, jokers: int, rules: SearchRules) -> Iterator[tuple[Tally, Meld]]:
    """Yields runs with jokers, built from one natural card to the next, with jokers between them and at the ends."""
    of_card = tallies(rules)
    joker = of_card[JOKER]
    most_together = 1 if rules.jokers_apart else jokers
    for first in _places(_within_reach(steps, jokers, rules)):
        card = _CARD_AT[first]
        below = most_together if rules.around else min(most_together, first % _ROW)
        begun: list[tuple[int, int, Tally, Meld]] = [(first + 1, 0, of_card[card], (card,))]
        while begun:
            end, inside, tally, run = begun.pop()
            above = most_together if rules.around else min(most_together, 14 - end % _ROW)
            most_at_ends = min(above + below, jokers - inside, rules.run_max - len(run))
            if rules.jokers_apart:
                most_at_ends = min(most_at_ends, len(run) - 2 * inside)  # no more jokers than natural cards
            for at_ends in range(max(0 if inside else 1, rules.run_min - len(run)), most_at_ends + 1):
                high = min(at_ends, above)
                yield tally + at_ends * joker, (*_JOKERS[at_ends - high], *run, *_JOKERS[high])
            for gap in range(min(most_together, jokers - inside, rules.run_max - len(run) - 1) + 1):
                if steps >> end + gap & 1:
                    card = _CARD_AT[end + gap]
                    longer = tally + of_card[card] + gap * joker
                    begun.append((end + gap + 1, inside + gap, longer, (*run, *_JOKERS[gap], card)))


def _within_reach(steps: int, jokers: int, rules: SearchRules) -> int:
    """Returns a mask of the steps at which the lowest natural card of a run with jokers can be."""
    begin = steps & (_FIRST_STEPS if rules.around else _FIRST_STEPS | _FIRST_STEPS << 1)
    if jokers >= rules.run_min - 1:
        return begin
    reached = 0
    for distance in range(1, jokers + 2):
        reached |= steps >> distance
    return begin & reached


def _set_ranks(hand: Sequence[Card], steps: int, jokers: int, rules: SearchRules) -> Sequence[int]:
    """Returns the ranks that have enough cards for a set with at most ``jokers`` jokers."""
    if not rules.suits_differ:
        held = [card % 13 for card in hand if card != JOKER]
        return sorted({rank for rank in held if held.count(rank) + jokers >= 3})
    clubs, spades, hearts, diamonds = steps, steps >> _ROW, steps >> 2 * _ROW, steps >> 3 * _ROW
    if jokers > 1:
        enough = clubs | spades | hearts | diamonds
    elif jokers:
        enough = clubs & spades | (clubs | spades) & (hearts | diamonds) | hearts & diamonds
    else:
        enough = clubs & spades & (hearts | diamonds) | (clubs | spades) & hearts & diamonds
    return [(step + 12) % 13 for step in _places(enough & _ROW_STEPS)]


@lru_cache(maxsize=4096)
def _sets(natural: tuple[Card, ...], jokers: int, rules: SearchRules) -> tuple[tuple[Tally, Meld], ...]:
    """Returns every set that these cards of one rank can form, with every possible number of jokers."""
    of_card = tallies(rules)
    some: dict[Meld, Tally] = {(): 0}
    for card in natural:
        some |= {(*cards, card): tally + of_card[card] for cards, tally in some.items()}
    return tuple(
        (tally + count * of_card[JOKER], cards + _JOKERS[count])
        for cards, tally in some.items()
        if cards
        for count in range(max(0, 3 - len(cards)), min(jokers, rules.set_max - len(cards)) + 1)
    )


def _places(mask: int) -> Iterator[int]:
    """Yields the places of the bits that are set, lowest first."""
    while mask:
        yield (mask & -mask).bit_length() - 1
        mask &= mask - 1
