"""The value of a hand at the end of a player's turn, considering the cards still out.

The outlook imagines rows of cards to be drawn next, the same for all compared hands. Along each row it finds the best
use of the hand in hindsight: the melds possible after each draw, and the cards left after the same number of discards.
The game may end earlier, with a probability that depends on the number of cards in the other hands.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from random import Random

from romme_turnier.core.playing.opponents.card_count import Count
from romme_turnier.core.playing.opponents.open_table import OpenTable, Rows, fitting_now, lay_at_table
from romme_turnier.core.rules.melds.judge import judge_meld
from romme_turnier.core.rules.play.position import Position
from romme_turnier.core.rules.search.best import BestMelding, best_melding
from romme_turnier.core.rules.search.rules import search_rules
from romme_turnier.core.rules.system.cards import JOKER, Card, rank_of, suit_of
from romme_turnier.core.rules.system.hands import card_left
from romme_turnier.core.rules.system.ruleset import LastDiscard, RuleSet

# Measured in games of opponents that overlook nothing: the chance that a player who has opened and holds this many
# cards ends the game in the next turn, in the one after that, and so on.
_ENDS = {2: (0.05, 0.2, 0.3), 3: (0.13, 0.15, 0.25), 4: (0.03, 0.12, 0.15, 0.2)}
_LATER = (0.01, 0.05, 0.1, 0.12)
_FAR = (0.01, 0.02, 0.04, 0.06)
_TURNS = 5  # own turns considered; four won slightly less, six won equally often
_PRIZE = 8.0  # the value of a card in another hand when the seat ends the game

# For each card, the other cards of its rank and the cards of its suit that can form a run of three with the card.
_NEAR = [
    frozenset(
        other
        for other in range(JOKER)
        if other != card
        and (
            rank_of(other) == rank_of(card)
            or (suit_of(other) == suit_of(card) and (rank_of(other) - rank_of(card)) % 13 in {1, 2, 11, 12})
        )
    )
    for card in range(JOKER)
]


@dataclass(frozen=True, slots=True)
class Left:
    """The result of the best use of some cards."""

    rest: tuple[int, ...]  # the points of the cards left, highest first
    used: frozenset[Card]  # the cards that are not left
    melded: int  # the points of melds that cannot be laid yet
    spare: bool  # whether one of the used cards could be discarded instead


class Outlook:
    """A seat's expected points for the hands that it could hold."""

    def __init__(self, position: Position, seat: int, counted: Count, rng: Random) -> None:
        self.position, self.rules, self.seat = position, position.rules, seat
        self.values = [card_left(card, self.rules) for card in range(JOKER + 1)]
        self.unseen = counted.unseen
        self.draws = _imagined_draws(self.unseen, rng)
        others = [min(6, len(position.hands[other - 1])) for other in position.seats if other != seat]
        # The value of ending the game, roughly the points that the others then hold.
        self.prize = _PRIZE * sum(others) / max(1, len(others))
        self._over: dict[Rows, list[float]] = {}
        self._left: dict[tuple[tuple[Card, ...], OpenTable], Left] = {}
        self._along: dict[tuple[tuple[Card, ...], OpenTable], list[list[Left]]] = {}

    def _chances_of_end(self, rows: Rows) -> list[float]:
        """Returns, for each coming turn, the chance that another player ends the game before the seat's next turn."""
        if rows in self._over:
            return self._over[rows]
        fitting = fitting_now(rows)
        share = sum([card in fitting for card in self.unseen]) / max(1, len(self.unseen))
        chances = []
        for turn in range(_TURNS):
            lasts = 1.0
            for seat in self.position.seats:
                if seat != self.seat:
                    opened = self.position.opened[seat - 1] is not None
                    lasts *= 1 - end_chance(len(self.position.hands[seat - 1]), opened, turn, share)
            chances.append(1 - lasts)
        self._over[rows] = chances
        return chances

    def value(self, cards: Sequence[Card], without: Card | None, table: OpenTable, *, drawing: bool = False) -> float:
        """Returns the expected points: the value of ending the game minus the points of the cards left in the hand.

        ``without`` is the card to be discarded; ``drawing`` is true if the seat's turn has just begun.
        """
        hand = tuple(sorted(cards))
        held = hand if without is None else _minus(hand, without)
        end_chances = self._chances_of_end(table.rows)
        if drawing:
            end_chances = [0.0, *end_chances[:-1]]
        now = sum([self.values[card] for card in held])
        if (hand, table) not in self._along:
            self._along[hand, table] = [self._along_row(hand, draws, table) for draws in self.draws]
        worth = 0.0
        for draws, along in zip(self.draws, self._along[hand, table], strict=True):
            lefts = along if without is None else self._along_without(without, held, draws, along, table)
            worth += self._worth(now, lefts, end_chances)
        return worth / len(self.draws)

    def _worth(self, now: int, lefts: Iterable[Left], end_chances: Sequence[float]) -> float:
        """Returns the expected points along one row, from the hand's points ``now`` and the results after each turn."""
        lasts, worth, at_end = 1.0, 0.0, now
        for discarded, (left, over) in enumerate(zip(lefts, end_chances, strict=False), start=1):
            worth -= lasts * over * at_end
            lasts *= 1 - over
            if not left.melded and self._ends(left, discarded):
                return worth + lasts * self.prize
            at_end = sum(left.rest[discarded:]) + left.melded
        return worth - lasts * at_end

    def _along_without(
        self, card: Card, held: tuple[Card, ...], draws: Sequence[Card], along: Sequence[Left], table: OpenTable
    ) -> Iterator[Left]:
        """Yields the results along a row for the hand without ``card``.

        If the result with the card, in ``along``, leaves the card over, only the card's points are removed. Otherwise
        the best use of the other cards is searched for.
        """
        own = None
        for turn, left in enumerate(along):
            if card not in left.used:
                own = replace(left, rest=_minus(left.rest, self.values[card]))
            else:
                before = tuple(sorted((*held, *draws[:turn])))
                own = self.left_with(before, own or self.left(before, table), draws[turn], table)
            yield own

    def _along_row(self, cards: tuple[Card, ...], draws: Sequence[Card], table: OpenTable) -> list[Left]:
        """Returns the results of the best use of the sorted cards after each draw along a row."""
        left, along = self.left(cards, table), []
        for card in draws:
            left = self.left_with(cards, left, card, table)
            cards = tuple(sorted((*cards, card)))
            along.append(left)
        return along

    def ends_with(self, cards: tuple[Card, ...], table: OpenTable) -> bool:
        """Returns whether a player with these cards can end the game in this turn."""
        left = self.left(cards, table)
        return not left.melded and self._ends(left, discarded=1)

    def _ends(self, left: Left, discarded: int) -> bool:
        """Returns whether the player can end the game after discarding this many of the cards left."""
        rest, limit = left.rest, self.rules.play.without_laying_out
        if limit is not None:
            return sum(rest[discarded:]) <= limit
        if self.position.last_discard is LastDiscard.FORBIDDEN:
            return len(rest) < discarded
        if len(rest) > discarded:
            return False
        return bool(rest) or left.spare or self.position.last_discard is not LastDiscard.REQUIRED

    def left_with(self, cards: tuple[Card, ...], left: Left, more: Card, table: OpenTable) -> Left:
        """Returns the result of the best use of the cards and ``more``; ``left`` is the result without ``more``."""
        if may_be_used(more, cards, table, self.rules):
            return self.left(tuple(sorted((*cards, more))), table)
        rest = tuple(sorted((*left.rest, self.values[more]), reverse=True))
        return Left(rest, left.used, left.melded, left.spare)

    def left(self, cards: tuple[Card, ...], table: OpenTable) -> Left:
        """Returns the result of the best use of the sorted cards."""
        key = cards, table
        known = self._left.get(key)
        if known is None:
            known = self._left[key] = self._find(cards, table)
        return known

    def _find(self, cards: tuple[Card, ...], table: OpenTable) -> Left:
        rules, values = self.rules, self.values
        # After its contract a player can only lay off cards on melds.
        best = BestMelding((), cards, 0) if rules.play.contracts else best_melding(cards, rules)
        rest = list(best.left)
        spare = any(len(meld) > rules.melds.set_least for meld in best.melds)
        if not table.opened and rules.play.minimum:
            points = [judge_meld(meld, rules).points or 0 for meld in best.melds]
            reached = max(points, default=0) if rules.play.one_meld_alone else sum(points)
            if reached < rules.play.minimum:
                kept = sorted([values[card] for card in rest], reverse=True)
                melded = sum([values[card] for card in cards]) - sum(kept)
                return Left(tuple(kept), frozenset(cards).difference(rest), melded or 1, spare)
        spare |= bool(rest) and lay_at_table(rest, table)
        kept = sorted([values[card] for card in rest], reverse=True)
        return Left(tuple(kept), frozenset(cards).difference(rest), 0, spare)


def _imagined_draws(unseen: Sequence[Card], rng: Random) -> list[tuple[Card, ...]]:
    """Returns rows of cards that may be drawn one after another: the cards form a circle, and a row starts at each.

    Thus every card is equally frequent at each position. This won as often as 100 random rows; 30 random rows won
    clearly less often. Returns one empty row if no card is out.
    """
    circle = rng.sample(unseen, len(unseen)) * 2
    turns = min(_TURNS, len(unseen))
    return [tuple(circle[first : first + turns]) for first in range(len(unseen))] or [()]


def may_be_used(more: Card, cards: Sequence[Card], table: OpenTable, rules: RuleSet) -> bool:
    """Returns whether ``more`` is a joker, fits the table or, without contracts, may form a meld with held cards."""
    if more == JOKER:
        return True
    held = set(cards)
    for row in table.rows:
        for card in row:
            if card == more:
                return True
            if card not in held:
                break
    if rules.play.contracts:
        return False
    shape = search_rules(rules)
    jokers = min(cards.count(JOKER), max(shape.run_jokers, shape.set_jokers))
    return len(held & _NEAR[more]) + jokers >= shape.run_min - 1


def _minus(some: tuple[int, ...], value: int) -> tuple[int, ...]:
    at = some.index(value)
    return some[:at] + some[at + 1 :]


def end_chance(cards: int, opened: bool, turn: int, share: float) -> float:
    """Returns the chance that a player with this many cards ends the game in a coming turn, if it lasts until then.

    ``turn`` counts the player's coming turns from 0. ``share`` is the share of the unseen cards that fit the table.
    """
    if not opened or cards > 7:
        chances: tuple[float, ...] = _FAR
    elif cards == 1:
        return min(0.9, 0.08 + 1.1 * share)
    else:
        chances = _ENDS.get(cards, _LATER)
    return chances[min(turn, len(chances) - 1)]
