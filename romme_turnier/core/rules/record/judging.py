"""Whether an act of a record is allowed. Each function returns every violation; an empty result allows the act."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence

from romme_turnier.core.rules import play
from romme_turnier.core.rules.play.position import Position
from romme_turnier.core.rules.record.acts import Act, Verb
from romme_turnier.core.rules.record.moments import Moment, claimant, due, rebuilt, unseen
from romme_turnier.core.rules.system.cards import HIDDEN, Card, format_card
from romme_turnier.core.rules.system.codes import violation
from romme_turnier.core.violations import Violation

Found = tuple[Violation, ...]


def forbidden(moment: Moment, act: Act) -> Found:
    """Returns every violation of the act; an empty result allows it."""
    position = moment.position
    if act.verb in IN_TURN and act.seat != position.turn:
        return (violation(position.rules, "not_in_turn", seat=act.seat, turn=position.turn),)
    return _MAY[act.verb](moment, act)


def unreadable(moment: Moment, act: Act) -> str:
    """Returns what was expected instead of a name that is taken or a position that cannot follow; otherwise nothing."""
    taken = [name for name in act.melds if name in moment.names]
    if act.verb is Verb.LAY and (taken or len(set(act.melds)) < len(act.melds)):
        return f"a new name for a meld: {moment.new_names(1)[0]}"
    if act.verb is Verb.POSITION:
        follows, position = play.parse_position(act.text), moment.position
        if follows.rules != position.rules or len(follows.cards) != len(position.cards):
            return "a position of the same game, with all its cards"
    return ""


# The other acts are judged for any seat.
IN_TURN = frozenset({Verb.LAY, Verb.ADD, Verb.SWAP, Verb.BUILD, Verb.ANNOUNCE, Verb.DISCARD, Verb.OUT, Verb.PASS})


def _drawable(position: Position, cards: Sequence[Card]) -> Found:
    """Whether the next cards of the stock can be these, in the order in which they are drawn."""
    top = position.stock[: -len(cards) - 1 : -1]
    if len(top) < len(cards):
        return (violation(position.rules, "stock_used_up"),)
    named = [card for card, lies in zip(cards, top, strict=True) if lies == HIDDEN != card]
    free = unseen(position) if named else Counter()
    free.subtract(named)
    wrong = [
        c for c, lies in zip(cards, top, strict=True) if c != HIDDEN and (free[c] < 0 if lies == HIDDEN else lies != c)
    ]
    return _elsewhere(position, wrong)


def _elsewhere(position: Position, cards: Sequence[Card]) -> Found:
    return tuple(violation(position.rules, "card_elsewhere", card=format_card(card)) for card in cards)


def _may_draw(moment: Moment, act: Act) -> Found:
    position = moment.position
    return play.may_draw(position, act.seat) or _drawable(position, act.cards)


def _may_take(moment: Moment, act: Act) -> Found:
    position = moment.position
    if violations := play.may_take(position, act.seat, len(act.cards)):
        return violations
    top = position.pile[-len(act.cards) :]
    wrong = [card for card, lies in zip(act.cards, top, strict=True) if lies not in {card, HIDDEN}]
    below = [card for card in wrong if card in position.pile]
    rules = position.rules
    return (
        *(violation(rules, "not_on_top", card=format_card(card)) for card in below),
        *_elsewhere(position, [card for card in wrong if card not in below]),
    )


def _may_allow(moment: Moment, act: Act) -> Found:
    position = moment.position
    if violations := play.may_answer(position, act.seat):
        return violations
    return play.may_claim(position, claimant(position)) or _cost(position, act.cards)


def _may_claim(moment: Moment, act: Act) -> Found:
    return play.may_claim_unasked(moment.position, act.seat) or _cost(moment.position, act.cards)


def _cost(position: Position, cards: Sequence[Card]) -> Found:
    """A claim costs this many cards of the stock."""
    cost = position.rules.play.claim_cards or 0
    if len(cards) != cost:
        return (violation(position.rules, "claim_cost", cards=len(cards), cost=cost),)
    return _drawable(position, cards)


def _may_lay(moment: Moment, act: Act) -> Found:
    return play.may_lay_out(moment.position, act.groups)


def _may_add(moment: Moment, act: Act) -> Found:
    return play.may_lay_off(moment.position, moment.at(act.melds[0]), act.cards, act.end)


def _may_swap(moment: Moment, act: Act) -> Found:
    return play.may_take_joker(moment.position, moment.at(act.melds[0]), act.cards[0])


def _may_build(moment: Moment, act: Act) -> Found:
    if any(moment.at(name) < 0 for name in act.melds):
        return (violation(moment.position.rules, "no_such_meld", melds=len(moment.names)),)
    whole, cards = rebuilt(moment, act)
    return play.may_rearrange(moment.position, list(whole.values()), cards)


def _may_announce(moment: Moment, act: Act) -> Found:
    return play.may_announce(moment.position, act.groups)


def _may_discard(moment: Moment, act: Act) -> Found:
    return play.may_discard(moment.position, act.cards[0])


def _may_go_out(moment: Moment, act: Act) -> Found:
    return play.may_go_out(moment.position, act.cards[0] if act.cards else None)


def _may_shuffle(moment: Moment, act: Act) -> Found:
    """The pile must become the stock now, and the named cards must be its cards."""
    position, turned = moment.position, due(moment.position)
    if not turned:
        return _stock_left(position)
    named = Counter(card for card in act.cards if card != HIDDEN)
    if len(act.cards) not in {0, len(turned)}:
        return (violation(position.rules, "pile_too_small", cards=len(act.cards), there=len(turned)),)
    return _elsewhere(position, sorted(named - Counter(turned)))


def _stock_left(position: Position) -> Found:
    return (violation(position.rules, "stock_left", cards=len(position.stock)),)


def _may_end(moment: Moment, _act: Act) -> Found:
    position = moment.position
    return _while_it_lasts(moment) or (() if play.ends_with_stock(position) else _stock_left(position))


def _while_it_lasts(moment: Moment, _act: Act | None = None) -> Found:
    return (violation(moment.position.rules, "game_over"),) if moment.position.over else ()


def _too_late(moment: Moment, _act: Act) -> Found:
    """Dealing ends with the first position."""
    return (violation(moment.position.rules, "already_drawn"),)


_MAY: Mapping[Verb, Callable[[Moment, Act], Found]] = {
    Verb.CUT: _too_late,
    Verb.DEAL: _too_late,
    Verb.TURNED: _too_late,
    Verb.DRAW: _may_draw,
    Verb.TAKE: _may_take,
    Verb.KNOCK: lambda moment, act: play.may_ask(moment.position, act.seat),
    Verb.ALLOW: _may_allow,
    Verb.REFUSE: lambda moment, act: play.may_answer(moment.position, act.seat),
    Verb.CLAIM: _may_claim,
    Verb.LAY: _may_lay,
    Verb.ADD: _may_add,
    Verb.SWAP: _may_swap,
    Verb.BUILD: _may_build,
    Verb.ANNOUNCE: _may_announce,
    Verb.DISCARD: _may_discard,
    Verb.OUT: _may_go_out,
    Verb.PASS: lambda moment, _act: play.may_pass(moment.position),
    Verb.SHUFFLE: _may_shuffle,
    Verb.END: _may_end,
    Verb.LEAVE: lambda moment, act: play.may_leave(moment.position, act.seat),
    Verb.BREAK: _while_it_lasts,
    Verb.BLOCK: lambda moment, act: play.may_block(moment.position, moment.at(act.melds[0]), act.cards[0]),
    Verb.POSITION: lambda _moment, _act: (),
}
