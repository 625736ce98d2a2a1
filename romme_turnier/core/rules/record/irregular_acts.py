"""Applies an act against the rules to a position, if it can have happened at all."""

from dataclasses import replace

from romme_turnier.core.rules import play
from romme_turnier.core.rules.melds.lay_off import End, lay_off, take_joker
from romme_turnier.core.rules.play.position import hands_with, table_with, without
from romme_turnier.core.rules.record.acts import DEALING, Act, Verb
from romme_turnier.core.rules.record.judging import IN_TURN, forbidden
from romme_turnier.core.rules.record.moments import Moment, unseen
from romme_turnier.core.rules.record.next_moment import after
from romme_turnier.core.rules.system.cards import JOKER, is_joker

# Violations of acts that cannot have happened, because a card is elsewhere, the game is over or there is no claim.
_IMPOSSIBLE = frozenset(
    {
        *("not_held", "card_elsewhere", "not_on_top", "stock_used_up", "pile_too_small"),
        *("no_such_meld", "nothing_to_block"),
        *("card_left_over", "card_not_there", "game_over", "seat_left", "nothing_asked", "claim_cost", "stock_left"),
    }
)


def as_happened(moment: Moment, act: Act) -> Moment | None:
    """Returns the moment after an act that is not allowed; None if it cannot have happened.

    An act out of turn that does not begin a new turn leaves the turn with the same player.
    """
    if act.verb in DEALING:
        return None
    before = moment.position
    out_of_turn = act.seat != before.turn and act.verb in {*IN_TURN, Verb.DRAW, Verb.TAKE}
    acting = replace(moment, position=before._replace(turn=act.seat)) if out_of_turn else moment
    if any(broken.code in _IMPOSSIBLE for broken in forbidden(acting, act)):
        return None
    happened = _happened(acting, act)
    if happened is None:
        return None
    if len(happened.position.cards) != len(before.cards) or min(unseen(happened.position).values()) < 0:
        return None  # a card is lost
    if out_of_turn and happened.position.number == before.number and not happened.position.over:
        # The turn stays with the same player, who has drawn or not as before.
        return replace(happened, position=happened.position._replace(turn=before.turn, drawn=before.drawn))
    return happened


def _happened(moment: Moment, act: Act) -> Moment | None:
    position = moment.position
    if act.verb is Verb.ADD:
        at = moment.at(act.melds[0])
        if not lay_off(position.table[at].cards, act.cards, position.rules, act.end).valid:
            return replace(moment, position=play.after_wrong_lay_off(position, at, act.cards, act.end or End.BACK))
    if act.verb is Verb.SWAP:
        at = moment.at(act.melds[0])
        if not take_joker(position.table[at].cards, act.cards[0], position.rules).valid:
            return _swapped_wrongly(moment, at, act)
    return after(moment, act)


def _swapped_wrongly(moment: Moment, at: int, act: Act) -> Moment | None:
    """Returns the moment with the card in the first joker's place and the joker in the hand; None without a joker."""
    position, (card,) = moment.position, act.cards
    meld = position.table[at]
    place = next((place for place, placed in enumerate(meld.cards) if is_joker(placed)), None)
    if place is None:
        return None
    cards = (*meld.cards[:place], card, *meld.cards[place + 1 :])
    hands = hands_with(position, (*without(position.hand, [card]), JOKER))
    return replace(moment, position=position._replace(hands=hands, table=table_with(position, at, cards=cards)))
