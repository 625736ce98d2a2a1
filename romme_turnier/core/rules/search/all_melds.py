"""Every meld in a hand, with the jokers in every place they can take.

``best`` needs only one of the melds that the same cards make. Where points of melds count, or whether a card is in
them, it matters which.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import chain, product

from romme_turnier.core.rules.melds.judge import judge_meld
from romme_turnier.core.rules.melds.runs import ranks_from
from romme_turnier.core.rules.melds.sets import set_most
from romme_turnier.core.rules.search.additions import fillings
from romme_turnier.core.rules.system.cards import ACE, JOKER, NAMED, Card, card as card_of, suit_of
from romme_turnier.core.rules.system.ruleset import RuleSet

Meld = tuple[Card, ...]


def melds_in(hand: Sequence[Card], ruleset: RuleSet) -> Iterator[Meld]:
    """Yields all sets and runs, runs upward; a joker of a run says what it stands for."""
    for meld, _points in valued_melds(hand, ruleset):
        yield meld


def valued_melds(hand: Sequence[Card], ruleset: RuleSet) -> Iterator[tuple[Meld, int]]:
    """Yields them with what they count, 0 where melds count nothing."""
    for meld in chain(_sets(hand, ruleset), _runs(hand, ruleset)):
        judged = judge_meld(meld, ruleset)
        if judged.valid:
            yield meld, judged.points or 0


def _sets(hand: Sequence[Card], ruleset: RuleSet) -> Iterator[Meld]:
    least, most = ruleset.melds.set_least, set_most(ruleset)
    jokers = _jokers(hand, ruleset.melds.jokers_in_set)
    for rank in range(ACE + 1):
        held = [min(hand.count(card_of(rank, suit)), 1 if ruleset.melds.suits_differ else most) for suit in range(4)]
        if not any(held):
            continue
        for counts in product(*(range(count + 1) for count in held), range(jokers + 1)):
            if least <= sum(counts) <= most and any(counts[:4]):
                naturals = (card_of(rank, suit) for suit in range(4) for _ in range(counts[suit]))
                yield (*naturals, *(JOKER,) * counts[4])


def _runs(hand: Sequence[Card], ruleset: RuleSet) -> Iterator[Meld]:
    rules = ruleset.melds
    held = Counter(card for card in hand if card != JOKER)
    held[JOKER] = _jokers(hand, rules.jokers_in_run)
    suits = {suit_of(card) for card in hand if card != JOKER}
    for suit, start in product(sorted(suits), range(13)):
        if not held[JOKER] and not held[card_of((start + ACE) % 13, suit)]:
            continue  # nothing can lie in the first place
        longest = rules.run_most if rules.corner else min(rules.run_most, 14 - start)
        places = [card_of(rank, suit) for rank in ranks_from(start, longest)]
        for filling in fillings(places, held, adjacent=rules.jokers_adjacent):
            if len(filling) >= rules.run_least and min(filling) < JOKER:
                yield tuple(
                    NAMED + place if card == JOKER else card for place, card in zip(places, filling, strict=False)
                )


def _jokers(hand: Sequence[Card], most: int | None) -> int:
    count = hand.count(JOKER)
    return count if most is None else min(count, most)
