"""Makes problems about taking the top discard or discarding a card, from games between computer opponents."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import chain
from random import Random

from romme_turnier.core.playing.actions import carry_out
from romme_turnier.core.playing.opponents import decide
from romme_turnier.core.playing.table import Player, Plays, Table, awaited
from romme_turnier.core.practice.problem import Kind, Level, Problem
from romme_turnier.core.rules import play
from romme_turnier.core.rules.play.position import Position
from romme_turnier.core.rules.play.uses import use_of_discard
from romme_turnier.core.rules.system.cards import JOKER, Card
from romme_turnier.core.rules.system.ruleset import RuleSet
from romme_turnier.core.violations import Violation

# The number of melds on the table: more melds are harder.
_LYING = {Level.EASY: range(1, 5), Level.MEDIUM: range(4, 8), Level.HARD: range(7, 40)}
_MOST_MOVES = 600
_OTHER_DISCARDS = 8


def may_take(rules: RuleSet, level: Level, rng: Random) -> Problem:
    """Returns a problem before the draw: may the top discard be taken (§ 7.3)?"""
    wanted = rng.random() < 0.5
    moments = (position for position in _moments(rules, level, rng) if not position.drawn and position.pile)
    for position in chain.from_iterable(_with_other_discards(position, rng) for position in moments):
        forbidden = play.may_take(position, position.turn)
        if bool(forbidden) is not wanted:
            use = None if forbidden else use_of_discard(position)
            problem = _problem(Kind.MAY_TAKE, rules, level, position, card=position.pile[-1], forbidden=forbidden)
            return replace(problem, solution=use.melds or (use.cards,)) if use else problem
    raise AssertionError("games go on for ever")


def _with_other_discards(position: Position, rng: Random) -> Iterator[Position]:
    """Yields the position, then variants with other possible top discards (§ 6.9, § 6.10), because few may be taken."""
    yield position
    for place in rng.sample(range(len(position.stock)), min(_OTHER_DISCARDS, len(position.stock))):
        card = position.stock[place]
        if card == JOKER or (position.opened_in is not None and play.fitting_meld(position, card) is not None):
            continue
        stock = (*position.stock[:place], position.pile[-1], *position.stock[place + 1 :])
        yield position._replace(pile=(*position.pile[:-1], card), stock=stock)


def may_discard(rules: RuleSet, level: Level, rng: Random) -> Problem:
    """Returns a problem before the discard: may this card be discarded (§ 6.9, § 6.10)?"""
    wanted = rng.random() < 0.5
    for position in _moments(rules, level, rng):
        if not position.drawn or position.owed or len(position.hand) < 2:
            continue
        cards = [card for card in position.hand if bool(play.may_discard(position, card)) is not wanted]
        if cards:
            card = rng.choice(cards)
            forbidden = play.may_discard(position, card)
            return _problem(Kind.MAY_DISCARD, rules, level, position, card=card, forbidden=forbidden)
    raise AssertionError("games go on for ever")


def _moments(rules: RuleSet, level: Level, rng: Random) -> Iterator[Position]:
    """Yields positions from games, some acts apart, with as many melds on the table as the level requires."""
    while True:
        players = (Player(f"{seat}", Plays.SIMPLE, person=False) for seat in range(rules.table_size))
        table: Table = Table(rules, rng.randbytes(32), tuple(players))
        for _ in range(_MOST_MOVES):
            seat = awaited(table)[0]
            then = carry_out(table, seat, decide(table, seat, rng))
            if not isinstance(then, Table) or then.game is None or then.game.over:
                break
            table = then
            position = then.game.position
            if len(position.table) in _LYING[level] and position.number > len(position.hands) and rng.random() < 0.3:
                yield position


def _problem(
    kind: Kind, rules: RuleSet, level: Level, position: Position, *, card: Card, forbidden: Iterable[Violation]
) -> Problem:
    reasons = tuple(dict.fromkeys(forbidden))
    hand, allowed = position.hand, not reasons
    return Problem(kind, rules, level, hand, allowed=allowed, position=position, card=card, reasons=reasons)
