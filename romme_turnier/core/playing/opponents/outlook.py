"""How good it is to hold certain cards at the end of one's turn, with what is still out.

Every card that may come next is tried: what would the hand leave with it? From there on the hand is taken to get better
at the same pace, and the game to end with a chance that depends on how few cards the others have.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from romme_turnier.core.playing.opponents.counting import Count
from romme_turnier.core.rules.melds.judge import judge_meld
from romme_turnier.core.rules.melds.lay_off import lay_off
from romme_turnier.core.rules.melds.runs import ranks_from
from romme_turnier.core.rules.play.position import Position
from romme_turnier.core.rules.search.best import BestMelding
from romme_turnier.core.rules.search.from_system import best_melding, search_rules
from romme_turnier.core.rules.system.cards import JOKER, Card, card as card_of, rank_of, stands_for, suit_of
from romme_turnier.core.rules.system.hands import card_left
from romme_turnier.core.rules.system.ruleset import LastDiscard, RuleSet

Rows = tuple[tuple[Card, ...], ...]
"""Cards that can be laid at melds of the table one after the other, each row from a meld outward."""

# How the others' games end, measured in games of simple opponents: the chance that a player who has opened and holds so
# many cards ends the game in its next turn, in the one after that, and so on.
_ENDS = {2: (0.05, 0.2, 0.3), 3: (0.13, 0.15, 0.25), 4: (0.03, 0.12, 0.15, 0.2)}
_LATER = (0.01, 0.05, 0.1, 0.12)
_FAR = (0.01, 0.02, 0.04, 0.06)
_TURNS = 5  # own turns that are looked at
_MELDED = 0.6  # how much of a card still counts that is in a meld which may not be laid yet
_PRIZE = 8.0  # what a card counts that another holds when one ends the game

# For each card, as bits, those of its rank and those of its suit that can be in a run of three with it.
_NEAR = [
    sum(
        1 << other
        for other in range(JOKER)
        if other != card
        and (
            rank_of(other) == rank_of(card)
            or (suit_of(other) == suit_of(card) and (rank_of(other) - rank_of(card)) % 13 in {1, 2, 11, 12})
        )
    )
    for card in range(JOKER)
]


@lru_cache(maxsize=4096)
def _points(meld: tuple[Card, ...], rules: RuleSet) -> int:
    return judge_meld(meld, rules).points or 0


@lru_cache(maxsize=4096)
def places(meld: tuple[Card, ...], rules: RuleSet) -> Rows:
    """Returns rows of cards that can be laid at a meld one after the other, each row from the meld outward."""
    judged = judge_meld(meld, rules)
    if judged.kind == "set":
        rank = next(rank_of(placed) for placed in judged.cards if placed < JOKER)
        one = (card_of(rank, suit) for suit in range(4))
        return tuple((card,) for card in one if lay_off(meld, (card,), rules).valid)
    suit = suit_of(stands_for(judged.cards[0]) or 0)
    length, free = len(judged.cards), max(0, rules.melds.run_most - len(judged.cards))
    below = free if rules.melds.corner else min(free, judged.start)
    above = free if rules.melds.corner else min(free, 14 - judged.start - length)
    return (
        tuple(card_of(ranks_from((judged.start - step) % 13, 1)[0], suit) for step in range(1, below + 1)),
        tuple(card_of(rank, suit) for rank in ranks_from(judged.start + length, above)),
    )


@dataclass(frozen=True, slots=True)
class OpenTable:
    """``rows``: what can be laid at the table, ``jokers``: how many jokers can; ``opened``: whether one may."""

    rows: Rows
    jokers: int
    opened: bool


@dataclass(frozen=True, slots=True)
class Left:
    """What the best use of some cards leaves: ``rest``, dearest first, ``melded`` points of cards that cannot be laid
    yet. ``used``: the cards that are not left. ``spare``: whether one of those could be thrown instead.
    """

    rest: tuple[int, ...]
    used: frozenset[Card]
    melded: int
    spare: bool


class Outlook:
    """What a seat may expect of the hands it could hold."""

    def __init__(self, position: Position, seat: int, counted: Count) -> None:
        self.position, self.rules, self.seat = position, position.rules, seat
        self.counted = counted
        self.values = [card_left(card, self.rules) for card in range(JOKER + 1)]
        kinds = Counter(counted.unseen)
        self.kinds = [(kind, number / len(counted.unseen)) for kind, number in kinds.items()]
        self.prize = self._prize()
        self._over: dict[Rows, list[float]] = {}
        self._left: dict[tuple[tuple[Card, ...], OpenTable], Left] = {}
        self._useful: dict[tuple[tuple[Card, ...], OpenTable], int] = {}

    def _chances_of_end(self, rows: Rows) -> list[float]:
        """The chance that another ends the game between two of one's turns, by how many of them have passed."""
        if rows in self._over:
            return self._over[rows]
        fitting = fitting_now(rows)
        share = sum([chance for kind, chance in self.kinds if kind in fitting])
        found = []
        for turn in range(_TURNS):
            lasts = 1.0
            for seat in self.position.seats:
                if seat != self.seat:
                    opened = self.position.opened[seat - 1] is not None
                    lasts *= 1 - end_chance(len(self.position.hands[seat - 1]), opened, turn, share)
            found.append(1 - lasts)
        self._over[rows] = found
        return found

    def _prize(self) -> float:
        """What ending the game is worth: about what the others hold then."""
        others = [min(6, len(self.position.hands[seat - 1])) for seat in self.position.seats if seat != self.seat]
        return _PRIZE * sum(others) / max(1, len(others))

    def value(self, cards: Sequence[Card], without: Card | None, table: OpenTable, *, drawing: bool = False) -> float:
        """Returns points expected: what ending the game is worth less what stays in the hand.

        ``without``: this one of the cards is thrown. ``drawing``: one's turn has begun.
        """
        hand = tuple(sorted(cards))
        if without is not None:
            at = hand.index(without)
            held = hand[:at] + hand[at + 1 :]
        else:
            held = hand
        now = sum([self.values[card] for card in held])
        before = self.left(held, table)
        start = sum(before.rest) + _MELDED * before.melded
        out, after = 0.0, 0.0
        for kind, chance in self.kinds:
            found = self.left_with(hand, kind, table)
            rest = found.rest
            if without is not None:
                if without in found.used or without == kind:
                    found = self.left_with(held, kind, table)
                    rest = found.rest
                else:
                    rest = _less(rest, self.values[without])
            if not found.melded and self._ends(rest, found):
                out += chance
            else:
                after += chance * (sum(rest[1:]) + _MELDED * found.melded)
        if out < 1:
            after /= 1 - out
        pace = min(1.0, max(0.5, after / start)) if start else 1.0
        overs = self._chances_of_end(table.rows)
        lasts, worth, at_end = 1.0, 0.0, float(now)
        for turn in range(_TURNS):
            over = 0.0 if drawing and turn == 0 else overs[turn]
            worth -= lasts * over * at_end
            lasts *= 1 - over
            worth += lasts * out * self.prize
            lasts *= 1 - out
            at_end = after * pace**turn
        return worth - lasts * at_end

    def ends_with(self, cards: tuple[Card, ...], table: OpenTable) -> bool:
        """Whether the game can be ended in this turn with these cards."""
        found = self.left(cards, table)
        return not found.melded and self._ends(found.rest, found)

    def _ends(self, rest: Sequence[int], found: Left) -> bool:
        limit = self.rules.play.without_laying_out
        if limit is not None:
            return sum(rest[1:]) <= limit
        if self.position.last_discard is LastDiscard.FORBIDDEN:
            return not rest
        if len(rest) > 1:
            return False
        return bool(rest) or found.spare or self.position.last_discard is not LastDiscard.REQUIRED

    def left_with(self, cards: tuple[Card, ...], more: Card, table: OpenTable) -> Left:
        """Returns what the best use of the sorted cards and one more leaves."""
        key = cards, table
        if key not in self._useful:
            self._useful[key] = _useful(cards, table, self.rules)
        if self._useful[key] >> more & 1:
            return self.left(_with(cards, more), table)
        found = self.left(cards, table)
        rest = tuple(sorted((*found.rest, self.values[more]), reverse=True))
        return Left(rest, found.used, found.melded, found.spare)

    def left(self, cards: tuple[Card, ...], table: OpenTable) -> Left:
        """Returns what the best use of the sorted cards leaves."""
        key = cards, table
        known = self._left.get(key)
        if known is None:
            known = self._left[key] = self._find(cards, table)
        return known

    def _find(self, cards: tuple[Card, ...], table: OpenTable) -> Left:
        rules, values = self.rules, self.values
        # Behind a contract nothing is laid but cards at melds.
        found = BestMelding((), cards, 0) if rules.play.contracts else best_melding(cards, rules)
        rest = list(found.left)
        spare = any(len(meld) > rules.melds.set_least for meld in found.melds)
        if not table.opened and rules.play.minimum:
            points = [_points(meld, rules) for meld in found.melds]
            reached = max(points, default=0) if rules.play.one_meld_alone else sum(points)
            if reached < rules.play.minimum:
                kept = sorted([values[card] for card in rest], reverse=True)
                melded = sum([values[card] for card in cards]) - sum(kept)
                return Left(tuple(kept), frozenset(cards).difference(rest), melded + 1, spare)
        spare |= bool(rest) and _lay_at_table(rest, table)
        kept = sorted([values[card] for card in rest], reverse=True)
        return Left(tuple(kept), frozenset(cards).difference(rest), 0, spare)


def _useful(cards: tuple[Card, ...], table: OpenTable, rules: RuleSet) -> int:
    """Returns, as bits, the kinds of card that might lie in a meld with some of the cards or at the table.

    A kind is left out only if too few of the cards are of its rank or near it in its suit.
    """
    held = set(cards)
    found = 1 << JOKER
    for row in table.rows:
        for card in row:
            found |= 1 << card
            if card not in held:
                break
    if rules.play.contracts:
        return found
    shape = search_rules(rules)
    wanted = shape.run_min - 1 - min(cards.count(JOKER), max(shape.run_jokers, shape.set_jokers))
    mask = sum([1 << card for card in held])
    return found | sum([1 << kind for kind in range(JOKER) if (mask & _NEAR[kind]).bit_count() >= wanted])


def _lay_at_table(rest: list[Card], table: OpenTable) -> bool:
    """Takes out of the sorted cards what can be laid at the table; returns whether there was any."""
    before = len(rest)
    for row in table.rows:
        for card in row:
            if card not in rest:
                break
            rest.remove(card)
    for _ in range(table.jokers):
        if rest and rest[-1] == JOKER:
            rest.pop()
    return len(rest) < before


def _with(hand: tuple[Card, ...], card: Card) -> tuple[Card, ...]:
    return tuple(sorted((*hand, card)))


def _less(rest: tuple[int, ...], value: int) -> tuple[int, ...]:
    at = rest.index(value)
    return rest[:at] + rest[at + 1 :]


def end_chance(cards: int, opened: bool, turn: int, share: float) -> float:
    """Returns the chance that a player with so many cards ends the game in its next turn, after so many turns more."""
    if not opened or cards > 7:
        chances: tuple[float, ...] = _FAR
    elif cards == 1:
        return min(0.9, 0.08 + 1.1 * share)
    else:
        chances = _ENDS.get(cards, _LATER)
    return chances[min(turn, len(chances) - 1)]


def rows_of(position: Position) -> Rows:
    """Returns what can be laid at all melds of the table."""
    return tuple([row for meld in position.table for row in places(meld.cards, position.rules)])


def fitting_now(rows: Rows) -> set[Card]:
    """Returns the cards that fit a meld by themselves."""
    return {row[0] for row in rows if row}


def open_to(position: Position, seat: int) -> OpenTable:
    """Returns what the table offers a seat; nothing where all stays in the hands until the end."""
    rules = position.rules
    if rules.play.without_laying_out is not None:
        return OpenTable((), 0, opened=True)
    jokers = sum([joker_fits(meld.cards, rules) for meld in position.table])
    return OpenTable(rows_of(position), jokers, position.opened[seat - 1] is not None)


@lru_cache(maxsize=4096)
def joker_fits(meld: tuple[Card, ...], rules: RuleSet) -> bool:
    """Returns whether a joker can be laid at the meld."""
    return lay_off(meld, (JOKER,), rules).valid
