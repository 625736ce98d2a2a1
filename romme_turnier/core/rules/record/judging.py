"""Judges whether an act of a record is allowed, and whether it is readable."""

from collections import Counter
from collections.abc import Sequence

from romme_turnier.core.rules import play
from romme_turnier.core.rules.play.position import Position
from romme_turnier.core.rules.record.acts import Act, Verb
from romme_turnier.core.rules.record.moments import Moment, claimant, due, rebuilt, unseen
from romme_turnier.core.rules.system.cards import HIDDEN, Card
from romme_turnier.core.rules.system.codes import card_violations, violation
from romme_turnier.core.violations import Violation

Violations = tuple[Violation, ...]


def forbidden(moment: Moment, act: Act) -> Violations:
    """Returns the violations of the rules by this act; empty if it is allowed.

    For an act of ``IN_TURN`` by a seat that is not in turn, this is the only violation.
    """
    position = moment.position
    if act.verb in IN_TURN and act.seat != position.turn:
        return (violation(position.rules, "not_in_turn", seat=act.seat, turn=position.turn),)
    return _violations(moment, act)


def _violations(moment: Moment, act: Act) -> Violations:  # noqa: C901 - one case for each verb
    position, cards = moment.position, act.cards
    match act.verb:
        case Verb.CUT | Verb.DEAL | Verb.TURNED:  # dealing ends with the first position
            return (violation(position.rules, "already_drawn"),)
        case Verb.DRAW:
            return play.may_draw(position, act.seat) or _drawable(position, cards)
        case Verb.TAKE:
            return play.may_take(position, act.seat, len(cards)) or _takable(position, cards)
        case Verb.KNOCK:
            return play.may_ask(position, act.seat)
        case Verb.ALLOW:
            if violations := play.may_answer(position, act.seat):
                return violations
            return play.may_claim(position, claimant(position)) or _cost(position, cards)
        case Verb.REFUSE:
            return play.may_answer(position, act.seat)
        case Verb.CLAIM:
            return play.may_claim_unasked(position, act.seat) or _cost(position, cards)
        case Verb.LAY:
            return play.may_lay_out(position, act.groups)
        case Verb.ADD:
            return play.may_lay_off(position, moment.at(act.melds[0]), cards, act.end)
        case Verb.SWAP:
            return play.may_take_joker(position, moment.at(act.melds[0]), cards[0])
        case Verb.BLOCK:
            return play.may_block(position, moment.at(act.melds[0]), cards[0])
        case Verb.BUILD:
            if any(moment.at(name) < 0 for name in act.melds):
                return (violation(position.rules, "no_such_meld", melds=len(moment.names)),)
            whole, added = rebuilt(moment, act)
            return play.may_rearrange(position, list(whole.values()), added)
        case Verb.ANNOUNCE:
            return play.may_announce(position, act.groups)
        case Verb.DISCARD:
            return play.may_discard(position, cards[0])
        case Verb.OUT:
            return play.may_go_out(position, cards[0] if cards else None)
        case Verb.PASS:
            return play.may_pass(position)
        case Verb.SHUFFLE:
            return _may_shuffle(position, cards)
        case Verb.END | Verb.BREAK if position.over:
            return (violation(position.rules, "game_over"),)
        case Verb.END:
            return () if play.ends_with_stock(position) else _stock_left(position)
        case Verb.LEAVE:
            return play.may_leave(position, act.seat)
    return ()


def unreadable(moment: Moment, act: Act) -> str:
    """Returns the expected text if a new meld has a name in use, or a position is from another game; otherwise ""."""
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


def _drawable(position: Position, cards: Sequence[Card]) -> Violations:
    """Returns violations unless ``cards``, in drawing order, can be the next cards of the stock."""
    top = position.stock[: -len(cards) - 1 : -1]
    if len(top) < len(cards):
        return (violation(position.rules, "stock_used_up"),)
    named = [card for card, actual in zip(cards, top, strict=True) if actual == HIDDEN != card]
    free = unseen(position) if named else Counter()
    free.subtract(named)
    wrong = [
        c
        for c, actual in zip(cards, top, strict=True)
        if c != HIDDEN and (free[c] < 0 if actual == HIDDEN else actual != c)
    ]
    return tuple(card_violations(position.rules, "card_elsewhere", wrong))


def _takable(position: Position, cards: Sequence[Card]) -> Violations:
    """Returns violations unless ``cards`` can be the top cards of the pile."""
    top = position.pile[-len(cards) :]
    wrong = [card for card, actual in zip(cards, top, strict=True) if actual not in {card, HIDDEN}]
    below = [card for card in wrong if card in position.pile]
    elsewhere = [card for card in wrong if card not in below]
    return (
        *card_violations(position.rules, "not_on_top", below),
        *card_violations(position.rules, "card_elsewhere", elsewhere),
    )


def _cost(position: Position, cards: Sequence[Card]) -> Violations:
    """Returns violations unless ``cards`` can be the stock cards that a claim costs."""
    cost = position.rules.play.claim_cards or 0
    if len(cards) != cost:
        return (violation(position.rules, "claim_cost", cards=len(cards), cost=cost),)
    return _drawable(position, cards)


def _may_shuffle(position: Position, cards: Sequence[Card]) -> Violations:
    """Returns violations if the pile may not become the stock now, or if ``cards`` cannot be its cards."""
    turned = due(position)
    if not turned:
        return _stock_left(position)
    if len(cards) not in {0, len(turned)}:
        return (violation(position.rules, "pile_too_small", cards=len(cards), there=len(turned)),)
    others = sorted(Counter(card for card in cards if card != HIDDEN) - Counter(turned))
    return tuple(card_violations(position.rules, "card_elsewhere", others))


def _stock_left(position: Position) -> Violations:
    return (violation(position.rules, "stock_left", cards=len(position.stock)),)
