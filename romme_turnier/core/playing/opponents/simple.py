"""The simple opponent, which plays like a beginner: legally, plausibly and fast, without a memory.

It takes discards that complete melds, discards the loose card worth the most points, and misses a third of its
chances to lay cards.
"""

from collections.abc import Iterator, Sequence
from random import Random

from romme_turnier.core.playing.commands.command import Command
from romme_turnier.core.playing.commands.words import Word
from romme_turnier.core.playing.opponents.contracts import plan
from romme_turnier.core.playing.opponents.laying import as_command, layings
from romme_turnier.core.playing.seat_view import SeatView
from romme_turnier.core.rules import play
from romme_turnier.core.rules.play.position import Claim, Position, without
from romme_turnier.core.rules.search.all_melds import Meld
from romme_turnier.core.rules.search.best import best_melding
from romme_turnier.core.rules.system.cards import JOKER, Card
from romme_turnier.core.rules.system.hands import card_left
from romme_turnier.core.rules.system.ruleset import LastDiscard, PileRule

_MOST_OF_STAIRCASE = 4
_OVERLOOKED = 1 / 3
_SURPRISE = 0.1


def decide(view: SeatView, rng: Random) -> Command:
    """Returns the simple opponent's next command; it must be the seat's turn, or the seat may claim the top discard."""
    position = view.position
    if view.seat != position.turn:
        return Command(Word.KNOCK if _worth_a_claim(position, view.seat) else Word.WAIVE)
    if not position.drawn:
        return next(_before_drawing(view))
    laid = next(layings(view), None)
    seen_it = position.owed or rng.random() >= _OVERLOOKED
    return laid if laid and seen_it else ending(view, rng)


def _before_drawing(view: SeatView) -> Iterator[Command]:
    position = view.position
    if position.asked and position.rules.play.knocking:
        yield Command(Word.TAKE if _wants(position, 1) else Word.ALLOW)
    if (melds := melds_to_announce(position)) is not None:
        yield Command(Word.ANNOUNCE, groups=melds)
    for count in counts_to_take(position):
        if _wants(position, count) and not play.may_take(position, position.turn, count):
            yield Command(Word.TAKE, number=count if count > 1 else None)
    if play.may_draw(position, position.turn):  # the stock cannot be filled, or a claim was refused
        yield Command(Word.TAKE)
    yield Command(Word.DRAW)


def melds_to_announce(position: Position) -> tuple[Meld, ...] | None:
    """Returns the melds with which the player in turn can announce the end; None if that is not possible."""
    if position.rules.play.without_laying_out is None:
        return None
    melds = best_melding(position.hand, position.rules).melds
    return None if play.may_announce(position, melds) else melds


def counts_to_take(position: Position) -> range:
    """Returns the numbers of cards that the opponent considers taking from the pile."""
    if position.claim is not Claim.NONE:
        return range(0)
    rules = position.rules.play
    many = rules.pile is PileRule.STAIRCASE or rules.take_many
    return range(1, min(len(position.pile), _MOST_OF_STAIRCASE if many else 1) + 1)


def _wants(position: Position, count: int) -> bool:
    """Returns whether this many cards of the pile are worth taking; always true if the rules require their use."""
    must_be_used = position.rules.play.pile is PileRule.USED_AT_ONCE
    return must_be_used or _nearer(position, position.turn, position.pile[-count:])


def _nearer(position: Position, seat: int, cards: Sequence[Card], *, worth: int = 1) -> bool:
    """Returns whether the cards bring a seat closer to its contract, or save it ``worth`` points through melds.

    After the contract, returns whether it is the seat's turn and all cards fit melds on the table.
    """
    hand, rules = position.hands[seat - 1], position.rules
    if position.round_number:
        if position.opened[seat - 1] is not None:  # after the contract a card is useful only if it fits a meld
            return seat == position.turn and all(play.fitting_meld(position, card) is not None for card in cards)
        missing = [plan(held, rules, position.round_number).missing for held in (hand, (*hand, *cards))]
        return missing[1] < missing[0]
    left = [best_melding(held, rules).points_left for held in (hand, (*hand, *cards))]
    return left[0] - left[1] >= worth


def _worth_a_claim(position: Position, seat: int) -> bool:
    """Returns whether the top discard completes the contract, or saves ten points for each card that a claim costs."""
    if position.round_number and position.opened[seat - 1] is None:
        hand = (*position.hands[seat - 1], position.pile[-1])
        return not plan(hand, position.rules, position.round_number).missing
    return _nearer(position, seat, position.pile[-1:], worth=10 * (position.rules.play.claim_cards or 0))


def ending(view: SeatView, rng: Random) -> Command:
    """Returns the command that ends the turn (going out, discarding or passing) or lays cards that must go first."""
    position = view.position
    if not position.hand or not play.may_go_out(position, None):
        return Command(Word.GO_OUT)
    rules = position.rules
    for card in _least_missed_first(position, rng):
        if len(position.hand) > 1 and rules.play.one_suit and not play.may_go_out(position, card):
            return Command(Word.GO_OUT, cards=(card,))
        if not play.may_discard(position, card):
            return Command(Word.DISCARD, cards=(card,))
    must_lay = play.laying_before_discard(position)
    return Command(Word.PASS) if must_lay is None else as_command(view, must_lay)


def _least_missed_first(position: Position, rng: Random) -> list[Card]:
    """Returns each card of the hand once, the best discard first.

    Cards outside melds come before cards in melds, high ones before low ones, and jokers last.

    Sometimes the cards outside melds are shuffled; otherwise two opponents could repeat the same discards forever.
    """
    left = _outside_melds(position)

    def missed(card: Card) -> tuple[bool, bool, int]:
        return card >= JOKER, card not in left, -card_left(card, position.rules)

    cards = sorted(dict.fromkeys(position.hand), key=missed)
    if rng.random() < _SURPRISE:
        loose = [card for card in cards if card in left]
        return [*rng.sample(loose, len(loose)), *(card for card in cards if card not in left)]
    return cards


def _outside_melds(position: Position) -> Sequence[Card]:
    hand, rules = position.hand, position.rules
    if not position.round_number:
        return best_melding(hand, rules).left
    if position.opened_in is not None:
        must_fit = position.last_discard is LastDiscard.FORBIDDEN
        return [card for card in hand if play.fitting_meld(position, card) is None] if must_fit else hand
    return without(hand, plan(hand, rules, position.round_number).kept)
