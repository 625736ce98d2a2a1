"""Judges acts with the stock or the discard pile: drawing, taking, discarding, claiming out of turn (Das Klopfen).

Each ``may_…`` returns violations; an empty result allows the act.
"""

from collections.abc import Iterable, Iterator

from romme_turnier.core.rules.melds.lay_off import lay_off
from romme_turnier.core.rules.play.laying import may_lay_off, may_lay_out
from romme_turnier.core.rules.play.position import Claim, Position, begun_turn, not_held
from romme_turnier.core.rules.play.stock import ends_with_stock, for_new_stock, lasts_for_claim
from romme_turnier.core.rules.play.turns import Use, after_take
from romme_turnier.core.rules.play.uses import use_of_discard
from romme_turnier.core.rules.system.cards import JOKER, Card, format_card
from romme_turnier.core.rules.system.codes import card_violations, violation
from romme_turnier.core.rules.system.ruleset import LastDiscard, PileRule
from romme_turnier.core.violations import Violation


def may_draw(position: Position, seat: int) -> tuple[Violation, ...]:
    """Returns the violations that prevent the seat from drawing.

    An empty stock is refilled from the pile unless it ends the game.
    """
    rules = position.rules
    violations = [*_before_drawing(position, seat)]
    refused = position.claim is Claim.REFUSED or (position.asked and rules.play.knocking)
    if refused and seat == position.turn:
        violations.append(violation(rules, "must_take_discard"))
    if len(position.stock) + len(for_new_stock(position)) < 1:
        violations.append(violation(rules, "stock_used_up"))
    return tuple(violations)


def may_take(position: Position, seat: int, count: int = 1, use: Use | None = None) -> tuple[Violation, ...]:
    """Returns the violations that prevent the seat from taking ``count`` cards from the top of the discard pile.

    Most systems allow one card freely; several may be taken only from a staircase or under ``take_many``. If the card
    must be used immediately (§ 7.3, III.7), the violations of ``use`` are also returned. Without ``use``, the hand is
    searched for one (see ``uses``) if nothing else forbids the taking; the card may be taken if one exists.
    """
    rules = position.rules
    violations = [*_before_drawing(position, seat)]
    if position.claim is Claim.GRANTED:
        violations.append(violation(rules, "discard_claimed"))
    if ends_with_stock(position) and not position.over:
        violations.append(violation(rules, "stock_used_up"))
    many = rules.play.pile is PileRule.STAIRCASE or rules.play.take_many
    if count < 1 or len(position.pile) < count:
        violations.append(violation(rules, "pile_too_small", cards=count, there=len(position.pile)))
    if count > 1 and not many:
        violations.append(violation(rules, "too_many_taken", cards=count, most=1))
    if rules.play.pile is PileRule.USED_AT_ONCE and position.pile:
        violations += _use(position, use, search=not violations)
    return tuple(violations)


def may_claim(position: Position, seat: int) -> tuple[Violation, ...]:
    """Returns the violations that prevent the seat from taking the top discard out of turn.

    Such claims are possible in ``rommee`` (Das Klopfen) and ``contract``, and cost stock cards. The player in turn must
    not have drawn yet and must be able to draw afterwards.
    """
    rules = position.rules
    cost = rules.play.claim_cards
    if cost is None:
        return (violation(rules, "claim_in_turn" if seat == position.turn else "no_claims"),)
    violations = [violation(rules, "game_over")] if position.over else []
    if seat in position.left:
        violations.append(violation(rules, "seat_left", seat=seat))
    if seat == position.turn:
        violations.append(violation(rules, "claim_in_turn"))
    if rules.play.knocking and position.number <= len(position.hands):
        violations.append(violation(rules, "claim_too_early"))
    if position.drawn:
        violations.append(violation(rules, "already_drawn"))
    if position.claim is not Claim.NONE:
        violations.append(violation(rules, "discard_claimed"))
    if not position.pile:
        violations.append(violation(rules, "pile_too_small", cards=1, there=0))
    if not lasts_for_claim(position, cost):
        violations.append(violation(rules, "stock_used_up"))
    return tuple(violations)


def first_claimant(position: Position, seats: Iterable[int]) -> int | None:
    """Returns the first of ``seats`` in the order of play, starting with the player in turn; None if there are none."""
    players = len(position.hands)
    return min(seats, key=lambda seat: (seat - position.turn) % players, default=None)


def may_ask(position: Position, seat: int) -> tuple[Violation, ...]:
    """Returns the violations that prevent the seat from knocking for the discard.

    If several seats knock, the first in turn order wins.
    """
    violations = may_claim(position, seat)
    asked_before = (violation(position.rules, "discard_claimed"),) if seat in position.asked else ()
    return (*violations, *asked_before)


def after_asking(position: Position, seat: int) -> Position:
    """Returns the position in which ``seat`` has asked for the discard."""
    return position._replace(asked=(*position.asked, seat))


def may_answer(position: Position, seat: int) -> tuple[Violation, ...]:
    """Returns the violations that prevent the seat from allowing or refusing a claim; only the player in turn may.

    A seat must have asked, and the player in turn must not have drawn.
    """
    rules = position.rules
    if not rules.play.knocking:
        return (violation(rules, "no_claims"),)
    violations = [violation(rules, "game_over")] if position.over else []
    if seat != position.turn:
        violations.append(violation(rules, "not_in_turn", seat=seat, turn=position.turn))
    if position.drawn:
        violations.append(violation(rules, "already_drawn"))
    if not position.asked:
        violations.append(violation(rules, "nothing_asked"))
    return tuple(violations)


def may_claim_unasked(position: Position, seat: int) -> tuple[Violation, ...]:
    """Returns the violations that prevent a seat from claiming the discard without asking (``contract``)."""
    rules = position.rules
    violations = [*may_claim(position, seat)]
    if rules.play.knocking:
        violations.append(violation(rules, "claim_not_allowed"))
    first = first_claimant(position, {*position.asked, seat})
    if first != seat:
        violations.append(violation(rules, "claim_of_another", seat=first))
    return tuple(violations)


def may_discard(position: Position, card: Card) -> tuple[Violation, ...]:
    """Returns the violations that prevent discarding the card at the end of the turn.

    The Romméordnung forbids the discard of jokers (§ 6.10) and, if the next player has opened, of cards that fit a meld
    by themselves (§ 6.9, § 7.2). A card that would only take a joker does not count as fitting. Neither rule applies to
    the last card of the hand, but one contract forbids the discard of that card.
    """
    rules = position.rules
    violations = [*begun_turn(position), *not_held(position, [card])]
    violations += card_violations(rules, "must_be_used", position.owed)
    if len(position.hand) == 1:
        if position.last_discard is LastDiscard.FORBIDDEN:
            violations.append(violation(rules, "last_card_discarded"))
        return tuple(violations)
    if card >= JOKER and not rules.play.discards_jokers:
        violations.append(violation(rules, "joker_discarded"))
    elif not rules.play.discards_fitting and position.opened[position.next_seat - 1] is not None:
        fits = fitting_meld(position, card)
        if fits is not None:
            violations.append(violation(rules, "fitting_card_discarded", card=format_card(card), meld=fits + 1))
    return tuple(violations)


def fitting_meld(position: Position, card: Card) -> int | None:
    """Returns the place, from 0, of the first meld that the card fits by itself, as an Anleger (§ 6.9), or None."""
    return next(
        (at for at, meld in enumerate(position.table) if lay_off(meld.cards, (card,), position.rules).valid), None
    )


def goes_back(before: Position, after: Position) -> bool:
    """Returns whether the last discard is an Anleger that can still be taken back (§ 7.2).

    That is possible until the next player draws. ``before`` is the position before the discard.
    """
    if after.drawn or after.number > before.number + 1 or not after.pile:
        return False
    return any(broken.code == "fitting_card_discarded" for broken in may_discard(before, after.pile[-1]))


def _before_drawing(position: Position, seat: int) -> Iterator[Violation]:
    if position.over:
        yield violation(position.rules, "game_over")
    if seat != position.turn:
        yield violation(position.rules, "not_in_turn", seat=seat, turn=position.turn)
    elif position.drawn:
        yield violation(position.rules, "already_drawn")


def _use(position: Position, use: Use | None, *, search: bool) -> Iterator[Violation]:
    """Yields the violations of ``use``. If it is None, a search must find a use, unless ``search`` is off."""
    without_use = violation(position.rules, "discard_without_use", card=format_card(position.pile[-1]))
    if use is None:
        if search and use_of_discard(position) is None:
            yield without_use
    elif use.at is None and not use.melds:
        yield without_use
    elif use.at is None:
        yield from may_lay_out(after_take(position), use.melds)
    else:
        yield from may_lay_off(after_take(position), use.at, use.cards)
