"""Treppenrommé: which melds, laid by whom, give so few points? Exact, by trying every table that counts no more.

Few points cannot be made up at will: the least meld is A 2 3 = 6, and somebody must have laid one before anybody
can lay a card off. So 7, 11 and 13 are nobody's points while nobody else has any, 7 and 6 exclude each other, and
so on. The more points, the fewer gaps, until there are none; ``noted_points`` knows where that is.

A meld lies in steps, each by one player, and what is noted stays noted:

- three cards that are a meld;
- one card at an end of a run, or the fourth of a set;
- an ace and the card beyond it at an end of a run, in one go: then the ace lies in the middle.

Everything that is laid at once can be laid in these steps for the same points. What players can have noted for a
meld does not depend on the other melds, only on its shape; so a table is a choice of shapes that share no card,
and its points are sums of theirs.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations

from romme_turnier.core.rules.ruleset import Values

_Places = frozenset[int]  # cards of the pack, as suit * ranks + rank; rank 0 is the ace
_Noted = tuple[int, ...]  # points by player; behind them, if somebody went out, how many cards that player laid


@dataclass(frozen=True, slots=True)
class Deck:
    """One pack without jokers: so many ranks from the ace up, in so many suits; what aces count by their place."""

    ranks: int = 13
    suits: int = 4
    values: Values = field(default_factory=Values)

    def worth(self, rank: int) -> int:
        """What a card counts in the hand (an ace: there and, in Treppenrommé, in a set)."""
        return min(rank + 1, 10) if rank else self.values.hand_ace

    def noted(self, rank: int, place: int, last: int) -> int:
        """What a card counts that was laid in a run of ``last + 1`` cards, at this place from 0."""
        if rank:
            return self.worth(rank)
        if place == last:
            return self.values.top_ace
        return self.values.middle_ace if place else self.values.low_ace


@dataclass(frozen=True, slots=True)
class GoneOut:
    """The first player went out: having laid so many cards at least, by a Rommé-Hand or not.

    Each of the ``others`` has at least one card left; what they have counts ``factor`` times.
    """

    cards: int
    others: int
    one_stroke: bool
    factor: int


def can_be_noted(deck: Deck, points: tuple[int, ...], gone_out: GoneOut | None = None) -> bool:
    """Whether the players can have come to exactly these points; ``gone_out``: the first of them did."""
    if gone_out is None:
        points = tuple(sorted(filter(None, points), reverse=True))
        if not points:
            return True
    return _Tables(deck, points, gone_out).some_table()


@dataclass(frozen=True, slots=True)
class _Shape:
    """A meld as it lies at last: a run from a rank on, or (``run`` False) a set; how it can have been noted."""

    least: int
    run: bool
    rank: int
    cards: int
    noted: frozenset[_Noted]
    by_others: Mapping[_Noted, Sequence[_Noted]]  # the same, by what those note who do not go out


class _Tables:
    """One question: the shapes that fit into its points, and every choice of them."""

    def __init__(self, deck: Deck, points: tuple[int, ...], gone_out: GoneOut | None) -> None:
        self.deck, self.gone_out = deck, gone_out
        self.players, self.others = len(points), slice(None)
        if gone_out is not None:
            # The others' hands count as well, at least a two each; and the cards laid are counted.
            self.final, self.others = points[0], slice(1, len(points))
            hands = gone_out.factor * gone_out.others * deck.worth(1)
            points = (points[0] - hands, *points[1:], deck.ranks * deck.suits)
        self.points, self.total = points, sum(points[: self.players])
        self.runs: dict[tuple[int, int], frozenset[_Noted]] = {}
        self.shapes = sorted(self._shapes(), key=lambda shape: shape.least)

    def some_table(self) -> bool:
        """Whether some choice of melds, none included, comes to the points."""
        nothing = self._nothing()
        return any(self._comes_out(each, frozenset()) for each in nothing) or self._choose(0, nothing, frozenset())

    def _choose(self, first: int, noted: frozenset[_Noted], used: _Places) -> bool:
        """Lay further melds, one at least, of the shapes from ``first`` on."""
        for at in range(first, len(self.shapes)):
            shape = self.shapes[at]
            # With this meld and no smaller one, what is noted stays within the points.
            noted = frozenset(each for each in noted if self._left(each) >= shape.least)
            if not noted:
                return False
            places = tuple(self._free_places(shape, used))
            if places and self._lay(at, noted, used, places):
                return True
        return False

    def _lay(self, at: int, noted: frozenset[_Noted], used: _Places, places: tuple[_Places, ...]) -> bool:
        """Lay this meld, as the last one or before others that are no smaller."""
        shape = self.shapes[at]
        last = [self._sum(before, added) for before in noted for added in shape.by_others.get(self._owed(before), ())]
        if any(self._comes_out(each, used | cards) for each in last if self._fits(each) for cards in places):
            return True
        further = [each for each in noted if self._left(each) >= 2 * shape.least]
        sums = (self._sum(before, added) for before in further for added in shape.noted)
        together = frozenset(each for each in sums if self._fits(each) and self._left(each) >= shape.least)
        return bool(together) and any(self._choose(at, together, used | cards) for cards in places)

    def _owed(self, noted: _Noted) -> _Noted:
        """What those who did not go out must still note."""
        return tuple(map(int.__sub__, self.points, noted))[self.others]

    def _sum(self, noted: _Noted, added: _Noted) -> _Noted:
        return tuple(map(int.__add__, noted, added))

    def _left(self, noted: _Noted) -> int:
        """Points that are not noted yet."""
        return self.total - sum(noted[: self.players])

    def _comes_out(self, noted: _Noted, used: _Places) -> bool:
        if self.gone_out is None:
            return noted == self.points
        if noted[self.others] != self.points[self.others] or noted[-1] < self.gone_out.cards:
            return False
        hands, odd = divmod(self.final - noted[0], self.gone_out.factor)
        return not odd and self._left_over(hands, used)

    def _left_over(self, points: int, used: _Places) -> bool:
        """Whether cards that do not lie count so much, and are enough for each of the others to hold one."""
        most = [0] + [-1] * points  # by points: the most cards that count them
        for card in range(self.deck.ranks * self.deck.suits):
            worth = self.deck.worth(card % self.deck.ranks)
            if card not in used:
                for total in range(points, worth - 1, -1):
                    if most[total - worth] >= 0:
                        most[total] = max(most[total], most[total - worth] + 1)
        return self.gone_out is not None and most[points] >= self.gone_out.others

    def _fits(self, noted: _Noted) -> bool:
        return all(map(int.__le__, noted, self.points))

    def _free_places(self, shape: _Shape, used: _Places) -> Iterator[_Places]:
        """The cards that the shape can be; of suits in which the same ranks are used, one will do."""
        ranks, suits = self.deck.ranks, range(self.deck.suits)
        if not shape.run:
            free = [suit * ranks + shape.rank for suit in suits if suit * ranks + shape.rank not in used]
            yield from map(frozenset, combinations(free, shape.cards))
            return
        tried = set()
        for suit in suits:
            taken = frozenset(card % ranks for card in used if card // ranks == suit)
            cards = frozenset(suit * ranks + (shape.rank + step) % ranks for step in range(shape.cards))
            if taken not in tried and not cards & used:
                tried.add(taken)
                yield cards

    def _shapes(self) -> Iterator[_Shape]:
        for rank in range(self.deck.ranks):
            for cards in range(3, self.deck.ranks + 1):
                yield from self._shape(True, rank, cards, self._run(rank, cards))
            for cards in range(3, self.deck.suits + 1):
                yield from self._shape(False, rank, cards, self._set(rank, cards))

    def _shape(self, run: bool, rank: int, cards: int, noted: frozenset[_Noted]) -> Iterator[_Shape]:
        if noted:
            by_others: dict[_Noted, list[_Noted]] = {}
            for each in noted:
                by_others.setdefault(each[self.others], []).append(each)
            yield _Shape(min(sum(each[: self.players]) for each in noted), run, rank, cards, noted, by_others)

    def _run(self, start: int, cards: int) -> frozenset[_Noted]:
        """How a run of so many cards from a rank on can have been noted: by its last step."""
        key = (start, cards)
        if key not in self.runs:
            self.runs[key] = frozenset(each for step in self._last_steps(start, cards) for each in self._laid(*step))
        return self.runs[key]

    def _last_steps(self, start: int, cards: int) -> Iterator[tuple[frozenset[_Noted], int, int]]:
        """What lay before, the points of the step and its cards."""
        ranks = [(start + step) % self.deck.ranks for step in range(cards)]
        worth = [self.deck.noted(rank, place, cards - 1) for place, rank in enumerate(ranks)]
        if cards == 3:
            yield self._nothing(), sum(worth), 3
            return
        yield self._run(start, cards - 1), worth[-1], 1
        yield self._run(ranks[1], cards - 1), worth[0], 1
        if cards > 4 and ranks[-2] == 0:
            yield self._run(start, cards - 2), worth[-2] + worth[-1], 2
        if cards > 4 and ranks[1] == 0:
            yield self._run(ranks[2], cards - 2), worth[0] + worth[1], 2

    def _set(self, rank: int, cards: int) -> frozenset[_Noted]:
        worth = self.deck.worth(rank) if rank else self.deck.values.set_ace
        noted = self._laid(self._nothing(), 3 * worth, 3)
        for _ in range(3, cards):
            noted = self._laid(noted, worth, 1)
        return noted

    def _nothing(self) -> frozenset[_Noted]:
        return frozenset({(0,) * len(self.points)})

    def _laid(self, before: frozenset[_Noted], points: int, cards: int) -> frozenset[_Noted]:
        """After one more step by any player; at a Rommé-Hand nobody lays anything after who goes out."""
        found = set()
        for noted in before:
            last = self.gone_out is not None and self.gone_out.one_stroke and noted[-1] > 0
            for player in range(1 if last else self.players):
                now = list(noted)
                now[player] += points
                if self.gone_out is not None and player == 0:
                    now[-1] += cards
                if self._fits(tuple(now)):
                    found.add(tuple(now))
        return frozenset(found)
