"""Stock and open pile: who may draw, take the top, claim it out of turn, and what may be discarded.

Each answer is all that forbids it; empty: it is allowed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from romme_turnier.core.rules.cards import JOKER, Card, format_card
from romme_turnier.core.rules.codes import violation
from romme_turnier.core.rules.lay_off import lay_off
from romme_turnier.core.rules.laying import may_lay_off, may_lay_out
from romme_turnier.core.rules.position import Claim, Position, begun_turn, not_held
from romme_turnier.core.rules.ruleset import LastDiscard, PileRule
from romme_turnier.core.violations import Violation


@dataclass(frozen=True, slots=True)
class Use:
    """What is done with the card of the pile at once: new melds, or cards laid off at meld ``at`` (from 0)."""

    melds: tuple[tuple[Card, ...], ...] = ()
    at: int | None = None
    cards: tuple[Card, ...] = ()


def may_draw(position: Position, seat: int) -> tuple[Violation, ...]:
    """The top card of the stock; an empty one is filled from the pile, except where that ends the game."""
    rules = position.rules
    found = [*_before_drawing(position, seat)]
    if position.claim is Claim.REFUSED:
        found.append(violation(rules, "must_take_discard"))
    if position.stock + _for_new_stock(position, len(position.pile)) < 1:
        found.append(violation(rules, "stock_used_up"))
    return tuple(found)


def may_take(position: Position, seat: int, count: int = 1, use: Use | None = None) -> tuple[Violation, ...]:
    """``count`` cards from the top of the open pile, the top one first.

    Freely in most systems; any number where the pile is a staircase. Where the card must be used at once (§ 7.3,
    III.7), ``use`` says how, and all that forbids it is in the answer.
    """
    rules = position.rules
    found = [*_before_drawing(position, seat)]
    if position.claim is Claim.GRANTED:
        found.append(violation(rules, "discard_claimed"))
    many = rules.play.pile is PileRule.STAIRCASE or rules.play.take_many
    if count < 1 or len(position.pile) < count:
        found.append(violation(rules, "pile_too_small", cards=count, there=len(position.pile)))
    if count > 1 and not many:
        found.append(violation(rules, "too_many_taken", cards=count, most=1))
    if rules.play.pile is PileRule.USED_AT_ONCE and position.pile:
        found += _use(position, use)
    return tuple(found)


def taken_to_use(position: Position) -> Position:
    """The moment after the top discard was taken up where it must be used at once: it is held, and owed (§ 7.3)."""
    top = position.pile[-1]
    hand = tuple(sorted((*position.hand, top)))
    hands = (*position.hands[: position.turn - 1], hand, *position.hands[position.turn :])
    return replace(position, hands=hands, pile=position.pile[:-1], drawn=True, owed=(top,))


def may_claim(position: Position, seat: int) -> tuple[Violation, ...]:
    """The top discard out of turn: knocking in ``rommee`` (Das Klopfen), the claim in ``contract``.

    It costs cards from the stock, and the player in turn must not have drawn.
    """
    rules = position.rules
    cost = rules.play.claim_cards
    if cost is None:
        return (violation(rules, "no_claims"),)
    found = []
    if seat == position.turn:
        found.append(violation(rules, "claim_in_turn"))
    if rules.play.knocking and position.number <= len(position.hands):
        found.append(violation(rules, "claim_too_early"))
    if position.drawn:
        found.append(violation(rules, "already_drawn"))
    if position.claim is not Claim.NONE:
        found.append(violation(rules, "discard_claimed"))
    if not position.pile:
        found.append(violation(rules, "pile_too_small", cards=1, there=0))
    if position.stock + _for_new_stock(position, len(position.pile) - 1) < cost:
        found.append(violation(rules, "stock_used_up"))
    return tuple(found)


def first_claimant(position: Position, seats: Iterable[int]) -> int | None:
    """Of several who want the discard the first in the order of play after who is in turn."""
    players = len(position.hands)
    return min(seats, key=lambda seat: (seat - position.turn) % players, default=None)


def may_discard(position: Position, card: Card) -> tuple[Violation, ...]:
    """A card of the hand to the open pile at the end of the turn.

    No joker (§ 6.10) and nothing that fits a meld by itself if the next player has opened (§ 6.9, § 7.2), except as
    the last card; a card that would only fetch a joker fits none.
    """
    rules = position.rules
    found = [*begun_turn(position), *not_held(position, [card])]
    found += (violation(rules, "must_be_used", card=format_card(owed)) for owed in position.owed)
    if len(position.hand) == 1:
        if position.last_discard is LastDiscard.FORBIDDEN:
            found.append(violation(rules, "last_card_discarded"))
        return tuple(found)
    if card >= JOKER and not rules.play.discards_jokers:
        found.append(violation(rules, "joker_discarded"))
    elif not rules.play.discards_fitting and position.opened[position.next_seat - 1] is not None:
        fits = fitting_meld(position, card)
        if fits is not None:
            found.append(violation(rules, "fitting_card_discarded", card=format_card(card), meld=fits + 1))
    return tuple(found)


def fitting_meld(position: Position, card: Card) -> int | None:
    """The first meld of the table, from 0, that the card fits by itself: then it is an Anleger (§ 6.9)."""
    return next(
        (at for at, meld in enumerate(position.table) if lay_off(meld.cards, (card,), position.rules).valid), None
    )


def goes_back(before: Position, after: Position) -> bool:
    """Whether the card that was just discarded must be taken back: an Anleger, and the next has not drawn (§ 7.2).

    ``before``: the moment of the discard; ``after``: the moment at which it is noticed.
    """
    if after.drawn or after.number > before.number + 1 or not after.pile:
        return False
    return any(found.code == "fitting_card_discarded" for found in may_discard(before, after.pile[-1]))


def _before_drawing(position: Position, seat: int) -> Iterator[Violation]:
    if seat != position.turn:
        yield violation(position.rules, "not_in_turn", seat=seat, turn=position.turn)
    if position.drawn:
        yield violation(position.rules, "already_drawn")


def _for_new_stock(position: Position, pile: int) -> int:
    """How many of so many cards of the pile become a new stock: all, or all but the top one; none if that is the end.

    A game without a finisher is known only where it ends with the stock.
    """
    if not position.rules.finisher_required:
        return 0
    return max(0, pile - 1 if position.rules.play.contracts else pile)


def _use(position: Position, use: Use | None) -> Sequence[Violation]:
    if use is None or (use.at is None and not use.melds):
        return [violation(position.rules, "discard_without_use", card=format_card(position.pile[-1]))]
    after = taken_to_use(position)
    return may_lay_out(after, use.melds) if use.at is None else may_lay_off(after, use.at, use.cards)
