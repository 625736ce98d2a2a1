"""Judges turns without a discard, and finds cards to lay so that a discard becomes possible.

The sources mention no turn without a discard (§ 6.5: a card must be discarded). It is allowed only for hands with no
other act: jokers that fit nowhere (§ 6.10), or the last card in the seventh contract.
"""

from collections.abc import Iterator

from romme_turnier.core.rules.play.ending import may_go_out
from romme_turnier.core.rules.play.laying import may_lay_out
from romme_turnier.core.rules.play.piles import may_discard
from romme_turnier.core.rules.play.position import Position, begun_turn
from romme_turnier.core.rules.play.turns import Use, after_use
from romme_turnier.core.rules.play.uses import joker_uses, uses_at_table
from romme_turnier.core.rules.search.all_melds import melds_in
from romme_turnier.core.rules.search.openings import openings
from romme_turnier.core.rules.system.cards import Card, format_card, format_cards
from romme_turnier.core.rules.system.codes import card_violations, violation
from romme_turnier.core.violations import Violation

# Earlier versions also let a turn end without a discard here. Games that were played that way are still replayed.
ONCE_ALLOWED = frozenset({"laying_possible", "hand_empty"})


def may_pass(position: Position) -> tuple[Violation, ...]:
    """Returns the violations that prevent a turn from ending without a discard, for example because one is possible."""
    rules = position.rules
    violations = [*begun_turn(position)]
    violations += card_violations(rules, "must_be_used", position.owed)
    if violations:
        return tuple(violations)
    if not position.hand:
        return () if may_go_out(position, None) else (violation(rules, "hand_empty"),)
    if free := _discardable(position):
        return (violation(rules, "discard_possible", card=format_card(free[0])),)
    first = laying_before_discard(position)
    if first is not None:
        cards = first.cards or tuple(card for meld in first.melds for card in meld)
        return (violation(rules, "laying_possible", cards=format_cards(cards)),)
    return ()


def laying_before_discard(position: Position) -> Use | None:
    """Returns the first of one or more uses that together make a discard or the end possible; None if there are none.

    The caller has checked that no card of the hand can be discarded now. The search tries all uses in turn. It is
    short, because a hand without such uses holds mostly jokers.
    """
    return _first_laying(position, set())


def _first_laying(position: Position, hopeless: set[object]) -> Use | None:
    """Returns the result of ``laying_before_discard``; ``hopeless`` collects positions that have none."""
    for use in _layings(position):
        after = after_use(position, use)
        reached = (after.hand, after.owed, tuple(sorted(meld.cards for meld in after.table)))
        if reached in hopeless:
            continue
        may_end = bool(_discardable(after)) or (not after.hand and not may_go_out(after, None))
        if may_end or _first_laying(after, hopeless) is not None:
            return use
        hopeless.add(reached)
    return None


def _discardable(position: Position) -> list[Card]:
    return [card for card in dict.fromkeys(position.hand) if not may_discard(position, card)]


def _layings(position: Position) -> Iterator[Use]:
    """Yields all ways to lay cards now, except rearrangements: systems that allow these let every card be discarded."""
    if position.opened_in is None and position.rules.play.minimum:
        yield from (Use(melds=melds) for melds in openings(position.hand, position.rules))
        return
    for card in dict.fromkeys(position.hand):
        yield from uses_at_table(position, card)
    for new in melds_in(position.hand, position.rules):
        if not may_lay_out(position, [new]):
            yield Use(melds=(new,))
    yield from joker_uses(position)
