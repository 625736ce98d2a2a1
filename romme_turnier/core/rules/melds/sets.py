"""Judges sets: at least three cards of one rank, and at most four in most rule systems."""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import permutations

from romme_turnier.core.rules.melds.judgement import Judgement
from romme_turnier.core.rules.system.cards import (
    ACE,
    NAMED,
    Card,
    card,
    is_joker,
    rank_of,
    stands_for,
    suit_of,
    unnamed,
)
from romme_turnier.core.rules.system.codes import card_violations, violation
from romme_turnier.core.rules.system.ruleset import RuleSet, SetJoker
from romme_turnier.core.violations import Violation


def judge_set(laid: Sequence[Card], ruleset: RuleSet) -> Judgement:
    """Returns the judgement of the cards as a set (§ 4.3.2); at least one card must be natural."""
    cards = without_redundant_names(laid, ruleset)
    violations = tuple(_violations(cards, ruleset))
    if violations:
        return Judgement("set", tuple(laid), violations=violations)
    rank = rank_of(next(placed for placed in cards if not is_joker(placed)))
    value = ruleset.values.set_ace if rank == ACE else min(rank + 2, 10)
    points = value * len(cards) if ruleset.values.melds_count else None
    return Judgement("set", _named(cards, rank, ruleset), points, values=(value,) * len(cards))


def set_most(ruleset: RuleSet) -> int:
    """Returns the largest size of a set: four, or all cards of a rank in the packs if suits do not matter."""
    return 4 * ruleset.pack().packs if ruleset.melds.set_most is None else ruleset.melds.set_most


def names_are_redundant(ruleset: RuleSet) -> bool:
    """Returns whether jokers in a set have no suit, so that the fourth card replaces a joker of any name (§ 6.11)."""
    return ruleset.melds.set_joker is SetJoker.FOURTH_CARD


def without_redundant_names(laid: Sequence[Card], ruleset: RuleSet) -> tuple[Card, ...]:
    """Returns the cards of a set, with unnamed jokers if joker names mean nothing."""
    return tuple(map(unnamed, laid)) if names_are_redundant(ruleset) else tuple(laid)


def _violations(cards: Sequence[Card], ruleset: RuleSet) -> Iterator[Violation]:
    rules = ruleset.melds
    jokers = sum(map(is_joker, cards))
    known = [natural for placed in cards if (natural := stands_for(placed)) is not None]
    if len(cards) < rules.set_least:
        yield violation(ruleset, "meld_too_short", kind="set", cards=len(cards), least=rules.set_least)
    if len(cards) > set_most(ruleset):
        yield violation(ruleset, "set_too_long", cards=len(cards), most=set_most(ruleset))
    if len({rank_of(natural) for natural in known}) > 1:
        yield violation(ruleset, "ranks_differ")
    if rules.suits_differ:
        # A card of another rank is not part of the set, so it repeats none of the set's suits.
        twice = sorted(natural for natural, count in Counter(known).items() if count > 1)
        yield from card_violations(ruleset, "suit_twice", twice)
    if rules.jokers_in_set is not None and jokers > rules.jokers_in_set:
        yield violation(ruleset, "too_many_jokers", kind="set", jokers=jokers, most=rules.jokers_in_set)


def _named(cards: tuple[Card, ...], rank: int, ruleset: RuleSet) -> tuple[Card, ...]:
    """Returns the cards; in systems where joker names count, each joker that can stand for only one suit is named."""
    how = ruleset.melds.set_joker
    if how in {SetJoker.FOURTH_CARD, SetJoker.ANY} or not any(map(is_joker, cards)):
        return cards
    readings = _readings([stands_for(placed) for placed in cards], rank)
    if how is SetJoker.NAMED_OR_PLACED:
        readings = _by_place(readings)
    return tuple(
        NAMED + suits[0] if is_joker(placed) and len(set(suits)) == 1 else placed
        for placed, suits in zip(cards, zip(*readings, strict=True), strict=True)
    )


def _readings(known: Sequence[Card | None], rank: int) -> list[tuple[Card, ...]]:
    """Returns every way to assign the missing suits to the unnamed jokers."""
    missing = [natural for suit in range(4) if (natural := card(rank, suit)) not in known]
    readings = []
    for chosen in permutations(missing, known.count(None)):
        rest = iter(chosen)
        readings.append(tuple(next(rest) if natural is None else natural for natural in known))
    return readings


def _by_place(readings: list[tuple[Card, ...]]) -> list[tuple[Card, ...]]:
    """Returns the readings in the suit order C S H D, or all readings if none is in this order.

    Of several readings in order, it returns those in which each joker of uncertain suit has the suit of its place
    (clubs first, spades second, …), if there are any.
    """
    in_order = [reading for reading in readings if list(reading) == sorted(reading)]
    open_places = [place for place, suits in enumerate(zip(*in_order, strict=True)) if len(set(suits)) > 1]
    at_place = [reading for reading in in_order if all(suit_of(reading[place]) == place for place in open_places)]
    return at_place or in_order or readings
