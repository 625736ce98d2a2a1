"""Decides whether the player in turn may lay out, lay off or rearrange these cards now.

Each ``may_…`` returns or yields violations; an empty result allows the act.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import chain

from romme_turnier.core.rules.melds.judge import meld_violations
from romme_turnier.core.rules.melds.lay_off import End, lay_off
from romme_turnier.core.rules.melds.opening import judge_opening
from romme_turnier.core.rules.play.position import Position, may_lay_now, not_held, without
from romme_turnier.core.rules.system.cards import JOKER, Card, format_card, unnamed
from romme_turnier.core.rules.system.codes import card_violations, violation
from romme_turnier.core.rules.system.ruleset import Access, LastDiscard, PileRule
from romme_turnier.core.violations import Violation


def may_lay_out(position: Position, melds: Sequence[Sequence[Card]]) -> tuple[Violation, ...]:
    """Returns the violations that prevent laying these melds together, as an opening (§ 6.3) or later."""
    rules, laid = position.rules, [*chain(*melds)]
    violations = [*may_lay_now(position), *not_held(position, laid), *_used(position, laid)]
    hand = without(position.hand, laid)
    if rules.play.without_laying_out is not None and position.announced is None:
        violations.append(violation(rules, "nothing_laid_before_end"))
    if position.opened_in is None:
        violations += judge_opening(melds, rules, hand=hand, round_number=position.round_number).violations
        return tuple(violations)
    if rules.play.contracts:
        violations.append(violation(rules, "no_further_melds"))
    if not melds:
        violations.append(violation(rules, "no_meld"))
    violations += meld_violations(melds, rules)
    return (*violations, *_discard_left(position, hand))


def may_lay_off(position: Position, at: int, cards: Sequence[Card], end: End | None = None) -> tuple[Violation, ...]:
    """Returns the violations that prevent laying the cards off on meld ``at`` (§ 6.6, § 6.11).

    Melds are counted from 0. For ``end`` see ``End``.
    """
    rules = position.rules
    violations = [*may_use_table(position), *not_held(position, cards), *_used(position, cards)]
    if not 0 <= at < len(position.table):
        return (*violations, violation(rules, "no_such_meld", melds=len(position.table)))
    violations += _discard_of_pile_on_table(position, cards)
    meld = position.table[at]
    if position.announced is not None and meld.owner != position.turn:
        violations.append(violation(rules, "meld_of_another", owner=meld.owner))
    if (
        rules.play.contracts
        and at == position.owed_from
        and JOKER in position.owed
        and any(card >= JOKER for card in cards)
    ):
        violations.append(violation(rules, "joker_back"))
    violations += lay_off(meld.cards, cards, rules, end).violations
    return (*violations, *_discard_left(position, without(position.hand, cards)))


def may_rearrange(position: Position, melds: Sequence[Sequence[Card]], cards: Sequence[Card]) -> tuple[Violation, ...]:
    """Returns the violations that prevent rearranging the table and ``cards`` of the hand as ``melds``."""
    rules = position.rules
    if not rules.play.rearranging:
        return (violation(rules, "no_rearranging" if "rearranging" in rules.options else "melds_stay"),)
    violations = [*may_use_table(position), *not_held(position, cards)]
    before = Counter(map(unnamed, chain(*(meld.cards for meld in position.table), cards)))
    after = Counter(map(unnamed, chain(*melds)))
    violations += card_violations(rules, "card_left_over", sorted((before - after).elements()))
    violations += card_violations(rules, "card_not_there", sorted((after - before).elements()))
    violations += meld_violations(melds, rules)
    return (*violations, *_discard_left(position, without(position.hand, cards)))


def may_use_table(position: Position) -> Iterator[Violation]:
    """Yields violations if the player in turn may not use the table's melds now (§ 6.11), such as before an opening."""
    yield from may_lay_now(position)
    access, opened_in = position.rules.play.access, position.opened_in
    if access is Access.ALWAYS:
        return
    if opened_in is None:
        yield violation(position.rules, "not_opened")
    elif access is Access.LATER_TURN and opened_in == position.number:
        yield violation(position.rules, "opened_this_turn")


def used_at_once(position: Position) -> bool:
    """Returns whether taken cards must be used before others: those of the pile (§ 7.3) or, with contracts, jokers."""
    return position.rules.play.pile is PileRule.USED_AT_ONCE or bool(position.rules.play.contracts)


def _used(position: Position, cards: Sequence[Card]) -> Iterator[Violation]:
    if position.owed and used_at_once(position):
        laid = [unnamed(card) for card in cards]
        unused = (owed for owed in position.owed if owed not in laid)
        yield from card_violations(position.rules, "must_be_used", unused)


def _discard_of_pile_on_table(position: Position, cards: Sequence[Card]) -> Iterator[Violation]:
    """Yields violations if the pile's card is laid off by itself, or in the turn of the opening (III.7)."""
    rules = position.rules
    if rules.play.pile is not PileRule.USED_AT_ONCE or not position.owed:
        return
    if position.opened_in == position.number:
        yield violation(rules, "opened_this_turn")
    if len(cards) <= len(position.owed):
        yield violation(rules, "no_card_from_hand", card=format_card(position.owed[0]))


def _discard_left(position: Position, hand: Sequence[Card]) -> Iterator[Violation]:
    """Yields a violation if the last card must be discarded and none is left (§ 8.1)."""
    if not hand and position.last_discard is LastDiscard.REQUIRED:
        yield violation(position.rules, "no_discard")
