"""A simple player for whole games: lays down what it can, discards what counts most, now and then takes the pile.

Each step is the name of an act, what forbids it, and the position after it.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import chain, combinations

from romme_turnier.core.rules.melds.judge import judge_meld
from romme_turnier.core.rules.play import (
    Claim,
    Position,
    after_announcing,
    after_claim,
    after_discard,
    after_draw,
    after_going_out,
    after_last_card_of_stock,
    after_lay_out,
    after_pass,
    after_rearranging,
    after_refusal,
    after_shuffling,
    after_take,
    after_take_joker,
    after_use,
    ends_with_stock,
    first_claimant,
    for_new_stock,
    may_announce,
    may_claim,
    may_discard,
    may_draw,
    may_go_out,
    may_lay_out,
    may_pass,
    may_rearrange,
    may_take,
    may_take_joker,
    use_of_discard,
    uses_for,
)
from romme_turnier.core.rules.search.all_melds import Meld, melds_in
from romme_turnier.core.rules.search.best import best
from romme_turnier.core.rules.search.from_system import search_rules
from romme_turnier.core.rules.search.rearrange import rearrange
from romme_turnier.core.rules.system.cards import JOKER, Card, unnamed
from romme_turnier.core.rules.system.hands import card_left
from romme_turnier.core.rules.system.ruleset import PileRule
from romme_turnier.core.violations import Violation

Step = tuple[str, tuple[Violation, ...], Position]


def play(position: Position, rng: random.Random, *, turns: int) -> Iterator[Step]:
    """The steps of a game, until it is over or so many turns have been played."""
    while not position.over and position.number <= turns:
        step = next(_in_turn(position, rng) if position.drawn else _before_drawing(position, rng))
        yield step
        position = step[2]


def _before_drawing(position: Position, rng: random.Random) -> Iterator[Step]:
    if ends_with_stock(position):
        yield "stock used up", (), after_last_card_of_stock(position)
    if position.rules.play.without_laying_out is not None and position.announced is None:
        melds = best(position.hand, search_rules(position.rules)).melds
        if not may_announce(position, melds):
            yield "announce", (), after_announcing(position, melds)
    cost = position.rules.play.claim_cards
    if cost and position.claim is Claim.NONE and rng.random() < 0.05:
        ready = _with_stock(position, rng, cost)
        seat = first_claimant(position, rng.sample(range(1, len(position.hands) + 1), 2))
        if seat and not may_claim(ready, seat):
            refused = position.rules.play.knocking and rng.random() < 0.5
            yield "claim", (), after_refusal(ready) if refused else after_claim(ready, seat)
    yield from _taking(position, rng)
    ready = _with_stock(position, rng)
    if may_draw(position, position.turn) and not may_take(position, position.turn):
        yield "take", (), after_take(position)  # the stock cannot be filled, or a claim was refused
    yield "draw", may_draw(ready, position.turn), after_draw(ready)


def _with_stock(position: Position, rng: random.Random, claim_cards: int = 0) -> Position:
    turned = for_new_stock(position, claim_cards)
    return after_shuffling(position, rng.sample(turned, len(turned))) if turned else position


def _taking(position: Position, rng: random.Random) -> Iterator[Step]:
    play = position.rules.play
    count = 1
    if (play.pile is PileRule.STAIRCASE or play.take_many) and len(position.pile) > 1:
        count = rng.randrange(1, min(4, len(position.pile)) + 1)
    if rng.random() > 0.4 or may_take(position, position.turn, count):
        return
    use = use_of_discard(position) if play.pile is PileRule.USED_AT_ONCE else None
    yield "take", may_take(position, position.turn, count, use), after_take(position, count, use)


def _in_turn(position: Position, rng: random.Random) -> Iterator[Step]:
    if not position.hand:
        yield "go out", may_go_out(position, None), after_going_out(position, None)
    if JOKER in position.owed:
        yield from _joker_laid(position)
    if not may_lay_out(position, melds := _new_melds(position)):
        yield "lay out", (), after_lay_out(position, melds)
    for card in dict.fromkeys(position.hand):
        yield from _at_the_table(position, card)
    if position.rules.play.rearranging and rng.random() < 0.5:
        yield from _rearranged(position, ())
    yield from _ending(position)


def _at_the_table(position: Position, card: Card) -> Iterator[Step]:
    for use in uses_for(position, card) if position.table else ():
        if use.at is not None:
            yield "lay off", (), after_use(position, use)
    for at in range(len(position.table)):
        if not may_take_joker(position, at, card):
            yield "take joker", (), after_take_joker(position, at, card)


def _joker_laid(position: Position) -> Iterator[Step]:
    for use in uses_for(position, JOKER):
        yield "joker back", (), after_use(position, use)
    if position.rules.play.rearranging:
        yield from _rearranged(position, position.owed)


def _rearranged(position: Position, owed: tuple[Card, ...]) -> Iterator[Step]:
    table = [*map(unnamed, chain(*(meld.cards for meld in position.table)))]
    hand = list(position.hand)
    for card in owed:
        hand.remove(card)
    for kept in dict.fromkeys(hand):
        others = [*hand]
        others.remove(kept)
        found = rearrange([*table, *owed], others, search_rules(position.rules))
        if found is None or (not owed and len(found.left) == len(others)):
            continue
        for card in found.left:
            others.remove(card)
        cards = (*owed, *others)
        if not may_rearrange(position, found.melds, cards):
            yield "rearrange", (), after_rearranging(position, found.melds, cards)


def _new_melds(position: Position) -> tuple[Meld, ...]:
    if position.rules.play.contracts:
        return _contract(position) if position.opened_in is None else ()
    melds = best(position.hand, search_rules(position.rules)).melds
    return melds if may_lay_out(position, melds[:-1]) or not may_lay_out(position, melds) else melds[:-1]


def _contract(position: Position) -> tuple[Meld, ...]:
    """The melds of the contract, if the hand has them."""
    contract = position.rules.play.contracts[(position.round_number or 1) - 1]
    shortest = {"set": position.rules.melds.set_least, "run": position.rules.melds.run_least}
    found: dict[str, dict[Meld, Meld]] = {"set": {}, "run": {}}
    for meld in melds_in(position.hand, position.rules):
        kind = judge_meld(meld, position.rules).kind
        if len(meld) == shortest[kind]:
            found[kind][tuple(sorted(map(unnamed, meld)))] = meld
    for sets in combinations(found["set"].values(), contract.sets):
        for runs in combinations(found["run"].values(), contract.runs):
            if not may_lay_out(position, (*sets, *runs)):
                return (*sets, *runs)
    return ()


def _ending(position: Position) -> Iterator[Step]:
    for card in sorted(set(position.hand), key=lambda card: -card_left(card, position.rules)):
        if not may_go_out(position, card):
            yield "go out", (), after_going_out(position, card)
        if not may_discard(position, card):
            yield "discard", (), after_discard(position, card)
    yield "pass", may_pass(position), after_pass(position)
