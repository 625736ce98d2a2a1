"""Rearranges the table (Umbauen), melding all its cards and as many points of the hand as possible.

The search is exact, and unlimited unless the caller sets a limit. The first search may leave jokers over; if it finds
nothing, no rearrangement exists. The jokers left over are then added to the melds. If that fails, which is rare, the
search runs again with every joker placed from the start.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain

from romme_turnier.core.rules.search.rules import SearchRules, search_rules
from romme_turnier.core.rules.search.table import TableSearch
from romme_turnier.core.rules.search.table_melds import melds_from
from romme_turnier.core.rules.system.cards import JOKER, Card, rank_of
from romme_turnier.core.rules.system.ruleset import RuleSet

Meld = tuple[Card, ...]
Melds = tuple[Meld, ...]


@dataclass(frozen=True, slots=True)
class Rearrangement:
    """The ``melds`` of the whole table, with each joker as ``JOKER``, and the cards and points left in the hand."""

    melds: Melds
    left: tuple[Card, ...]
    points_left: int


def best_rearrangement(
    table: Sequence[Card], hand: Sequence[Card], ruleset: RuleSet, *, most: int | None = None
) -> Rearrangement | None:
    """Returns the rearrangement that lays all of ``table`` and the most points of ``hand``; None if there is none.

    See ``rearrange``. Raises ValueError for rule systems without rearranging, and TooManyWaysError after ``most``
    positions of the search.
    """
    return rearrange(table, hand, search_rules(ruleset), most=most)


def rearrange(
    table: Sequence[Card], hand: Sequence[Card], rules: SearchRules, *, cut: int | None = None, most: int | None = None
) -> Rearrangement | None:
    """Returns the rearrangement that lays all of ``table`` and the most points of ``hand``; None if there is none.

    The table may need cards of the hand to be valid. Raises ValueError unless runs go around the corner and melds have
    at most one joker (``rommee``). The supply of cards is not checked. ``cut`` is the rank before which the circle of
    ranks is cut; every cut gives an equally good result, and by default the search chooses one. Raises TooManyWaysError
    after ``most`` positions of the search.
    """
    if not rules.around or (rules.set_jokers, rules.run_jokers) != (1, 1):
        raise ValueError("rearranging is for runs around the corner with one joker at most")
    melds = _best_melds(table, hand, rules, cut, most)
    if melds is None:
        return None
    left = sorted([*table, *hand])
    for card in chain(*melds):
        left.remove(card)
    return Rearrangement(melds, tuple(left), sum(map(rules.left, left)))


def _best_melds(
    table: Sequence[Card], hand: Sequence[Card], rules: SearchRules, cut: int | None, most: int | None
) -> Melds | None:
    steps = TableSearch(table, hand, rules, cut, every_joker=False, most=most).best_steps()
    if steps is None:
        return None
    melds = melds_from(steps)
    jokers = [*table, *hand].count(JOKER)
    with_all = with_spare_jokers(melds, jokers - [*chain(*melds)].count(JOKER))
    if with_all is not None:
        return with_all
    steps = TableSearch(table, hand, rules, cut, every_joker=True, most=most).best_steps()
    return melds_from(steps) if steps is not None else None


def with_spare_jokers(melds: Sequence[Meld], spare: int) -> Melds | None:
    """Returns the melds with ``spare`` more jokers; None if other cards would have to be moved."""
    laid = list(melds)
    for _ in range(spare):
        taken = next(((place, others) for place, meld in enumerate(laid) if (others := _with_joker(meld))), None)
        if taken is None:
            return None
        place, others = taken
        laid[place : place + 1] = others
    return tuple(sorted(laid))


def _with_joker(meld: Meld) -> list[Meld]:
    """Returns the meld with one more joker, or the two melds that it then becomes; empty if it cannot take a joker."""
    if JOKER not in meld and len(meld) < (13 if _is_run(meld) else 4):
        return [(*meld, JOKER)]
    if _is_run(meld) and len(meld) >= 5 and JOKER not in meld[:2]:
        return [(*meld[:2], JOKER), meld[2:]]
    return []


def _is_run(meld: Meld) -> bool:
    ranks = {rank_of(card) for card in meld if card != JOKER}
    return len(ranks) > 1
