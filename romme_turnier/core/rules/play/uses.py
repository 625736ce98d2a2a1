"""Judges the taking of a joker, and searches for uses of cards.

The searches are for the top discard if it must be used (§ 7.3), for jokers that may not be kept, and for
rearrangements.

The searches are exact: they try all cards that can be laid on each meld of the table, all new melds with the card, and
all ways to rebuild the table. They take time, so they run only on demand.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import chain

from romme_turnier.core.rules.melds.lay_off import lay_off, take_joker
from romme_turnier.core.rules.play.laying import may_lay_off, may_lay_out, may_rearrange, may_use_table, used_at_once
from romme_turnier.core.rules.play.position import Position, not_held, without
from romme_turnier.core.rules.play.turns import Use, after_take, after_take_joker, after_use
from romme_turnier.core.rules.search.additions import additions
from romme_turnier.core.rules.search.all_melds import melds_in
from romme_turnier.core.rules.search.openings import most_with, opening_with
from romme_turnier.core.rules.search.rearrange import Melds, best_rearrangement
from romme_turnier.core.rules.system.cards import JOKER, Card, format_card, is_joker, rank_of, suit_of, unnamed
from romme_turnier.core.rules.system.codes import card_violations, violation
from romme_turnier.core.rules.system.ruleset import LastDiscard, PileRule
from romme_turnier.core.violations import Violation


def use_of_discard(position: Position) -> Use | None:
    """Returns a use for a top discard that must be used immediately; None if there is none (§ 7.3, III.7).

    The pile must not be empty, and the player in turn has not drawn. One meld is enough for a player who has opened;
    other players need an opening.
    """
    after, top = after_take(position), position.pile[-1]
    if position.opened_in is not None:
        return next(uses_for(after, top), None)
    melds = opening_with(after.hand, top, position.rules)
    return None if melds is None else Use(melds=melds)


def hindrances_of_discard(position: Position) -> tuple[Violation, ...]:
    """Returns the violations that prevent laying the top discard, which has no use, where it fits.

    Empty if it fits nowhere. Each violation code is returned once, with the parameters of its last occurrence.
    """
    rules, after, top = position.rules, after_take(position), position.pile[-1]
    violations: list[Violation] = []
    for at, meld in enumerate(position.table):
        for cards in additions(meld.cards, after.hand, top, rules):
            if lay_off(meld.cards, cards, rules).valid:
                violations += may_lay_off(after, at, cards)
    if position.opened_in is None:
        best = most_with(after.hand, top, rules)
        violations += may_lay_out(after, best) if best else ()
    else:
        for new in melds_in(_combinable(top, after.hand), rules):
            if top in map(unnamed, new):
                violations += may_lay_out(after, [new])
    return tuple({violation.code: violation for violation in violations}.values())


def may_take_joker(position: Position, at: int, card: Card) -> tuple[Violation, ...]:
    """Returns the violations that prevent exchanging the card for the joker in meld ``at``, counted from 0 (§ 6.11).

    A pile card that must be used immediately cannot take a joker (§ 7.3); an equal card of the hand can. If the joker
    may not be kept, it must have a use (see ``uses``), otherwise the turn could not end.
    """
    rules = position.rules
    violations = [*may_use_table(position), *not_held(position, [card])]
    if rules.play.pile is PileRule.USED_AT_ONCE and position.hand.count(card) <= position.owed.count(card) > 0:
        violations.append(violation(rules, "discard_takes_no_joker", card=format_card(card)))
    elif used_at_once(position):
        violations += card_violations(rules, "must_be_used", position.owed)
    if not 0 <= at < len(position.table):
        return (*violations, violation(rules, "no_such_meld", melds=len(position.table)))
    meld = position.table[at]
    taken = take_joker(meld.cards, card, rules)
    if card in meld.blocked and not taken.valid:
        violations.append(violation(rules, "joker_blocked", card=format_card(card)))
    else:
        violations += taken.violations
    if not violations and not rules.play.keeps_joker and not jokers_usable(after_take_joker(position, at, card)):
        violations.append(violation(rules, "joker_without_use", card=format_card(card)))
    return tuple(violations)


def jokers_usable(position: Position) -> bool:
    """Returns whether all jokers taken can be laid down again in this turn.

    They are laid one after the other, each on a meld or in a new one; with ``rearranging``, the table may also be
    rebuilt. Laying other cards first gains nothing: no joker can take a place that those cards make, and another taken
    joker leaves at most the one place it needs itself.
    """
    if JOKER not in position.owed:
        return True
    if any(jokers_usable(after_use(position, use)) for use in uses_for(position, JOKER)):
        return True
    return position.rules.play.rearranging and _rearranged_with(position)


def uses_for(position: Position, card: Card) -> Iterator[Use]:
    """Yields every way to lay ``card`` of the hand on a meld of the table or, without contracts, in one new meld."""
    yield from uses_at_table(position, card)
    rules = position.rules
    if rules.play.contracts:
        return  # the contract was laid in an earlier turn
    for new in melds_in(_combinable(card, position.hand), rules):
        if card in map(unnamed, new) and not may_lay_out(position, [new]):
            yield Use(melds=(new,))


def uses_at_table(position: Position, card: Card) -> Iterator[Use]:
    """Yields every way to lay ``card`` of the hand on a meld of the table."""
    if any(may_use_table(position)):
        return
    for at, meld in enumerate(position.table):
        for cards in additions(meld.cards, position.hand, card, position.rules):
            if not may_lay_off(position, at, cards):
                yield Use(at=at, cards=cards)


def joker_uses(position: Position) -> Iterator[Use]:
    """Yields every way to exchange a natural card of the hand for a joker on the table (§ 6.11)."""
    for at, meld in enumerate(position.table):
        if any(map(is_joker, meld.cards)):
            for card in dict.fromkeys(position.hand):
                if card < JOKER and not may_take_joker(position, at, card):
                    yield Use(at=at, cards=(card,), takes_joker=True)


def rearrangements(position: Position) -> Iterator[tuple[Melds, tuple[Card, ...]]]:
    """Yields rearrangements that lay all owed cards and the most points, each keeping a different card to discard.

    Each is a pair: all melds of the rearranged table, and the cards laid from the hand.
    """
    if not position.rules.play.rearranging or any(may_use_table(position)):
        return
    table, hand = _table_with_owed(position), without(position.hand, position.owed)
    with_all = best_rearrangement(table, hand, position.rules)
    if with_all is None or (not position.owed and with_all.left == hand):
        return  # fewer cards cannot be laid either
    for rest in _one_left(hand):
        best = best_rearrangement(table, rest, position.rules)
        if best is not None and (position.owed or best.left != rest):
            cards = (*position.owed, *without(rest, best.left))
            if not may_rearrange(position, best.melds, cards):
                yield best.melds, cards


def _combinable(card: Card, hand: Sequence[Card]) -> Sequence[Card]:
    """Returns the cards of the hand that can share a meld with ``card``: those of its rank or suit, and jokers."""
    if card == JOKER:
        return hand
    return [held for held in hand if held == JOKER or rank_of(held) == rank_of(card) or suit_of(held) == suit_of(card)]


def _rearranged_with(position: Position) -> bool:
    """Returns whether the table can be rearranged with the owed jokers.

    A card of the hand must be left for the discard. If the hand holds only owed jokers, the game must be allowed to end
    without a discard.
    """
    table, hand = _table_with_owed(position), without(position.hand, position.owed)
    with_all = best_rearrangement(table, hand, position.rules)
    if with_all is None or with_all.left:
        return with_all is not None
    if not hand:
        return position.last_discard is not LastDiscard.REQUIRED
    return any(best_rearrangement(table, rest, position.rules) is not None for rest in _one_left(hand))


def _table_with_owed(position: Position) -> list[Card]:
    return [*map(unnamed, chain(*(meld.cards for meld in position.table))), *position.owed]


def _one_left(hand: Sequence[Card]) -> Iterator[tuple[Card, ...]]:
    return (without(hand, [card]) for card in Counter(hand))
