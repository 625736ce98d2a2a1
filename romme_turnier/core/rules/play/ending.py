"""Decides whether the player in turn may go out or announce the end, and whether going out is a Handrommé.

Also decides whether a seat may leave. Each ``may_…`` returns violations; an empty result allows the act.
"""

from collections import Counter
from collections.abc import Sequence
from itertools import chain

from romme_turnier.core.rules.melds.judge import meld_violations
from romme_turnier.core.rules.play.piles import may_discard
from romme_turnier.core.rules.play.position import Position, begun_turn, not_held, without
from romme_turnier.core.rules.system.cards import JOKER, Card, suit_of
from romme_turnier.core.rules.system.codes import card_violations, violation
from romme_turnier.core.rules.system.hands import points_left
from romme_turnier.core.rules.system.ruleset import LastDiscard, RuleSet, RummyHand
from romme_turnier.core.violations import Violation


def may_go_out(position: Position, discard: Card | None) -> tuple[Violation, ...]:
    """Returns the violations that prevent the end of the game now, with this discard or without one (§ 8.1)."""
    rules = position.rules
    violations = [*begun_turn(position)] if discard is None else [*may_discard(position, discard)]
    if discard is None:
        violations += card_violations(rules, "must_be_used", position.owed)
        if position.last_discard is LastDiscard.REQUIRED:
            violations.append(violation(rules, "no_discard"))
    left = without(position.hand, () if discard is None else (discard,))
    if left and may_win_by_suit(left, rules):
        if rules.play.without_laying_out is not None:
            violations.append(violation(rules, "not_announced"))
        else:
            violations.append(violation(rules, "cards_left", cards=len(left)))
    return tuple(violations)


def may_announce(position: Position, melds: Sequence[Sequence[Card]]) -> tuple[Violation, ...]:
    """Returns the violations that prevent announcing the end instead of drawing (``classic``, ``without_laying_out``).

    The melds may leave at most the agreed points in the hand.
    """
    rules = position.rules
    most = rules.play.without_laying_out
    if most is None:
        return (violation(rules, "no_announcement"),)
    laid = [*chain(*melds)]
    violations = [violation(rules, "game_over")] if position.over else []
    violations += not_held(position, laid)
    if position.drawn or position.announced is not None:
        violations.append(violation(rules, "announced_too_late"))
    violations += meld_violations(melds, rules)
    points = points_left(without(position.hand, laid), rules)
    if points > most:
        violations.append(violation(rules, "too_many_points_left", points=points, most=most))
    return tuple(violations)


def may_leave(position: Position, seat: int) -> tuple[Violation, ...]:
    """Returns the violations that prevent the seat from leaving the game for good, in or out of turn."""
    rules = position.rules
    violations = [violation(rules, "game_over")] if position.over else []
    if seat in position.left:
        violations.append(violation(rules, "seat_left", seat=seat))
    return tuple(violations)


def may_win_by_suit(left: Sequence[Card], rules: RuleSet) -> tuple[Violation, ...]:
    """Returns the violations that prevent ``left``, the hand after the discard, from winning by its suit.

    Under the option ``one_suit`` (``classic``), a hand wins if it consists of as many natural cards of one suit as are
    dealt, in any order and with duplicates.
    """
    if not rules.play.one_suit:
        return (violation(rules, "no_one_suit"),)
    wanted = rules.play.dealt
    most = max(Counter(suit_of(card) for card in left if card < JOKER).values(), default=0)
    if most < wanted:
        return (violation(rules, "too_few_of_one_suit", cards=most, least=wanted),)
    if len(left) > wanted:
        return (violation(rules, "cards_left", cards=len(left) - wanted),)
    return ()


def is_rummy_hand(position: Position) -> bool:
    """Returns whether the player in turn goes out in one stroke.

    For a Handrommé (§ 6.2), no player may have laid out in an earlier turn. In ``rommee`` and for a Rommé-Hand, the
    finisher must have neither laid out nor laid off in an earlier turn; the other players may have.
    """
    rummy_hand = position.rules.play.rummy_hand
    if rummy_hand is RummyHand.NONE:
        return False
    asked = position.opened if rummy_hand is RummyHand.NOBODY_BEFORE else (position.opened_in,)
    return all(opened in (None, position.number) for opened in asked)
