"""Decides exactly whether melds of Treppenrommé can give players a few points, by trying every small enough table.

Not every small number is possible: the smallest meld is A 2 3 = 6, and a card can be laid off only after a meld has
been laid. For example, if the others have 0, no player can have 7, 11 or 13, and two players cannot have 7 and 6. There
are no gaps above the limits in ``noted_points``.

A meld grows in steps. Each step is taken by one player, whose points for it stay noted:

- three cards that are a meld;
- one card at an end of a run, or the fourth of a set;
- an ace and the card beyond it at an end of a run, laid together: the ace is then in the middle.

Any cards laid together can also be laid in these steps for the same points. The points that players can have noted for
a meld depend only on its shape, not on the other melds. So a table is a choice of shapes that share no card, and its
points are the sums of the shapes' points.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations

from romme_turnier.core.rules.system.ruleset import Values

_Cards = int  # cards of the pack as bits, number suit * ranks + rank; rank 0 is the ace

# Points by player, one byte each, starting at the lowest byte; above them, if a player went out, the number of cards
# that this player laid. The highest bit of each byte stays free, so that one addition adds all and one subtraction
# compares all.
_Noted = int
_BYTE = 8
MOST = 127


@dataclass(frozen=True, slots=True)
class Deck:
    """One pack without jokers: its number of ranks, from the ace up, its number of suits, and the aces' points."""

    ranks: int = 13
    suits: int = 4
    values: Values = field(default_factory=Values)

    def worth(self, rank: int) -> int:
        """Returns a card's points in the hand; in Treppenrommé, an ace is worth the same in a set."""
        return min(rank + 1, 10) if rank else self.values.hand_ace

    def noted(self, rank: int, place: int, last: int) -> int:
        """Returns a card's points at ``place``, from 0, in a run of ``last + 1`` cards."""
        if rank:
            return self.worth(rank)
        if place == last:
            return self.values.top_ace
        return self.values.middle_ace if place else self.values.low_ace


@dataclass(frozen=True, slots=True)
class GoneOut:
    """The end of a game in which the first player went out."""

    cards: int  # the fewest cards that the first player laid
    others: int  # the number of other players, whose cards the first player gets
    rummy_hand: bool
    factor: int  # for the points of those cards

    def least_held(self, deck: Deck) -> int:
        """Returns the fewest points that the others' cards can give: each holds a single two."""
        return self.factor * self.others * deck.worth(1)


def can_be_noted(deck: Deck, points: tuple[int, ...], gone_out: GoneOut | None = None) -> bool:
    """Returns whether the players can have noted exactly these points; with ``gone_out``, the first one went out.

    Raises ValueError for a total above 127.
    """
    if sum(points) > MOST:
        raise ValueError(f"more than {MOST} points")
    if gone_out is None:
        points = tuple(sorted(filter(None, points), reverse=True))
        if not points:
            return True
    elif points[0] < gone_out.least_held(deck):
        return False
    return _Tables(deck, points, gone_out).some_table()


@dataclass(frozen=True, slots=True)
class _Shape:
    """A complete meld and the ways in which it can be noted: a run from ``rank`` up or (``run`` False) a set."""

    least: int
    run: bool
    rank: int
    cards: int
    noted: frozenset[_Noted]
    by_others: Mapping[_Noted, Sequence[_Noted]]  # the same ways, keyed by the points of the players that do not go out


class _Tables:
    """Searches for a table that gives the points: collects the shapes that fit, then tries every choice of them."""

    def __init__(self, deck: Deck, points: tuple[int, ...], gone_out: GoneOut | None) -> None:
        self.deck, self.gone_out = deck, gone_out
        self.players, self.final = len(points), points[0]
        if gone_out is not None:
            points = (points[0] - gone_out.least_held(deck), *points[1:])
        self.total = sum(points)
        cards = () if gone_out is None else (deck.ranks * deck.suits,)
        self.points = _bytes((*points, *cards))
        self.guards = _bytes(MOST + 1 for _ in (*points, *cards))
        self.everybody = _bytes(MOST for _ in points)
        self.others = self.everybody if gone_out is None else self.everybody - MOST  # the players who did not go out
        self.runs: dict[tuple[int, int], frozenset[_Noted]] = {}
        self.shapes = sorted(self._shapes(), key=lambda shape: shape.least)

    def some_table(self) -> bool:
        """Returns whether some choice of melds, or no meld at all, gives these points; tries few melds first."""
        if self._comes_out(0, 0):
            return True
        most = self.total // self.shapes[0].least if self.shapes else 0
        return any(self._choose(0, frozenset({0}), 0, melds) for melds in range(1, most + 1))

    def _choose(self, first: int, noted: frozenset[_Noted], used: _Cards, melds: int) -> bool:
        """Returns whether ``melds`` more melds, of the shapes from ``first`` onward, can give the points."""
        for at in range(first, len(self.shapes)):
            shape = self.shapes[at]
            # Drop the sums that ``melds`` more melds, none smaller than this one, would make too high.
            noted = frozenset(each for each in noted if self._points_left(each) >= melds * shape.least)
            if not noted:
                return False
            places = tuple(self._free_places(shape, used))
            if places and self._lay(at, noted, used, places, melds):
                return True
        return False

    def _lay(self, at: int, noted: frozenset[_Noted], used: _Cards, places: tuple[_Cards, ...], melds: int) -> bool:
        """Returns whether ``melds`` more melds can give the points if the next one has the shape at ``at``."""
        shape = self.shapes[at]
        if melds == 1:
            last = [
                before + added
                for before in noted
                for added in shape.by_others.get((self.points - before) & self.others, ())
            ]
            return any(self._comes_out(each, used | cards) for each in last if self._fits(each) for cards in places)
        sums = {before + added for before in noted for added in shape.noted}
        least = (melds - 1) * shape.least
        together = frozenset(each for each in sums if self._fits(each) and self._points_left(each) >= least)
        return bool(together) and any(self._choose(at, together, used | cards, melds - 1) for cards in places)

    def _points_left(self, noted: _Noted) -> int:
        return self.total - self._together(noted)

    def _together(self, noted: _Noted) -> int:
        """Returns the sum of all players' points: 256 modulo 255 is 1, so the remainder is the sum of the bytes."""
        return (noted & self.everybody) % 255

    def _comes_out(self, noted: _Noted, used: _Cards) -> bool:
        if self.gone_out is None:
            return noted == self.points
        if (noted ^ self.points) & self.others or noted >> _BYTE * self.players < self.gone_out.cards:
            return False
        hands, odd = divmod(self.final - (noted & MOST), self.gone_out.factor)
        return not odd and self._left_over(hands, used)

    def _left_over(self, points: int, used: _Cards) -> bool:
        """Returns whether unlaid cards can make up these points and leave each other player at least one card."""
        most = [0] + [-1] * points  # by points: the most cards that are worth this much
        for card in range(self.deck.ranks * self.deck.suits):
            worth = self.deck.worth(card % self.deck.ranks)
            if not used >> card & 1:
                for total in range(points, worth - 1, -1):
                    if most[total - worth] >= 0:
                        most[total] = max(most[total], most[total - worth] + 1)
        return self.gone_out is not None and most[points] >= self.gone_out.others

    def _fits(self, noted: _Noted) -> bool:
        return ((self.points | self.guards) - noted) & self.guards == self.guards

    def _free_places(self, shape: _Shape, used: _Cards) -> Iterator[_Cards]:
        """Yields the free cards that can form the shape.

        A run is tried only in the first of several suits with the same used ranks.
        """
        ranks, suits = self.deck.ranks, range(self.deck.suits)
        if not shape.run:
            for chosen in combinations(suits, shape.cards):
                cards = sum(1 << suit * ranks + shape.rank for suit in chosen)
                if not cards & used:
                    yield cards
            return
        run = sum(1 << (shape.rank + step) % ranks for step in range(shape.cards))
        tried = set()
        for suit in suits:
            taken = used >> suit * ranks & (1 << ranks) - 1
            if taken not in tried and not run & taken:
                tried.add(taken)
                yield run << suit * ranks

    def _shapes(self) -> Iterator[_Shape]:
        for rank in range(self.deck.ranks):
            for cards in range(3, self.deck.ranks + 1):
                yield from self._shape(True, rank, cards, self._run(rank, cards))
            for cards in range(3, self.deck.suits + 1):
                worth = self.deck.worth(rank) if rank else self.deck.values.set_ace
                noted = self._laid(frozenset({0}), 3 * worth, 3)
                for _ in range(3, cards):
                    noted = self._laid(noted, worth, 1)
                yield from self._shape(False, rank, cards, noted)

    def _shape(self, run: bool, rank: int, cards: int, noted: frozenset[_Noted]) -> Iterator[_Shape]:
        if noted:
            by_others: dict[_Noted, list[_Noted]] = {}
            for each in noted:
                by_others.setdefault(each & self.others, []).append(each)
            yield _Shape(min(map(self._together, noted)), run, rank, cards, noted, by_others)

    def _run(self, start: int, cards: int) -> frozenset[_Noted]:
        """Returns every way to note a run of ``cards`` cards, rising from the rank ``start``."""
        key = (start, cards)
        if key not in self.runs:
            self.runs[key] = frozenset(each for step in self._last_steps(start, cards) for each in self._laid(*step))
        return self.runs[key]

    def _last_steps(self, start: int, cards: int) -> Iterator[tuple[frozenset[_Noted], int, int]]:
        """Yields each possible last step: the ways to note the earlier cards, the step's points and number of cards."""
        ranks = [(start + step) % self.deck.ranks for step in range(cards)]
        worth = [self.deck.noted(rank, place, cards - 1) for place, rank in enumerate(ranks)]
        if cards == 3:
            yield frozenset({0}), sum(worth), 3
            return
        yield self._run(start, cards - 1), worth[-1], 1
        yield self._run(ranks[1], cards - 1), worth[0], 1
        if cards > 4 and ranks[-2] == 0:
            yield self._run(start, cards - 2), worth[-2] + worth[-1], 2
        if cards > 4 and ranks[1] == 0:
            yield self._run(ranks[2], cards - 2), worth[0] + worth[1], 2

    def _laid(self, before: frozenset[_Noted], points: int, cards: int) -> frozenset[_Noted]:
        """Returns the ways in ``before`` with one more step, taken by any player.

        For a Rommé-Hand, the first player lays all cards at the end, so no other player's step can follow.
        """
        counted = 0 if self.gone_out is None else cards << _BYTE * self.players
        steps = [(points << _BYTE * player) + (0 if player else counted) for player in range(self.players)]
        closes = self.gone_out is not None and self.gone_out.rummy_hand
        outcomes = (
            noted + step
            for noted in before
            for step in (steps[:1] if closes and noted >> _BYTE * self.players else steps)
        )
        return frozenset(each for each in outcomes if self._fits(each))


def _bytes(entries: Iterable[int]) -> _Noted:
    return sum(entry << _BYTE * place for place, entry in enumerate(entries))
