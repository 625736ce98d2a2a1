"""Decides exactly whether one pack can give several hands with certain points.

The points of a hand depend on its number of cards of each value, not on their suits. So a pack is a short list of
values with their number of cards. Each hand needs a number of cards of each value so that the values add up to its
points, its size is allowed, and no value is used more often than the pack holds it. Equal cards are interchangeable:
every such division can be dealt. If cards are known to be elsewhere (``Supply.outside``: the cards laid down by the
finisher), the hands together are worth no more than the rest of the pack. This is only a bound; the rest is exact.

The search visits the values from the highest down and tries every way of giving their cards to the hands, unless one of
two bounds proves that it fails:

- one hand: ``_Tables.reach`` holds every sum that a number of the remaining cards can make (as bits of an integer,
  computed once per pack), so a hand that cannot be completed is detected;
- several hands: together they cannot be worth more than the highest remaining cards, or less than the lowest.

Failed positions are remembered, and hands in the same position are not distinguished. A successful division proves that
the row is possible; a search without one proves that it is not. The search never gives up early.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import accumulate, chain, combinations, repeat

_ALL_GROUPS_UP_TO = 4  # hands; if there are more, only the highest and the lowest are checked together


@dataclass(frozen=True, slots=True)
class Supply:
    """The number of cards of each value, the highest value first: ``((20, 6), (11, 8), (10, 32), …)``."""

    cards: tuple[tuple[int, int], ...]
    jokers: int = 0  # their number, for the reason given in a violation
    aces: int = 0  # their number, for the same purpose
    outside: int = 0  # at least this many cards are in none of the hands

    @property
    def top_is_joker(self) -> bool:
        """Whether the cards of the highest value are the jokers and no others."""
        return 0 < self.jokers == self.cards[0][1]

    @property
    def size(self) -> int:
        return sum(number for _, number in self.cards)

    @property
    def points(self) -> int:
        """The most points of all hands together: those of the pack without its ``outside`` lowest cards."""
        total, outside = 0, self.outside
        for value, number in reversed(self.cards):
            total += value * max(0, number - outside)
            outside = max(0, outside - number)
        return total


def supply_of(packs: int, *, jokers: int, joker: int, ace: int, outside: int = 0) -> Supply:
    """Returns the supply of ``packs`` 52-card packs with jokers; ``joker`` and ``ace`` are their points in the hand."""
    numbers = Counter(dict.fromkeys(range(2, 10), 4 * packs))
    numbers[10] = 16 * packs  # 10 J Q K
    numbers[ace] += 4 * packs
    numbers[joker] += jokers
    cards = sorted(((value, number) for value, number in numbers.items() if number), reverse=True)
    return Supply(tuple(cards), jokers=jokers, aces=4 * packs, outside=outside)


@lru_cache(maxsize=128)
def any_size(cards: int) -> frozenset[int]:
    """Returns every size of a hand, from 1 to ``cards``."""
    return frozenset(range(1, cards + 1))


def enriched(supply: Supply, *, high: bool) -> Supply:
    """Returns the supply with 40 more cards of each value above (``high``) or below ten, to find the scarce cards."""
    cards = tuple(
        (value, number + 40 if (value > 10) is high and value != 10 else number) for value, number in supply.cards
    )
    return replace(supply, cards=cards)


@lru_cache(maxsize=128)
def hand_sums(supply: Supply, sizes: frozenset[int]) -> frozenset[int]:
    """Returns every number of points that a hand of an allowed size can be worth."""
    bits = _tables(supply.cards, sizes).open(0, 0)
    return frozenset(points for points in range(min(bits.bit_length(), supply.points + 1)) if bits >> points & 1)


def possible_together(supply: Supply, sizes: frozenset[int], points: Sequence[int]) -> bool:
    """Returns whether hands of allowed ``sizes`` worth ``points`` can be dealt together from ``supply``."""
    return _possible(supply, sizes, tuple(sorted(points, reverse=True)))


def least_that_clash(supply: Supply, sizes: frozenset[int], points: Sequence[int]) -> tuple[int, ...]:
    """Returns the points, highest first, of a minimal group of clashing hands; any smaller part of it can be dealt."""
    clash = sorted(points, reverse=True)
    for hand in sorted(points):
        others = list(clash)
        others.remove(hand)
        if not possible_together(supply, sizes, others):
            clash = others
    return tuple(clash)


def least_jokers(supply: Supply, sizes: frozenset[int], points: int) -> int:
    """Returns the fewest cards of the highest value in a hand with these points; such a hand must be possible."""
    value, number = supply.cards[0]
    tables = _tables(supply.cards, sizes)
    return next(taken for taken in range(number + 1) if tables.open(1, taken) >> max(points - value * taken, 0) & 1)


def forget_answers() -> None:
    """Clears the cached answers of ``possible_together``, for benchmarks."""
    _possible.cache_clear()


@lru_cache(maxsize=4096)
def _possible(supply: Supply, sizes: frozenset[int], points: tuple[int, ...]) -> bool:
    if sum(points) > supply.points:
        return False
    tables = _tables(supply.cards, sizes)
    if not all(tables.open(0, 0) >> hand & 1 for hand in points):
        return False
    return _Search(tables).place(0, tuple((hand, 0) for hand in points))


_Hand = tuple[int, int]  # points still to be made, cards held
_Need = tuple[int, int, int]  # points still to be made, the fewest and the most cards that can make them


class _Tables:
    """The sums of a pack for allowed hand sizes. Values are indexed by ``k``, the highest first."""

    def __init__(self, cards: tuple[tuple[int, int], ...], sizes: frozenset[int]) -> None:
        self.values = [value for value, _ in cards]
        self.numbers = [number for _, number in cards]
        self.sizes = frozenset(size for size in sizes if 0 < size <= sum(self.numbers))
        self.largest = max(self.sizes, default=0)
        # If any number of cards will do, the number already in a hand makes no difference.
        self.any_size = len(self.sizes) == sum(self.numbers)
        self.reach = self._reach()
        descending = [list(chain.from_iterable(repeat(v, n) for v, n in cards[k:])) for k in range(len(cards))]
        # By k: every sum that any number of cards at index k or later can make, as bits.
        self.sums = self._sums()
        # By k and number of cards: the sums of this many highest and lowest cards at index k or later.
        self.most = [[0, *accumulate(values)] for values in descending] + [[0]]
        self.fewest = [[0, *accumulate(reversed(values))] for values in descending] + [[0]]
        self.open = lru_cache(maxsize=None)(self._open)
        self.cards_left = lru_cache(maxsize=2**15)(self._cards_left)
        self.shares = lru_cache(maxsize=2**15)(self._shares)

    def _reach(self) -> list[list[int]]:
        """Returns, by k and number of cards, the sums that this many cards at index k or later can make, as bits."""
        reach = [[1] + [0] * self.largest]
        for value, number in zip(reversed(self.values), reversed(self.numbers), strict=True):
            lower = reach[0]
            sums = [0] * (self.largest + 1)
            for size in range(self.largest + 1):
                for taken in range(min(number, size) + 1):
                    sums[size] |= lower[size - taken] << value * taken
            reach.insert(0, sums)
        return reach

    def _sums(self) -> list[int]:
        sums = [1]
        for value, number in zip(reversed(self.values), reversed(self.numbers), strict=True):
            bits = sums[0]
            for _ in range(number):
                bits |= bits << value
            sums.insert(0, bits)
        return sums

    def _open(self, k: int, held: int) -> int:
        """Returns, as bits, the points with which cards at index ``k`` or later complete a hand of ``held`` cards."""
        bits = 0
        for left in self._sizes_left(held):
            bits |= self.reach[k][left]
        return bits

    def _sizes_left(self, held: int) -> Iterator[int]:
        if self.any_size:
            return iter(range(1 - held, self.largest + 1))
        return (size - held for size in self.sizes if size >= held)

    def _cards_left(self, k: int, hand: _Hand) -> tuple[int, int]:
        """Returns the fewest and the most cards at index ``k`` or later that can complete the hand."""
        points, held = hand
        fitting = [left for left in self._sizes_left(held) if self.reach[k][left] >> points & 1]
        return min(fitting), max(fitting)

    def _shares(self, k: int, hand: _Hand) -> tuple[tuple[int, _Hand], ...]:
        """Returns each number of cards of the k-th value that the hand can take, with the rest of the hand.

        The most promising choice comes first: cards of about average value can then make the remaining points. Among
        equally promising choices, taking more cards comes first, because fewer cards are then needed.
        """
        points, held = hand
        value = self.values[k]
        shares = []
        for taken in range(min(self.numbers[k], points // value, self.largest - (0 if self.any_size else held)) + 1):
            rest = points - value * taken
            cards = min(held + taken, 1) if self.any_size else held + taken
            if self.open(k + 1, cards) >> rest & 1:
                shares.append((self._strain(k + 1, (rest, cards)), -taken, (taken, (rest, cards))))
        return tuple(share for _, _, share in sorted(shares))

    def _strain(self, k: int, hand: _Hand) -> float:
        """Returns the distance in points from the hand to average cards at index ``k`` or later; 0 is best."""
        points = hand[0]
        if k == len(self.values):
            return 0.0
        middle = (self.values[k] + self.values[-1]) / 2
        fewest, most = self.cards_left(k, hand)
        return max(0.0, points - middle * most, middle * fewest - points)


_tables = lru_cache(maxsize=128)(_Tables)


class _Search:
    def __init__(self, tables: _Tables) -> None:
        self.tables = tables
        self.failed: set[tuple[int, tuple[_Hand, ...]]] = set()

    def place(self, k: int, hands: tuple[_Hand, ...]) -> bool:
        """Returns whether cards at index ``k`` or later can complete all hands; each must be possible separately."""
        hands = tuple(sorted((hand for hand in hands if hand[0]), reverse=True))
        if not hands:
            return True
        if (k, hands) in self.failed:
            return False
        if self._fits_together(k, hands) and self._share_out(k, hands, self.tables.numbers[k], ()):
            return True
        self.failed.add((k, hands))
        return False

    def _share_out(self, k: int, hands: tuple[_Hand, ...], left: int, done: tuple[tuple[int, _Hand], ...]) -> bool:
        """Returns whether the ``left`` cards of the k-th value can be shared out so that all hands can be completed."""
        if len(done) == len(hands):
            return self.place(k + 1, tuple(hand for _, hand in done))
        hand = hands[len(done)]
        # Of two equal hands, the first takes no fewer cards than the second.
        most = min(left, done[-1][0]) if done and hands[len(done) - 1] == hand else left
        return any(
            self._share_out(k, hands, left - share[0], (*done, share))
            for share in self.tables.shares(k, hand)
            if share[0] <= most
        )

    def _fits_together(self, k: int, hands: tuple[_Hand, ...]) -> bool:
        """Returns whether the hands pass two tests of the cards at index ``k`` or later.

        Some of the cards must make the sum of all hands, and no group of hands may exceed the highest cards or fall
        below the lowest.
        """
        if not self.tables.sums[k] >> sum(points for points, _ in hands) & 1:
            return False
        needs = [(hand[0], *self.tables.cards_left(k, hand)) for hand in hands]
        highest, lowest = self.tables.most[k], self.tables.fewest[k]
        cards = len(highest) - 1
        for group in _groups(needs):
            points = sum(need[0] for need in group)
            fewest = sum(need[1] for need in group)
            most = min(sum(need[2] for need in group), cards)
            if fewest > cards or not lowest[fewest] <= points <= highest[most]:
                return False
        return True


def _groups(needs: Sequence[_Need]) -> Iterator[Sequence[_Need]]:
    """Yields all groups if there are few hands, otherwise only groups of the highest and of the lowest hands."""
    if len(needs) <= _ALL_GROUPS_UP_TO:
        for size in range(1, len(needs) + 1):
            yield from combinations(needs, size)
    else:
        for size in range(1, len(needs) + 1):
            yield needs[:size]
            yield needs[-size:]
