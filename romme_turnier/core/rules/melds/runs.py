"""Judges runs: consecutive cards of one suit, rising or falling from left to right.

The places of a run are counted on the scale A 2 3 … K A, 0 to 13, with an ace at both ends. A run that continues round
the corner (K A 2) leaves the scale and is counted modulo 13.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise

from romme_turnier.core.rules.melds.judgement import Judgement
from romme_turnier.core.rules.system.cards import (
    ACE,
    JOKER,
    NAMED,
    Card,
    card,
    format_card,
    is_joker,
    rank_of,
    stands_for,
    suit_of,
)
from romme_turnier.core.rules.system.codes import card_violations, violation
from romme_turnier.core.rules.system.ruleset import RuleSet
from romme_turnier.core.violations import Violation

HIGH = 13  # the place of the ace above the king


def judge_run(laid: Sequence[Card], ruleset: RuleSet) -> Judgement:
    """Returns the judgement of the cards as a run (§ 4.3.1); at least one card must be natural."""
    cards = put_in_order(laid, ruleset)
    placing = _placing(cards, ruleset)
    violations = (*_count_violations(cards, ruleset), *_place_violations(cards, placing, ruleset))
    if violations or placing is None:
        return Judgement("run", tuple(laid), violations=violations)
    start, falling = placing
    suit = _suit(cards)
    ranks = ranks_from(start, len(cards))
    if falling:
        ranks.reverse()
    named = tuple(
        NAMED + card(rank, suit) if is_joker(placed) else placed for placed, rank in zip(cards, ranks, strict=True)
    )
    values = run_values(start, len(cards), ruleset)
    points = sum(values) if ruleset.values.melds_count else None
    return Judgement("run", named, points, (), values[::-1] if falling else values, start, falling)


def ranks_from(start: int, length: int) -> list[int]:
    """Returns the ranks of a run of ``length`` cards, rising from the place ``start``."""
    return [(place + 12) % 13 for place in range(start, start + length)]


def run_values(start: int, length: int, ruleset: RuleSet) -> tuple[int, ...]:
    """Returns the points of each card of a run, rising from the place ``start`` (§ 4.2, III.1 to 3)."""
    values = ruleset.values
    low_ace = values.low_ace if length < 13 else values.low_ace_with_king
    aces = {length - 1: values.top_ace, 0: low_ace}
    ranks = enumerate(ranks_from(start, length))
    return tuple(aces.get(place, values.middle_ace) if rank == ACE else min(rank + 2, 10) for place, rank in ranks)


def put_in_order(laid: Sequence[Card], ruleset: RuleSet) -> tuple[Card, ...]:
    """Returns the cards as laid or, if these make no run, in the only rising order that makes one.

    Cards stay as laid if there is not exactly one such order. So do cards with jokers, duplicates or several suits, and
    more than 13 cards.
    """
    cards = tuple(laid)
    if (
        any(map(is_joker, cards))
        or len(cards) > 13
        or len(set(cards)) < len(cards)
        or len(set(map(suit_of, cards))) > 1
    ):
        return cards
    if _fitting(cards, corner=ruleset.melds.corner):
        return cards
    by_rank = sorted(cards)
    turned = [(*by_rank[cut:], *by_rank[:cut]) for cut in range(len(cards))]
    ways = [way for way in turned if any(not falling for _, falling in _fitting(way, corner=ruleset.melds.corner))]
    return ways[0] if len(ways) == 1 else cards


def _suit(cards: Sequence[Card]) -> int:
    return suit_of(next(natural for placed in cards if (natural := stands_for(placed)) is not None))


def _placing(cards: Sequence[Card], ruleset: RuleSet) -> tuple[int, bool] | None:
    """Returns the place of the run's lowest card and whether the run falls; None if the cards fit nowhere.

    Two natural cards determine both. Joker names count only if there is one natural card. Rising runs are preferred.
    """
    naturals = [min(placed, NAMED - 1) for placed in cards]
    only_one = sum(not is_joker(placed) for placed in cards) < 2
    fitting = _fitting(cards if only_one else naturals, corner=ruleset.melds.corner)
    return fitting[0] if fitting else None


def _fitting(cards: Sequence[Card], *, corner: bool) -> list[tuple[int, bool]]:
    """Returns every possible place of the lowest card, paired with True if the run falls; rising runs come first."""
    known = [(place, rank_of(natural)) for place, p in enumerate(cards) if (natural := stands_for(p)) is not None]
    length = len(cards)
    places = []
    for falling in (False, True):
        steps = [(length - 1 - place if falling else place, rank) for place, rank in known]
        first, rank = steps[0]
        for scale in (rank + 1,) if rank != ACE else (0, HIGH):
            start = scale - first
            if corner:
                start %= 13
            elif start < 0 or start + length - 1 > HIGH:
                continue
            if all((start + step + 12) % 13 == rank for step, rank in steps) and (start, falling) not in places:
                places.append((start, falling))
    return places


def _count_violations(cards: Sequence[Card], ruleset: RuleSet) -> Iterator[Violation]:
    """Yields violations for too few cards, too many cards or jokers, and adjacent jokers (§ 4.3.1, § 4.4.1, III.5)."""
    rules = ruleset.melds
    jokers = sum(map(is_joker, cards))
    naturals = len(cards) - jokers
    if len(cards) < rules.run_least:
        yield violation(ruleset, "meld_too_short", kind="run", cards=len(cards), least=rules.run_least)
    if len(cards) > rules.run_most:
        yield violation(ruleset, "run_too_long", cards=len(cards), most=rules.run_most)
    if rules.jokers_in_run is not None and jokers > rules.jokers_in_run:
        yield violation(ruleset, "too_many_jokers", kind="run", jokers=jokers, most=rules.jokers_in_run)
    if rules.jokers_apart and any(is_joker(a) and is_joker(b) for a, b in pairwise(cards)):
        yield violation(ruleset, "jokers_adjacent")
    if rules.jokers_apart and jokers > naturals:
        yield violation(ruleset, "jokers_prevail", jokers=jokers, naturals=naturals)


def _place_violations(cards: Sequence[Card], placing: tuple[int, bool] | None, ruleset: RuleSet) -> Iterator[Violation]:
    """Yields violations of suit and order, such as gaps, duplicate cards and misnamed jokers."""
    known = [natural for placed in cards if (natural := stands_for(placed)) is not None]
    if len(set(map(suit_of, known))) > 1:
        yield violation(ruleset, "suits_differ")
    twice = [natural for natural, count in sorted(Counter(known).items()) if count > 1]
    if placing is None or len(cards) > ruleset.melds.run_most:
        yield from card_violations(ruleset, "card_twice", twice)
    if placing is not None:
        yield from _misnamed(cards, placing, ruleset)
        return
    faults = list(_faults_between(cards, ruleset))
    if faults or not twice:
        yield from faults or (violation(ruleset, "order_unclear"),)


def _misnamed(cards: Sequence[Card], placing: tuple[int, bool], ruleset: RuleSet) -> Iterator[Violation]:
    start, falling = placing
    ranks = ranks_from(start, len(cards))
    suit = _suit([placed for placed in cards if not is_joker(placed)])
    for placed, rank in zip(cards, reversed(ranks) if falling else ranks, strict=True):
        belongs = card(rank, suit)
        if placed >= NAMED and placed - NAMED != belongs:
            yield violation(ruleset, "joker_misnamed", named=format_card(placed), place=format_card(belongs))


def _faults_between(cards: Sequence[Card], ruleset: RuleSet) -> Iterator[Violation]:
    """Yields the faults of cards that fit nowhere: an ace in the middle, an unclear order, gaps, and surplus jokers."""
    known = [(place, natural) for place, p in enumerate(cards) if (natural := stands_for(p)) is not None]
    whole = not any(map(is_joker, cards))
    if whole:
        # Sort upward, round the corner only if that is allowed or the run has an ace.
        naturals = {natural for _, natural in known}
        around = ruleset.melds.corner or any(rank_of(natural) == ACE for natural in naturals)
        known = list(enumerate(_ring(naturals) if around else sorted(naturals, key=rank_of)))
    pairs = list(pairwise(known))
    upward = [(rank_of(after[1]) - rank_of(before[1])) % 13 for before, after in pairs]
    if not ruleset.melds.corner and _fitting([natural for _, natural in known] if whole else cards, corner=True):
        yield violation(ruleset, "ace_in_middle", card=format_card(card(ACE, _suit(cards))))
        return
    rising = {steps <= 6 for steps in upward if steps}
    if len(rising) > 1:
        yield violation(ruleset, "order_unclear")
        yield from _gaps_in_any_order(cards, ruleset)
        return
    for ((place, before), (next_place, after)), steps in zip(pairs, upward, strict=True):
        distance = steps if rising == {True} else -steps % 13
        names = {"before": format_card(before), "after": format_card(after)}
        if distance > next_place - place:
            yield violation(ruleset, "gap", **names)
        elif 0 < distance < next_place - place:
            yield violation(ruleset, "joker_without_place", **names)
    inner = [natural for _, natural in known[1:-1] if rank_of(natural) == ACE]
    if inner and not ruleset.melds.corner:
        yield violation(ruleset, "ace_in_middle", card=format_card(inner[0]))


def _gaps_in_any_order(cards: Sequence[Card], ruleset: RuleSet) -> Iterator[Violation]:
    """Yields the gaps that remain in every order of the cards and with every use of the jokers.

    A named joker fills its place; any other joker fills the lowest gap that jokers can close. Every remaining gap is
    certain.
    """
    known = {natural for placed in cards if (natural := stands_for(placed)) is not None}
    if len(set(map(suit_of, known))) > 1:
        return
    all_jokers = jokers = cards.count(JOKER)
    for (before, after), missing in _missing_between(known, corner=ruleset.melds.corner):
        if missing > jokers:
            yield violation(ruleset, "gap", before=format_card(before), after=format_card(after))
        if missing <= all_jokers:
            jokers = max(0, jokers - missing)


def _missing_between(naturals: set[Card], *, corner: bool) -> list[tuple[tuple[Card, Card], int]]:
    """Returns each pair of neighbours with the number of cards missing between the two.

    The cards are in rising order. The ace is at the end where fewer cards are missing; if runs go round the corner, the
    order starts after the widest gap.
    """
    low_ace, high_ace = sorted(naturals, key=lambda c: (rank_of(c) + 1) % 13), sorted(naturals, key=rank_of)
    orders = [_ring(naturals)] if corner else [low_ace, high_ace]
    ways = [
        [((before, after), (rank_of(after) - rank_of(before) - 1) % 13) for before, after in pairwise(order)]
        for order in orders
    ]
    return min(ways, key=lambda way: sum(missing for _, missing in way))


def _ring(naturals: set[Card]) -> list[Card]:
    """Returns the cards in rising order, starting after the widest gap and continuing round the corner."""
    ring = sorted(naturals, key=rank_of)
    gaps = [(rank_of(ring[place]) - rank_of(ring[place - 1]) - 1) % 13 for place in range(len(ring))]
    begin = gaps.index(max(gaps))
    return ring[begin:] + ring[:begin]
