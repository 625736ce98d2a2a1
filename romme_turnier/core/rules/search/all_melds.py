"""Finds every meld in a hand, with the jokers in every place they can take.

``best`` needs only one meld for the same cards. All of them matter if melds are worth points, or if a certain card must
be in a meld.
"""

from collections.abc import Iterator, Sequence
from itertools import chain, product

from romme_turnier.core.rules.melds.judge import judge_meld
from romme_turnier.core.rules.melds.runs import ranks_from
from romme_turnier.core.rules.melds.sets import set_most
from romme_turnier.core.rules.search.additions import fillings
from romme_turnier.core.rules.system.cards import ACE, JOKER, NAMED, Card, card as card_of, counted
from romme_turnier.core.rules.system.ruleset import RuleSet

Meld = tuple[Card, ...]

_UPWARD = [[card_of(rank, suit) for rank in ranks_from(0, 2 * 13)] for suit in range(4)]  # twice around


def melds_in(hand: Sequence[Card], ruleset: RuleSet) -> Iterator[Meld]:
    """Yields all sets, then all runs of ``hand``; runs rise, and each joker in a run is named as its card."""
    for meld, _points in valued_melds(hand, ruleset):
        yield meld


def valued_melds(hand: Sequence[Card], ruleset: RuleSet) -> Iterator[tuple[Meld, int]]:
    """Yields all sets, then all runs of ``hand``, with their points (0 if melds do not count)."""
    held = counted(hand)
    for meld in chain(_sets(held, ruleset), _runs(held, ruleset)):
        judged = judge_meld(meld, ruleset)
        if judged.valid:
            yield meld, judged.points or 0


def _sets(held: Sequence[int], ruleset: RuleSet) -> Iterator[Meld]:
    least, most = ruleset.melds.set_least, set_most(ruleset)
    jokers = _most_jokers(held, ruleset.melds.jokers_in_set)
    most_of_suit = 1 if ruleset.melds.suits_differ else most
    for rank in range(ACE + 1):
        of_rank = held[rank:JOKER:13]
        if not any(of_rank) or sum(of_rank) + jokers < least:
            continue  # not even the smallest set is possible here
        up_to = [range(min(count, most_of_suit) + 1) for count in of_rank]
        for counts in product(*up_to, range(jokers + 1)):
            if least <= sum(counts) <= most and any(counts[:4]):
                naturals = (card_of(rank, suit) for suit in range(4) for _ in range(counts[suit]))
                yield (*naturals, *(JOKER,) * counts[4])


def _runs(held: Sequence[int], ruleset: RuleSet) -> Iterator[Meld]:
    rules = ruleset.melds
    jokers = _most_jokers(held, rules.jokers_in_run)
    held = [*held[:JOKER], jokers]
    for upward in _UPWARD:
        there = [held[place] > 0 for place in upward[:13]] * 2
        if not any(there):
            continue
        for start in range(13):
            if sum(there[start : start + rules.run_least]) + jokers < rules.run_least:
                continue  # not even the shortest run is possible here
            longest = rules.run_most if rules.corner else min(rules.run_most, 14 - start)
            places = upward[start : start + longest]
            for filling in fillings(places, held, apart=rules.jokers_apart):
                if len(filling) >= rules.run_least and min(filling) < JOKER:
                    yield tuple(
                        NAMED + place if card == JOKER else card for place, card in zip(places, filling, strict=False)
                    )


def _most_jokers(held: Sequence[int], most: int | None) -> int:
    return held[JOKER] if most is None else min(held[JOKER], most)
