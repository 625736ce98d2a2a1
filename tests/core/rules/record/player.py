"""A simple player for whole games: lays down what it can, discards its dearest card, occasionally takes the pile.

It asks what is allowed and yields acts as a record tells them.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import chain, combinations

from romme_turnier.core.rules.melds.judge import judge_meld
from romme_turnier.core.rules.play import (
    Claim,
    Position,
    Use,
    ends_with_stock,
    first_claimant,
    may_announce,
    may_claim,
    may_discard,
    may_draw,
    may_go_out,
    may_lay_out,
    may_take,
    may_take_joker,
    rearrangements,
    use_of_discard,
    uses_at_table,
    uses_for,
)
from romme_turnier.core.rules.play.laying import may_use_table
from romme_turnier.core.rules.play.position import not_held
from romme_turnier.core.rules.play.stock import for_new_stock
from romme_turnier.core.rules.record.acts import Act, Verb
from romme_turnier.core.rules.record.moments import Moment
from romme_turnier.core.rules.search.all_melds import Meld, melds_in
from romme_turnier.core.rules.search.best import best
from romme_turnier.core.rules.search.rules import search_rules
from romme_turnier.core.rules.system.cards import JOKER, Card, is_joker, unnamed
from romme_turnier.core.rules.system.hands import card_left
from romme_turnier.core.rules.system.ruleset import PileRule

Acts = tuple[Act, ...]


def next_acts(moment: Moment, rng: random.Random) -> Acts:
    """The next act, or a few that belong together."""
    position = moment.position
    return next(_in_turn(moment, rng) if position.drawn else _before_drawing(moment, rng))


def _before_drawing(moment: Moment, rng: random.Random) -> Iterator[Acts]:
    position = moment.position
    seat, play = position.turn, position.rules.play
    if ends_with_stock(position):
        yield (Act(0, Verb.END),)
    if play.without_laying_out is not None and position.announced is None:
        melds = best(position.hand, search_rules(position.rules)).melds
        if not may_announce(position, melds):
            yield (Act(seat, Verb.ANNOUNCE, groups=melds),)
    if play.claim_cards and position.claim is Claim.NONE and rng.random() < 0.05:
        yield from _claimed(position, rng, play.claim_cards)
    yield from _taking(moment, rng)
    if may_draw(position, seat) and not may_take(position, seat):
        yield (Act(seat, Verb.TAKE, position.pile[-1:]),)  # the stock cannot be filled, or a claim was refused
    shuffle, stock = _shuffled(position, rng, 0)
    yield (*shuffle, Act(seat, Verb.DRAW, stock[-1:]))


def _claimed(position: Position, rng: random.Random, cost: int) -> Iterator[Acts]:
    wanting = rng.sample(range(1, len(position.hands) + 1), 2)
    claimant = first_claimant(position, wanting) or 0
    if position.turn in wanting or any(may_claim(position, seat) for seat in wanting):
        return
    knocks = tuple(Act(seat, Verb.KNOCK) for seat in wanting)
    if position.rules.play.knocking and rng.random() < 0.5:
        yield (*knocks, Act(position.turn, Verb.REFUSE))
    shuffle, stock = _shuffled(position, rng, cost)
    paid = stock[: -cost - 1 : -1]
    granting = Act(position.turn, Verb.ALLOW) if position.rules.play.knocking else Act(claimant, Verb.CLAIM)
    yield (*knocks, *shuffle, Act(granting.seat, granting.verb, paid))


def _shuffled(position: Position, rng: random.Random, claim_cards: int) -> tuple[Acts, tuple[Card, ...]]:
    """The pile shuffled, if it is due, and the stock then."""
    turned = for_new_stock(position, claim_cards)
    if not turned:
        return (), position.stock
    order = tuple(rng.sample(turned, len(turned)))
    return (Act(0, Verb.SHUFFLE, order),), (*order, *position.stock)


def _taking(moment: Moment, rng: random.Random) -> Iterator[Acts]:
    position = moment.position
    play, count = position.rules.play, 1
    if (play.pile is PileRule.STAIRCASE or play.take_many) and len(position.pile) > 1:
        count = rng.randrange(1, min(4, len(position.pile)) + 1)
    if rng.random() > 0.4 or may_take(position, position.turn, count):
        return
    use = use_of_discard(position) if play.pile is PileRule.USED_AT_ONCE else None
    yield (Act(position.turn, Verb.TAKE, position.pile[-count:]), *(() if use is None else _used(moment, use)))


def _used(moment: Moment, use: Use) -> Acts:
    seat = moment.position.turn
    if use.at is not None:
        return (Act(seat, Verb.ADD, use.cards, (moment.names[use.at],)),)
    return _laid(moment, use.melds)


def _laid(moment: Moment, melds: tuple[Meld, ...]) -> Acts:
    seat, names = moment.position.turn, moment.new_names(len(melds))
    return tuple(Act(seat, Verb.LAY, melds=(name,), groups=(meld,)) for name, meld in zip(names, melds, strict=True))


def _in_turn(moment: Moment, rng: random.Random) -> Iterator[Acts]:
    position = moment.position
    if not position.hand:
        yield (Act(position.turn, Verb.OUT),)
    if JOKER in position.owed:
        yield from _joker_laid(moment)
    if (melds := _new_melds(position)) and not may_lay_out(position, melds):
        yield _laid(moment, melds)
    if not any(may_use_table(position)):
        for card in dict.fromkeys(position.hand):
            yield from _at_the_table(moment, card)
    if position.rules.play.rearranging and rng.random() < 0.5:
        yield from _rearranged(moment)
    yield from _ending(position)


def _at_the_table(moment: Moment, card: Card) -> Iterator[Acts]:
    position = moment.position
    for use in uses_at_table(position, card):
        yield _used(moment, use)
    for at, meld in enumerate(position.table):
        if any(map(is_joker, meld.cards)) and not may_take_joker(position, at, card):
            yield (Act(position.turn, Verb.SWAP, (card,), (moment.names[at],)),)


def _joker_laid(moment: Moment) -> Iterator[Acts]:
    position = moment.position
    for use in uses_for(position, JOKER):
        yield _used(moment, use)
    yield from _rearranged(moment)


def _rearranged(moment: Moment) -> Iterator[Acts]:
    for melds, _ in rearrangements(moment.position):
        yield (Act(moment.position.turn, Verb.BUILD, melds=moment.names, groups=melds),)


def _new_melds(position: Position) -> tuple[Meld, ...]:
    if position.rules.play.contracts:
        return _contract(position) if position.opened_in is None else ()
    melds = best(position.hand, search_rules(position.rules)).melds
    if len(melds) < 2 or may_lay_out(position, melds[:-1]) or not may_lay_out(position, melds):
        return melds
    return melds[:-1]


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
            if not any(not_held(position, chain(*sets, *runs))) and not may_lay_out(position, (*sets, *runs)):
                return (*sets, *runs)
    return ()


def _ending(position: Position) -> Iterator[Acts]:
    seat = position.turn
    for card in sorted(set(position.hand), key=lambda card: -card_left(card, position.rules)):
        if not may_go_out(position, card):
            yield (Act(seat, Verb.OUT, (card,)),)
        if not may_discard(position, card):
            yield (Act(seat, Verb.DISCARD, (card,)),)
    yield (Act(seat, Verb.PASS),)
