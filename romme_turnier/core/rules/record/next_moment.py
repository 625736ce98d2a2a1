"""The moment after each act of a record; as in ``play.turns`` the act is expected to be allowed."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from romme_turnier.core.rules import play
from romme_turnier.core.rules.play.position import Position
from romme_turnier.core.rules.record.acts import Act, Verb
from romme_turnier.core.rules.record.moments import Moment, claimant, due, rebuilt
from romme_turnier.core.rules.system.cards import HIDDEN, Card


def after(moment: Moment, act: Act) -> Moment:
    """Returns the moment after an allowed act."""
    return _AFTER[act.verb](moment, act)


def _drawing(position: Position, cards: Sequence[Card]) -> Position:
    """The position with these cards on top of the stock."""
    stock = (*position.stock[: len(position.stock) - len(cards)], *cards[::-1])
    return position if stock == position.stock else position._replace(stock=stock)


def _after_draw(position: Position, act: Act) -> Position:
    return play.after_draw(_drawing(position, act.cards))


def _after_take(position: Position, act: Act) -> Position:
    pile = (*position.pile[: len(position.pile) - len(act.cards)], *act.cards)
    lies = position if pile == position.pile else position._replace(pile=pile)
    return play.after_take(lies, len(act.cards))


def _after_allow(position: Position, act: Act) -> Position:
    return play.after_claim(_drawing(position, act.cards), claimant(position))


def _after_claim(position: Position, act: Act) -> Position:
    return play.after_claim(_drawing(position, act.cards), act.seat)


def _after_shuffle(position: Position, act: Act) -> Position:
    """Without an order the new stock is hidden."""
    turned = due(position)
    filled = play.after_shuffling(position, turned)
    return filled._replace(stock=(*(act.cards or (HIDDEN,) * len(turned)), *position.stock))


def _after_lay(moment: Moment, act: Act) -> Moment:
    return Moment(play.after_lay_out(moment.position, act.groups), (*moment.names, *act.melds))


def _after_build(moment: Moment, act: Act) -> Moment:
    whole, cards = rebuilt(moment, act)
    return Moment(play.after_rearranging(moment.position, list(whole.values()), cards), tuple(whole))


def _after_announce(moment: Moment, act: Act) -> Moment:
    names = (*moment.names, *moment.new_names(len(act.groups)))
    return Moment(play.after_announcing(moment.position, act.groups), names)


def _after_position(moment: Moment, act: Act) -> Moment:
    """Known cards of the stock stay known if it was not touched."""
    follows, stock = play.parse_position(act.text), moment.position.stock
    same = len(follows.stock) == len(stock)
    return Moment.of(follows._replace(stock=stock) if same else follows)


def _named_as_before(then: Callable[[Position, Act], Position]) -> Callable[[Moment, Act], Moment]:
    """For acts that do not rearrange melds."""
    return lambda moment, act: Moment(then(moment.position, act), moment.names)


def _at_meld(then: Callable[[Position, int, Act], Position]) -> Callable[[Moment, Act], Moment]:
    """For acts at one meld of the table."""
    return lambda moment, act: Moment(then(moment.position, moment.at(act.melds[0]), act), moment.names)


_AFTER: Mapping[Verb, Callable[[Moment, Act], Moment]] = {
    Verb.DRAW: _named_as_before(_after_draw),
    Verb.TAKE: _named_as_before(_after_take),
    Verb.KNOCK: _named_as_before(lambda position, act: play.after_asking(position, act.seat)),
    Verb.ALLOW: _named_as_before(_after_allow),
    Verb.REFUSE: _named_as_before(lambda position, _act: play.after_refusal(position)),
    Verb.CLAIM: _named_as_before(_after_claim),
    Verb.LAY: _after_lay,
    Verb.ADD: _at_meld(lambda position, at, act: play.after_lay_off(position, at, act.cards, act.end)),
    Verb.SWAP: _at_meld(lambda position, at, act: play.after_take_joker(position, at, act.cards[0])),
    Verb.BUILD: _after_build,
    Verb.ANNOUNCE: _after_announce,
    Verb.DISCARD: _named_as_before(lambda position, act: play.after_discard(position, act.cards[0])),
    Verb.OUT: _named_as_before(lambda position, act: play.after_going_out(position, *(act.cards or (None,)))),
    Verb.PASS: _named_as_before(lambda position, _act: play.after_pass(position)),
    Verb.SHUFFLE: _named_as_before(_after_shuffle),
    Verb.END: _named_as_before(lambda position, _act: play.after_last_card_of_stock(position)),
    Verb.LEAVE: _named_as_before(lambda position, act: play.after_leaving(position, act.seat)),
    Verb.BREAK: _named_as_before(lambda position, _act: play.after_breaking_off(position)),
    Verb.BLOCK: _at_meld(lambda position, at, act: play.after_blocking(position, at, act.cards[0])),
    Verb.POSITION: _after_position,
}
