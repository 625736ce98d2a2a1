"""Finds the cards of a hand that extend a meld on the table."""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import product

from romme_turnier.core.rules.melds.judge import judge_meld
from romme_turnier.core.rules.melds.judgement import Judgement
from romme_turnier.core.rules.melds.runs import ranks_from
from romme_turnier.core.rules.melds.sets import set_most
from romme_turnier.core.rules.system.cards import (
    JOKER,
    Card,
    card as card_of,
    counted,
    rank_of,
    suit_of,
)
from romme_turnier.core.rules.system.ruleset import RuleSet


def additions(meld: Sequence[Card], hand: Sequence[Card], wanted: Card, ruleset: RuleSet) -> Iterator[tuple[Card, ...]]:
    """Yields each group of cards that includes ``wanted`` and extends ``meld`` without a gap.

    Not all rules about jokers and suits are checked; ``lay_off`` checks them.
    """
    existing = judge_meld(meld, ruleset)
    near = rank_of(wanted) == existing.rank if existing.kind == "set" else suit_of(wanted) == existing.suit
    if wanted != JOKER and not near:
        return
    seen = set()
    for added, _ in extensions(meld, hand, ruleset):
        collection = tuple(sorted(added))
        if wanted in collection and collection not in seen:
            seen.add(collection)
            yield collection


def extensions(
    meld: Sequence[Card], hand: Sequence[Card], ruleset: RuleSet
) -> Iterator[tuple[tuple[Card, ...], tuple[Card, ...]]]:
    """Yields each group of cards, possibly empty, that extends ``meld``, and the longer meld, which may be invalid."""
    existing = judge_meld(meld, ruleset)
    if existing.kind == "set":
        for added in _at_set(existing, hand, ruleset):
            yield added, (*existing.cards, *added)
        return
    for below, above in _at_run(existing, hand, ruleset):
        first, last = (above, below) if existing.falling else (below, above)
        yield (*below, *above), (*first[::-1], *existing.cards, *last)


def _at_set(existing: Judgement, hand: Sequence[Card], ruleset: RuleSet) -> Iterator[tuple[Card, ...]]:
    rank = existing.rank
    fitting = Counter(held for held in hand if held == JOKER or rank_of(held) == rank)
    most = set_most(ruleset) - len(existing.cards)
    for counts in product(*[range(count + 1) for count in fitting.values()]):
        if sum(counts) <= most:
            yield tuple(held for held, count in zip(fitting, counts, strict=True) for _ in range(count))


def _at_run(
    existing: Judgement, hand: Sequence[Card], ruleset: RuleSet
) -> Iterator[tuple[tuple[Card, ...], tuple[Card, ...]]]:
    """Yields the cards to add below the run (from its lowest card downward) and above it (upward)."""
    held, apart = counted(hand), ruleset.melds.jokers_apart
    free = max(0, ruleset.melds.run_most - len(existing.cards))
    below, above = places_at_run(existing, ruleset)
    for low in fillings(below, held, apart=apart):
        rest = [*held]
        for card in low:
            rest[card] -= 1
        for high in fillings(above[: free - len(low)], rest, apart=apart):
            yield low, high


def places_at_run(existing: Judgement, ruleset: RuleSet) -> tuple[tuple[Card, ...], tuple[Card, ...]]:
    """Returns the cards that continue a run below its lowest card (downward) and above its highest card (upward)."""
    suit, length = existing.suit, len(existing.cards)
    below = above = max(0, ruleset.melds.run_most - length)
    if not ruleset.melds.corner:
        below, above = min(below, existing.start), min(above, 14 - existing.start - length)
    downward = reversed(ranks_from(existing.start - below, below))
    upward = ranks_from(existing.start + length, above)
    return tuple(card_of(rank, suit) for rank in downward), tuple(card_of(rank, suit) for rank in upward)


def fillings(places: Sequence[Card], held: Sequence[int], *, apart: bool) -> Iterator[tuple[Card, ...]]:
    """Yields every way to fill the first zero or more of ``places``, each place with its own card or a joker.

    ``held`` counts the available copies of each card. If ``apart``, no two jokers are adjacent.
    """
    to_go_on: list[tuple[Card, ...]] = [()]
    while to_go_on:
        filled = to_go_on.pop()
        yield filled
        if len(filled) == len(places):
            continue
        if held[JOKER] > filled.count(JOKER) and (not apart or filled[-1:] != (JOKER,)):
            to_go_on.append((*filled, JOKER))
        card = places[len(filled)]
        if held[card] > filled.count(card):
            to_go_on.append((*filled, card))
