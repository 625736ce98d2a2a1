"""Applies wrong lay-offs, and blocks an overlooked joker on the referee's orders (§ 6.8)."""

from collections.abc import Sequence

from romme_turnier.core.rules.melds.lay_off import End, LaidOff, take_joker
from romme_turnier.core.rules.play.position import Position, hands_with, table_with, without
from romme_turnier.core.rules.system.cards import Card, format_card
from romme_turnier.core.rules.system.codes import violation
from romme_turnier.core.violations import Violation


def after_wrong_lay_off(position: Position, at: int, cards: Sequence[Card], end: End = End.BACK) -> Position:
    """Returns the position after the cards were wrongly laid at one end of meld ``at``, counted from 0."""
    meld = position.table[at]
    combined = (*cards, *meld.cards) if end is End.FRONT else (*meld.cards, *cards)
    return position._replace(
        hands=hands_with(position, without(position.hand, cards)),
        table=table_with(position, at, cards=combined),
        owed=without(position.owed, cards),
    )


def may_block(position: Position, at: int, card: Card) -> tuple[Violation, ...]:
    """Returns the violations that prevent moving the card from an end of meld ``at`` onto a joker (§ 6.8).

    The card must have been able to take that joker. Melds are counted from 0. The referee orders this after the
    discard, if the player overlooked the joker.
    """
    rules = position.rules
    if not 0 <= at < len(position.table):
        return (violation(rules, "no_such_meld", melds=len(position.table)),)
    if not rules.play.blocks_jokers or _on_joker(position, at, card) is None:
        return (violation(rules, "nothing_to_block", card=format_card(card)),)
    return ()


def after_blocking(position: Position, at: int, card: Card) -> Position:
    """Returns the position with the card on its joker, which is then blocked; raises ValueError if there is none."""
    taken = _on_joker(position, at, card)
    if taken is None:
        raise ValueError("there is no joker that the card could have taken")
    blocked = (*position.table[at].blocked, card)
    return position._replace(table=table_with(position, at, cards=taken.cards, blocked=blocked))


def _on_joker(position: Position, at: int, card: Card) -> LaidOff | None:
    """Returns the meld after the card moves from an end onto its joker; None without such a joker."""
    meld = position.table[at].cards
    ends = (rest for end, rest in ((meld[0], meld[1:]), (meld[-1], meld[:-1])) if end == card)
    taken = (take_joker(rest, card, position.rules) for rest in ends)
    return next((laid for laid in taken if laid.valid), None)
