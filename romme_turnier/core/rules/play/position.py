"""A moment of a game: its cards in all places, unknown ones as ``HIDDEN``, and the state of the turn.

A position is a value: nothing here shuffles, draws or changes it. Seats and turns count from 1. ``laying`` (the table),
``piles`` (stock and discard pile) and ``ending`` (going out) answer questions about a position.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from itertools import chain
from typing import Any, NamedTuple

from romme_turnier.core.rules.system.cards import HIDDEN, JOKER, Card, format_card, unnamed
from romme_turnier.core.rules.system.codes import violation
from romme_turnier.core.rules.system.ruleset import LastDiscard, PileRule, RuleSet
from romme_turnier.core.violations import Violation

# The violation codes for positions, with their parameters; the other codes about cards are in ``codes.CARD_CODES``.
PLAY_CODES: Mapping[str, frozenset[str]] = {
    "game_over": frozenset(),
    "seat_left": frozenset({"seat"}),
    "not_in_turn": frozenset({"seat", "turn"}),
    "not_drawn": frozenset(),
    "first_turn_is_discard": frozenset(),
    "already_drawn": frozenset(),
    "not_held": frozenset({"card"}),
    "no_such_meld": frozenset({"melds"}),
    # stock and discard pile
    "stock_used_up": frozenset(),
    "pile_too_small": frozenset({"cards", "there"}),
    "too_many_taken": frozenset({"cards", "most"}),
    "discard_claimed": frozenset(),
    "must_take_discard": frozenset(),  # the player in turn refused the card to another, or has not answered
    "discard_without_use": frozenset({"card"}),
    "no_claims": frozenset(),
    "claim_in_turn": frozenset(),
    "claim_too_early": frozenset(),
    "claim_not_allowed": frozenset(),
    "claim_of_another": frozenset({"seat"}),
    "claim_cost": frozenset({"cards", "cost"}),
    "nothing_asked": frozenset(),
    "stock_left": frozenset({"cards"}),
    "not_on_top": frozenset({"card"}),  # the card is in the pile, under others that were not taken with it
    "card_elsewhere": frozenset({"card"}),  # the card cannot have been where it was drawn or taken from
    # the table
    "not_opened": frozenset(),
    "opened_this_turn": frozenset(),
    "no_further_melds": frozenset(),
    "nothing_to_complete": frozenset(),
    "meld_moved": frozenset({"meld"}),
    "nothing_laid_before_end": frozenset(),
    "meld_of_another": frozenset({"owner"}),
    "must_be_used": frozenset({"card"}),  # a card taken from the pile, or a joker from a meld
    "no_card_from_hand": frozenset({"card"}),
    "discard_takes_no_joker": frozenset({"card"}),
    "joker_back": frozenset(),
    "joker_without_use": frozenset({"card"}),  # the joker would have to be laid down again and cannot be
    "joker_blocked": frozenset({"card"}),  # the joker is blocked under that card for good
    "nothing_to_block": frozenset({"card"}),  # no joker that the card could have taken, or not next to one
    "no_rearranging": frozenset(),  # rearranging was not agreed upon
    "melds_stay": frozenset(),  # the rule system has no rearranging
    "card_left_over": frozenset({"card"}),
    "card_not_there": frozenset({"card"}),
    # the discard and the end
    "joker_discarded": frozenset(),
    "fitting_card_discarded": frozenset({"card", "meld"}),
    "last_card_discarded": frozenset(),
    # why the turn may not end without a discard: one is possible, now or after laying these cards, or the game is over
    "discard_possible": frozenset({"card"}),
    "laying_possible": frozenset({"cards"}),
    "hand_empty": frozenset(),
    "cards_left": frozenset({"cards"}),
    "not_announced": frozenset(),
    "no_announcement": frozenset(),
    "announced_too_late": frozenset(),
    "too_many_points_left": frozenset({"points", "most"}),
    "no_one_suit": frozenset(),
    "too_few_of_one_suit": frozenset({"cards", "least"}),
}


class Claim(Enum):
    """The outcome of an out-of-turn claim to the top card of the discard pile."""

    NONE = "none"
    GRANTED = "granted"  # the card was taken: the player in turn draws from the stock
    REFUSED = "refused"  # the player in turn must take the card (Das Klopfen)


@dataclass(frozen=True, slots=True)
class TableMeld:
    """A meld and the seat that laid it; under each card of ``blocked`` is a joker that no player can take (§ 6.8)."""

    owner: int
    cards: tuple[Card, ...]
    blocked: tuple[Card, ...] = ()


class Position(NamedTuple):  # every act makes a new one, five times as fast as a frozen dataclass
    """The cards of a game, and the state of its turn."""

    rules: RuleSet  # with the agreed options
    hands: tuple[tuple[Card, ...], ...]  # by seat, each sorted
    turn: int  # the seat in turn
    opened: tuple[int | None, ...]  # by seat: the turn of the first laying-out (without a minimum: or laying off)
    number: int = 1  # of the turn, counted over the whole game
    table: tuple[TableMeld, ...] = ()
    pile: tuple[Card, ...] = ()  # the top card last
    stock: tuple[Card, ...] = ()  # the top card last
    drawn: bool = False  # true from the start for a player who begins with an extra card
    owed: tuple[Card, ...] = ()  # taken cards to lay in this turn: one of the pile (§ 7.3), jokers that may not be kept
    owed_from: int | None = None  # the meld from which the last such joker was taken, counted from 0
    asked: tuple[int, ...] = ()  # seats that want the top discard out of turn, until `claim` holds the answer
    claim: Claim = Claim.NONE
    announced: int | None = None  # the seat that ended the game without laying out
    round_number: int | None = None  # None without contracts
    noted: tuple[int, ...] = ()  # by seat: the points noted for laid cards, if the most points win (Das Anschreiben)
    cut_joker: int | None = None  # the seat that showed a joker when cutting and began with it (§ 5.5)
    left: tuple[int, ...] = ()  # seats that have left the game, in this order; their cards stay aside
    over: bool = False
    finisher: int | None = None  # the seat that ended the game; None if the stock was used up or the game broken off
    broken_off: bool = False

    @property
    def hand(self) -> tuple[Card, ...]:
        """The cards of the player in turn."""
        return self.hands[self.turn - 1]

    @property
    def opened_in(self) -> int | None:
        """The turn in which the player in turn opened, None before that."""
        return self.opened[self.turn - 1]

    @property
    def cards(self) -> tuple[Card, ...]:
        """All cards of the game, in every place, sorted."""
        melded = (unnamed(card) for meld in self.table for card in meld.cards)
        blocked = (JOKER for meld in self.table for _ in meld.blocked)
        return tuple(sorted(chain(*self.hands, melded, blocked, self.pile, self.stock)))

    @property
    def seats(self) -> tuple[int, ...]:
        """The seats that still play."""
        return tuple(seat for seat in range(1, len(self.hands) + 1) if seat not in self.left)

    @property
    def next_seat(self) -> int:
        """The seat that plays next: to the left of the player in turn, skipping seats that have left the game."""
        return min(self.seats, key=lambda seat: (seat - self.turn - 1) % len(self.hands))

    @property
    def last_discard(self) -> LastDiscard:
        """The rule for the last card of a player who goes out (§ 8.1); each contract has its own."""
        return (self.rules.contract(self.round_number or 0) or self.rules.play).last_discard


def begun_turn(position: Position) -> Iterator[Violation]:
    """Yields violations if the game is over or the player in turn has not drawn (§ 6.1, § 7.3)."""
    if position.over:
        yield violation(position.rules, "game_over")
    if not position.drawn:
        yield violation(position.rules, "not_drawn")


def may_lay_now(position: Position) -> Iterator[Violation]:
    """Yields violations if the player in turn may not lay cards now.

    In the first turn of the game, some rule systems allow only a discard.
    """
    yield from begun_turn(position)
    if position.number == 1 and not position.rules.play.lays_in_first_turn:
        yield violation(position.rules, "first_turn_is_discard")


def not_held(position: Position, cards: Iterable[Card]) -> Iterator[Violation]:
    """Yields one violation for each card that the player in turn does not hold."""
    rest = list(position.hand)
    for wanted in map(unnamed, cards):
        if wanted in rest:
            rest.remove(wanted)
        else:
            yield violation(position.rules, "not_held", card=format_card(wanted))


def without(hand: Sequence[Card], cards: Iterable[Card]) -> tuple[Card, ...]:
    """Returns the hand without these cards; cards not held are ignored."""
    rest = list(hand)
    for gone in map(unnamed, cards):
        if gone in rest:
            rest.remove(gone)
    return tuple(rest)


def hands_with(position: Position, hand: Iterable[Card], seat: int | None = None) -> tuple[tuple[Card, ...], ...]:
    """Returns the hands with ``hand`` for ``seat``, by default the player in turn."""
    place = (seat or position.turn) - 1
    return (*position.hands[:place], tuple(sorted(hand)), *position.hands[place + 1 :])


def table_with(position: Position, at: int, **changes: Any) -> tuple[TableMeld, ...]:
    """Returns the table with ``changes`` to the fields of meld ``at``, counted from 0."""
    meld = replace(position.table[at], **changes)
    return (*position.table[:at], meld, *position.table[at + 1 :])


def seen_by(position: Position, seat: int | None) -> Position:
    """Returns the position as ``seat``, or a spectator (None), sees it, with all unseen cards hidden.

    Unseen cards are HIDDEN in every field, even after the end of the game, so no order, size or equality reveals more
    than the table does. Questions about the seat's cards can be asked as for any position.
    """
    pile = position.pile
    if covers_last_discard(position) and seat != position.finisher:
        pile = hidden(pile)
    elif not pile_is_open(position.rules):
        pile = (*hidden(pile[:-1]), *pile[-1:])
    return position._replace(
        hands=tuple(hand if place == seat else hidden(hand) for place, hand in enumerate(position.hands, start=1)),
        pile=pile,
        stock=hidden(position.stock),
    )


def hidden(cards: Sequence[Card]) -> tuple[Card, ...]:
    """Returns a hidden card for each of ``cards``."""
    return (HIDDEN,) * len(cards)


def pile_is_open(rules: RuleSet) -> bool:
    """Returns whether the whole pile can be read, not only its top card, because several cards may be taken."""
    return rules.play.pile is PileRule.STAIRCASE or rules.play.take_many


def covers_last_discard(position: Position) -> bool:
    """Returns whether the top card of the pile is face down, as after going out in Contract Rummy (Aus gehen)."""
    covers = position.rules.play.covers_last_discard and position.last_discard is not LastDiscard.FORBIDDEN
    return covers and position.finisher is not None
