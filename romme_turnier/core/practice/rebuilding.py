"""Makes problems with exactly one card in the hand that can be laid, and only by taking melds apart."""

from collections.abc import Sequence
from itertools import chain
from random import Random

from romme_turnier.core.practice.problem import Kind, Level, Melds, Problem
from romme_turnier.core.rules.melds.lay_off import lay_off
from romme_turnier.core.rules.play import whole_pack
from romme_turnier.core.rules.play.position import without
from romme_turnier.core.rules.search.rearrange import best_rearrangement
from romme_turnier.core.rules.system.cards import JOKER, Card, card as card_of, rank_of, suit_of, unnamed
from romme_turnier.core.rules.system.ruleset import RuleSet

_MELDS = {Level.EASY: 2, Level.MEDIUM: 3, Level.HARD: 4}
_CHANGED = {Level.EASY: 1, Level.MEDIUM: 2, Level.HARD: 3}  # the fewest melds that the solution changes
_HAND = 4
_LOOKED_AT = 16  # cards that are tried at one table


def rebuild(rules: RuleSet, level: Level, rng: Random) -> Problem:
    """Returns a problem: which of four cards can be laid by rearranging the melds on the table?

    Raises ValueError for rules without rearranging.
    """
    pack = tuple(card for card in whole_pack(rules, rules.seats_min) if card != JOKER)
    while True:
        table = _table(rules, _MELDS[level], rng)
        on_table = [*chain(*table)]
        rest = without(pack, on_table)
        if len(rest) < len(pack) - len(on_table):
            continue  # a card occurs three times on the table
        near = [
            card
            for card in dict.fromkeys(rest)
            if _near(card, on_table) and not any(lay_off(meld, (card,), rules).valid for meld in table)
        ]
        rng.shuffle(near)
        laid: dict[Card, Melds] = {}
        chosen = None
        for card in near[:_LOOKED_AT]:
            best = best_rearrangement(on_table, (card,), rules)
            if best is not None and not best.left and best.melds:
                laid[card] = best.melds
                kept = {tuple(sorted(map(unnamed, meld))) for meld in best.melds}
                changed = sum(tuple(sorted(meld)) not in kept for meld in table)
                if chosen is None and changed >= _CHANGED[level]:
                    chosen = card
        others = [card for card in near[:_LOOKED_AT] if card not in laid]
        if chosen is not None and len(others) >= _HAND - 1:
            hand = tuple(sorted((chosen, *others[: _HAND - 1])))
            return Problem(Kind.REBUILD, rules, level, hand, answer=(chosen,), table=table, solution=laid[chosen])


def _table(rules: RuleSet, count: int, rng: Random) -> Melds:
    """Returns ``count`` random sets and runs of three to five cards each."""
    table: list[tuple[Card, ...]] = []
    while len(table) < count:
        rank, suit = rng.randrange(13), rng.randrange(4)
        if rng.random() < 0.4:
            table.append(
                tuple(card_of(rank, of_suit) for of_suit in sorted(rng.sample(range(4), rng.choice((3, 3, 4)))))
            )
        else:
            length = rules.melds.run_least + rng.randrange(3)
            table.append(tuple(card_of((rank + step) % 13, suit) for step in range(length)))
    return tuple(table)


def _near(card: Card, on_table: Sequence[Card]) -> bool:
    """Returns whether the table has a card of the same rank, or one of the same suit at most two ranks away.

    Other cards cannot be laid.
    """
    ranks = {(rank_of(card) + step) % 13 for step in (-2, -1, 1, 2)}
    return any(
        rank_of(other) == rank_of(card) or (suit_of(other) == suit_of(card) and rank_of(other) in ranks)
        for other in on_table
    )
