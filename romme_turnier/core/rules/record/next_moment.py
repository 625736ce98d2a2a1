"""Returns the moment after each act of a record; as in ``play.turns``, the act is expected to be allowed."""

from collections.abc import Sequence

from romme_turnier.core.rules import play
from romme_turnier.core.rules.play.position import Position
from romme_turnier.core.rules.record.acts import Act, Verb
from romme_turnier.core.rules.record.moments import Moment, claimant, due, rebuilt
from romme_turnier.core.rules.system.cards import HIDDEN, Card


def after(moment: Moment, act: Act) -> Moment:
    """Returns the moment after an allowed act; raises ValueError for an act of dealing."""
    position = moment.position
    match act.verb:
        case Verb.LAY:
            return Moment(play.after_lay_out(position, act.groups), (*moment.names, *act.melds))
        case Verb.BUILD:
            whole, cards = rebuilt(moment, act)
            return Moment(play.after_rearranging(position, list(whole.values()), cards), tuple(whole))
        case Verb.ANNOUNCE:
            names = (*moment.names, *moment.new_names(len(act.groups)))
            return Moment(play.after_announcing(position, act.groups), names)
        case Verb.POSITION:
            follows, stock = play.parse_position(act.text), position.stock
            same = len(follows.stock) == len(stock)  # then the stock was not touched, and its known cards stay known
            return Moment.of(follows._replace(stock=stock) if same else follows)
    return Moment(_position_after(moment, act), moment.names)


def _position_after(moment: Moment, act: Act) -> Position:  # noqa: C901 - one case for each verb
    """Returns the position after an act that keeps the names of all melds. Raises ValueError for acts of dealing."""
    position, cards = moment.position, act.cards
    match act.verb:
        case Verb.DRAW:
            return play.after_draw(_drawing(position, cards))
        case Verb.TAKE:
            pile = (*position.pile[: len(position.pile) - len(cards)], *cards)
            known = position if pile == position.pile else position._replace(pile=pile)
            return play.after_take(known, len(cards))
        case Verb.DISCARD:
            return play.after_discard(position, cards[0])
        case Verb.KNOCK:
            return play.after_asking(position, act.seat)
        case Verb.ALLOW:
            return play.after_claim(_drawing(position, cards), claimant(position))
        case Verb.REFUSE:
            return play.after_refusal(position)
        case Verb.CLAIM:
            return play.after_claim(_drawing(position, cards), act.seat)
        case Verb.ADD:
            return play.after_lay_off(position, moment.at(act.melds[0]), cards, act.end)
        case Verb.SWAP:
            return play.after_take_joker(position, moment.at(act.melds[0]), cards[0])
        case Verb.BLOCK:
            return play.after_blocking(position, moment.at(act.melds[0]), cards[0])
        case Verb.OUT:
            return play.after_going_out(position, cards[0] if cards else None)
        case Verb.PASS:
            return play.after_pass(position)
        case Verb.SHUFFLE:  # without an order the new stock is hidden
            turned = due(position)
            filled = play.after_shuffling(position, turned)
            return filled._replace(stock=(*(cards or (HIDDEN,) * len(turned)), *position.stock))
        case Verb.END:
            return play.after_last_card_of_stock(position)
        case Verb.LEAVE:
            return play.after_leaving(position, act.seat)
        case Verb.BREAK:
            return play.after_breaking_off(position)
    raise ValueError(f"{act.verb} belongs to dealing")


def _drawing(position: Position, cards: Sequence[Card]) -> Position:
    """Returns the position with ``cards`` on top of the stock, in the order in which they are drawn."""
    stock = (*position.stock[: len(position.stock) - len(cards)], *cards[::-1])
    return position if stock == position.stock else position._replace(stock=stock)
